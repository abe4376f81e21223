// A spec as a Mermaid flowchart: phases as boxes, dependencies as arrows, gates between the phases.

import type { Spec } from './types.js';

/**
 * Writes a spec as Mermaid text. Names in it are labels only, so that nothing in a spec can become a part of the diagram.
 * @param spec the spec
 * @returns the text of a flowchart, with a line end
 */
export function mermaidOf(spec: Spec): string {
  const nodes = new Map(spec.workstreams.map(({ id }, index) => [id, `w${index + 1}`]));
  const titles = new Map(spec.workstreams.map(({ id, title }) => [id, title]));
  const gatesOf = new Map(spec.workstreams.map(({ id, gates }) => [id, new Set(gates)]));
  const lines = ['flowchart TD'];
  for (const { number, name, workstreams, gates } of spec.phases) {
    lines.push(`  subgraph p${number}["${label(`Phase ${number}${name === null ? '' : `: ${name}`}`)}"]`);
    for (const id of workstreams) lines.push(`    ${nodes.get(id)}["${label(nameOf(id, titles.get(id)))}"]`);
    gates.forEach((gate, index) => lines.push(`    g${number}_${index + 1}{{"${label(gate)}"}}`));
    lines.push('  end');
  }
  for (const { id, depends_on: on } of spec.workstreams) {
    for (const other of on) lines.push(`  ${nodes.get(other)} --> ${nodes.get(id)}`);
  }
  for (const { number, workstreams, gates } of spec.phases) {
    gates.forEach((gate, index) => {
      const naming = workstreams.filter((id) => gatesOf.get(id)?.has(gate));
      const covered = naming.length > 0 ? naming : workstreams;
      for (const id of covered) lines.push(`  ${nodes.get(id)} -.-> g${number}_${index + 1}`);
    });
    if (number < spec.phases.length) lines.push(`  p${number} ==> p${number + 1}`);
  }
  return `${lines.join('\n')}\n`;
}

function nameOf(id: string, title: string | undefined): string {
  return title === undefined || title === id ? id : `${id}: ${title}`;
}

/** Entities of Mermaid for all that could end a label or be read as HTML or Markdown. */
function label(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, 120)
    .toWellFormed()
    .replace(/[#"<>&`;\\[\]{}|]/g, (one) => `#${one.codePointAt(0)};`)
    .trim();
}
