/** Selected rows over all pages: ids in the order they were chosen, with the rows seen so far. */
export type Selection<Row> = { ids: readonly string[]; rows: ReadonlyMap<string, Row> };

/** As many rows as a batch call takes. */
export const MAX_SELECTED = 5_000;

export const emptySelection: Selection<never> = { ids: [], rows: new Map<string, never>() };

/** The selection after rows were ticked (added behind the others) or unticked; ids beyond the limit are not added. */
export function setSelected<Row>(
  selection: Selection<Row>,
  changed: ReadonlyArray<readonly [id: string, row: Row | undefined]>,
  selected: boolean,
): Selection<Row> {
  const ids = new Set(selection.ids);
  const rows = new Map(selection.rows);
  for (const [id, row] of changed) {
    if (!selected) {
      ids.delete(id);
      rows.delete(id);
    } else if (ids.has(id) || ids.size < MAX_SELECTED) {
      ids.add(id);
      if (row !== undefined) rows.set(id, row);
    }
  }
  return { ids: [...ids], rows };
}

/** What a page shows as ticked: all, some or none of its rows. */
export function pageState(selection: Selection<unknown>, pageIds: readonly string[]): 'all' | 'some' | 'none' {
  const ids = new Set(selection.ids);
  const count = pageIds.filter((id) => ids.has(id)).length;
  if (count === 0) return 'none';
  return count === pageIds.length ? 'all' : 'some';
}

/**
 * Ids of every filtered row, page by page, up to the limit of a batch. `load` gives one page; `onProgress` hears how
 * many are known. Stops early when the signal is aborted by throwing its reason.
 */
export async function collectIds(
  load: (currentPage: number, pageSize: number) => Promise<{ ids: string[]; total: number }>,
  options: { signal?: AbortSignal; onProgress?: (known: number, total: number) => void; pageSize?: number } = {},
): Promise<string[]> {
  const pageSize = options.pageSize ?? 1_000;
  const ids = new Set<string>();
  for (let page = 1; ids.size < MAX_SELECTED; page += 1) {
    options.signal?.throwIfAborted();
    const { ids: found, total } = await load(page, pageSize);
    for (const id of found) if (ids.size < MAX_SELECTED) ids.add(id);
    options.onProgress?.(ids.size, Math.min(total, MAX_SELECTED));
    if (found.length < pageSize || page * pageSize >= total) break;
  }
  return [...ids];
}
