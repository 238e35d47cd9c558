import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { placeTimeStr } from '#shared/time/place-time.ts';
import { localDayStart } from '#shared/time/zone.ts';
import type { TimeKind } from '../value/known-time.ts';

/** A part of a thing on the time axis; without an end it is a moment. */
export type StripSpan = {
  /** Planned is drawn hollow, estimated hatched, actual solid. */
  kind: Exclude<TimeKind, 'overdue'>;
  from: Instant;
  to?: Instant | undefined;
  /** Its end is not known: `to` is how long it is drawn, and no end is written. */
  open?: true;
  /** What this part is in words, where the thing has several; a slim part is drawn as a line, such as waiting. */
  name?: string;
  slim?: boolean;
  /** What is planned and follows on what happened, such as days that are left; else the plan stands below. */
  inLine?: boolean;
};

/** A thing of a row, such as the call of a vessel or a cut-off, with what is planned, expected and known of it. */
export type StripThing = {
  /** One of its kind in the whole strip. */
  key: string;
  /** What it is, in words. */
  what: string;
  /** What is written at it; `what` unless given, nothing where empty. */
  text?: string;
  /** What else there is to know, such as a conflict; `warn` and `danger` are marked by a sign besides their colour. */
  note?: string | undefined;
  tone?: 'info' | 'ok' | 'warn' | 'danger' | 'muted';
  spans: readonly StripSpan[];
  open?: (() => void) | undefined;
};

export type StripRow = {
  key: string;
  name: string;
  note?: string | undefined;
  /** Zone of its times in words, where it is another than that of the axis. */
  zone?: string | null;
  things: readonly StripThing[];
};

/** The part of the time that is drawn. */
export type Period = { from: Instant; to: Instant };
export type Tick = { at: Instant; text: string; strong: boolean };

const edgesOf = (thing: StripThing): Period => {
  const times = thing.spans.flatMap(({ from, to }) => [from, to ?? from]);
  return { from: Math.min(...times), to: Math.max(...times) };
};

/** Things with at least one part; a thing without any has no place on the axis. */
const placeable = (rows: readonly StripRow[]): StripThing[] =>
  rows.flatMap(({ things }) => things.filter(({ spans }) => spans.length > 0));

/** From the first to the last moment of all things with some air, and now where it is not far away. Undefined without things. */
export function periodOf(rows: readonly StripRow[], now: Instant): Period | undefined {
  const all = placeable(rows).map(edgesOf);
  if (all.length === 0) return undefined;
  let from = Math.min(...all.map((one) => one.from));
  let to = Math.max(...all.map((one) => one.to));
  const length = Math.max(to - from, DAY_MS);
  if (now >= from - length && now <= to + length) {
    from = Math.min(from, now);
    to = Math.max(to, now);
  }
  const air = Math.max((to - from) * 0.04, HOUR_MS);
  return { from: from - air, to: to + air };
}

const daySteps = [1, 2, 7, 14, 28, 91, 364];
const hourSteps = [1, 3, 6, 12];
/** Room of a text of the axis in pixels. */
const tickRoom = 54;
/** The first Monday after the beginning of time, so that weeks begin on Mondays. */
const mondayOffset = 4;

/** Beginnings of days (or hours of a short period) of the zone, as many as have room in the width in pixels. */
export function ticksOf({ from, to }: Period, zone: string, width: number): Tick[] {
  const max = Math.max(2, Math.floor(width / tickRoom));
  const days = (to - from) / DAY_MS;
  const hours = hourSteps.find((step) => (days * 24) / step <= max);
  const step = daySteps.find((size) => days / size <= max) ?? Math.ceil(days / max);
  const ticks: Tick[] = [];
  for (let day = localDayStart(from, zone); day <= to; day = localDayStart(day + 30 * HOUR_MS, zone)) {
    const date = placeTimeStr(day, zone).slice(0, 10);
    const number = Math.round(Date.parse(date) / DAY_MS) - mondayOffset;
    if (hours !== undefined) {
      for (let hour = 0; hour < 24; hour += hours) {
        const at = day + hour * HOUR_MS;
        ticks.push({
          at,
          text: hour === 0 ? date.slice(5) : placeTimeStr(at, zone).slice(11, 16),
          strong: hour === 0,
        });
      }
    } else if (number % step === 0) ticks.push({ at: day, text: date.slice(5), strong: false });
  }
  return ticks.filter(({ at }) => at >= from && at <= to);
}

