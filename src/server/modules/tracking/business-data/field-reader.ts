import type { DraftProblem } from '#contract/wire/business-data-rules.ts';
import type { OtherMode } from '#domain/tracking/journey/mode.ts';
import { isMilestoneOf } from '#domain/tracking/journey/editing.ts';
import { placeIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { fallbackZone, readAmount, readText, readTime } from '#server/modules/tracking/override/index.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { placeTimeStr } from '#shared/time/place-time.ts';
import { dayAt, isDay } from '#shared/time/day.ts';

/** A row as it came. */
export type Row = Readonly<Record<string, unknown>>;

/** The zone a time was shown in, and the one it is meant in. */
export type Zones = readonly [shown: string, meant: string];

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** Reads fields of the wire one by one; what was not touched keeps its value exactly, and problems are collected. */
export class FieldReader {
  readonly problems: DraftProblem[] = [];
  readonly reference: ReferenceSnapshot;
  /** How the goods travel; undefined by sea. */
  readonly mode: OtherMode | undefined;

  constructor(reference: ReferenceSnapshot, mode: OtherMode | undefined) {
    this.reference = reference;
    this.mode = mode;
  }

  /** What is known of a port, airport or station. */
  placeOf(code: string | null): ReturnType<typeof placeIn> {
    return code === null ? undefined : placeIn(this.reference, code);
  }

  /** The zone of a place. */
  zoneOf(code: string | null): string {
    return this.placeOf(code)?.zone ?? fallbackZone;
  }

  #read<T>(at: string, read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.problems.push({ at, code: error.code, params: { ...error.params } });
      return null;
    }
  }

  /** A text; `attribute` says how it is written. */
  text(row: Row, name: string, base: string | null, at: string, attribute: string): string | null {
    if (row[name] === undefined) return base;
    const given = asText(row[name]);
    if (given === (base ?? '')) return base;
    if (given.trim() === '') return null;
    return this.#read(`${at}.${name}`, () => readText(attribute, given, this.reference, this.mode));
  }

  /** A place by its code or an alias. */
  port(row: Row, name: string, base: string | null, at: string): string | null {
    return this.text(row, name, base, at, 'portOfLoading');
  }

  /** The code of a status. */
  status(row: Row, base: string | null, at: string): string {
    const given = asText(row['statusCode']).trim().toUpperCase();
    const isKnown = this.reference.statuses.has(given) && isMilestoneOf(this.mode, given);
    if (given !== base && given !== '' && !isKnown)
      this.problems.push({
        at: `${at}.statusCode`,
        code: 'business.statusUnknown',
        params: { code: given.slice(0, 40) },
      });
    return given;
  }

  /** A number with two decimals. */
  amount(row: Row, name: string, base: number | null, at: string): number | null {
    const value = row[name];
    if (value === undefined) return base;
    const given = asText(value);
    if (given === (base === null ? '' : String(base))) return base;
    if (given.trim() === '') return null;
    return this.#read(`${at}.${name}`, () => readAmount(given));
  }

  /**
   * A time from its text in the time of its place and from its number: the one that differs from what was shown counts,
   * the text first.
   */
  time(row: Row, name: string, base: number | null, at: string, [shown, meant]: Zones): number | null {
    const [text, number] = [row[`${name}Str`], row[name]];
    const read = (given: unknown): number | null =>
      asText(given).trim() === ''
        ? null
        : this.#read(`${at}.${name}`, () => readTime(typeof given === 'number' ? given : asText(given), meant));
    const shownText = base === null ? '' : placeTimeStr(base, shown);
    if (text !== undefined && asText(text).trim() !== shownText) return read(text);
    if (number !== undefined && number !== base && !(base === null && asText(number) === '')) return read(number);
    // The same clock of another place is another moment, where the text was meant.
    if (text === undefined || base === null || shown === meant) return base;
    return isDay(base) ? (dayAt(shownText, meant) ?? base) : read(shownText);
  }

  /** A time that somebody typed; undefined where it is as it is shown, or as it was before: an estimate may have passed since. */
  typedTime(
    row: Row,
    name: string,
    { shown, before }: { shown: number | null; before: readonly (number | null)[] },
    at: string,
    zones: Zones,
  ): number | null | undefined {
    const given = this.time(row, name, shown, at, zones);
    if (given === shown || before.includes(given)) return undefined;
    const isBefore = (time: number | null): boolean => time !== null && this.time(row, name, time, at, zones) === time;
    return given !== null && before.some(isBefore) ? undefined : given;
  }
}
