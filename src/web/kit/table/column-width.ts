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
