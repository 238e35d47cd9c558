import type { Reported, ReportedMoment } from '#domain/exceptions/replay/playback.ts';
import type { AttributeValue, FieldOverride } from '#domain/intake/fusion/types.ts';
import { deriveContent } from '#domain/tracking/derive.ts';
import type { SourceRecord, SourceType, Subject } from '#domain/tracking/model.ts';
import { connectors } from '#server/connectors/index.ts';
import type { Connector } from '#server/connectors/types.ts';
import { referenceOfSource, unpackBody } from '#server/modules/intake/collection/index.ts';
import type { BodyEncoding } from '#server/modules/intake/collection/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { currentPrecedence } from '#server/modules/tracking/shipment/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

type AnswerRow = {
  subscription_id: number;
  source_id: number;
  via: 'pull' | 'push';
  received_at: Instant;
  body: Uint8Array;
  encoding: BodyEncoding;
  source_code: string;
  source_type: SourceType;
  channel: string;
  protocol: Connector['protocol'];
  record_id: number | null;
  subject: Subject;
  bill_no: string | null;
  container_no: string | null;
  carrier_code: string;
};

const answersText = `
  select r.subscription_id, r.source_id, r.via, r.received_at, r.body, r.encoding, o.code as source_code, o.source_type, o.channel,
    o.protocol, b.id as record_id, s.subject, s.bill_no, s.container_no, s.carrier_code
  from raw_answer r join source o on o.id = r.source_id join subscription s on s.id = r.subscription_id
  left join shipment b on b.subscription_id = r.subscription_id and not b.fused and b.source_code = o.code
  where r.subscription_id = any($1) and r.received_at <= $2 order by r.received_at, r.id`;

/** What one source had sent when its record was made last: the newest pulled answer, and what was pushed since. */
type Sent = { pulled: AnswerRow | undefined; pushed: AnswerRow[]; record: SourceRecord | undefined };

function takeAnswer(sent: Sent, answer: AnswerRow, reference: ReferenceSnapshot): void {
  if (answer.via === 'push') sent.pushed.push(answer);
  else {
    sent.pulled = answer;
    sent.pushed = sent.pushed.filter(({ received_at: at }) => at >= answer.received_at);
  }
  const answers = [...(sent.pulled === undefined ? [] : [sent.pulled]), ...sent.pushed];
  const { content, observedAt } = connectors[answer.protocol].parse(
    answers.map((one) => unpackBody(one)),
    {
      subject: answer.subject,
      billNo: answer.bill_no,
      containerNo: answer.container_no,
      carrierCode: answer.carrier_code,
      receivedAt: answers.at(-1)?.received_at ?? answer.received_at,
    },
    referenceOfSource(reference, answer.source_code).rules,
  );
  // A source that does not know the shipment any more takes nothing away.
  if (content === null) return;
  sent.record = {
    id: String(answer.record_id ?? answer.source_code),
    sourceType: answer.source_type,
    channel: answer.channel,
    sourceCode: answer.source_code,
    observedAt,
    content: deriveContent(content),
  };
}

type OverrideRow = {
  id: number;
  subscription_id: number;
  path: string;
  value: AttributeValue;
  active: boolean;
  entered_by: string;
  entered_at: Instant;
  dropped_at: Instant | null;
};

const standingAt = (rows: readonly OverrideRow[], moment: Instant): FieldOverride[] =>
  rows
    .filter(({ entered_at: from, dropped_at: until }) => from <= moment && (until === null || until > moment))
    .map((row) => ({
      id: String(row.id),
      path: row.path,
      value: row.value,
      active: row.active,
      enteredBy: row.entered_by,
      enteredAt: row.entered_at,
    }));

function momentsOf(
  answers: readonly AnswerRow[],
  overrides: readonly OverrideRow[],
  reference: ReferenceSnapshot,
): ReportedMoment[] {
  const sources = new Map<number, Sent>();
  const times = new Set<Instant>(answers.map(({ received_at: at }) => at));
  for (const { entered_at: from, dropped_at: until } of overrides)
    for (const at of [from, until]) if (at !== null) times.add(at);
  const moments: ReportedMoment[] = [];
  let next = 0;
  for (const at of [...times].sort((a, b) => a - b)) {
    for (let answer = answers[next]; answer !== undefined && answer.received_at <= at; answer = answers[++next]) {
      const sent = sources.get(answer.source_id) ?? { pulled: undefined, pushed: [], record: undefined };
      sources.set(answer.source_id, sent);
      takeAnswer(sent, answer, reference);
    }
    const records = [...sources.values()].flatMap(({ record }) => record ?? []);
    if (records.length > 0)
      moments.push({
        at,
        records: records.sort((a, b) => Number(a.id) - Number(b.id)),
        overrides: standingAt(overrides, at),
      });
  }
  return moments;
}

/**
 * What sources stated of shipments until a moment, rebuilt from the answers that are kept: by the parsers, mapped ports
 * and precedence of today. By subscription.
 */
export async function readReported(
  database: Database,
  ids: readonly number[],
  to: Instant,
  reference: ReferenceSnapshot,
): Promise<ReadonlyMap<number, Reported>> {
  const [answers, overrides, { precedence }] = await Promise.all([
    database.query<AnswerRow>(answersText, [ids, new Date(to)]),
    database.query<OverrideRow>(
      'select * from field_override where subscription_id = any($1) and entered_at <= $2 order by id',
      [ids, new Date(to)],
    ),
    currentPrecedence(database),
  ]);
  const overridesOf = Map.groupBy(overrides, (row) => row.subscription_id);
  return new Map(
    Array.from(
      Map.groupBy(answers, (row) => row.subscription_id),
      ([id, own]) => [id, { precedence, moments: momentsOf(own, overridesOf.get(id) ?? [], reference) }],
    ),
  );
}
