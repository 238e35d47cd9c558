/** Values of a text's {{marks}}. */
export type TextParams = Readonly<Record<string, string | number>>;

const mark = /\{\{\s*(\w+)\s*(?:,\s*plural\(one:\s*([^;]*);\s*other:\s*([^)]*)\)\s*)?\}\}/g;

/**
 * Fills the {{marks}} of a text. `{{count, plural(one: row; other: rows)}}` gives the word that goes with the
 * number; a value that was not given shows as nothing. `textOf` writes a value otherwise than as it is.
 */
export function interpolate(
  template: string,
  params: TextParams,
  textOf: (name: string) => string = (name) => String(params[name] ?? ''),
): string {
  if (!template.includes('{{')) return template;
  return template.replace(mark, (_, name: string, one: string | undefined, other: string | undefined) => {
    if (one === undefined || other === undefined) return textOf(name);
    return Number(params[name]) === 1 ? one : other;
  });
}
