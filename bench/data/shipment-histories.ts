import { fuse } from '#domain/intake/fusion/fuse.ts';
import { defaultPrecedence } from '#domain/intake/fusion/precedence.ts';
import { milestones } from '#domain/tracking/model.ts';
import type { EventContent, SourceRecord } from '#domain/tracking/model.ts';
import { createRandom } from '#shared/random/prng.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';

/** What was kept of one shipment: what each fusion changed, in order. */
export type HistoryTemplate = {
  subscribedAt: Instant;
  endedAt: Instant | null;
  changes: { knownAt: Instant; changes: Record<string, [string | number | null, string | null]> }[];
};

const codes = [
  milestones.emptyPickUp,
  milestones.gateIn,
  milestones.loaded,
  milestones.departed,
  milestones.transhipmentArrived,
  milestones.transhipmentDischarged,
  milestones.transhipmentLoaded,
  milestones.transhipmentDeparted,
  milestones.arrived,
  milestones.discharged,
  milestones.gateOutFull,
  milestones.emptyReturn,
];
const ports = ['CNSHA', 'CNSHA', 'CNSHA', 'CNSHA', 'SGSIN', 'SGSIN', 'SGSIN', 'SGSIN', 'NLRTM', 'NLRTM', 'NLRTM', 'NLRTM'];

/** Days after the departure at which each milestone is planned. */
const plan = [-6, -3, -1, 0, 9, 10, 13, 14, 31, 32, 35, 40];

/**
 * Histories of bills as two sources tell them: two containers, two legs, twelve milestones a container, estimates that move, and
 * lateness of all kinds; spread over the period before `to`.
 */
export function buildHistories(count: number, to: Instant, days: number): HistoryTemplate[] {
  const random = createRandom('rule-replay');
  return Array.from({ length: count }, (_, index) => {
    const departure = to - random.between(-20, days + 20) * DAY_MS;
    const lateMs = random.chance(0.3) ? random.between(0, 8) * DAY_MS : random.between(0, 1) * DAY_MS;
    const containers = [`MERU${String(1_000_000 + index * 2)}`, `MERU${String(1_000_001 + index * 2)}`];
    const report = (known: Instant, source: number): SourceRecord => {
      const shown = (step: number): EventContent[] =>
        containers.map((containerNo) => {
          const due = departure + (plan[step] as number) * DAY_MS;
          const real = due + (step < 3 ? 0 : lateMs) + source * HOUR_MS;
          const missing = random.chance(0.02);
          return {
            containerNo,
            statusCode: codes[step] as string,
            portCode: ports[step] as string,
            occurrence: 1,
            planned: due,
            estimated: known > departure - 2 * DAY_MS ? Math.round(real / HOUR_MS) * HOUR_MS : null,
            actual: real <= known && !missing ? real : null,
            vesselName: step < 6 ? 'MERIDIAN STAR' : 'MERIDIAN MOON',
            voyage: step < 6 ? '023E' : '107W',
            zone: null,
            place: null,
          };
        });
      const reported = (value: Instant): Instant | null => (value <= known ? value : null);
      const late = known > departure - 2 * DAY_MS ? lateMs : 0;
      const atd = reported(departure + lateMs);
      const ata = reported(departure + 31 * DAY_MS + lateMs);
      const ship = { vesselName: 'MERIDIAN STAR', vesselImo: '9074729', voyage: '023E' };
      return {
        id: `r${source}`,
        sourceType: source === 0 ? 'CARRIER' : 'FT',
        channel: 'SHIPPING_TRACKING',
        sourceCode: source === 0 ? 'dcsa:MERI' : 'ft',
        observedAt: known,
        content: {
          booking: {
            billNo: `MERI${index}`,
            bookingNo: `B${index}`,
            carrierCode: 'MERI',
            ...ship,
            serviceCode: 'AE1',
            placeOfReceipt: 'CNSHA',
            portOfLoading: 'CNSHA',
            portOfDischarge: 'NLRTM',
            placeOfDelivery: 'NLRTM',
            finalDestination: null,
            plannedDeparture: departure,
            etd: departure + late,
            atd,
            plannedArrival: departure + 31 * DAY_MS,
            eta: departure + 31 * DAY_MS + late,
            ata,
          },
          legs: [
            { sequence: 1, ...ship, portOfLoading: 'CNSHA', portOfDischarge: 'SGSIN', etd: departure + late, atd, eta: departure + 9 * DAY_MS + late, ata: reported(departure + 9 * DAY_MS + lateMs) },
            { sequence: 2, ...ship, vesselName: 'MERIDIAN MOON', voyage: '107W', portOfLoading: 'SGSIN', portOfDischarge: 'NLRTM', etd: departure + 14 * DAY_MS + late, atd: reported(departure + 14 * DAY_MS + lateMs), eta: departure + 31 * DAY_MS + late, ata },
          ],
          containers: containers.map((containerNo) => ({ containerNo, sealNo: `S${index}`, sizeType: '45G1', quantity: 10, grossWeightKg: 12_000, volumeM3: null })),
          events: codes.flatMap((_code, step) => shown(step)),
        },
      };
    };
    const subscribedAt = departure - random.between(5, 15) * DAY_MS;
    const moments = [subscribedAt + HOUR_MS, ...plan.map((day) => departure + day * DAY_MS + lateMs + random.between(1, 6) * HOUR_MS), departure - 1.9 * DAY_MS]
      .filter((moment) => moment > subscribedAt && moment <= to)
      .sort((a, b) => a - b);
    const known = new Map<string, [string | number | null, string]>();
    const changes = moments.map((knownAt): HistoryTemplate['changes'][number] => {
      const { provenance } = fuse([report(knownAt, 0), report(knownAt - HOUR_MS, 1)], [], defaultPrecedence);
      const changed: Record<string, [string | number | null, string | null]> = {};
      for (const [path, { winner }] of Object.entries(provenance)) {
        const before = known.get(path);
        if (before?.[0] === winner.value && before[1] === winner.sourceCode) continue;
        known.set(path, [winner.value, winner.sourceCode]);
        changed[path] = [winner.value, winner.sourceCode];
      }
      for (const path of known.keys()) {
        if (path in provenance) continue;
        known.delete(path);
        changed[path] = [null, null];
      }
      return { knownAt: Math.round(knownAt), changes: changed };
    });
    const returned = departure + 40 * DAY_MS + lateMs;
    return { subscribedAt, endedAt: returned <= to ? returned : null, changes };
  });
}
