import { keepState, readState } from '#server/platform/db/app-state.ts';
import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '#generated/schema.ts';
import { removeSubscription, subscribeToEvents } from '#server/connectors/dcsa/index.ts';
import { subscribeToObjects } from '#server/connectors/onerecord/index.ts';
import { PullFailure, type PullFailureReason } from '#server/connectors/types.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import { open, passMissingKey } from '#server/platform/crypto/index.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { subscriberPath } from './object-notices-route.ts';

type Source = Selectable<DB['source']>;
type Deps = { database: Database; clock: Clock; log: Logger; keys: SecretKeys; callbackBase: string };

/** Protocols whose subscriptions are those of DCSA, which a subscriber may end. */
const endable = ['dcsa', 'ups'] as const;

/** Answers after which asking again to end a subscription would change nothing. */
const final: ReadonlySet<PullFailureReason> = new Set(['unauthorized', 'not_permitted', 'bad_answer', 'config_error']);

const stateKey = (sourceCode: string): string => `push_subscription_${sourceCode}`;

const accessOf = (source: Source, { keys, clock }: Deps) => ({
  baseUrl: source.base_url,
  credential: source.credential === null ? null : open(source.credential, keys),
  now: clock.now(),
  timeoutMs: 10_000,
  maxBytes: 1_000_000,
});

const idOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

async function subscribe(deps: Deps, source: Source, secret: string): Promise<void> {
  const { database, callbackBase } = deps;
  const known = idOf(await readState(database, stateKey(source.code)));
  const address = encodeURIComponent(source.code);
  const keep = (subscriptionId: string): Promise<void> => keepState(database, stateKey(source.code), subscriptionId);
  if (source.protocol === 'onerecord') {
    const subscriber = `${callbackBase}${subscriberPath.replace(':sourceCode', address)}`;
    await subscribeToObjects(accessOf(source, deps), { subscriber, secret }, known, keep);
  } else {
    const callbackUrl = `${callbackBase}/api/data-center/dcsa/v2/notifications/${address}`;
    const { subscriptionId } = await subscribeToEvents(accessOf(source, deps), { callbackUrl, secret }, known);
    await keep(subscriptionId);
  }
}

/** Ends a subscription at its source; a source that refuses this for good has none of ours any more. */
async function unsubscribe(deps: Deps, source: Source, subscriptionId: string): Promise<void> {
  try {
    await removeSubscription(accessOf(source, deps), subscriptionId);
  } catch (error) {
    if (!(error instanceof PullFailure) || !final.has(error.reason)) throw error;
    deps.log.warn({ source: source.code, reason: error.message }, 'a source did not let us end its subscription');
  }
  await deps.database.execute('delete from app_state where key = $1', [stateKey(source.code)]);
}

/**
 * Makes every source that may push send its events to our callback, or renews that, and ends what a source had agreed to before it was
 * switched off. A source that does not answer is tried again next time; pulling goes on meanwhile. Gives whether all of them that may push
 * took it: ending a subscription waits for the next regular time.
 */
export async function subscribeSources(deps: Deps): Promise<boolean> {
  const { database, log, keys } = deps;
  let worked = true;
  const attempt = async (source: Source, work: () => Promise<void>, failure: string): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      passMissingKey(error);
      log.warn({ source: source.code, reason: error instanceof Error ? error.message : String(error) }, failure);
      return false;
    }
  };
  const sources = await database.system
    .selectFrom('source')
    .selectAll()
    .where('enabled', '=', true)
    .where('push_enabled', '=', true)
    .where('protocol', 'in', [...endable, 'onerecord'])
    .execute();
  for (const source of sources) {
    const { push_secret: sealed } = source;
    if (sealed === null) continue;
    const isKept = await attempt(
      source,
      () => subscribe(deps, source, open(sealed, keys)),
      'a source could not be asked to push',
    );
    worked &&= isKept;
  }
  const ended = await database.system
    .selectFrom('source as s')
    .innerJoin('app_state as a', (join) => join.on(sql<boolean>`a.key = ${stateKey('')} || s.code`))
    .selectAll('s')
    .select('a.value')
    .where((eb) => eb.or([eb('s.enabled', '=', false), eb('s.push_enabled', '=', false)]))
    .where('s.protocol', 'in', endable)
    .execute();
  for (const { value, ...source } of ended)
    await attempt(source, () => unsubscribe(deps, source, String(value)), 'a subscription could not be ended');
  return worked;
}
