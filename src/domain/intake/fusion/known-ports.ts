import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { isBySea } from '../../tracking/journey/mode.ts';
import { sideOf } from '../../tracking/containers.ts';
import type { ShipmentContent, SourceRecord } from '../../tracking/model.ts';
import { isOtherShip, type NamedShip } from '../../tracking/ship.ts';

/** What one record says of one call: who came or left there, when, and whether that is the beginning or end of the way. */
type PortCall = {
  port: string;
  side: 'out' | 'in';
  isEnd: boolean;
  ship: NamedShip;
  containerNo: string | null;
  actual: Instant | null;
  expected: Instant | null;
};

/** Times at which something happened that lie so near are those of one call, reported by two sources. */
const sameActualMs = 12 * HOUR_MS;
/** What two sources expect of one end of the way may differ so much. */
const sameExpectedMs = 48 * HOUR_MS;

const noShip: NamedShip = { vesselName: null, voyage: null };

function callsOf({ booking, legs, events }: ShipmentContent): PortCall[] {
  const ordered = legs.toSorted((a, b) => a.sequence - b.sequence);
  const call = (port: string | null, rest: Omit<PortCall, 'port'>): PortCall[] => (port ? [{ port, ...rest }] : []);
  const whole = { containerNo: null, isEnd: true, ship: noShip };
  return [
    ...call(booking.portOfLoading, { ...whole, side: 'out', actual: booking.atd, expected: booking.etd }),
    ...call(booking.portOfDischarge, { ...whole, side: 'in', actual: booking.ata, expected: booking.eta }),
    ...ordered.flatMap((leg, index) => {
      const of = { ship: leg, containerNo: null };
      const [isFirst, isLast] = [index === 0, index === ordered.length - 1];
      return [
        ...call(leg.portOfLoading, { ...of, side: 'out', isEnd: isFirst, actual: leg.atd, expected: leg.etd }),
        ...call(leg.portOfDischarge, { ...of, side: 'in', isEnd: isLast, actual: leg.ata, expected: leg.eta }),
      ];
    }),
    ...events.flatMap((event) => {
      const side = sideOf(event.statusCode);
      if (side === undefined) return [];
      const { containerNo, actual, estimated, planned } = event;
      return call(event.portCode, {
        side,
        isEnd: false,
        ship: event,
        containerNo,
        actual,
        expected: estimated ?? planned,
      });
    }),
  ];
}

/** How far two calls are apart when they may be one; undefined when they are not, or nothing says that they are. */
function distanceOf(a: PortCall, b: PortCall): number | undefined {
  if (a.side !== b.side || isOtherShip(a.ship, b.ship)) return undefined;
  if (a.containerNo !== null && b.containerNo !== null && a.containerNo !== b.containerNo) return undefined;
  if (a.actual !== null && b.actual !== null) {
    const distance = Math.abs(a.actual - b.actual);
    return distance <= sameActualMs ? distance : undefined;
  }
  const [first, second] = [a.actual ?? a.expected, b.actual ?? b.expected];
  if (!a.isEnd || !b.isEnd || first === null || second === null) return undefined;
  const distance = Math.abs(first - second);
  return distance <= sameExpectedMs ? distance : undefined;
}

/** The known port that others name for the nearest of the calls at an unknown one; undefined where none or two are as near. */
function knownPortFor(calls: readonly PortCall[], others: readonly PortCall[]): string | undefined {
  const nearest = new Map<string, number>();
  for (const call of calls)
    for (const other of others) {
      const distance = distanceOf(call, other);
      if (distance !== undefined) nearest.set(other.port, Math.min(distance, nearest.get(other.port) ?? distance));
    }
  const [best, next] = [...nearest].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  return best === undefined || best[1] === next?.[1] ? undefined : best[0];
}

function renamed(content: ShipmentContent, names: ReadonlyMap<string, string>): ShipmentContent {
  const nameOf = (code: string | null): string | null => (code === null ? null : (names.get(code) ?? code));
  const { booking } = content;
  return {
    ...content,
    booking: {
      ...booking,
      portOfLoading: nameOf(booking.portOfLoading),
      portOfDischarge: nameOf(booking.portOfDischarge),
    },
    legs: content.legs.map((leg) => ({
      ...leg,
      portOfLoading: nameOf(leg.portOfLoading),
      portOfDischarge: nameOf(leg.portOfDischarge),
    })),
    events: content.events.map((event) =>
      event.portCode !== null && names.has(event.portCode)
        ? // The zone of a place that nobody knows was guessed; that of the port is known.
          { ...event, portCode: nameOf(event.portCode), zone: null, place: event.place ?? event.portCode }
        : event,
    ),
  };
}

/**
 * Records whose codes of ports nobody knows give way to the known code that another record names for the same call, so that the
 * call is one and keeps the word of both. A code whose call nobody else tells, or that may be of two ports, stays as it is.
 */
export function withKnownPorts(records: readonly SourceRecord[]): readonly SourceRecord[] {
  if (records.length < 2 || records.every(({ content }) => content.unknownPorts === undefined)) return records;
  const reported = records.map(({ content }) => (isBySea(content.mode) ? callsOf(content) : []));
  const knownCalls = reported.map((calls, index) => {
    const unknown = new Set(records[index]?.content.unknownPorts);
    return calls.filter(({ port }) => !unknown.has(port));
  });
  return records.map((record, index) => {
    const own = reported[index] ?? [];
    const named = new Set(own.map(({ port }) => port));
    const others = knownCalls.flatMap((calls, other) => (other === index ? [] : calls));
    const names = new Map<string, string>();
    for (const code of record.content.unknownPorts ?? []) {
      const calls = own.filter(({ port }) => port === code);
      // A port that the record names itself is another one.
      const port = knownPortFor(
        calls,
        others.filter((other) => !named.has(other.port)),
      );
      if (port !== undefined && ![...names.values()].includes(port)) names.set(code, port);
    }
    return names.size === 0 ? record : { ...record, content: renamed(record.content, names) };
  });
}
