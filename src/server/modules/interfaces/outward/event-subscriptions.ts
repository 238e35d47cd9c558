import { randomUUID } from 'node:crypto';
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import { seal, type SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { keepCap } from '#server/platform/db/lock-name.ts';
import { isImo } from '#shared/ids/imo.ts';
import type { Instant } from '#shared/time/instant.ts';
import { isRecord } from '#shared/values/objects.ts';
import { EventQueryError, isList, readFilter } from './event-filter.ts';

/** Who asks: a system of a tenant, by its key. */
export type Consumer = {
  database: Database;
  tenantId: number;
  requestId: string;
  ip: string | null;
  /** The person who acts, where it is no program. */
  auditor?: Parameters<typeof writeAudit>[0];
};

/** What subscriptions need besides the call. */
export type SubscriptionDeps = {
  keys: SecretKeys;
  /** Asks an address whether it takes notifications; throws when it may not be called or does not answer. */
  probe: (url: string, subscriptionId: string) => Promise<void>;
  /** Throws when an address may not be called; does not call it. */
  checkAddress: (url: string) => Promise<void>;
  now: () => Instant;
};

/** A subscription as the standard shows it; the secret is never shown. */
export type ShownSubscription = { subscriptionID: string; callbackUrl: string } & Record<string, unknown>;

type Row = { id: string; callback_url: string; filters: Record<string, string | string[]> };

const secretBytesLeast = 32;
const maxSubscriptions = 500;
const kept = new Set(['subscriptionID', 'callbackUrl', 'secret']);

const shown = (row: Row): ShownSubscription => ({
  subscriptionID: row.id,
  callbackUrl: row.callback_url,
  ...row.filters,
});

/** The body of a request. Throws EventQueryError when it is no object. */
export function readBody(body: unknown): Record<string, unknown> {
  if (!isRecord(body)) throw new EventQueryError('the body is no object');
  return body;
}

function readSecret(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || Buffer.from(text, 'base64').length < secretBytesLeast)
    throw new EventQueryError(`secret must be base64 of at least ${secretBytesLeast} bytes`);
  return text;
}

const partsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.split(',')).map((part) => part.trim());

/**
 * The filters of a subscription's body, checked as those of a query are, but that they may exclude each other, and that
 * what shall count for long names a ship that can be.
 */
export function readFilters(body: Record<string, unknown>): Record<string, string | string[]> {
  const filters: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(body)) {
    if (kept.has(name) || value === null) continue;
    const texts: unknown[] = Array.isArray(value) ? value : [value];
    if (!texts.every((text) => typeof text === 'string'))
      throw new EventQueryError(`${name} must be a text or a list of texts`);
    if (texts.length > 0) filters[name] = isList(name) ? partsOf(texts) : typeof value === 'string' ? value : texts;
  }
  readFilter(filterPairs(filters));
  const imo = filters['vesselIMONumber'];
  if (imo !== undefined && !isImo(String(imo))) throw new EventQueryError('vesselIMONumber has a wrong check digit');
  return filters;
}

/** Filters as a query would give them. */
export const filterPairs = (filters: Readonly<Record<string, string | string[]>>): [string, string][] =>
  Object.entries(filters).map(([name, value]) => [name, [value].flat().join(',')]);

