// Finds numbers in JSON text that have more digits than a number keeps: reading them changes them in silence.

const escape = /\\./g;
const text = /"[^"]*"/g;
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Lists numbers that parsing would change.
 * @param json JSON text
 * @returns the numbers as they are written, each once
 */
export function inexactNumbers(json: string): readonly string[] {
  // Few files have any: a look for long runs of digits comes first.
  if (!/[\d.]{16}|\d[eE]/.test(json)) return [];
  // One expression for both would exhaust the stack on a long text.
  const outside = json.replaceAll(escape, '').replaceAll(text, '""');
  return [...new Set(outside.match(number) ?? [])].filter((one) => !isExact(one));
}

function isExact(written: string): boolean {
  const [digits, power] = partsOf(written);
  if (digits === '') return true; // a zero, however it is written
  const value = Number(written);
  if (!Number.isFinite(value)) return false;
  const [kept, keptPower] = partsOf(value.toExponential());
  return digits === kept && power === keptPower;
}

/** The significant digits, and the power of ten of the last of them. */
function partsOf(written: string): readonly [digits: string, power: number] {
  const [mantissa = '', exponent = '0'] = written.replace(/^-/, '').toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  return [digits, Number(exponent) - fraction.length + (all.length - digits.length)];
}
