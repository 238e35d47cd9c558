import type { PortCallRow } from '#contract/network/sailing.ts';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import type { StripSpan } from '#web/kit/chart/time-strip.ts';

/** From this much on a call is late. */
const lateMs = 6 * HOUR_MS;
/** How long a vessel is drawn in port while her departure is not known. */
const usualStayMs = 24 * HOUR_MS;

type Words = { waiting: string; berthed: string; stay: string };
type Times = Pick<PortCallRow, 'arrival' | 'departure' | 'berthing' | 'seenArrival' | 'seenDeparture' | 'state'>;

/** A part up to now is what happened, the rest is expected; only what is expected can be without an end. */
function partsOf(
  from: Instant,
  to: Instant,
  now: Instant,
  { open, ...part }: Pick<StripSpan, 'name' | 'slim' | 'open'>,
): StripSpan[] {
  const ahead = { kind: 'estimated', to, ...part, ...(open && { open }) } as const;
  if (to <= from) return [];
  if (to <= now) return [{ kind: 'actual', from, to, ...part }];
  if (from >= now) return [{ ...ahead, from }];
  return [
    { kind: 'actual', from, to: now, ...part },
    { ...ahead, from: now },
  ];
}

/** The planned stay, and the stay as it is or is expected: waiting as a slim part, then at berth. */
export function spansOf(row: Times, now: Instant, words: Words): StripSpan[] {
  const { arrival, departure, berthing, state } = row;
  const planned: StripSpan[] =
    arrival.planned === null
      ? []
      : [
          departure.planned === null
            ? { kind: 'planned', from: arrival.planned, to: arrival.planned + usualStayMs, open: true }
            : { kind: 'planned', from: arrival.planned, to: departure.planned },
        ];
  if (state === 'omitted') return planned;
  const arrived = arrival.actual ?? row.seenArrival;
  const from = arrived ?? arrival.estimated;
  if (from === null) return planned;
  const left = departure.actual ?? row.seenDeparture;
  const length =
    arrival.planned !== null && departure.planned !== null ? departure.planned - arrival.planned : usualStayMs;
  const berth = berthing.actual ?? berthing.estimated;
  // What has not happened yet lies ahead, whatever was once expected.
  const to = left ?? Math.max(departure.estimated ?? Math.max(from, berth ?? 0) + length, arrived === null ? 0 : now);
  const open = left === null && departure.estimated === null ? ({ open: true } as const) : {};
  // Expected but overdue: nothing of it has happened.
  if (arrived === null && from < now) return [...planned, { kind: 'estimated', from, to: Math.max(to, from), ...open }];
  if (berth === null || berth <= from || berth >= to)
    return [...planned, ...partsOf(from, to, now, { name: words.stay, ...open })];
  return [
    ...planned,
    ...partsOf(from, berth, now, { name: words.waiting, slim: true }),
    ...partsOf(berth, to, now, { name: words.berthed, ...open }),
  ];
}

/** By how much she arrives later (or earlier, below 0) than planned; undefined where that is not known or not worth a word. */
export function shiftOf({ arrival, seenArrival }: Pick<PortCallRow, 'arrival' | 'seenArrival'>): number | undefined {
  const best = arrival.actual ?? seenArrival ?? arrival.estimated;
  if (best === null || arrival.planned === null) return undefined;
  const shift = best - arrival.planned;
  return Math.abs(shift) < lateMs ? undefined : shift;
}
