import { createHash } from 'node:crypto';
import type { AnswerReading, RobotAnswer } from '#server/connectors/rpa/index.ts';
import type { ParseRefusal } from '#server/connectors/types.ts';
import { packBody, unpackBody } from '#server/modules/intake/collection/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A stored answer with all that reading it again needs. */
export type AnswerRow = {
  id: number;
  tenant_id: number | null;
  source_id: number | null;
  carrier_code: string;
  subject: 'bill' | 'container';
  subject_no: string;
  collected_at: Instant;
  received_at: Instant;
  parser_hint: string | null;
  content_type: 'html' | 'json';
  body: Buffer;
  encoding: ReturnType<typeof packBody>['encoding'];
  state: AnswerReading['state'];
  reasons: string[];
  /** Moves that were read. */
  events: number;
  parser_id: string | null;
  parser_version: number | null;
};

/** Columns of an AnswerRow. */
export const answerColumns = `id, tenant_id, source_id, carrier_code, subject, subject_no, collected_at, received_at, parser_hint,
  content_type, body, encoding, state, reasons, events, parser_id, parser_version`;

/** The answer as the robot brought it. */
export const answerOf = (row: AnswerRow): RobotAnswer => ({
  carrierCode: row.carrier_code,
  subject: row.subject,
  subjectNo: row.subject_no,
  collectedAt: row.collected_at,
  contentType: row.content_type,
  parserHint: row.parser_hint,
  text: Buffer.from(unpackBody(row)).toString('utf8'),
});

/** Problems kept with an answer. */
const MAX_PROBLEMS = 50;

const problemsOf = (refusals: readonly ParseRefusal[]) =>
  refusals.slice(0, MAX_PROBLEMS).map(({ reason, index, field, value }) => ({ reason, index, field, value }));

/** What was read of an answer, as its row tells it. */
const readingValues = ({ state, parser, record, events, refusedEvents }: AnswerReading) => ({
  state,
  reasons: [...new Set(record.refusals.map(({ reason }) => reason))],
  problems: JSON.stringify(problemsOf(record.refusals)),
  parserId: parser?.id ?? null,
  parserVersion: parser?.version ?? null,
  events,
  refusedEvents,
});

/** Where an answer came from. */
export type AnswerOrigin = {
  keyId: number;
  tenantId: number | null;
  sourceId: number | null;
  robotId: string;
  jobId: string;
  receivedAt: Instant;
};

/** Keeps an answer as received; undefined when the same answer of the same job is kept already. */
export async function insertAnswer(
  database: Database,
  answer: RobotAnswer,
  by: AnswerOrigin,
  reading: AnswerReading,
): Promise<number | undefined> {
  const bytes = Buffer.from(answer.text);
  const { body, encoding } = packBody(bytes);
  const values = readingValues(reading);
  const { rows } = await database.execute<{ id: number }>(
    `insert into robot_answer (tenant_id, robot_key_id, source_id, carrier_code, subject, subject_no, collected_at, received_at,
       robot_id, job_id, parser_hint, content_type, body, encoding, size_bytes, hash, state, reasons, problems, parser_id,
       parser_version, events, refused_events)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18::text[], $19::jsonb, $20, $21, $22, $23)
     on conflict (robot_key_id, job_id, subject_no, hash) do nothing returning id`,
    [
      by.tenantId,
      by.keyId,
      by.sourceId,
      answer.carrierCode,
      answer.subject,
      answer.subjectNo,
      new Date(answer.collectedAt),
      new Date(by.receivedAt),
      by.robotId,
      by.jobId,
      answer.parserHint,
      answer.contentType,
      Buffer.from(body),
      encoding,
      bytes.byteLength,
      createHash('sha256').update(bytes).digest().subarray(0, 16),
      values.state,
      values.reasons,
      values.problems,
      values.parserId,
      values.parserVersion,
      values.events,
      values.refusedEvents,
    ],
  );
  return rows[0]?.id;
}

/** The answer that a robot brought before. */
export async function findRepeated(
  database: Database,
  answer: RobotAnswer,
  by: Pick<AnswerOrigin, 'keyId' | 'jobId'>,
): Promise<{ id: number; state: AnswerReading['state']; reasons: string[]; events: number } & Reader> {
  const hash = createHash('sha256').update(Buffer.from(answer.text)).digest().subarray(0, 16);
  const { rows } = await database.execute<
    { id: number; state: AnswerReading['state']; reasons: string[]; events: number } & Reader
  >(
    `select id, state, reasons, events, parser_id, parser_version from robot_answer
     where robot_key_id = $1 and job_id = $2 and subject_no = $3 and hash = $4`,
    [by.keyId, by.jobId, answer.subjectNo, hash],
  );
  if (rows[0] === undefined) throw new Error('an answer was neither kept nor found');
  return rows[0];
}

type Reader = { parser_id: string | null; parser_version: number | null };

/** Writes what a version made of stored answers. */
export async function updateReadings(
  database: Database,
  readings: readonly { id: number; reading: AnswerReading }[],
): Promise<void> {
  if (readings.length === 0) return;
  await database.execute(
    `update robot_answer a set state = r.state, reasons = array(select jsonb_array_elements_text(r.reasons)), problems = r.problems,
       parser_id = r."parserId", parser_version = r."parserVersion", events = r.events, refused_events = r."refusedEvents"
     from jsonb_to_recordset($1::jsonb) as r(id bigint, state text, reasons jsonb, problems jsonb, "parserId" text,
       "parserVersion" integer, events integer, "refusedEvents" integer)
     where a.id = r.id`,
    [
      JSON.stringify(
        readings.map(({ id, reading }) => {
          const values = readingValues(reading);
          return { id, ...values, problems: JSON.parse(values.problems) as unknown };
        }),
      ),
    ],
  );
}

/** Answers by their ids. */
export async function listAnswersById(database: Database, ids: readonly number[]): Promise<AnswerRow[]> {
  const { rows } = await database.execute<AnswerRow>(
    `select ${answerColumns} from robot_answer where id = any($1) order by collected_at, id`,
    [ids],
  );
  return rows;
}
