// Orders workstreams by their dependencies: layers that can run side by side, and the circles that prevent it.

/**
 * Groups workstreams into layers: each stands in the layer after the last of those that it depends on.
 * @param dependencies for each workstream, in the spec's order, those that it depends on; unknown ones are ignored
 * @returns the layers, and each circle as a path that ends where it began
 */
export function layer(dependencies: ReadonlyMap<string, readonly string[]>): {
  readonly layers: readonly (readonly string[])[];
  readonly circles: readonly (readonly string[])[];
} {
  const layers: string[][] = [];
  const placed = new Set<string>();
  let left = [...dependencies.keys()];
  while (left.length > 0) {
    const free = left.filter((id) =>
      (dependencies.get(id) ?? []).every((other) => placed.has(other) || !dependencies.has(other)),
    );
    if (free.length === 0) return { layers, circles: circlesOf(left, dependencies) };
    for (const id of free) placed.add(id);
    layers.push(free);
    left = left.filter((id) => !placed.has(id));
  }
  return { layers, circles: [] };
}

/** Each of these workstreams depends on another of them, so every walk along dependencies ends in a circle. */
function circlesOf(left: readonly string[], dependencies: ReadonlyMap<string, readonly string[]>): string[][] {
  const stuck = new Set(left);
  const seen = new Set<string>();
  const circles: string[][] = [];
  for (const start of left) {
    const path: string[] = [];
    let at: string | undefined = start;
    while (at !== undefined && !seen.has(at)) {
      seen.add(at);
      path.push(at);
      at = dependencies.get(at)?.find((other) => stuck.has(other));
    }
    const from = at === undefined ? -1 : path.indexOf(at);
    if (at !== undefined && from >= 0) circles.push([...path.slice(from), at]);
  }
  return circles;
}
