import type { Database } from '#server/platform/db/database.ts';
import type { TenantIds } from '#server/platform/db/tenant-ids.ts';
import { type BodyEncoding, packBeside, packBody, unpackBody } from './bodies.ts';
import { type Target } from './queries.ts';
import { bodyColumns, type RawAnswer } from './raw-answers.ts';

/** A body as it is kept, and the answer that it is the difference from. */
export type PackedAnswer = { body: Uint8Array; encoding: BodyEncoding | 'difference'; baseId: number | null };

type Asked = { target: Pick<Target, 'id' | 'tenant_id' | 'subscription_id' | 'source_id'>; body: Uint8Array };

/** The answer kept in full that the last pulled one of each target is, or is the difference from; by target. */
async function listBases(
  database: Database,
  targets: readonly Asked['target'][],
): Promise<Map<number, { id: number; body: Buffer }>> {
  if (targets.length === 0) return new Map();
  const { rows } = await database.execute<{ target_id: number; id: number; body: Buffer }>(
    `select t.target_id, k.id, k.body
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) as t(target_id, subscription_id, source_id, tenant_id)
     cross join lateral (
       select coalesce(r.base_id, r.id) as base_id from raw_answer r
       where r.tenant_id = t.tenant_id and r.subscription_id = t.subscription_id and r.source_id = t.source_id
         and r.via = 'pull'
       order by r.id desc limit 1) last
     join raw_answer k on k.id = last.base_id and k.subscription_id = t.subscription_id and k.tenant_id = t.tenant_id where k.encoding = 'zstd'`,
    [
      targets.map(({ id }) => id),
      targets.map((target) => target.subscription_id),
      targets.map((target) => target.source_id),
      targets.map((target) => target.tenant_id),
    ],
  );
  return new Map(rows.map((row) => [row.target_id, row]));
}

/** How pulled answers are kept, in the order given: a shipment's answer mostly repeats the one before. */
export async function packAnswers(database: Database, answers: readonly Asked[]): Promise<PackedAnswer[]> {
  const bases = await listBases(
    database,
    answers.map(({ target }) => target),
  );
  return answers.map(({ target, body }) => {
    const base = bases.get(target.id);
    if (base === undefined) return { ...packBody(body), baseId: null };
    const packed = packBeside(body, base.body);
    return { ...packed, baseId: packed.encoding === 'difference' ? base.id : null };
  });
}

/** Keeps the last answers about shipments that are over in full, so that those before them can go when they are old. */
export async function settleLastAnswers(database: Database, subscriptions: TenantIds): Promise<void> {
  if (subscriptions.ids.length === 0) return;
  const { rows } = await database.execute<Pick<RawAnswer, 'id' | 'subscription_id' | 'body' | 'encoding' | 'base'>>(
    `select a.id, a.subscription_id, ${bodyColumns('a')} from subscription_source ss
     join lateral (
       select * from raw_answer r where r.tenant_id = ss.tenant_id and r.subscription_id = ss.subscription_id
         and r.source_id = ss.source_id and r.via = 'pull'
       order by r.id desc limit 1) a on a.base_id is not null
     where ss.subscription_id = any($1) and ss.tenant_id = any($2)`,
    [subscriptions.ids, subscriptions.tenantIds],
  );
  if (rows.length === 0) return;
  const full = rows.map((row) => packBody(unpackBody(row), { lasting: true }));
  await database.execute(
    `update raw_answer a set body = r.body, encoding = r.encoding, base_id = null
     from unnest($1::bigint[], $2::bytea[], $3::text[], $5::bigint[]) as r(id, body, encoding, subscription_id)
     where a.id = r.id and a.subscription_id = r.subscription_id and a.tenant_id = any($4)`,
    [
      rows.map(({ id }) => id),
      full.map(({ body }) => Buffer.from(body)),
      full.map(({ encoding }) => encoding),
      subscriptions.tenantIds,
      rows.map((row) => row.subscription_id),
    ],
  );
}
