import { pageParsers } from '#server/connectors/rpa/index.ts';
import { operatorIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { operatorOf } from '#shared/reference/operators.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { AnswerRow } from './answer-rows.ts';

/** Those targets that a record was made for. */
export async function withAnswer(database: Database, ids: readonly number[]): Promise<number[]> {
  const { rows } = await database.execute<{ id: number }>(
    'select id from subscription_source where id = any($1) and raw_answer_id is not null order by id',
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Those targets whose record from these pages has moves. */
export async function withMoves(database: Database, ids: readonly number[]): Promise<Set<number>> {
  const rows = await database.query<{ id: number }>(
    `select ss.id from subscription_source ss
       join shipment h on h.subscription_id = ss.subscription_id and h.source_id = ss.source_id and not h.fused
     where ss.id = any($1) and json_array_length(h.content -> 'events') > 0`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The source of the pages of a carrier; undefined where nothing has made it yet. */
async function knownSource(database: Database, carrierCode: string): Promise<number | undefined> {
  const [row] = await database.query<{ id: number }>(
    `select id from source where protocol = 'rpa' and carrier_code = $1 order by id limit 1`,
    [carrierCode],
  );
  return row?.id;
}

/** The source of the pages of a carrier, made where it is missing; undefined for a carrier nobody knows. */
export async function ensureSource(
  database: Database,
  carrierCode: string,
  reference: ReferenceSnapshot,
): Promise<number | undefined> {
  const known = await knownSource(database, carrierCode);
  const carrier = operatorIn(reference, carrierCode);
  if (known !== undefined || carrier === undefined) return known;
  await database.execute(
    `insert into source (code, protocol, source_type, channel, carrier_code, mode, name_cn, name_en, base_url, pull_interval_s)
     values ($1, 'rpa', 'RPA', 'SHIPPING_TRACKING', $2, $5, $3, $4, '', 1800) on conflict (code) do nothing`,
    [
      `rpa:${carrierCode}`,
      carrierCode,
      `${carrier.nameCn ?? carrierCode} 网页`,
      `${carrier.nameEn} web site`,
      reference.carriers.has(carrierCode) ? 'sea' : (operatorOf(carrierCode)?.mode ?? 'sea'),
    ],
  );
  return knownSource(database, carrierCode);
}

/** Gives answers of a carrier that nobody could read when they came the source of its pages, so that shipments follow them. */
export async function adoptAnswers(
  database: Database,
  carrierCode: string,
  reference: ReferenceSnapshot,
): Promise<void> {
  const id = await ensureSource(database, carrierCode, reference);
  if (id === undefined) return;
  await database.execute('update robot_answer set source_id = $1 where carrier_code = $2 and source_id is null', [
    id,
    carrierCode,
  ]);
}

/** The source that robots' answers of a carrier belong to, made when the first one comes; null for a carrier nobody knows or reads. */
export async function findSource(
  database: Database,
  carrierCode: string,
  reference: ReferenceSnapshot,
): Promise<number | null> {
  const isRead = pageParsers.some((parser) => parser.carrierCode === carrierCode);
  const id = isRead ? await ensureSource(database, carrierCode, reference) : await knownSource(database, carrierCode);
  return id ?? null;
}

/**
 * The targets of the shipments an answer is about, made where there are none yet: of the tenant of its robot, or of all.
 * A bill belongs to one shipment for ever; a container goes on to the next one, so only running subscriptions of it count.
 */
export async function targetsOf(
  database: Database,
  answer: Pick<AnswerRow, 'tenant_id' | 'source_id' | 'carrier_code' | 'subject' | 'subject_no'>,
): Promise<number[]> {
  if (answer.source_id === null) return [];
  const found = [answer.source_id, answer.carrier_code, answer.subject, answer.subject_no, answer.tenant_id];
  const subscriptions = `select s.id, s.tenant_id from subscription s
     where s.carrier_code = $2 and s.subject = $3 and ($5::bigint is null or s.tenant_id = $5)
       and ($3 = 'bill' and s.bill_no = $4 or $3 = 'container' and s.container_no = $4 and not s.ended)`;
  const { rows } = await database.execute<{ id: number }>(
    `with meant as (${subscriptions}), added as (
       insert into subscription_source (tenant_id, subscription_id, source_id)
       select tenant_id, id, $1 from meant order by id on conflict do nothing returning id)
     select id from added union
     select ss.id from subscription_source ss join meant on meant.id = ss.subscription_id where ss.source_id = $1`,
    found,
  );
  return rows.map(({ id }) => id);
}
