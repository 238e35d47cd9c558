import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import { type AnswerRow, answerColumns } from './answer-rows.ts';

/** Counts of a run. */
export type RunOutcome = {
  equal: number;
  changed: number;
  parsed: number;
  refused: number;
  unread: number;
  shipments: number;
  /** Shipments that lost what a version read that was taken back. */
  withdrawn: number;
  /** Differences kept. */
  kept: number;
  /** Answers that are read otherwise now and whose shipments still have to follow. */
  pending: number[];
};

/** A run of a version over stored answers. */
export type RunRow = {
  id: number;
  kind: 'trial' | 'apply';
  parser_id: string;
  version: number;
  before_version: number;
  since: Instant;
  state: 'running' | 'done' | 'failed';
  total: number;
  done: number;
  position: number;
  outcome: Partial<RunOutcome>;
  handler_code: string;
  handler_name: string;
  started_at: Instant;
  finished_at: Instant | null;
};

const runColumns = `id, kind, parser_id, version, before_version, since, state, total, done, position, outcome, handler_code,
  handler_name, started_at, finished_at`;

/** A run to be started. */
export type NewRun = Pick<RunRow, 'kind' | 'parser_id' | 'version' | 'before_version' | 'since'> & {
  carrierCode: string;
  by: { code: string; name: string };
  /** Answers whose shipments an ended run left behind. */
  pending?: readonly number[];
};

/** Starts a run over the answers of a carrier since a moment; undefined while another of the parser is running. */
export async function insertRun(database: Database, run: NewRun, now: Instant): Promise<RunRow | undefined> {
  const { rows } = await database.execute<RunRow>(
    `insert into robot_parser_run (kind, parser_id, version, before_version, since, state, total, handler_code, handler_name, started_at, outcome)
     values ($1, $2, $3, $4, $5, 'running',
       (select count(*) from robot_answer where carrier_code = $6 and received_at >= $5), $7, $8, $9, $10::jsonb)
     on conflict (kind, parser_id) where state = 'running' do nothing returning ${runColumns}`,
    [
      run.kind,
      run.parser_id,
      run.version,
      run.before_version,
      new Date(run.since),
      run.carrierCode,
      run.by.code,
      run.by.name,
      new Date(now),
      JSON.stringify({ pending: run.pending ?? [] }),
    ],
  );
  return rows[0];
}

/** A run by its id. */
export async function getRun(database: Database, id: number): Promise<RunRow | undefined> {
  const { rows } = await database.execute<RunRow>(`select ${runColumns} from robot_parser_run where id = $1`, [id]);
  return rows[0];
}

/** Runs of one parser or of all, newest first. */
export const listRuns = (database: Database, parserId: string | undefined): Promise<RunRow[]> =>
  database.query<RunRow>(
    `select ${runColumns} from robot_parser_run where $1::text is null or parser_id = $1 order by id desc limit 50`,
    [parserId ?? null],
  );

/** The newest run of each parser and kind. */
export const listNewestRuns = (database: Database): Promise<RunRow[]> =>
  database.query<RunRow>(
    `select distinct on (parser_id, kind) ${runColumns} from robot_parser_run order by parser_id, kind, id desc`,
  );

/** Ends what else is running of a parser, since a new release makes it pointless; gives the answers whose shipments it left behind. */
export async function stopRuns(database: Database, parserId: string, now: Instant): Promise<number[]> {
  const { rows } = await database.execute<Pick<RunRow, 'outcome'>>(
    `update robot_parser_run set state = 'failed', finished_at = $2 where parser_id = $1 and state = 'running' returning outcome`,
    [parserId, new Date(now)],
  );
  return rows.flatMap(({ outcome }) => outcome.pending ?? []);
}

/** Moves a run on; gives it as it is now, undefined when it is not running any more. */
export async function moveRun(
  database: Database,
  run: Pick<RunRow, 'id' | 'done' | 'position' | 'outcome'> & { state: RunRow['state'] },
  now: Instant,
): Promise<RunRow | undefined> {
  const { rows } = await database.execute<RunRow>(
    `update robot_parser_run set done = $2, position = $3, outcome = $4::jsonb, state = $5, total = greatest(total, $2),
       finished_at = case when $5 = 'running' then null else $6::timestamptz end
     where id = $1 and state = 'running' returning ${runColumns}`,
    [run.id, run.done, run.position, JSON.stringify(run.outcome), run.state, new Date(now)],
  );
  return rows[0];
}

/** The next answers of a carrier that a run looks at, in the order they came. */
export async function listNextAnswers(
  database: Database,
  carrierCode: string,
  run: Pick<RunRow, 'since' | 'position'>,
  limit: number,
): Promise<AnswerRow[]> {
  const { rows } = await database.execute<AnswerRow>(
    `select ${answerColumns} from robot_answer where carrier_code = $1 and received_at >= $2 and id > $3 order by id limit $4`,
    [carrierCode, new Date(run.since), run.position, limit],
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
  answer_id: number;
  kind: 'changed' | 'parsed' | 'refused';
  path: string | null;
  before: string | null;
  after: string | null;
  carrier_code: string;
  subject: 'bill' | 'container';
  subject_no: string;
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
    `select d.id, d.answer_id, d.kind, d.path, d.before, d.after, a.carrier_code, a.subject, a.subject_no
     from robot_parser_difference d join robot_answer a on a.id = d.answer_id where ${where}
     order by d.id limit $3 offset $4`,
    [runId, kinds ?? null, page.limit, page.offset],
  );
  return { rows, total: counted?.n ?? 0 };
}
