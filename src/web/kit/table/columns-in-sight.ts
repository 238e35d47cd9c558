/** Where a column that stays in view stands: its distance to that edge in pixels, and whether it is the innermost one. */
export type Pinned = { edge: 'start' | 'end'; offset: number; inner: boolean };

type Placed = { width: number; pinned?: Pinned | undefined };

/** Columns that are drawn besides those that stay in view: `from` to before `to`, of those from `first` to before `last`. */
export type DrawnColumns = { first: number; from: number; to: number; last: number };

/** The place sideways is shown in steps of so many pixels: within one, nothing is redrawn. */
const STEP = 200;
/** Pixels drawn beyond each edge, so that scrolling and the cursor find columns there. */
const BEYOND = 250;

/** The step in which a box stands that is scrolled sideways by so many pixels. */
export const sidewaysStep = (left: number): number => Math.floor(Math.max(0, left) / STEP);

/** The columns within sight of a box that stands in a step; all of them where its width is not known or has room for them. */
export function columnsInSight(columns: readonly Placed[], step: number, width: number): DrawnColumns {
  const first = Math.max(
    0,
    columns.findIndex(({ pinned }) => pinned === undefined),
  );
  const last = columns.findLastIndex(({ pinned }) => pinned === undefined) + 1;
  const all = { first, from: first, to: last, last };
  if (width <= 0) return all;
  const [min, max] = [step * STEP - BEYOND, (step + 1) * STEP + width + BEYOND];
  const starts = columns.map((_, index) => columns.slice(0, index).reduce((sum, column) => sum + column.width, 0));
  const seen = (index: number): boolean =>
    (starts[index] ?? 0) + (columns[index]?.width ?? 0) > min && (starts[index] ?? 0) < max;
  const sight = columns.flatMap(({ pinned }, index) => (pinned === undefined && seen(index) ? [index] : []));
  const [from, to] = [sight[0], sight.at(-1)];
  return from === undefined || to === undefined ? all : { first, from, to: to + 1, last };
}

/** Where a box has to stand sideways so that a column is in sight; undefined where it is. Columns that stay in view hide others. */
export function leftForColumn(
  columns: readonly Placed[],
  index: number,
  left: number,
  width: number,
): number | undefined {
  const column = columns[index];
  if (column === undefined || column.pinned !== undefined) return undefined;
  const sum = (edge: Pinned['edge']): number =>
    columns.reduce((all, { pinned, width: wide }) => all + (pinned?.edge === edge ? wide : 0), 0);
  const start = columns.slice(0, index).reduce((all, { width: wide }) => all + wide, 0);
  const min = start + column.width + sum('end') - width;
  const limit = start - sum('start');
  if (left >= min && left <= limit) return undefined;
  return Math.max(0, left > limit ? limit : Math.min(min, limit));
}
