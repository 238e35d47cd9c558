/** What stands for a value in the path or the input of a function: `{{name}}`. */
const mark = /\{\{\s*([A-Za-z][A-Za-z0-9_]{0,59})\s*\}\}/g;

/** The names of the placeholders of a function, each once, in the order of their appearance. */
export function placeholderNames(...texts: readonly (string | null | undefined)[]): string[] {
  const names = texts.flatMap((text) => [...(text ?? '').matchAll(mark)].map(([, name = '']) => name));
  return [...new Set(names)];
}

/**
 * Fills the placeholders of a JSON text. Within a string the value becomes part of that string, escaped as needed. A
 * placeholder outside of a string is a value of its own: objects, lists, numbers and flags keep their type; a text
 * becomes a string unless it is a number, true, false or null.
 */
export function fillJson(text: string, values: Readonly<Record<string, unknown>>): string {
  let inString = false;
  let filled = '';
  let at = 0;
  const copyUntil = (end: number): void => {
    for (; at < end; at += 1) {
      const char = text[at];
      filled += char;
      if (char === '\\' && inString && at + 1 < end) {
        at += 1;
        filled += text[at];
      } else if (char === '"') inString = !inString;
    }
  };
  for (const match of text.matchAll(mark)) {
    copyUntil(match.index);
    const [whole, name = ''] = match;
    const given = values[name] ?? '';
    const value = typeof given === 'string' ? given : JSON.stringify(given);
    const quoted = JSON.stringify(value);
    if (inString) filled += quoted.slice(1, -1);
    else if (typeof given === 'object') filled += value;
    else filled += /^(-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?|true|false|null)$/.test(value) ? value : quoted;
    at = match.index + whole.length;
  }
  copyUntil(text.length);
  return filled;
}

/** Fills the placeholders of a path; a value is one segment or part of one, never a way to somewhere else. */
export const fillPath = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replaceAll(mark, (_, name: string) => encodeURIComponent(values[name] ?? ''));
