/** Width in pixels of a column nobody gave one: by its name, as the back-office has always done it. */
export function defaultColumnWidth(name: string): number {
  if (name.includes('Time')) return 170;
  if (name.length > 20) return 220;
  if (name.length > 13) return 200;
  return 130;
}

const MIN_COLUMN_WIDTH = 60;
const MAX_COLUMN_WIDTH = 800;

/** A width within what a column can have, whole pixels. */
export function clampWidth(width: number): number {
  return Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)));
}

/**
 * How many of the columns are in view at first, without one that is half covered; what is left of the room is theirs to
 * fill. All where they fit.
 */
function inView(widths: readonly number[], room: number): number {
  let sum = 0;
  const count = widths.findIndex((width) => (sum += width) > room);
  return count === -1 ? widths.length : count;
}

/**
 * The widths for a box: it ends where a column ends. Columns that do not fit beside the others are scrolled to, whole.
 * Room goes to columns that grow, else to all whose width nobody chose; where all in view were chosen, they keep it.
 */
export function seated(
  widths: readonly number[],
  room: number,
  columns: readonly { chosen: boolean; grow?: true }[],
): number[] {
  const count = inView(widths, room);
  const seen = columns.slice(0, count);
  const grows = seen.map(({ chosen, grow }) => grow === true && !chosen);
  const taking = grows.includes(true) ? grows : seen.map(({ chosen }) => !chosen);
  if (count < widths.length && !taking.includes(true)) return [...widths];
  return [...stretched(widths.slice(0, count), room, taking), ...widths.slice(count)];
}

/**
 * The widths with what is left of the room: those that grow take all of it, without any it is shared out in proportion.
 * Unchanged where there is no room left. Whole pixels.
 */
export function stretched(widths: readonly number[], room: number, grows: readonly boolean[] = []): number[] {
  const sum = widths.reduce((all, width) => all + width, 0);
  if (sum === 0 || sum >= room) return [...widths];
  const some = grows.includes(true);
  const growing = widths.map((width, index) => (!some || grows[index] === true ? width : 0));
  const base = growing.reduce((all, width) => all + width, 0);
  const grown = widths.map((width, index) => width + Math.floor(((growing[index] ?? 0) * (room - sum)) / base));
  const rest = room - grown.reduce((all, width) => all + width, 0);
  const last = growing.findLastIndex((width) => width > 0);
  return grown.map((width, index) => (index === last ? width + rest : width));
}
