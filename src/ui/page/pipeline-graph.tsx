// What depends on what in a pipeline.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { shorten } from '../../base/text.js';
import type { RunAnswer } from '../api.js';
import { exported } from './client.js';
import type { Layout, Node, Point } from './graph.js';
import { toneOf, words } from './parts.js';

const [width, height] = [136, 36];

export function PipelineGraph({ run }: Readonly<{ run: RunAnswer }>): JSX.Element {
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
          <path
            key={`${from} ${to}`}
            class={`edge ${statusOf(from)}`}
            d={pathOf(ends(layout.nodes[from], points, layout.nodes[to]))}
          />
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
  const inPhase = phases.map((phase) => nodes.filter((node) => node.phase === phase));
  const places = inPhase.flatMap((column, x) =>
    column.map(({ unit }, y) => [unit, { x: x * (width + 34) + width / 2 + 6, y: y * (height + 14) + height / 2 + 6 }]),
  );
  const most = Math.max(...inPhase.map((column) => column.length));
  const edges = nodes.flatMap(({ unit, needs }) => needs.map((need) => ({ from: need, to: unit, points: [] })));
  const size = { width: phases.length * (width + 34) - 22, height: most * (height + 14) - 2 };
  return { ...size, nodes: Object.fromEntries(places), edges };
}

/** From the right side of a node to the left side of another, through what the layout put between. */
function ends(from: Point | undefined, points: readonly Point[], to: Point | undefined): readonly Point[] {
  if (from === undefined || to === undefined) return [];
  return [{ x: from.x + width / 2, y: from.y }, ...points.slice(1, -1), { x: to.x - width / 2, y: to.y }];
}

/** A smooth line that leaves and enters every point horizontally. */
function pathOf([first, ...rest]: readonly Point[]): string {
  let [path, from] = [`M${first?.x ?? 0} ${first?.y ?? 0}`, first];
  for (const to of rest) {
    const middle = ((from?.x ?? 0) + to.x) / 2;
    path += `C${middle} ${from?.y ?? 0} ${middle} ${to.y} ${to.x} ${to.y}`;
    from = to;
  }
  return path;
}
