import { readArchived } from '#server/platform/archive/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { BodyEncoding } from './bodies.ts';
import type { Target } from './queries.ts';
import { tenantsOf } from '#server/platform/db/tenant-ids.ts';

/** A stored answer as received. */
export type RawAnswer = {
  id: number;
  subscription_id: number;
  source_id: number;
  via: 'pull' | 'push';
  received_at: Instant;
  body: Buffer;
  encoding: BodyEncoding | 'difference';
  base: Buffer | null;
};

/** Columns of a stored body, for `unpackBody`. */
export const bodyColumns = (answer: string): string =>
  `${answer}.body, ${answer}.encoding, (select k.body from raw_answer k
    where k.id = ${answer}.base_id and k.subscription_id = ${answer}.subscription_id and k.tenant_id = ${answer}.tenant_id) as base`;

/**
 * What the record of each target is made from: the newest pulled answer and the messages pushed since it
 * was requested, oldest first, after it those that stand beside every answer; `withPull: false` leaves out the pulled answer, which the caller holds.
 */
export async function listBodies(
  database: Database,
  wanted: readonly { target: Pick<Target, 'id' | 'tenant_id' | 'subscription_id' | 'source_id'>; withPull: boolean }[],
): Promise<Map<number, RawAnswer[]>> {
  const { rows } = await database.execute<RawAnswer & { target_id: number }>(
    `select t.target_id, a.id, a.subscription_id, a.source_id, a.via, a.received_at, ${bodyColumns('a')}
     from jsonb_to_recordset($1::jsonb) as t(target_id bigint, tenant_id bigint, subscription_id bigint, source_id bigint, with_pull boolean)
     left join lateral (
       select p.id, p.received_at from raw_answer p
       where p.tenant_id = t.tenant_id and p.subscription_id = t.subscription_id and p.source_id = t.source_id and p.via = 'pull'
       order by p.id desc limit 1) pulled on true
     join lateral (
       select * from raw_answer r
       where r.tenant_id = t.tenant_id and r.subscription_id = t.subscription_id and r.source_id = t.source_id
         and (t.with_pull and r.id = pulled.id or r.via = 'push' and (pulled.id is null or r.standing or r.received_at >= pulled.received_at))
       order by r.via = 'push', r.id limit 500) a on true`,
    [
      JSON.stringify(
        wanted.map(({ target, withPull }) => ({
          target_id: target.id,
          tenant_id: target.tenant_id,
          subscription_id: target.subscription_id,
          source_id: target.source_id,
          with_pull: withPull,
        })),
      ),
    ],
  );
  const found = Map.groupBy(rows, (row) => row.target_id);
  const missing = wanted
    .filter(({ target, withPull }) => withPull && !found.has(target.id))
    .map(({ target }) => target);
  const archived = await listArchivedAnswers(database, [...new Set(missing.map((target) => target.subscription_id))]);
  for (const target of missing) {
    const answers = archived.filter(
      (one) => one.subscription_id === target.subscription_id && one.source_id === target.source_id,
    );
    const pulled = answers.findLast(({ via }) => via === 'pull');
    const pushed = answers.filter(
      (one) => one.via === 'push' && (pulled === undefined || one.standing || one.received_at >= pulled.received_at),
    );
    const bodies = [...(pulled === undefined ? [] : [pulled]), ...pushed].slice(0, 500);
    if (bodies.length > 0)
      found.set(
        target.id,
        bodies.map((one) => ({ ...one, target_id: target.id })),
      );
  }
  return found;
}

const answerColumns = [
  'subscription_id',
  'source_id',
  'source_code',
  'via',
  'received_at',
  'standing',
  'body',
] as const;

/** The answers of subscriptions that are in the archive, in the order in which they came. */
export async function listArchivedAnswers(
  database: Database,
  subscriptionIds: readonly number[],
): Promise<(RawAnswer & { standing: boolean; source_code: string })[]> {
  const rows = await readArchived(database, 'raw_answer', subscriptionIds, answerColumns);
  return rows.map(({ body, ...row }) => ({ ...row, body: Buffer.from(body), encoding: 'identity', base: null }));
}

/** Keeps answers as received; gives back their ids in the order given. */
export async function insertRawAnswers(
  database: Database,
  answers: readonly {
    tenantId: number;
    subscriptionId: number;
    sourceId: number;
    via: 'pull' | 'push';
    receivedAt: Instant;
    body: Uint8Array;
    encoding: BodyEncoding | 'difference';
    /** The answer that a difference refers to. */
    baseId?: number | null;
    hash: Buffer;
    /** Counts beside later answers, which do not repeat it. */
    standing?: boolean;
  }[],
): Promise<number[]> {
  if (answers.length === 0) return [];
  const { rows } = await database.execute<{ id: number }>(
    `insert into raw_answer (tenant_id, subscription_id, source_id, via, received_at, body, encoding, hash, standing, base_id)
     select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::timestamptz[], $6::bytea[], $7::text[], $8::bytea[],
       $9::boolean[], $10::bigint[])
     returning id`,
    [
      answers.map((answer) => answer.tenantId),
      answers.map((answer) => answer.subscriptionId),
      answers.map((answer) => answer.sourceId),
      answers.map((answer) => answer.via),
      answers.map((answer) => new Date(answer.receivedAt)),
      answers.map((answer) => Buffer.from(answer.body)),
      answers.map((answer) => answer.encoding),
      answers.map((answer) => answer.hash),
      answers.map((answer) => answer.standing ?? false),
      answers.map((answer) => answer.baseId ?? null),
    ],
  );
  return rows.map((row) => row.id);
}

/** Keeps pushed messages; one that is stored already is not stored twice. */
export async function keepPushed(
  database: Database,
  messages: readonly {
    tenantId: number;
    subscriptionId: number;
    sourceId: number;
    receivedAt: Instant;
    body: Uint8Array;
    encoding: BodyEncoding;
    hash: Buffer;
    standing?: boolean;
  }[],
): Promise<void> {
  if (messages.length === 0) return;
  const known = await database.execute<{ subscription_id: number; hash: Buffer }>(
    `select subscription_id, hash from raw_answer where via = 'push' and source_id = $1 and subscription_id = any($2)
       and hash = any($3::bytea[]) and tenant_id = any($4)`,
    [
      messages[0]?.sourceId,
      messages.map((message) => message.subscriptionId),
      messages.map((message) => message.hash),
      tenantsOf(messages),
    ],
  );
  const seen = new Set(known.rows.map((row) => `${row.subscription_id} ${row.hash.toString('hex')}`));
  await insertRawAnswers(
    database,
    messages
      .filter((message) => !seen.has(`${message.subscriptionId} ${message.hash.toString('hex')}`))
      .map((message) => ({ ...message, via: 'push' as const })),
  );
}
