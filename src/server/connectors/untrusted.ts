import { OUTSIDE_JSON, keepsJsonLimits } from '#shared/text/json-limits.ts';
import { isRecord } from '#shared/values/objects.ts';
import type { RefusalReason } from './refusal-reasons.ts';
import type { ParseRefusal } from './types.ts';
import { oncePer } from '#shared/memory/once-per.ts';

/** Longest offending value kept with a refusal, in characters. */
const SHOWN_CHARS = 200;
const BLANK = 32;
// A database refuses NUL, and control characters or half a surrogate pair are no text for people.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]+/g;

/** Most texts are plain already (printable ASCII, single blanks inside); seeing that is much quicker than cleaning them. */
function isPlain(text: string): boolean {
  let before = BLANK;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 126 || code < BLANK || (code === BLANK && before === BLANK)) return false;
    before = code;
  }
  return before !== BLANK;
}

/** A value from outside as an object with named attributes; undefined for any other value. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  return isRecord(value) ? value : undefined;
}

/** An own attribute of an object from outside; null counts as absent, as does anything inherited. */
export function attribute(object: Record<string, unknown>, name: string): unknown {
  const value = object[name];
  // What is not there at all, as most attributes of most events, is not there as an own attribute either.
  return value !== undefined && value !== null && Object.hasOwn(object, name) ? value : undefined;
}

/** Text from outside that can be stored and shown: well-formed, on one line, trimmed. */
export function cleanText(text: string): string {
  if (isPlain(text)) return text;
  return text.toWellFormed().replace(CONTROL, ' ').replace(/ {2,}/g, ' ').trim();
}

/** The offending value of a refusal: short text, never more than 200 characters, for any value. */
export function shownValue(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string') return cleanText(value.slice(0, SHOWN_CHARS));
  if (Array.isArray(value)) return `[list of ${value.length}]`;
  // Nested values may be too deep to be written out.
  return typeof value === 'object' && value !== null ? '[object]' : String(value).slice(0, SHOWN_CHARS);
}

/** A refusal of one piece of an answer. */
export function refusal(
  reason: RefusalReason,
  at: { index?: number | null; eventId?: string | null; field?: string | null; value?: unknown } = {},
): ParseRefusal {
  return {
    reason,
    index: at.index ?? null,
    eventId: at.eventId ?? null,
    field: at.field ?? null,
    value: shownValue(at.value),
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
/**
 * Bytes read as JSON in UTF-8 (a byte order mark is allowed); undefined if they are not, or are nested too deep or have too
 * many values. The same bytes give the same value,
 * which nobody may change: an answer is read when it comes and again when it is taken in.
 */
export const parseJsonBytes: (body: Uint8Array) => { readonly value: unknown } | undefined = oncePer((body) => {
  if (!keepsJsonLimits(body, OUTSIDE_JSON)) return undefined;
  try {
    return { value: JSON.parse(utf8.decode(body)) as unknown };
  } catch {
    return undefined;
  }
});
