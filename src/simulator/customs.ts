import { type Random, createRandom } from '#shared/random/prng.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import type { WorldPort } from './network/types.ts';
import type { Milestone, Shipment } from './shipments/types.ts';

/** What customs did with a container, and when it lets the public know. */
export type CustomsLine = {
  procedure: 'EXPORT' | 'IMPORT';
  status: 'DECLARED' | 'EXAMINED' | 'HELD' | 'RELEASED';
  container: number;
  port: WorldPort;
  at: Instant;
  publishedAt: Instant;
};

/** Countries whose customs take part in the single window; of the others it knows nothing. */
const customsCountries: ReadonlySet<string> = new Set(['CN', 'HK', 'SG', 'KR', 'NL', 'DE', 'BE', 'GB', 'US']);

type Draft = Omit<CustomsLine, 'container' | 'port' | 'publishedAt'>;

/** Declared when the container stands at the terminal; a few are examined before they are let go. */
function exportLines(gateIn: Instant, released: Instant, random: Random): Draft[] {
  const declared = gateIn + (released - gateIn) * random.between(0.1, 0.4);
  const examined = random.chance(0.06) ? declared + (released - declared) * random.between(0.2, 0.6) : undefined;
  const of = (status: CustomsLine['status'], at: Instant): Draft => ({ procedure: 'EXPORT', status, at });
  return [
    of('DECLARED', declared),
    ...(examined === undefined ? [] : [of('EXAMINED', examined)]),
    of('RELEASED', released),
  ];
}

/** Declared after the discharge; held ones are those that the world holds, for as long as it does. */
function importLines(
  {
    discharged,
    held,
    freed,
    available,
  }: Record<'discharged' | 'available', Instant> & {
    held: Instant | undefined;
    freed: Instant | undefined;
  },
  random: Random,
): Draft[] {
  const of = (status: CustomsLine['status'], at: Instant): Draft => ({ procedure: 'IMPORT', status, at });
  const declared = discharged + ((held ?? available) - discharged) * random.between(0.1, 0.4);
  if (held !== undefined && freed !== undefined)
    return [of('DECLARED', declared), of('HELD', held), of('RELEASED', freed)];
  const released = declared + (available - declared) * random.between(0.5, 0.9);
  const examined = random.chance(0.05) ? declared + (released - declared) * random.between(0.2, 0.6) : undefined;
  return [
    of('DECLARED', declared),
    ...(examined === undefined ? [] : [of('EXAMINED', examined)]),
    of('RELEASED', released),
  ];
}

/** Mostly within the hour; one line in ten half a day late. */
function published(at: Instant, random: Random): Instant {
  return at + (random.chance(0.1) ? random.between(6, 12) * HOUR_MS : random.between(5, 60) * MINUTE_MS);
}

const toMinute = (at: Instant): Instant => Math.round(at / MINUTE_MS) * MINUTE_MS;

/** Everything customs will ever say of a shipment, by the true life of its containers. */
export function customsLines(seed: string, shipment: Shipment): CustomsLine[] {
  const random = createRandom(`${seed}/customs/${shipment.billNo}`);
  return shipment.containers
    .flatMap((_container, container) => {
      const own = shipment.milestones.filter((one) => one.container === container);
      const find = (code: Milestone['code']): Milestone | undefined => own.find((one) => one.code === code);
      const [gateIn, loaded, discharged] = [find('GITM'), find('LOBD'), find('DSCH')];
      const [held, available] = [find('CUIP'), find('AVPU')];
      const passes = own.filter((one) => one.code === 'PASS');
      const passed = passes.find((one) => loaded === undefined || one.actual <= loaded.actual);
      const freed = passes.find((one) => held !== undefined && one.actual > held.actual);
      const lines: { port: WorldPort; drafts: Draft[] }[] = [];
      if (gateIn !== undefined && passed !== undefined)
        lines.push({ port: gateIn.port, drafts: exportLines(gateIn.actual, passed.actual, random) });
      if (discharged !== undefined && available !== undefined) {
        const times = {
          discharged: discharged.actual,
          held: held?.actual,
          freed: freed?.actual,
          available: available.actual,
        };
        lines.push({ port: discharged.port, drafts: importLines(times, random) });
      }
      return lines.flatMap(({ port, drafts }) =>
        drafts.map((draft): CustomsLine => {
          const at = toMinute(draft.at);
          return { ...draft, at, container, port, publishedAt: toMinute(published(at, random)) };
        }),
      );
    })
    .filter(({ port }) => customsCountries.has(port.country));
}
