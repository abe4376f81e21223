// Says why a text is no JSON, in words that tell what to do: what other languages write, or what stands around it. Pure.

import { tryJson } from '../../rules/json/try-json.js';

/** What is wrong, and what to do about it. */
export interface WhyNotJson {
  readonly message: string;
  readonly advice?: string;
}

/**
 * Finds out why a text is no JSON.
 * @param text the text
 * @param message what the parser says
 * @returns the reason and what to do; the parser's words where nothing is known
 */
export function whyNotJson(text: string, message: string): WhyNotJson {
  return byMarks(text) ?? byPlace(text) ?? byLanguage(text, message) ?? { message };
}

function byMarks(text: string): WhyNotJson | null {
  if (!/^<{7}(?: .*)?\r?\n[^]*^={7}\r?\n[^]*^>{7}/m.test(text)) return null;
  const advice = 'Keep what holds of both sides, and take the lines with the marks away';
  return { message: 'is not JSON: it holds the marks of a merge that was not resolved (<<<<<<<)', advice };
}

/** At most so many places are tried where one document may end and the next begin. */
const maxSeams = 50;

/** JSON is there, and something around it. */
function byPlace(text: string): WhyNotJson | null {
  const [first, last] = [text.search(/[{[]/), Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))];
  if (first < 0 || last < first) return null;
  if (tryJson(text.slice(first, last + 1)) !== undefined) {
    const where = [
      text.slice(0, first).trim() === '' ? '' : 'before',
      text.slice(last + 1).trim() === '' ? '' : 'behind',
    ];
    const told = where.filter((one) => one !== '').join(' and ');
    if (told === '') return null;
    return { message: `is not JSON: text stands ${told} it`, advice: `Take away what stands ${told} the JSON` };
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length < 2 || lines.some((line) => tryJson(line) === undefined)) return bySeam(text);
  const advice = 'Keep the newest line alone, or what they say together as one object';
  return { message: `is not JSON but ${lines.length} lines that each are: a file holds one checkpoint`, advice };
}

/** `{…}{…}`: written behind what was there, instead of over it. */
function bySeam(text: string): WhyNotJson | null {
  const seams = [...text.matchAll(/[}\]](?=\s*[{[])/g)].slice(0, maxSeams);
  if (!seams.some(({ index }) => tryJson(text.slice(0, index + 1)) !== undefined)) return null;
  const advice = 'Keep the newest alone, or what they say together as one object';
  return { message: 'is not JSON but one document behind the other: a file holds one checkpoint', advice };
}

/** The last line begins a text and does not end it; an editor may have put a newline behind it. */
function endsInText(bare: string): boolean {
  return /"[^"\n]*[^"\n\s}\]]\s*$/.test(bare.replaceAll('""', ''));
}

/** What Python, JavaScript and half of a write leave. Texts are not looked into. */
function byLanguage(text: string, message: string): WhyNotJson | null {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  if (/[{[,:]\s*'/.test(bare) || /[:,[]\s*(?:True|False|None)\b/.test(bare)) {
    const advice = 'Write double quotes, true, false and null (in Python: json.dumps)';
    return { message: 'is not JSON: it has single quotes, or True, False or None, as Python writes them', advice };
  }
  const [, word] = /[:,[]\s*(-?(?:NaN|Infinity|undefined))\b/.exec(bare) ?? [];
  if (word !== undefined) return { message: `is not JSON: it holds ${word}`, advice: `Write null instead of ${word}` };
  if (/Unexpected end|Unterminated/i.test(message) || endsInText(bare)) {
    const advice = 'It was not written to its end: complete it, or bring it back from a copy';
    return { message: 'is not JSON: it ends in the middle', advice };
  }
  return null;
}
