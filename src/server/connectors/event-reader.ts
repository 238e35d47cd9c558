import { dayAt } from '#shared/time/day.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { type IsoInstant, parseIsoInstant } from '#shared/time/parse-iso-instant.ts';
import type { RefusalReason } from './refusal-reasons.ts';
import type { ParseRefusal } from './types.ts';
import { asObject, attribute, cleanText, refusal } from './untrusted.ts';

/** Longest text taken from an event, in characters. */
const TEXT_CHARS = 200;
/** References read of one event; more is no honest event. */
const REFERENCES_READ = 200;
/** `2026-01-10T24:00:00` and what stands behind it. */
const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})T24:00(?::00(?:[.,]0{1,9})?)?(Z|[+-].*|)$/i;

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** What is meant by an attribute: an empty text stands for nothing, whatever should be there. */
export function meant(object: Record<string, unknown>, name: string): unknown {
  const value = attribute(object, name);
  return typeof value === 'string' && value.trim() === '' ? undefined : value;
}

const noParts: readonly Record<string, unknown>[] = [];
const EARLIEST = Date.UTC(2000, 0, 1);
/** Later than any time of an event. */
export const LATEST = Date.UTC(2101, 0, 1);

/** Thrown by the reader: the event as a whole is refused. */
export class Refused extends Error {}

/** A code of a closed list; some carriers write `Truck` for `TRUCK`, which leaves no doubt. */
const codeIn = <T extends string>(allowed: readonly T[], text: string): T | undefined =>
  allowed.find((one) => one === text) ?? allowed.find((one) => one === text.toUpperCase());

function readTime(text: string): IsoInstant {
  const read = parseIsoInstant(text);
  if (read.instant !== undefined) return read;
  // Midnight at the end of a day (ISO 8601) is no time of RFC 3339, but in no doubt.
  const midnight = MIDNIGHT.exec(text);
  if (midnight === null) return read;
  const begun = parseIsoInstant(`${midnight[1]}T00:00:00${midnight[2]}`);
  return begun.instant === undefined ? begun : { instant: begun.instant + DAY_MS };
}

/** Reads attributes of one event and collects what is wrong with them. */
export class EventReader {
  readonly refusals: ParseRefusal[] = [];
  eventId: string | null = null;
  private readonly index: number | null;

  constructor(index: number | null) {
    this.index = index;
  }

  note(reason: RefusalReason, field: string, value: unknown): void {
    this.refusals.push(refusal(reason, { index: this.index, eventId: this.eventId, field, value }));
  }

  refuse(reason: RefusalReason, field: string, value: unknown): never {
    this.note(reason, field, value);
    throw new Refused();
  }

  /** Text of an attribute the event cannot do without. */
  required(object: Record<string, unknown>, name: string): string {
    const value = attribute(object, name);
    if (value === undefined) this.refuse('missing_field', name, undefined);
    if (typeof value !== 'string') this.refuse('bad_type', name, value);
    const text = cleanText(value.slice(0, TEXT_CHARS));
    if (text === '') this.refuse('missing_field', name, value);
    return text;
  }

  /** Text of an attribute the event can do without: a wrong type is noted and the attribute left out. */
  optional(object: Record<string, unknown>, name: string): string | null {
    const value = attribute(object, name);
    if (value === undefined) return null;
    if (typeof value !== 'string') {
      this.note('bad_type', name, value);
      return null;
    }
    return cleanText(value.slice(0, TEXT_CHARS)) || null;
  }

  requiredOf<T extends string>(object: Record<string, unknown>, name: string, allowed: readonly T[]): T {
    const text = this.required(object, name);
    return codeIn(allowed, text) ?? this.refuse('bad_enumeration', name, text);
  }

  optionalOf<T extends string>(object: Record<string, unknown>, name: string, allowed: readonly T[]): T | null {
    const text = this.optional(object, name);
    if (text === null) return null;
    // A wrong value of a closed list changes what the event means: it is not guessed around.
    return codeIn(allowed, text) ?? this.refuse('bad_enumeration', name, text);
  }

  /** A time; a date alone is that day in UTC, until the zone of its place is known. */
  time(object: Record<string, unknown>, name: string): Instant {
    const text = this.required(object, name);
    const day = DATE.test(text) ? dayAt(text, 'UTC') : undefined;
    if (day !== undefined && day >= EARLIEST && day < LATEST) return day;
    const { instant, problem } = readTime(text);
    if (instant === undefined) this.refuse(problem === 'no_offset' ? 'no_offset' : 'bad_time', name, text);
    if (instant < EARLIEST || instant >= LATEST) this.refuse('bad_time', name, text);
    return instant;
  }

  /** A nested object; a value of another type is noted and left out. */
  part(object: Record<string, unknown>, name: string): Record<string, unknown> | undefined {
    const value = meant(object, name);
    const part = asObject(value);
    if (value !== undefined && part === undefined) this.note('bad_type', name, value);
    return part;
  }

  /** Objects of a nested list; other values are noted and left out. */
  list(object: Record<string, unknown>, name: string): readonly Record<string, unknown>[] {
    const value = meant(object, name);
    if (value === undefined) return noParts;
    if (!Array.isArray(value)) {
      this.note('bad_type', name, value);
      return noParts;
    }
    const parts: Record<string, unknown>[] = [];
    for (let index = 0; index < value.length && index < REFERENCES_READ; index += 1) {
      const part = asObject(value[index]);
      if (part === undefined) this.note('bad_type', name, value[index]);
      else parts.push(part);
    }
    return parts;
  }
}
