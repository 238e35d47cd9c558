import { createRandom } from '#shared/random/prng.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import type { WorldCarrier } from '../network/types.ts';

/** Equipment that carriers quote: code of ISO 6346, and its share of the price of a 40' high cube. */
export const quotedEquipment = [
  ['22G1', 0.56],
  ['42G1', 0.97],
  ['45G1', 1],
] as const;

/** A charge beside the freight, as carriers quote it. */
export type Charge = {
  code: string;
  name: string;
  basis: 'PER_CONTAINER' | 'PER_DOCUMENT';
  currency: string;
  amount: number;
};

const dayNumber = (at: Instant): number => Math.floor(at / DAY_MS);

/** What moves all prices of a lane: slow waves, and a little more from day to day. */
function marketOf(seed: string, lane: string, day: number): number {
  const phase = createRandom(`${seed}/market/${lane}`).between(0, 6.28);
  const daily = createRandom(`${seed}/market/${lane}/${day}`).between(-0.02, 0.02);
  return 1 + 0.09 * Math.sin(day / 19 + phase) + 0.04 * Math.sin(day / 5 + phase * 2) + daily;
}

/** The freight of a 40' high cube in US dollars that a carrier asks for a sailing on a day. */
export function freightOf(
  seed: string,
  carrier: WorldCarrier,
  lane: { origin: string; destination: string; transitDays: number },
  about: { sailing: string; at: Instant; leavesInDays: number },
): number {
  const name = `${lane.origin}/${lane.destination}`;
  const base = (200 + 55 * Math.min(lane.transitDays, 34)) * (lane.destination.startsWith('US') ? 1.9 : 0.95);
  const own = createRandom(`${seed}/carrier-price/${carrier.code}/${name}`).between(0.9, 1.12);
  const sailing = createRandom(`${seed}/sailing-price/${carrier.code}/${about.sailing}`).between(0.96, 1.04);
  const hurry = about.leavesInDays < 7 ? 1.06 : 1;
  return base * own * sailing * hurry * marketOf(seed, name, dayNumber(about.at));
}

/** What carriers charge beside the freight between two ports, per container or per document. */
export function chargesBetween(origin: string, destination: string, large: boolean): Charge[] {
  const perContainer = (code: string, name: string, currency: string, amount: number): Charge => ({
    code,
    name,
    basis: 'PER_CONTAINER',
    currency,
    amount,
  });
  return [
    ...(origin.startsWith('CN')
      ? [
          perContainer('THC', 'Terminal handling origin', 'CNY', large ? 1180 : 825),
          { code: 'DOC', name: 'Documentation', basis: 'PER_DOCUMENT', currency: 'CNY', amount: 450 } as const,
        ]
      : [perContainer('THC', 'Terminal handling origin', 'USD', large ? 210 : 150)]),
    perContainer('LSS', 'Low sulphur surcharge', 'USD', large ? 80 : 40),
    ...(destination.startsWith('US')
      ? [{ code: 'AMS', name: 'Automated manifest', basis: 'PER_DOCUMENT', currency: 'USD', amount: 35 } as const]
      : []),
    ...(/^(?:NL|DE|BE|FR|IT|ES)/.test(destination)
      ? [perContainer('DTH', 'Terminal handling destination', 'EUR', large ? 260 : 215)]
      : []),
  ];
}

/** What a unit of each currency is worth in US dollars, as the central bank fixes it every day. */
const fixings = { CNY: 0.1385, EUR: 1.085, GBP: 1.27, HKD: 0.1282, JPY: 0.0067, SGD: 0.745 } as const;

/** The fixings of a day: currency and US dollars per unit with eight digits. */
export function fixingsOf(seed: string, day: Instant): { currency: string; usdPerUnit: string }[] {
  return Object.entries(fixings).map(([currency, usual]) => {
    const random = createRandom(`${seed}/fixing/${currency}`);
    const [phase, n] = [random.between(0, 6.28), dayNumber(day)];
    const noise = createRandom(`${seed}/fixing/${currency}/${n}`).between(-0.002, 0.002);
    return { currency, usdPerUnit: (usual * (1 + 0.02 * Math.sin(n / 31 + phase) + noise)).toFixed(8) };
  });
}
