// unscoped: A push names its source by the key it came with: tenants follow from the subscriptions that the message matches.
import type { CallData } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';

/** A source that may push. */
export type PushSource = {
  id: number;
  code: string;
  protocol: string;
  profile: string | null;
  enabled: boolean;
  push_enabled: boolean;
  push_secret: string | null;
};

/** Sealed keys of the source by whom they belong to; null: the platform, or the tenant whose source it is. */
export const listPushKeys = (ctx: Ctx, sourceId: number): Promise<{ tenant_id: number | null; sealed: string }[]> =>
  ctx.unscoped.query<{ tenant_id: number | null; sealed: string }>(
    `select null::bigint as tenant_id, coalesce(a.default_value, s.credential) as sealed
     from source s left join asset a on a.id = s.asset_id where s.id = $1 and coalesce(a.default_value, s.credential) is not null
     union all select own.tenant_id, own.asset_value from source s join tenant_asset own on own.asset_id = s.asset_id
     where s.id = $1 and own.asset_value is not null order by tenant_id nulls first`,
    [sourceId],
  );

/** The source by its code. */
export const findPushSource = (ctx: Ctx, code: string): Promise<PushSource | undefined> =>
  ctx.unscoped.system
    .selectFrom('source')
    .select(['id', 'code', 'protocol', 'profile', 'enabled', 'push_enabled', 'push_secret'])
    .where('code', '=', code)
    .executeTakeFirst();

/** Subscriptions of objects that the source is known to address, or to tell news of, by these ids. */
export const listKnownObjects = (
  ctx: Ctx,
  sourceId: number,
  objectIds: readonly string[],
): Promise<{ object_id: string; target_id: number }[]> =>
  ctx.unscoped.query<{ object_id: string; target_id: number }>(
    `select ss.object_id, ss.id as target_id from subscription_source ss where ss.source_id = $1 and ss.object_id = any($2)
     union select ss.news_object_id, ss.id from subscription_source ss where ss.source_id = $1 and ss.news_object_id = any($2)`,
    [sourceId, objectIds],
  );

/** A subscription that a reference of a notification is about. */
export type ReferenceMatch = { reference: string; target_id: number; subscription_id: number; tenant_id: number };

/** A message that was taken before: the hash of its body, and what was answered. Both are null where that was not kept. */
type TakenPush = { body_hash: string | null; answer: CallData<'pushDcsa'> | null };

/** Notes that a stamp or id is used by a message, in the current transaction; gives the message that used it before. */
export async function takeNonce(
  { unscoped: database }: Pick<Ctx, 'unscoped'>,
  sourceId: number,
  nonce: string,
  bodyHash: string,
): Promise<TakenPush | undefined> {
  const { rowCount } = await database.execute(
    'insert into push_nonce (source_id, nonce, body_hash) values ($1, $2, $3) on conflict do nothing',
    [sourceId, nonce, bodyHash],
  );
  if (rowCount > 0) return undefined;
  const [taken] = await database.query<TakenPush>(
    'select body_hash, answer from push_nonce where source_id = $1 and nonce = $2',
    [sourceId, nonce],
  );
  return taken ?? { body_hash: null, answer: null };
}

/** Keeps what was answered to the message with these stamps, so that it is answered alike when it is sent again. */
export async function keepPushAnswer(
  { unscoped: database }: Pick<Ctx, 'unscoped'>,
  sourceId: number,
  nonces: readonly (string | null)[],
  answer: CallData<'pushDcsa'>,
): Promise<void> {
  const known = nonces.filter((nonce) => nonce !== null);
  if (known.length === 0) return;
  await database.execute('update push_nonce set answer = $3 where source_id = $1 and nonce = any($2)', [
    sourceId,
    known,
    JSON.stringify(answer),
  ]);
}

/**
 * Subscriptions that the carrier's references name, or that it addresses by these ids, of all tenants that are requested with the
 * platform's keys: what is pushed is the answer to these, or to those of the tenant whose own source it is. What was pushed for the
 * account of one tenant (`accountOf`) is for this tenant only. A bill belongs to one shipment for ever, and a late
 * word about it counts; a container goes on to the next one, so that only running subscriptions of it are meant.
 */
export async function listSubscriptionsFor(
  { unscoped: database }: Pick<Ctx, 'unscoped'>,
  source: Pick<PushSource, 'id'> & { accountOf?: number | null },
  references: readonly string[],
  objectIds: readonly string[] = [],
): Promise<ReferenceMatch[]> {
  const { rows } = await database.execute<ReferenceMatch>(
    `select case when ss.object_id = any($3) then ss.object_id when s.subject = 'bill' then s.bill_no else s.container_no end as reference, ss.id as target_id, s.id as subscription_id, s.tenant_id
     from subscription s join subscription_source ss on ss.subscription_id = s.id and ss.source_id = $1
       join source o on o.id = ss.source_id
     where (coalesce(o.carrier_codes, o.carrier_code) is null
         or s.carrier_code = any(string_to_array(coalesce(o.carrier_codes, o.carrier_code), ',')))
       and (s.subject = 'bill' and s.bill_no = any($2)
         or s.subject = 'container' and s.container_no = any($2) and not s.ended or ss.object_id = any($3))
       and (case when $4::bigint is not null then s.tenant_id = $4 else o.tenant_id = s.tenant_id or o.tenant_id is null and (o.asset_id is null or o.platform_key_for_all
         and not exists (select from tenant_asset own where own.asset_id = o.asset_id and own.tenant_id = s.tenant_id)) end)`,
    [source.id, references, objectIds, source.accountOf ?? null],
  );
  return rows;
}
