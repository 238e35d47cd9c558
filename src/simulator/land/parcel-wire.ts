import { createRandom } from '#shared/random/prng.ts';
import { type Instant, toIsoText } from '#shared/time/instant.ts';
import { toLocalText } from '#shared/time/zone.ts';
import type { Parcel, Scan, ScanKind } from './parcels.ts';

/** Names of a facility's zone by its code. */
export type Zones = ReadonlyMap<string, string>;

const sfCodes: Readonly<Record<ScanKind, readonly [code: string, remark: string]>> = {
  announced: ['10', '已下单'],
  pickedUp: ['50', '已收取快件'],
  departed: ['30', '完成分拣，准备发往下一站'],
  arrived: ['31', '快件到达'],
  customsStarted: ['605', '清关中'],
  customsCleared: ['606', '清关完成'],
  outForDelivery: ['44', '正在派送途中'],
  notAtHome: ['33', '收方客户不在，待再次派送'],
  badAddress: ['70', '地址不详，派送不成功'],
  available: ['130', '已放入自提点'],
  delivered: ['80', '已签收'],
};

const upsCodes: Readonly<Record<ScanKind, readonly [type: string, code: string, description: string]>> = {
  announced: ['M', 'MP', 'Shipper created a label'],
  pickedUp: ['P', 'PU', 'Pickup scan'],
  departed: ['I', 'DP', 'Departed from facility'],
  arrived: ['I', 'AR', 'Arrived at facility'],
  customsStarted: ['I', 'CS', 'Import scan'],
  customsCleared: ['I', 'CR', 'Released by the clearing agency'],
  outForDelivery: ['O', 'OT', 'Out for delivery'],
  notAtHome: ['X', 'NH', 'The receiver was not available'],
  badAddress: ['X', 'IA', 'The address is incomplete'],
  available: ['I', 'HP', 'Held for customer pickup'],
  delivered: ['D', 'FS', 'Delivered'],
};

const published = ({ scans }: Parcel, now: Instant): readonly Scan[] =>
  scans.filter(({ publishedAt }) => publishedAt <= now);
const minuteIn = (at: Instant, zone: string | undefined): string => toLocalText(at, zone ?? 'UTC');

/** A parcel as the courier that is asked tells it: newest scans first, local times, one in twenty scans twice. */
export function toSfAnswer(seed: string, parcel: Parcel, now: Instant, zones: Zones): object {
  const random = createRandom(`${seed}/sf/${parcel.waybill}`);
  const { origin, destination, promisedAt, weightKg, waybill } = parcel;
  return {
    waybillNo: waybill,
    origin,
    destination,
    pieces: 1,
    weightKg,
    promisedTime: minuteIn(promisedAt, zones.get(destination)),
    routes: published(parcel, now)
      .flatMap(({ kind, at, facility }) => {
        const [opCode, remark] = sfCodes[kind];
        const route = { acceptTime: minuteIn(at, zones.get(facility)), acceptAddress: facility, opCode, remark };
        return random.chance(0.05) ? [route, route] : [route];
      })
      .toReversed(),
  };
}

/** A scan as the courier that pushes tells it. */
export const toUpsEvent = ({ waybill }: Parcel, { kind, at, facility }: Scan, serial: number): object => {
  const [type, code, description] = upsCodes[kind];
  return {
    eventId: `${waybill}-${serial}`,
    trackingNumber: waybill,
    timestamp: toIsoText(at),
    facility,
    status: { type, code, description },
  };
};

/** A parcel as the courier that pushes answers when it is asked. */
export const toUpsAnswer = (parcel: Parcel, now: Instant): object => ({
  trackingNumber: parcel.waybill,
  origin: parcel.origin,
  destination: parcel.destination,
  packageCount: 1,
  weightKg: parcel.weightKg,
  scheduledDelivery: toIsoText(parcel.promisedAt),
  activities: parcel.scans.flatMap((scan, serial) =>
    scan.publishedAt <= now ? [toUpsEvent(parcel, scan, serial)] : [],
  ),
});
