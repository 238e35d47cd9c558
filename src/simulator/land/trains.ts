import { wagonCheckDigit } from '#shared/ids/rail-number.ts';
import { buildContainerNumber } from '#shared/ids/container-number.ts';
import { createRandom, type Random } from '#shared/random/prng.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, toIsoText } from '#shared/time/instant.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { itemAt } from '#shared/values/items.ts';
import { createDaily, type ExtraBookings, type LandCause, none, tenantOf, within } from './daily.ts';
import type { Zones } from './parcel-wire.ts';

type Times = { planned: Instant; actual: Instant };
/** A section of the way with one train. */
type Section = { from: string; to: string; trainNo: string; departs: Times; arrives: Times };
/** What happened to goods at a station. */
type StationEvent = { event: string; station: string; at: Instant; trainNo: string | null; publishedAt: Instant };

/** Goods by rail of the world with their true way. */
export type RailLoad = {
  waybill: string;
  container: string;
  wagon: string;
  tenantCode: string;
  bookedAt: Instant;
  weightKg: number;
  sections: readonly Section[];
  events: readonly StationEvent[];
  causes: readonly LandCause[];
};

/** Stations one after the other with the hours of a train to the next; at the two sides of a border goods change trains. */
const lines: readonly (readonly (readonly [station: string, hours: number])[])[] = [
  [
    ['CNSIA', 62],
    ['CNALK', 2],
    ['KZDOS', 128],
    ['BYBRE', 2],
    ['PLMLA', 30],
    ['DEHBG', 0],
  ],
  [
    ['CNCDX', 70],
    ['CNHRG', 2],
    ['KZALT', 132],
    ['BYBRE', 2],
    ['PLMLA', 26],
    ['DEDUI', 0],
  ],
  [
    ['CNPTI', 34],
    ['CNERC', 2],
    ['MNZAU', 150],
    ['RUVOR', 0],
  ],
  [
    ['CNSYD', 26],
    ['CNMLX', 2],
    ['RUZAB', 160],
    ['RUVOR', 0],
  ],
];

const perDay = 2;
const STAY_HOURS = 26;
/** Railways of these countries write Beijing time, those of the wide gauge Moscow time. */
const clockOf = (station: string): string =>
  station.startsWith('CN') ? 'BEIJING' : /^(KZ|RU|BY)/.test(station) ? 'MOSCOW' : 'LOCAL';
const zoneOfClock: Readonly<Record<string, string>> = { BEIJING: 'Asia/Shanghai', MOSCOW: 'Europe/Moscow' };
const toMinute = (at: Instant): Instant => Math.round(at / MINUTE_MS) * MINUTE_MS;
const wagonOf = (serial: number): string => {
  const digits = String(9_400_000 + (serial % 99_999)).slice(0, 7);
  return `${digits}${wagonCheckDigit(digits)}`;
};

/** Notes what happened at stations; others hear of it some time later. */
function noteEvents(random: Random) {
  const events: StationEvent[] = [];
  const report = (event: string, station: string, at: Instant, trainNo: string | null = null): void => {
    const publishedAt = toMinute(at + random.between(10, 90) * MINUTE_MS);
    events.push({ event, station, at: toMinute(at), trainNo, publishedAt });
  };
  return { tell: report, reported: () => events.toSorted((a, b) => a.publishedAt - b.publishedAt) };
}

const waybillOf = (serial: number): string => `RWB${String(serial).padStart(9, '0')}`;

/** What goes by rail to a port before it goes by sea: in its container, on one train within the country. */
export type RailToPort = {
  serial: number;
  tenantCode: string;
  bookedAt: Instant;
  container: string;
  weightKg: number;
  from: string;
  to: string;
  hours: number;
  /** When it is to be handed over at the port, and when it is. */
  handedOver: Times;
};

/** Goods that a train brings to a port. */
export function buildRailToPort(seed: string, plan: RailToPort): RailLoad {
  const { serial, from, to, hours, handedOver, ...about } = plan;
  const random = createRandom(`${seed}/rail/${serial}`);
  const { tell: report, reported } = noteEvents(random);
  const trainNo = `X${random.int(8001, 8999)}`;
  const unloaded = handedOver.actual - random.between(1, 3) * HOUR_MS;
  const arrives = { planned: handedOver.planned - 6 * HOUR_MS, actual: unloaded - random.between(2, 5) * HOUR_MS };
  const departs = {
    planned: arrives.planned - hours * HOUR_MS,
    actual: arrives.actual - hours * HOUR_MS * random.between(1, 1.08),
  };
  const loaded = departs.actual - random.between(3, 6) * HOUR_MS;
  report('ACCEPTED', from, loaded - 2 * HOUR_MS);
  report('LOADED', from, loaded);
  report('DEPARTED', from, departs.actual, trainNo);
  report('ARRIVED', to, arrives.actual, trainNo);
  report('UNLOADED', to, unloaded);
  report('HANDED_OVER', to, handedOver.actual);
  const minutes = (times: Times): Times => ({ planned: toMinute(times.planned), actual: toMinute(times.actual) });
  return {
    ...about,
    waybill: waybillOf(serial),
    wagon: wagonOf(serial),
    sections: [{ from, to, trainNo, departs: minutes(departs), arrives: minutes(arrives) }],
    events: reported(),
    causes: [],
  };
}

