import { parseSchedules, pullSchedules, type ScheduleReference } from '#server/connectors/dcsa/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { refreshNext as refreshNextOf, type SailingDeps, type ScheduleReader } from './refresh-sources.ts';
import { takeSchedules } from './take-schedules.ts';

const knownCarriers = new WeakMap<ReferenceSnapshot['carriers'], Map<string, string>>();

/** Our code of a carrier by any code that lists give it. */
function carrierFinder({ carriers }: ReferenceSnapshot): (code: string) => string | undefined {
  let known = knownCarriers.get(carriers);
  if (known === undefined) {
    known = new Map([...carriers.values()].map(({ code }) => [code, code]));
    for (const { code, scac } of carriers.values()) if (scac !== null && !known.has(scac)) known.set(scac, code);
    knownCarriers.set(carriers, known);
  }
  return (code) => known.get(code);
}

/** What parsing what carriers tell of schedules asks of master data. */
export const scheduleReference = (snapshot: ReferenceSnapshot): ScheduleReference => ({
  resolvePort: snapshot.rules.resolvePort,
  carrierOf: carrierFinder(snapshot),
});

/** Schedules of carriers by sea: how far ahead they announce, and how far back what happened is requested. */
const sailingReader: ScheduleReader = {
  mode: 'sea',
  daysBack: 84,
  daysAhead: 84,
  pull: pullSchedules,
  take: async ({ database, reference }, { body, ...reported }) => {
    const { calls, refusals } = parseSchedules(body, scheduleReference(reference()));
    await takeSchedules(database, { ...reported, calls });
    return refusals;
  },
};

/** Asks one carrier whose time has come for its schedules; gives whether there was one. */
export const refreshNext = (deps: SailingDeps): Promise<boolean> => refreshNextOf(deps, sailingReader);
