const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** How deep JSON from outside may be nested, and how many values it may have. */
export type JsonLimits = { depth: number; values: number };

/** Limits for anything that comes from outside: far above what any known message has. */
export const OUTSIDE_JSON: JsonLimits = { depth: 100, values: 1_000_000 };

/** Place behind the text that begins with the quote at `start`; the length where it does not end. */
function endOfText(bytes: Uint8Array, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1);
  while (end >= 0) {
    let before = end - 1;
    while (bytes[before] === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end + 1;
    end = bytes.indexOf(QUOTE, end + 1);
  }
  return bytes.length;
}

/**
 * Whether bytes of JSON keep the limits. It looks at brackets and commas only and makes nothing, so that a hostile body is
 * refused before a parser spends time and memory on it. Bytes that are no JSON may pass: the parser refuses them.
 */
export function keepsJsonLimits(bytes: Uint8Array, limits: JsonLimits): boolean {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at) - 1;
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      values += 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    if (depth > limits.depth || values > limits.values) return false;
  }
  return true;
}

/**
 * JSON from outside as a value; undefined when the text is no JSON or does not keep the limits. A value that is nested deeper
 * cannot be written again: that would exhaust the stack.
 */
export function parseOutsideJson(text: string): { readonly value: unknown } | undefined {
  if (!keepsJsonLimits(new TextEncoder().encode(text), OUTSIDE_JSON)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
