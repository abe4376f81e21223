// Shortens a text where a sentence ends. Pure.

/** Where a sentence may end: its mark and the space behind it, or the mark alone where no spaces are written. */
const ends = /[.!?…](?=["')\]]*\s)["')\]]*|[。！？]|\n(?=\s*\n)/g;

/**
 * Shortens a text to the most whole sentences that fit; to words, when not even one does.
 * @param text the text
 * @param fits tells whether a text is short enough; must hold for all beginnings of one for which it holds
 * @returns the text itself when it fits
 */
export function cutAtSentence(text: string, fits: (text: string) => boolean): string {
  const whole = text.trim();
  if (fits(whole)) return whole;
  const sentences = [...whole.matchAll(ends)].map(({ index, 0: mark }) => index + mark.length);
  const atSentence = longest(whole, sentences, fits);
  if (atSentence !== '') return atSentence;
  const words = [...whole.matchAll(/\S(?=\s)/g)].map(({ index }) => index + 1);
  const atWord = longest(whole, words, fits);
  if (atWord !== '') return atWord;
  return longest(
    whole,
    Array.from({ length: whole.length }, (_, at) => at),
    fits,
  ).toWellFormed();
}

function longest(text: string, places: readonly number[], fits: (text: string) => boolean): string {
  let [low, high] = [0, places.length]; // the first `low` of them fit
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(text.slice(0, places[middle - 1]).trim())) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : text.slice(0, places[low - 1]).trim();
}
