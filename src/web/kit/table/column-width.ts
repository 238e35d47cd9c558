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

/** The widths with what is left of the room shared out in proportion; unchanged where there is no room left. Whole pixels. */
export function stretched(widths: readonly number[], room: number): number[] {
  const sum = widths.reduce((all, width) => all + width, 0);
  if (sum === 0 || sum >= room) return [...widths];
  const grown = widths.map((width) => Math.floor((width * room) / sum));
  const rest = room - grown.reduce((all, width) => all + width, 0);
  return grown.map((width, index) => (index === grown.length - 1 ? width + rest : width));
}
