// Measures pieces of work side by side: every round runs each of them once, in random order, so that the noise of the
// machine falls on all alike. What counts is the ratio of the medians.

/** @typedef {{ name: string, run: (round: number) => unknown, before?: (round: number) => unknown }} Subject */

/**
 * @param {Subject[]} subjects what to measure
 * @param {{ rounds?: number, warmUp?: number }} [options]
 * @returns {Promise<Map<string, number[]>>} milliseconds of every round, by name
 */
export async function measure(subjects, { rounds = 41, warmUp = 300 } = {}) {
  const times = new Map(subjects.map(({ name }) => [name, []]));
  for (let round = -warmUp; round < rounds; round++) {
    for (const subject of shuffled(subjects)) {
      await subject.before?.(round);
      const start = performance.now();
      const result = subject.run(round);
      if (result instanceof Promise) await result;
      const took = performance.now() - start;
      if (round >= 0) times.get(subject.name).push(took);
    }
  }
  return times;
}

function shuffled(list) {
  const copy = [...list];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [copy[i], copy[j]] = [copy[j], copy[i]];
  }
  return copy;
}

/**
 * @param {number[]} values
 * @param {number} part 0.5 is the median
 */
export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

/**
 * Prints a table: median, spread (quartiles) and ratio to the first subject that is named.
 * @param {string} title
 * @param {Map<string, number[]>} times
 * @param {{ against?: string, ours?: string, target?: number }} [options]
 * @returns {{ title: string, rows: object[], ratio: number | null, target: number | null }}
 */
export function report(title, times, { against, ours, target } = {}) {
  const base = against === undefined ? null : quantile(times.get(against), 0.5);
  const rows = [...times].map(([name, values]) => ({
    name,
    medianUs: 1000 * quantile(values, 0.5),
    lowUs: 1000 * quantile(values, 0.25),
    highUs: 1000 * quantile(values, 0.75),
    ratio: base === null ? null : quantile(values, 0.5) / base,
  }));
  console.log(`\n${title}`);
  for (const row of rows.sort((a, b) => a.medianUs - b.medianUs)) {
    const ratio = row.ratio === null ? '' : `  ${row.ratio.toFixed(2)}×`;
    console.log(
      `  ${row.name.padEnd(46)} ${format(row.medianUs).padStart(10)}  (${format(row.lowUs)} … ${format(row.highUs)})${ratio}`,
    );
  }
  const ratio = rows.find((row) => row.name === ours)?.ratio ?? null;
  if (ratio !== null && target !== undefined) {
    console.log(
      `  ${ratio <= target ? 'reached' : 'MISSED '}: ${ours} is ${ratio.toFixed(2)}× ${against}; target ≤ ${target}×`,
    );
  }
  return { title, rows, ratio, target: target ?? null };
}

function format(us) {
  return us >= 10_000 ? `${(us / 1000).toFixed(1)} ms` : us >= 100 ? `${us.toFixed(0)} µs` : `${us.toFixed(1)} µs`;
}