function build(seed: string, serial: number, day: number): RailLoad {
  const random = createRandom(`${seed}/rail/${serial}`);
  const line = random.pick(lines);
  const bookedAt = toMinute((day + random.between(0, 1)) * DAY_MS);
  const [first] = itemAt(line, 0);
  const { tell: report, reported } = noteEvents(random);
  const causes: LandCause[] = [];
  const sections: Section[] = [];
  report('ACCEPTED', first, bookedAt + 2 * HOUR_MS);
  let planned = bookedAt + random.between(30, 60) * HOUR_MS;
  let actual = planned + random.between(-1, 8) * HOUR_MS;
  report('LOADED', first, actual - random.between(3, 9) * HOUR_MS);
  for (const [index, [station, hours]] of line.slice(0, -1).entries()) {
    const [next] = itemAt(line, index + 1);
    const trainNo = hours <= 2 ? `T${random.int(10, 99)}` : `X${random.int(8001, 8999)}`;
    const isBorder = index > 0;
    if (isBorder) report('BORDER_OUT', station, actual - 20 * MINUTE_MS, trainNo);
    report('DEPARTED', station, actual, trainNo);
    const came = { planned: planned + hours * HOUR_MS, actual: actual + hours * HOUR_MS * random.between(0.97, 1.08) };
    sections.push({
      from: station,
      to: next,
      trainNo,
      departs: { planned: toMinute(planned), actual: toMinute(actual) },
      arrives: { planned: toMinute(came.planned), actual: toMinute(came.actual) },
    });
    report('ARRIVED', next, came.actual, trainNo);
    const isLast = index === line.length - 2;
    if (!isLast) {
      report('BORDER_IN', next, came.actual + 10 * MINUTE_MS);
      const isOther = hours <= 2;
      const isHeld = !isOther && random.chance(0.18);
      const stay = isOther
        ? random.between(10, STAY_HOURS)
        : isHeld
          ? random.between(84, 150)
          : random.between(8, STAY_HOURS);
      const leaves = came.actual + stay * HOUR_MS;
      if (isHeld) causes.push({ code: 'RAIL_BORDER_LATE', from: came.actual + 72 * HOUR_MS, to: leaves });
      if (isOther) {
        report('GAUGE_START', next, came.actual + stay * 0.3 * HOUR_MS);
        report('GAUGE_END', next, came.actual + stay * 0.6 * HOUR_MS);
      } else report('CUSTOMS_RELEASED', next, came.actual + stay * 0.8 * HOUR_MS);
      planned = came.planned + STAY_HOURS * HOUR_MS;
      actual = leaves;
    } else {
      report('UNLOADED', next, came.actual + random.between(4, 20) * HOUR_MS);
      report('HANDED_OVER', next, came.actual + random.between(24, 60) * HOUR_MS);
    }
  }
  return {
    waybill: waybillOf(serial),
    container: buildContainerNumber('TBJU', serial % 1_000_000),
    wagon: wagonOf(serial),
    tenantCode: tenantOf(serial),
    bookedAt,
    weightKg: random.int(8_000, 24_000),
    sections,
    events: reported(),
    causes,
  };
}

/** Goods by rail of the world, by waybill, container or wagon, and by time; further ones are parts of longer ways. */
export function createRailLoads(seed: string, extra: ExtraBookings<RailLoad> = none) {
  const daily = createDaily(perDay, (serial, day) => build(seed, serial, day));
  const LOOK_BACK_MS = 60 * DAY_MS;
  const booked = within(daily, extra);
  return {
    booked,
    find(number: string, now: Instant): RailLoad | undefined {
      const found = extra.find(number);
      if (found !== undefined) return found;
      if (number.startsWith('RWB')) return daily.at(Number(number.slice(3)));
      return booked(now - LOOK_BACK_MS, now).findLast(
        ({ container, wagon }) => container === number || wagon === number,
      );
    },
  };
}

const clockText = (at: Instant, station: string, zones: Zones): string =>
  toLocalText(at, zoneOfClock[clockOf(station)] ?? zones.get(station) ?? 'UTC').slice(0, 16);

/** Goods as the operator tells them now; times on the clock of each railway. */
export function toRailAnswer(load: RailLoad, now: Instant, zones: Zones): object {
  const { waybill, container, wagon, weightKg, sections } = load;
  const events = load.events.filter(({ publishedAt }) => publishedAt <= now);
  // What is late moves what is still to come.
  const lateOf = ({ departs }: Section): number => Math.max(0, departs.actual - departs.planned);
  const current = sections.findLast(({ departs }) => departs.actual <= now);
  const late = current === undefined ? 0 : lateOf(current);
  const times = (station: string, { planned, actual }: Times) => ({
    clock: clockOf(station),
    planned: clockText(planned, station, zones),
    ...(actual > now && { estimated: clockText(planned + late, station, zones) }),
    ...(actual <= now && { actual: clockText(actual, station, zones) }),
  });
  return {
    waybillNo: waybill,
    origin: sections[0]?.from,
    destination: sections.at(-1)?.to,
    pieces: 1,
    weightKg,
    units: [{ number: container }],
    wagons: [{ number: wagon }],
    sections: sections.map(({ from, to, trainNo, departs, arrives }) => ({
      from,
      to,
      trainNo,
      trainDate: toIsoText(departs.planned).slice(0, 10),
      departure: times(from, departs),
      arrival: times(to, arrives),
    })),
    events: events.map(({ event, station, at, trainNo }) => ({
      event,
      station,
      clock: clockOf(station),
      time: clockText(at, station, zones),
      ...(trainNo !== null && { trainNo }),
    })),
  };
}
