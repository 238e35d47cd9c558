import { earliestOf } from '#shared/time/day.ts';
import type { Instant } from '#shared/time/instant.ts';
import { fromLocalText, isZone } from '#shared/time/zone.ts';
import type { RefusalReason } from '../refusal-reasons.ts';
import type { ParseReference, ParseRefusal } from '../types.ts';
import { asObject, attribute, cleanText, refusal } from '../untrusted.ts';

/** An object of an answer. */
export type Fields = Record<string, unknown>;

const MAX_ITEMS = 2_000;
const MAX_TEXT = 200;
const OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2}))?$/;
const [EARLIEST, LATEST] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)];

/** Reads the values of an answer about one shipment, and notes what of it cannot be taken. */
export class Reader {
  readonly refusals: ParseRefusal[] = [];
  readonly reference: ParseReference;
  readonly #receivedAt: Instant;
  index: number | null = null;

  constructor(reference: ParseReference, receivedAt: Instant) {
    this.reference = reference;
    this.#receivedAt = receivedAt;
  }

  note(reason: RefusalReason, field: string, value?: unknown): null {
    this.refusals.push(refusal(reason, { index: this.index, field, value }));
    return null;
  }

  text(fields: Fields, name: string): string | null {
    const value = attribute(fields, name);
    if (value === undefined) return null;
    if (typeof value !== 'string') return this.note('bad_type', name, value);
    const text = cleanText(value.slice(0, MAX_TEXT));
    return text === '' ? null : text;
  }

  /** A code of a place, train or status: letters, digits and a few signs. */
  code(fields: Fields, name: string): string | null {
    const text = this.text(fields, name)?.toUpperCase() ?? null;
    return text === null || /^[\p{L}\d ./-]{1,40}$/u.test(text) ? text : this.note('bad_reference', name, text);
  }

  amount(fields: Fields, name: string): number | null {
    const value = attribute(fields, name);
    if (value === undefined) return null;
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 1e7
      ? Math.round(value * 1_000) / 1_000
      : this.note('bad_type', name, value);
  }

  /** Objects of a list; other values in it are refused one by one. */
  items(fields: Fields, name: string): Fields[] {
    const value = attribute(fields, name);
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.note('bad_type', name, value);
      return [];
    }
    if (value.length > MAX_ITEMS) this.note('too_many_events', name, value.length);
    return value.slice(0, MAX_ITEMS).flatMap((item, index): Fields[] => {
      this.index = index;
      const object = asObject(item);
      if (object === undefined) this.note('malformed_event', name, item);
      this.index = null;
      return object === undefined ? [] : [object];
    });
  }

  #moment(name: string, text: string, at: number | undefined): Instant | null {
    return at !== undefined && at >= EARLIEST && at < LATEST ? at : this.note('bad_time', name, text);
  }

  /** A time that says its offset from UTC. */
  instant(fields: Fields, name: string): Instant | null {
    const text = this.text(fields, name);
    if (text === null) return null;
    if (LOCAL.test(text)) return this.note('no_offset', name, text);
    return this.#moment(name, text, OFFSET.test(text) ? Date.parse(text) : undefined);
  }

  /** A time on the clocks of a zone. */
  local(fields: Fields, name: string, zone: string | undefined): Instant | null {
    const text = this.text(fields, name);
    if (text === null) return null;
    const [, day, minute, second] = LOCAL.exec(text) ?? [];
    if (day === undefined) return this.note('bad_time', name, text);
    if (zone === undefined || !isZone(zone)) return this.note('no_zone', name, text);
    return this.#moment(name, text, fromLocalText(`${day} ${minute}:${second ?? '00'}`, zone));
  }

  /** A time of something that happened: one that lies ahead of when it was reported is refused. */
  happened(at: Instant | null, name: string): Instant | null {
    return at !== null && earliestOf(at) > this.#receivedAt + 300_000 ? this.note('future_report', name, at) : at;
  }
}
