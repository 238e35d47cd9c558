import { buildCourierWaybill, detectCourier } from '#shared/ids/courier-waybill.ts';
import { createRandom, type Random } from '#shared/random/prng.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { itemAt, lastItem } from '#shared/values/items.ts';
import { createDaily, type ExtraBookings, type LandCause, none, tenantOf, within } from './daily.ts';

/** What can happen to a parcel. */
export type ScanKind =
  | 'announced'
  | 'pickedUp'
  | 'departed'
  | 'arrived'
  | 'customsStarted'
  | 'customsCleared'
  | 'outForDelivery'
  | 'notAtHome'
  | 'badAddress'
  | 'available'
  | 'delivered';

/** One scan: what, where, when, and when the courier lets others know. */
export type Scan = { kind: ScanKind; at: Instant; facility: string; publishedAt: Instant };

/** A parcel of the world with its true life. */
export type Parcel = {
  waybill: string;
  courier: string;
  tenantCode: string;
  origin: string;
  destination: string;
  weightKg: number;
  bookedAt: Instant;
  promisedAt: Instant;
  scans: readonly Scan[];
  causes: readonly LandCause[];
};

/** Couriers of the world, in turn. */
const couriers = ['SF', 'UPS', 'EMS'] as const;
const perDay = 6;

/** Ways of parcels by courier: facilities one after the other, by the airport codes couriers go by. */
const ways: Readonly<Record<(typeof couriers)[number], readonly (readonly string[])[]>> = {
  SF: [
    ['SZX', 'CAN', 'PVG'],
    ['PVG', 'EHU', 'PEK'],
    ['CTU', 'EHU', 'SZX'],
  ],
  UPS: [
    ['PVG', 'ANC', 'SDF', 'JFK'],
    ['SZX', 'CGN', 'FRA'],
    ['PVG', 'CGN', 'LHR'],
  ],
  EMS: [
    ['PVG', 'FRA'],
    ['CAN', 'PEK', 'LAX'],
    ['PEK', 'NRT'],
  ],
};

const toMinute = (at: Instant): Instant => Math.round(at / MINUTE_MS) * MINUTE_MS;

class Life {
  readonly scans: Scan[] = [];
  readonly causes: LandCause[] = [];
  readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  scan(kind: ScanKind, at: Instant, facility: string): void {
    const late = this.random.chance(0.06)
      ? this.random.between(2, 6) * HOUR_MS
      : this.random.between(1, 12) * MINUTE_MS;
    this.scans.push({ kind, at: toMinute(at), facility, publishedAt: toMinute(at + late) });
  }
}

/** Carries a parcel from facility to facility; gives when it came to the last one. */
function carry(life: Life, way: readonly string[], start: Instant, isAbroad: boolean): Instant {
  const { random } = life;
  let at = start;
  // One in twenty is deferred at a facility for days.
  const asideAt = random.chance(0.05) ? random.int(0, way.length - 2) : -1;
  for (const [index, facility] of way.entries()) {
    life.scan('arrived', at, facility);
    if (index === way.length - 1) break;
    const extra = index === asideAt ? random.between(7, 45) * DAY_MS : 0;
    const left = at + random.between(3, 11) * HOUR_MS + extra;
    if (extra > 0) life.causes.push({ code: 'EXPRESS_NO_SCAN', from: at + (isAbroad ? 5 : 2) * DAY_MS, to: left });
    life.scan('departed', left, facility);
    at = left + (isAbroad ? random.between(5, 14) : random.between(3, 9)) * HOUR_MS;
  }
  return at;
}

