import type { Logger } from 'pino';
import { subscribeToEvents } from '#server/connectors/dcsa/index.ts';
import { subscribeToObjects } from '#server/connectors/onerecord/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import { open, passMissingKey } from '#server/platform/crypto/index.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { subscriberPath } from './object-notices-route.ts';

const stateKey = (sourceCode: string): string => `push_subscription_${sourceCode}`;

/**
 * Makes every source that may push send its events to our callback, or renews that. A source that does not
 * answer is tried again next time; pulling goes on meanwhile. Gives whether all of them took it.
 */
export async function subscribeSources({
  database,
  clock,
  log,
  keys,
  callbackBase,
}: {
  database: Database;
  clock: Clock;
  log: Logger;
  keys: SecretKeys;
  callbackBase: string;
}): Promise<boolean> {
  let worked = true;
  const sources = await database.system
    .selectFrom('source')
    .selectAll()
    .where('enabled', '=', true)
    .where('push_enabled', '=', true)
    .where('protocol', 'in', ['dcsa', 'ups', 'onerecord'])
    .execute();
  for (const source of sources) {
    if (source.push_secret === null) continue;
    const known = await database.system
      .selectFrom('app_state')
      .select('value')
      .where('key', '=', stateKey(source.code))
      .executeTakeFirst();
    try {
      const access = {
        baseUrl: source.base_url,
        credential: source.credential === null ? null : open(source.credential, keys),
        now: clock.now(),
        timeoutMs: 10_000,
        maxBytes: 1_000_000,
      };
      const secret = open(source.push_secret, keys);
      const knownId = typeof known?.value === 'string' ? known.value : null;
      const address = encodeURIComponent(source.code);
      const keep = async (subscriptionId: string): Promise<void> => {
        await database.execute(
          `insert into app_state (key, value) values ($1, to_jsonb($2::text))
           on conflict (key) do update set value = excluded.value, updated_at = now()`,
          [stateKey(source.code), subscriptionId],
        );
      };
      if (source.protocol === 'onerecord') {
        const subscriber = `${callbackBase}${subscriberPath.replace(':sourceCode', address)}`;
        await subscribeToObjects(access, { subscriber, secret }, knownId, keep);
      } else {
        const callbackUrl = `${callbackBase}/api/data-center/dcsa/v2/notifications/${address}`;
        await keep((await subscribeToEvents(access, { callbackUrl, secret }, knownId)).subscriptionId);
      }
    } catch (error) {
      passMissingKey(error);
      worked = false;
      log.warn(
        { source: source.code, reason: error instanceof Error ? error.message : String(error) },
        'a source could not be asked to push',
      );
    }
  }
  return worked;
}
