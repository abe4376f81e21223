// Lays out a pipeline's graph. A file of its own in the build: only pipelines load it.

import { Graph, layout } from '@dagrejs/dagre';

export interface Node {
  readonly unit: string;
  readonly phase: number;
  readonly needs: readonly string[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Centres. */
  readonly nodes: Readonly<Record<string, Point>>;
  readonly edges: readonly { readonly from: string; readonly to: string; readonly points: readonly Point[] }[];
}

export function layoutGraph(nodes: readonly Node[], width: number, height: number): Layout {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 34, marginx: 6, marginy: 6 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { unit } of nodes) graph.setNode(unit, { width, height });
  for (const { unit, needs } of nodes) for (const need of needs) if (graph.hasNode(need)) graph.setEdge(need, unit);
  layout(graph);
  const size = graph.graph();
  return {
    width: size.width ?? 0,
    height: size.height ?? 0,
    nodes: Object.fromEntries(nodes.map(({ unit }) => [unit, graph.node(unit)])),
    edges: graph
      .edges()
      .map((edge: { v: string; w: string }) => ({ from: edge.v, to: edge.w, points: graph.edge(edge).points ?? [] })),
  };
}