const widthOfText = (text: string): number =>
  [...text].reduce((sum, char) => sum + (char > '\u2e80' ? 12.5 : char >= 'A' && char <= 'Z' ? 8.2 : 6.9), 0);

/** Where a thing is drawn: pixels on the axis, and the level below the first one of its row. */
export type Placed = {
  thing: StripThing;
  level: number;
  left: number;
  width: number;
  /** Whether the text stands on a bar, behind the thing, or before it. */
  textAt: 'on' | 'behind' | 'before';
  /** Room of the text beside the thing in pixels. */
  room: number;
  /** The bar on which it stands. */
  bar: StripSpan | undefined;
};

const lengthOf = ({ from, to = from }: StripSpan): number => to - from;

/** Whether a part is drawn below the others: what was planned, beside what is known. */
export const isBelow = ({ kind, inLine }: StripSpan, { spans }: StripThing): boolean =>
  kind === 'planned' && inLine !== true && spans.some((other) => other.kind !== 'planned');

/** The longest bar of a thing; slim parts and moments are none. */
function barOf(thing: StripThing): StripSpan | undefined {
  const bars = thing.spans.filter((span) => !isBelow(span, thing) && !span.slim && lengthOf(span) > 0);
  return bars.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
}

/** A moment is drawn as wide as this. */
const markSize = 12;
const gap = 6;

/** Things of a row on levels, so that neither bars nor their texts meet. */
export function placeThings(things: readonly StripThing[], xOf: (at: Instant) => number, width: number): Placed[] {
  const ends: number[] = [];
  const sorted = things.filter(({ spans }) => spans.length > 0).toSorted((a, b) => edgesOf(a).from - edgesOf(b).from);
  return sorted.map((thing) => {
    // A moment is drawn on both sides of its place.
    const half = ({ from, to }: StripSpan): number => (to === undefined || to === from ? markSize / 2 : 0);
    const left = Math.min(...thing.spans.map((span) => xOf(span.from) - half(span)));
    const size = Math.max(...thing.spans.map((span) => xOf(span.to ?? span.from) + half(span) - left), 4);
    const sign = thing.tone === 'warn' || thing.tone === 'danger' ? 14 : 0;
    const wanted = widthOfText(thing.text ?? thing.what) + sign + gap;
    const bar = barOf(thing);
    const fits = bar?.to !== undefined && wanted + gap <= xOf(bar.to) - xOf(bar.from);
    const [behind, before] = [width - left - size, left];
    const textAt = fits ? 'on' : wanted <= behind || behind >= before ? 'behind' : 'before';
    const start = textAt === 'before' ? left - Math.min(wanted, before) : left;
    const end = textAt === 'behind' ? left + size + Math.min(wanted, behind) : left + size;
    const free = ends.findIndex((taken) => taken + gap <= start);
    const level = free === -1 ? ends.length : free;
    ends[level] = end;
    return {
      thing,
      level,
      left,
      width: size,
      textAt,
      bar: fits ? bar : undefined,
      room: textAt === 'before' ? before : behind,
    };
  });
}

/** The next thing in a direction: the neighbour in the row, or the one of the next row that is nearest in time. */
export function neighbourOf(
  rows: readonly (readonly Placed[])[],
  key: string,
  way: 'left' | 'right' | 'up' | 'down' | 'first' | 'last',
): string | undefined {
  const rowIndex = rows.findIndex((row) => row.some(({ thing }) => thing.key === key));
  const row = rows[rowIndex] ?? [];
  const index = row.findIndex(({ thing }) => thing.key === key);
  if (way === 'first') return row[0]?.thing.key;
  if (way === 'last') return row.at(-1)?.thing.key;
  if (way === 'left') return row[index - 1]?.thing.key;
  if (way === 'right') return row[index + 1]?.thing.key;
  const others = way === 'up' ? rows.slice(0, Math.max(rowIndex, 0)).toReversed() : rows.slice(rowIndex + 1);
  const target = others.find(({ length }) => length > 0) ?? [];
  const from = row[index]?.left ?? 0;
  return target.toSorted((a, b) => Math.abs(a.left - from) - Math.abs(b.left - from))[0]?.thing.key;
}
