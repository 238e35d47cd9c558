import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { dayOf } from './day-rates.ts';
import { pricePortion, readTwoDays, type TwoDays } from './price-portion.ts';
import { beginDay, nextWork, noteDay, noteProgress, ratesOfWork, takeSingles } from './price-work.ts';

/** Rates that are worked out in one transaction, and how long one turn goes on, in milliseconds of the machine. */
const usual = { ratesAtOnce: 2_000, maxMs: 20_000 };

type Deps = { database: Database; clock: Clock };

/** Works out the prices of single rates that changed; how many tenants that concerned. */
const priceSingles = ({ database, clock }: Deps, ratesAtOnce: number): Promise<number> =>
  database.transaction(async () => {
    const at = clock.now();
    const byTenant = await takeSingles(database, ratesAtOnce);
    await noteDay(database, [...byTenant.keys()], dayOf(at));
    for (const [tenantId, ids] of byTenant)
      await pricePortion(database, tenantId, ids, await readTwoDays(database, tenantId, dayOf(at)), at);
    return byTenant.size;
  });

/** Data read for one pricing pass, kept until the pass ends. A change of the data starts another pass, which reads it again. */
type Read = { workId: number; days: TwoDays };

/** Works out the next portion of what is to be done; undefined when nothing is. */
const pricePart = (
  { database, clock }: Deps,
  ratesAtOnce: number,
  earlier: Read | undefined,
): Promise<Read | undefined> =>
  database.transaction(async () => {
    const at = clock.now();
    const work = await nextWork(database);
    if (work === undefined) return undefined;
    const day = dayOf(at);
    const known = earlier?.workId === work.id && earlier.days.day === day;
    const days = known ? earlier.days : await readTwoDays(database, work.tenant_id, day);
    const ids = await ratesOfWork(database, work, day, ratesAtOnce);
    if (ids.length > 0) await pricePortion(database, work.tenant_id, ids, days, at);
    await noteDay(database, [work.tenant_id], day);
    await noteProgress(database, work, ids.length < ratesAtOnce ? undefined : ids.at(-1));
    return { workId: work.id, days };
  });

/**
 * Works out the prices for which something changed, or for which another day began, portion by portion: what people changed
 * first. Goes on for a while and is called again; says how many portions it did: 0 when nothing is left.
 */
export async function priceRates(deps: Deps, { ratesAtOnce, maxMs } = usual): Promise<number> {
  const until = performance.now() + maxMs;
  let done = 0;
  await beginDay(deps.database, dayOf(deps.clock.now()));
  let read: Read | undefined;
  do {
    const singles = await priceSingles(deps, ratesAtOnce);
    read = await pricePart(deps, ratesAtOnce, read);
    if (singles === 0 && read === undefined) return done;
    done += 1;
  } while (performance.now() < until);
  return done;
}
