import { itemAt } from '../values/items.ts';

/** An edge from a node to another with its cost; `tag` is whatever the caller wants back. */
export type PathEdge<T> = { readonly to: number; readonly cost: number; readonly tag: T };

type Entry = { node: number; key: number };

/** Within bounds by construction. */
const entryAt = (heap: readonly Entry[], index: number): Entry => heap[index] as Entry;
const costAt = (costs: Float64Array, node: number): number => costs[node] as number;

function push(heap: Entry[], entry: Entry): void {
  let i = heap.push(entry) - 1;
  while (i > 0) {
    const parent = (i - 1) >> 1;
    const above = entryAt(heap, parent);
    if (above.key <= entry.key) break;
    heap[i] = above;
    heap[parent] = entry;
    i = parent;
  }
}

function pop(heap: Entry[]): Entry | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (top === undefined || last === undefined || heap.length === 0) return top;
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= heap.length) break;
    const right = heap[child + 1];
    if (right !== undefined && right.key < entryAt(heap, child).key) child += 1;
    const below = entryAt(heap, child);
    if (below.key >= last.key) break;
    heap[i] = below;
    i = child;
  }
  heap[i] = last;
  return top;
}

/**
 * The cheapest way between two of `size` nodes (numbered from 0), as the edges taken; undefined if there is none within
 * `limit`. `estimate` must never exceed the true remaining cost (A*); without it this is Dijkstra's search.
 */
export function findCheapestPath<T>(options: {
  readonly size: number;
  readonly from: number;
  readonly to: number;
  readonly edgesOf: (node: number) => Iterable<PathEdge<T>>;
  readonly estimate?: (node: number) => number;
  readonly limit?: number;
}): { readonly cost: number; readonly edges: PathEdge<T>[] } | undefined {
  const { size, from, to, edgesOf, estimate = () => 0, limit = Number.POSITIVE_INFINITY } = options;
  // Of a fixed length: a search asks them for every edge it sees, and they answer several times as quick as maps.
  const costs = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
  const cameFrom = new Int32Array(size).fill(-1);
  const cameBy = Array.from<PathEdge<T>>({ length: size });
  const done = new Uint8Array(size);
  const heap: Entry[] = [{ node: from, key: estimate(from) }];
  costs[from] = 0;
  for (let entry = pop(heap); entry !== undefined; entry = pop(heap)) {
    const { node } = entry;
    if (done[node] === 1) continue;
    done[node] = 1;
    const cost = costAt(costs, node);
    if (node === to) {
      const edges: PathEdge<T>[] = [];
      for (let step = node; step !== from; step = itemAt(cameFrom, step)) edges.push(itemAt(cameBy, step));
      return { cost, edges: edges.reverse() };
    }
    for (const edge of edgesOf(node)) {
      const total = cost + edge.cost;
      if (total >= costAt(costs, edge.to)) continue;
      const key = total + estimate(edge.to);
      if (key > limit) continue;
      costs[edge.to] = total;
      cameFrom[edge.to] = node;
      cameBy[edge.to] = edge;
      push(heap, { node: edge.to, key });
    }
  }
  return undefined;
}