async function checkCallback(check: SubscriptionDeps['probe'], url: unknown, id: string): Promise<string> {
  if (typeof url !== 'string' || url.length > 2000 || !/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new EventQueryError('callbackUrl must be an http or https address', 'address');
  await check(url, id);
  return url;
}

const audit = (consumer: Consumer, id: string, action: string, after?: unknown) =>
  writeAudit(
    consumer.auditor ?? {
      actor: { kind: 'system', userCode: 'api' },
      origin: 'Remote',
      requestId: consumer.requestId,
      unscoped: consumer.database,
      ip: consumer.ip,
    },
    { entity: 'eventSubscription', entityId: id, action, tenantId: consumer.tenantId, after },
  );

async function countSubscriptions({ database, tenantId }: Consumer): Promise<number> {
  const [row] = await database.query<{ n: number }>(
    'select count(*)::int as n from outward_subscription where tenant_id = $1 and removed_at is null',
    [tenantId],
  );
  return row?.n ?? 0;
}

/** A subscription that is to be made: the secret in base64, and how the callback is checked. */
export type NewSubscription = {
  callbackUrl: unknown;
  check: SubscriptionDeps['probe'];
  secret: string;
  filters: Record<string, string | string[]>;
};

/** Writes a subscription to events that are made from now on. Throws EventQueryError. */
export async function insertSubscription(
  consumer: Consumer,
  deps: SubscriptionDeps,
  { check, secret, filters, ...given }: NewSubscription,
): Promise<ShownSubscription> {
  const id = randomUUID();
  const callbackUrl = await checkCallback(check, given.callbackUrl, id);
  const { database, tenantId } = consumer;
  return database.transaction(async () => {
    await keepCap(database, {
      of: `subscriptions to events of tenant ${tenantId}`,
      limit: maxSubscriptions,
      count: () => countSubscriptions(consumer),
      refusal: () => new EventQueryError('there are too many subscriptions', 'tooMany'),
    });
    await database.execute(
      `insert into outward_subscription (id, tenant_id, callback_url, secret, filters, told_to, created_at)
       values ($1, $2, $3, $4, $5::jsonb, coalesce((select max(id) from outward_event where tenant_id = $2), 0), $6)`,
      [id, tenantId, callbackUrl, seal(secret, deps.keys), JSON.stringify(filters), new Date(deps.now())],
    );
    await audit(consumer, id, 'insert', { callbackUrl, filters });
    return shown({ id, callback_url: callbackUrl, filters });
  });
}

/** Subscribes to events made from now on; the callback has to answer first. */
export async function createSubscription(
  consumer: Consumer,
  deps: SubscriptionDeps,
  given: unknown,
): Promise<ShownSubscription> {
  const body = readBody(given);
  const { callbackUrl } = body;
  const secret = readSecret(body['secret']);
  return insertSubscription(consumer, deps, { callbackUrl, check: deps.probe, secret, filters: readFilters(body) });
}

const selectSql =
  'select id, callback_url, filters from outward_subscription where tenant_id = $1 and removed_at is null';

/** The subscriptions of a tenant, oldest first. */
export async function listSubscriptions({ database, tenantId }: Consumer): Promise<ShownSubscription[]> {
  return (await database.query<Row>(`${selectSql} order by created_at, id`, [tenantId])).map(shown);
}

/** One subscription, undefined when the tenant has none of this id. */
export async function findSubscription(
  { database, tenantId }: Consumer,
  id: string,
): Promise<ShownSubscription | undefined> {
  const [row] = await database.query<Row>(`${selectSql} and id = $2::uuid`, [tenantId, id]);
  return row && shown(row);
}

/** Replaces everything of a subscription but its id and secret; undefined when there is none. */
export async function changeSubscription(
  consumer: Consumer,
  deps: SubscriptionDeps,
  id: string,
  given: unknown,
): Promise<ShownSubscription | undefined> {
  const body = readBody(given);
  if ('secret' in body) throw new EventQueryError('the secret is changed at /secret');
  const { subscriptionID } = body;
  if (subscriptionID != null && String(subscriptionID).toLowerCase() !== id)
    throw new EventQueryError('subscriptionID is not the one of the address');
  if ((await findSubscription(consumer, id)) === undefined) return undefined;
  const filters = readFilters(body);
  const callbackUrl = await checkCallback(deps.probe, body['callbackUrl'], id);
  return consumer.database.transaction(async () => {
    // What waits was made for the former filters: it is made again.
    await consumer.database.execute(
      `update outward_delivery d set state = 'replaced', resend_by = null from outward_subscription s
       where s.tenant_id = $1 and s.id = $2::uuid and d.id = s.open_delivery_id`,
      [consumer.tenantId, id],
    );
    const { rowCount } = await consumer.database.execute(
      `update outward_subscription set callback_url = $3, filters = $4::jsonb, failures = 0, next_try_at = null, last_error = null,
         open_delivery_id = null
       where tenant_id = $1 and id = $2::uuid and removed_at is null`,
      [consumer.tenantId, id, callbackUrl, JSON.stringify(filters)],
    );
    if (rowCount === 0) return undefined;
    await audit(consumer, id, 'update', { callbackUrl, filters });
    return shown({ id, callback_url: callbackUrl, filters });
  });
}

/** Changes the secret; false when there is no such subscription. */
export async function changeSecret(
  consumer: Consumer,
  deps: SubscriptionDeps,
  id: string,
  given: unknown,
): Promise<boolean> {
  const secret = seal(readSecret(readBody(given)['secret']), deps.keys);
  return consumer.database.transaction(async () => {
    const { rowCount } = await consumer.database.execute(
      'update outward_subscription set secret = $3, secret_before = null where tenant_id = $1 and id = $2::uuid and removed_at is null',
      [consumer.tenantId, id, secret],
    );
    if (rowCount > 0) await audit(consumer, id, 'secret');
    return rowCount > 0;
  });
}

/** Ends a subscription; false when there is none. */
export async function removeSubscription(consumer: Consumer, deps: SubscriptionDeps, id: string): Promise<boolean> {
  return consumer.database.transaction(async () => {
    const { rowCount } = await consumer.database.execute(
      'update outward_subscription set removed_at = $3 where tenant_id = $1 and id = $2::uuid and removed_at is null',
      [consumer.tenantId, id, new Date(deps.now())],
    );
    if (rowCount > 0) await audit(consumer, id, 'delete');
    return rowCount > 0;
  });
}
