import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import { type AnswerRow, answerColumns } from './answer-rows.ts';

/** How many answers of a carrier came since a moment. */
export async function countAnswers(database: Database, carrierCode: string, since: Instant): Promise<number> {
  const { rows } = await database.execute<{ n: number }>(
    'select count(*)::int as n from robot_answer where carrier_code = $1 and received_at >= $2',
    [carrierCode, new Date(since)],
  );
  return rows[0]?.n ?? 0;
}

/** The next answers of a carrier that a run looks at, in the order they came. */
export async function listNextAnswers(
  database: Database,
  carrierCode: string,
  { since, after }: { since: Instant; after: number },
  limit: number,
): Promise<AnswerRow[]> {
  const { rows } = await database.execute<AnswerRow>(
    `select ${answerColumns} from robot_answer where carrier_code = $1 and received_at >= $2 and id > $3 order by id limit $4`,
    [carrierCode, new Date(since), after, limit],
  );
  return rows;
}

/** Of the shipments that answers are about, the newest answer that can be read. */
export async function listNewestReadable(
  database: Database,
  answers: readonly Pick<AnswerRow, 'carrier_code' | 'subject_no' | 'tenant_id'>[],
): Promise<AnswerRow[]> {
  const { rows } = await database.execute<AnswerRow>(
    `select distinct on (a.carrier_code, a.subject, a.subject_no, a.tenant_id) ${answerColumns
      .split(',')
      .map((column) => `a.${column.trim()}`)
      .join(', ')}
     from robot_answer a join (
       select distinct "carrierCode", "subjectNo" from jsonb_to_recordset($1::jsonb) as r("carrierCode" text, "subjectNo" text)
     ) w on w."carrierCode" = a.carrier_code and w."subjectNo" = a.subject_no
     where a.state in ('parsed', 'partly')
     order by a.carrier_code, a.subject, a.subject_no, a.tenant_id, a.collected_at desc, a.id desc`,
    [
      JSON.stringify(
        answers.map(({ carrier_code, subject_no }) => ({ carrierCode: carrier_code, subjectNo: subject_no })),
      ),
    ],
  );
  return rows;
}

/** A difference to be kept. */
export type NewDifference = {
  answerId: number;
  kind: 'changed' | 'parsed' | 'refused';
  path: string | null;
  before: string | null;
  after: string | null;
};

/** Keeps what a run found to be otherwise. */
export async function insertDifferences(
  database: Database,
  runId: number,
  differences: readonly NewDifference[],
): Promise<void> {
  if (differences.length === 0) return;
  await database.execute(
    `insert into robot_parser_difference (run_id, answer_id, kind, path, before, after)
     select $1, r."answerId", r.kind, r.path, r.before, r.after
     from jsonb_to_recordset($2::jsonb) as r("answerId" bigint, kind text, path text, before text, after text)`,
    [runId, JSON.stringify(differences)],
  );
}

/** A difference as it is shown. */
export type DifferenceRow = {
  id: number;
  answerId: number;
  kind: 'changed' | 'parsed' | 'refused';
  path: string | null;
  before: string | null;
  after: string | null;
  carrierCode: string;
  subject: 'bill' | 'container';
  subjectNo: string;
};

/** A page of what a run found, and how much there is in all. */
export async function listDifferences(
  database: Database,
  runId: number,
  kinds: readonly string[] | undefined,
  page: { limit: number; offset: number },
): Promise<{ rows: DifferenceRow[]; total: number }> {
  const where = 'd.run_id = $1 and ($2::text[] is null or d.kind = any($2))';
  const [counted] = await database.query<{ n: number }>(
    `select count(*)::int as n from robot_parser_difference d where ${where}`,
    [runId, kinds ?? null],
  );
  const rows = await database.query<DifferenceRow>(
    `select d.id, d.answer_id as "answerId", d.kind, d.path, d.before, d.after, a.carrier_code as "carrierCode", a.subject,
       a.subject_no as "subjectNo"
     from robot_parser_difference d join robot_answer a on a.id = d.answer_id where ${where}
     order by d.id limit $3 offset $4`,
    [runId, kinds ?? null, page.limit, page.offset],
  );
  return { rows, total: counted?.n ?? 0 };
}
