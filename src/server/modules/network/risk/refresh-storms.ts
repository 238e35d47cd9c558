import type { Logger } from 'pino';
import { PullFailure } from '#server/connectors/types.ts';
import { parseStorms, pullStorms } from '#server/connectors/weather/index.ts';
import { tallyRefusals } from '#server/modules/intake/refusal/index.ts';
import { type Clock, worldMs } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/time/instant.ts';
import { type DueWeather, insertStormPoints, listDueWeather, noteWeather } from './weather-queries.ts';

const timeoutMs = 20 * SECOND_MS;
const maxBytes = 5_000_000;
const firstRetryMs = 10 * MINUTE_MS;

type Deps = { database: Database; clock: Clock; log: Logger };

async function refreshOne({ database, clock, log }: Deps, source: DueWeather): Promise<void> {
  const now = clock.now();
  const usualMs = source.refresh_s * SECOND_MS;
  try {
    const body = await pullStorms({ baseUrl: source.base_url, now, timeoutMs, maxBytes });
    const { points, refused } = parseStorms(body);
    await database.transaction(async () => {
      await insertStormPoints(database, source.code, points);
      await noteWeather(database, source.code, { now, nextAt: now + usualMs, failure: null });
    });
    if (refused > 0)
      await tallyRefusals(
        database,
        [
          {
            tenantId: null,
            sourceId: null,
            sender: source.code,
            via: 'pull',
            reason: 'bad_value',
            field: 'storm',
            n: refused,
            sample: null,
          },
        ],
        now,
      );
  } catch (error) {
    const reason = error instanceof PullFailure ? error.reason : 'internal';
    if (reason === 'internal') log.error({ err: error, source: source.code }, 'advisories could not be taken in');
    const waitMs = Math.min(usualMs, worldMs(clock, firstRetryMs * 2 ** Math.min(source.failures, 10)));
    // What the service asks for is time of its machine, however fast the world is.
    const requested = error instanceof PullFailure ? worldMs(clock, error.retryAfterMs ?? 0) : 0;
    await noteWeather(database, source.code, { now, nextAt: now + Math.max(waitMs, requested), failure: reason });
  }
}

/** Asks the weather services whose time has come for their advisories. */
export async function refreshStorms(deps: Deps): Promise<void> {
  for (const source of await listDueWeather(deps.database, deps.clock.now())) await refreshOne(deps, source);
}
