import { keepState, readState } from '#server/platform/db/app-state.ts';
import type { Logger } from 'pino';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { parseCsv } from '#shared/text/csv.ts';
import { dayOf } from './day-rates.ts';

const stateKey = 'exchange_rates_on';
const timeoutMs = 20_000;
/** Days requested the first time; afterwards those that were missed. */
const daysAtFirst = 30;

/** Parses a line of a bank's list; undefined when it is not a rate. */
function readLine([day = '', currency = '', value = '']: readonly string[]): [string, string, string] | undefined {
  const isRate =
    /^\d{4}-\d{2}-\d{2}$/.test(day) && /^[A-Z]{3}$/.test(currency) && /^\d{1,6}(?:\.\d{1,8})?$/.test(value);
  return isRate && !Number.isNaN(Date.parse(day)) && Number(value) > 0 ? [day, currency, value] : undefined;
}

/**
 * Asks a bank for its fixings once a day. A rate that people entered for a day stays as it is.
 */
export async function refreshExchangeRates(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  baseUrl: string;
}): Promise<void> {
  const { database, clock, log } = deps;
  const today = dayOf(clock.now());
  if ((await readState(database, stateKey)) === today) return;
  try {
    const url = `${deps.baseUrl}/central-bank/exchange-rates?days=${daysAtFirst}`;
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    if (!response.ok) throw new Error(`the bank answered ${response.status}`);
    const [, ...lines] = parseCsv(await response.text());
    const rows = lines.map(readLine).filter((line) => line !== undefined);
    await database.transaction(async () => {
      await database.execute(
        `insert into exchange_rate (currency, valid_from, usd_per_unit, note)
         select r ->> 1, (r ->> 0)::date, (r ->> 2)::numeric, '央行中间价 Central bank' from jsonb_array_elements($1::jsonb) r
         on conflict do nothing`,
        [JSON.stringify(rows)],
      );
      await keepState(database, stateKey, today);
    });
  } catch (error) {
    log.warn({ err: error }, 'exchange rates could not be taken over');
  }
}
