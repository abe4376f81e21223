// Draws plugin/icon.png: a ratchet wheel with its pawl, 512 × 512. Run by hand: `node scripts/icon.mjs`.
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

const size = 512;
const teeth = 12;
const [background, wheel, catchColour] = [
  [24, 33, 47],
  [226, 232, 240],
  [56, 189, 148],
];

/** The colour at a point, seen from the centre of the wheel. */
function colourAt(x, y) {
  const [dx, dy] = [x - 256, y - 290];
  const radius = Math.hypot(dx, dy);
  const turn = ((Math.atan2(dy, dx) / (2 * Math.PI) + 1) * teeth) % 1;
  // The pawl: a wedge from its pivot at the top right down into the teeth.
  const [px, py] = [x - 420, y - 90];
  const along = (px * -0.78 + py * 0.63) / 150;
  const across = Math.abs(px * 0.63 + py * 0.78);
  if (Math.hypot(px, py) < 44 || (along > 0 && along < 1 && across < 34 * (1 - along) + 6)) return catchColour;
  if (radius < 52) return background;
  return radius < 140 + 44 * turn ? wheel : background;
}

const rows = [];
for (let y = 0; y < size; y++) {
  rows.push(0); // no filter
  for (let x = 0; x < size; x++) rows.push(...colourAt(x, y));
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const header = Buffer.alloc(13);
header.writeUInt32BE(size, 0);
header.writeUInt32BE(size, 4);
header.set([8, 2, 0, 0, 0], 8); // 8 bits, RGB
writeFileSync(
  'plugin/icon.png',
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]),
);