/** Delivers a parcel; a failed attempt is repeated the next day. Gives when it was delivered. */
function deliver(life: Life, facility: string, came: Instant): Instant {
  const { random } = life;
  let out = came + random.between(4, 14) * HOUR_MS;
  life.scan('outForDelivery', out, facility);
  if (random.chance(0.18)) {
    const failed = out + random.between(2, 6) * HOUR_MS;
    const isAddress = random.chance(0.25);
    life.scan(isAddress ? 'badAddress' : 'notAtHome', failed, facility);
    out = failed + random.between(18, 40) * HOUR_MS;
    life.causes.push({ code: 'EXPRESS_FAILED_DELIVERY', from: failed, to: out });
    life.scan(isAddress ? 'available' : 'outForDelivery', out, facility);
  }
  const delivered = out + random.between(1, 7) * HOUR_MS;
  life.scan('delivered', delivered, facility);
  return delivered;
}

function build(seed: string, serial: number, day: number): Parcel {
  const courier = itemAt(couriers, serial % couriers.length);
  const random = createRandom(`${seed}/parcel/${serial}`);
  const way = random.pick(ways[courier]);
  const bookedAt = toMinute((day + random.between(0, 1)) * DAY_MS);
  const tenantCode = tenantOf(Math.floor(serial / couriers.length));
  return send({ serial, courier, way, bookedAt, tenantCode }, random);
}

/** A parcel as it is handed to a courier. */
type Sent = { serial: number; courier: string; way: readonly string[]; bookedAt: Instant; tenantCode: string };

/** A parcel that the courier who pushes takes over from another carriage. */
export const buildOnwardParcel = (seed: string, sent: Omit<Sent, 'courier'>): Parcel =>
  send({ ...sent, courier: 'UPS' }, createRandom(`${seed}/parcel/${sent.serial}`));

function send({ serial, courier, way, bookedAt, tenantCode }: Sent, random: Random): Parcel {
  const [origin, destination] = [itemAt(way, 0), lastItem(way)];
  const isAbroad = courier !== 'SF';
  const life = new Life(random);
  life.scan('announced', bookedAt, origin);
  const pickedUp = bookedAt + random.between(2, 9) * HOUR_MS;
  life.scan('pickedUp', pickedUp, origin);
  let came = carry(life, way, pickedUp + random.between(1, 4) * HOUR_MS, isAbroad);
  if (isAbroad) {
    const started = came + random.between(0.5, 2) * HOUR_MS;
    life.scan('customsStarted', started, destination);
    came = started + random.between(2, 20) * HOUR_MS;
    life.scan('customsCleared', came, destination);
  }
  const delivered = deliver(life, destination, came);
  const promisedAt = toMinute(pickedUp + (isAbroad ? 5 : 2) * DAY_MS);
  const lateFrom = promisedAt + (isAbroad ? 12 : 6) * HOUR_MS;
  // The pages of the postal courier tell no promise.
  if (courier !== 'EMS' && delivered > lateFrom)
    life.causes.push({ code: 'EXPRESS_LATE', from: lateFrom, to: delivered });
  return {
    waybill: buildCourierWaybill(courier, serial),
    courier,
    tenantCode,
    origin,
    destination,
    weightKg: Math.round(random.between(0.2, 18) * 10) / 10,
    bookedAt,
    promisedAt,
    scans: life.scans.toSorted((a, b) => a.publishedAt - b.publishedAt),
    causes: life.causes,
  };
}

/** Parcels of the world, by waybill and by time; further ones are parts of longer ways. */
export function createParcels(seed: string, further: ExtraBookings<Parcel> = none) {
  const daily = createDaily(perDay, (serial, day) => build(seed, serial, day));
  return {
    booked: within(daily, further),
    find(waybill: string): Parcel | undefined {
      const onward = further.find(waybill);
      if (onward !== undefined) return onward;
      const courier = detectCourier(waybill)?.courier;
      const digits =
        courier === 'UPS' ? waybill.slice(10, 17) : courier === 'EMS' ? waybill.slice(2, 10) : waybill.slice(7);
      const found = courier === undefined ? undefined : daily.at(Number(digits));
      return found?.waybill === waybill ? found : undefined;
    },
  };
}
