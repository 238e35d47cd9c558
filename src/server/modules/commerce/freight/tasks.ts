import type { Database } from '#server/platform/db/database.ts';
import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { priceRates } from './price-rates.ts';
import { refreshExchangeRates } from './refresh-exchange-rates.ts';
import { type FreightDeps, refreshOffers } from './refresh-offers.ts';

const offersTask = defineRecurring('spot_offers');
const ratesTask = defineRecurring('exchange_rates');
const pricesTask = defineRecurring('rate_prices');
/** One carrier at a time, so that prices never crowd out what shipments wait for. */
const offersEveryMs = 5_000;
const ratesEveryMs = 30_000;
const pricesEveryMs = 3_000;

/** Folds the deltas of the totals of rates; the sum stays the same. */
export async function foldRateTotals(database: Database): Promise<void> {
  await database.execute(
    `with folded as (delete from freight_rate_total returning tenant_id, n)
     insert into freight_rate_total select tenant_id, sum(n) from folded group by 1 having sum(n) <> 0`,
  );
}

/** Asking carriers for prices and a bank for exchange rates, and working out what rates come to. */
export const freightTasks = (deps: FreightDeps & { queue: Queue; bookingFeedUrl: string | null }): BackgroundModule => {
  const { bookingFeedUrl: baseUrl } = deps;
  return {
    tasks: [
      repeat(deps, offersTask, offersEveryMs, () => refreshOffers(deps)),
      repeat(deps, pricesTask, pricesEveryMs, async () => void (await priceRates(deps))),
      ...(baseUrl === null
        ? []
        : [repeat(deps, ratesTask, ratesEveryMs, () => refreshExchangeRates({ ...deps, baseUrl }))]),
    ],
    chores: [{ name: 'totals of rates', run: () => foldRateTotals(deps.database) }],
  };
};
