// What depends on what in a pipeline.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { shorten } from '../../base/text.js';
import type { RunAnswer } from '../api.js';
import { exported } from './client.js';
import type { Layout, Node } from './graph.js';
import { toneOf, words } from './parts.js';

const [width, height] = [136, 36];

export function PipelineGraph({ run }: { readonly run: RunAnswer }): JSX.Element {
  const [layout, setLayout] = useState<Layout | null>(null);
  const shape = JSON.stringify(run.graph);
  useEffect(() => void layoutOf(run.graph).then(setLayout), [shape]);
  const statusOf = (unit: string): string => run.units.find(({ name }) => name === unit)?.status ?? 'pending';
  if (layout === null) return <p class="loading graph-loading">Drawing the graph…</p>;
  const label = run.graph
    .map(
      ({ unit, needs }) =>
        `${unit}, ${words(statusOf(unit))}${needs.length === 0 ? '' : `, needs ${needs.join(' and ')}`}`,
    )
    .join('; ');
  return (
    <div class="graph" tabIndex={0} role="group" aria-label="Graph of the pipeline">
      <svg
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        style={{ width: layout.width, minWidth: layout.width * 0.75 }}
        role="img"
        aria-label={label}
      >
        {layout.edges.map(({ from, to, points }) => (
          <path key={`${from} ${to}`} class={`edge ${statusOf(from)}`} d={pathOf(points)} />
        ))}
        {Object.entries(layout.nodes).map(([unit, { x, y }]) => (
          <g
            key={unit}
            class={`node ${toneOf(statusOf(unit))}`}
            transform={`translate(${x - width / 2} ${y - height / 2})`}
          >
            <rect width={width} height={height} rx="8" />
            <circle cx="16" cy={height / 2} r="5" />
            <text x="30" y={height / 2 + 4.5}>
              {shorten(unit, 14)}
            </text>
            <title>{`${unit}: ${words(statusOf(unit))}`}</title>
          </g>
        ))}
      </svg>
    </div>
  );
}

/** A file from disk cannot load another one: there, the phases of the spec are columns. */
async function layoutOf(nodes: readonly Node[]): Promise<Layout> {
  if (exported !== null) return columns(nodes);
  const { layoutGraph } = await import('./graph.js');
  return layoutGraph(nodes, width, height);
}

function columns(nodes: readonly Node[]): Layout {
  const phases = [...new Set(nodes.map(({ phase }) => phase))].sort((a, b) => a - b);
  const rows = new Map<number, number>();
  const places = nodes.map(({ unit, phase }) => {
    const row = rows.get(phase) ?? 0;
    rows.set(phase, row + 1);
    return [
      unit,
      { x: phases.indexOf(phase) * (width + 46) + width / 2 + 6, y: row * (height + 14) + height / 2 + 6 },
    ] as const;
  });
  const found = new Map(places);
  const edges = nodes.flatMap(({ unit, needs }) =>
    needs.flatMap((need) => {
      const [from, to] = [found.get(need), found.get(unit)];
      if (from === undefined || to === undefined) return [];
      return [
        {
          from: need,
          to: unit,
          points: [
            { x: from.x + width / 2, y: from.y },
            { x: to.x - width / 2, y: to.y },
          ],
        },
      ];
    }),
  );
  const most = Math.max(...rows.values());
  return {
    width: phases.length * (width + 46) - 34,
    height: most * (height + 14) - 2,
    nodes: Object.fromEntries(places),
    edges,
  };
}

/** A smooth line through the points: straight to the middles, curved at the points. */
function pathOf(points: readonly { readonly x: number; readonly y: number }[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return '';
  if (rest.length === 1) {
    const middle = (first.x + last.x) / 2;
    return `M${first.x} ${first.y}C${middle} ${first.y} ${middle} ${last.y} ${last.x} ${last.y}`;
  }
  const curves = rest.slice(0, -1).map((point, n) => {
    const next = rest[n + 1] ?? point;
    return `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`;
  });
  return `M${first.x} ${first.y}${curves.join('')}L${last.x} ${last.y}`;
}
