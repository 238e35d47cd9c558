/** Values of a text's {{marks}}. */
export type TextParams = Readonly<Record<string, string | number>>;

const mark = /\{\{\s*(\w+)\s*(?:,\s*plural\(one:([^;{}]*);\s*other:([^){}]*)\)\s*)?\}\}/g;

const counting = /\{\{\s*(\w+)\s*,\s*plural\(/g;

/** Names that stand for a count in every text, also in languages where no word goes with the number. */
const counts = ['count', 'total', 'rows', 'shipments', 'bookings', 'events', 'vessels'];

/** What a text counts: those, and whatever has a word that goes with its number. */
const countsOf = (template: string): ReadonlySet<string> =>
  new Set([...counts, ...[...template.matchAll(counting)].map(([, name = '']) => name)]);

/**
 * Fills the {{marks}} of a text. `{{count, plural(one: row; other: rows)}}` gives the word that goes with the
 * number; a value that was not given shows as nothing. What a text counts is written
 * with separators of thousands, other numbers (ids, years) as they are. `textOf` writes a value otherwise.
 */
export function interpolate(
  template: string,
  params: TextParams,
  textOf: (name: string) => string = (name) => String(params[name] ?? ''),
): string {
  if (!template.includes('{{')) return template;
  const counted = countsOf(template);
  const valueOf = (name: string): string => {
    const value = params[name];
    return typeof value === 'number' && counted.has(name) ? value.toLocaleString('en-US') : textOf(name);
  };
  return template.replace(mark, (_, name: string, one: string | undefined, other: string | undefined) => {
    if (one === undefined || other === undefined) return valueOf(name);
    return (Number(params[name]) === 1 ? one : other).trimStart();
  });
}
