import type { Reported, ReportedMoment } from '#domain/exceptions/replay/playback.ts';
import type { AttributeValue, FieldOverride } from '#domain/intake/fusion/types.ts';
import { deriveContent } from '#domain/tracking/derive.ts';
import type { SourceRecord, SourceType, Subject } from '#domain/tracking/model.ts';
import { connectors } from '#server/connectors/index.ts';
import type { Connector } from '#server/connectors/types.ts';
import { bodyColumns, referenceOfSource, unpackBody } from '#server/modules/intake/collection/index.ts';
import type { BodyEncoding } from '#server/modules/intake/collection/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { currentPrecedence } from '#server/modules/tracking/shipment/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

type AnswerRow = {
  subscriptionId: number;
  sourceId: number;
  via: 'pull' | 'push';
  receivedAt: Instant;
  body: Uint8Array;
  encoding: BodyEncoding | 'difference';
  base: Uint8Array | null;
  sourceCode: string;
  sourceType: SourceType;
  channel: string;
  protocol: Connector['protocol'];
  recordId: number | null;
  subject: Subject;
  billNo: string | null;
  containerNo: string | null;
  carrierCode: string;
};

const answersText = `
  select r.subscription_id as "subscriptionId", r.source_id as "sourceId", r.via, r.received_at as "receivedAt", ${bodyColumns('r')},
    o.code as "sourceCode", o.source_type as "sourceType", o.channel, o.protocol, b.id as "recordId", s.subject, s.bill_no as "billNo",
    s.container_no as "containerNo", s.carrier_code as "carrierCode"
  from raw_answer r join source o on o.id = r.source_id join subscription s on s.id = r.subscription_id
  left join shipment b on b.subscription_id = r.subscription_id and not b.fused and b.source_code = o.code
  where r.subscription_id = any($1) and r.received_at <= $2 order by r.received_at, r.id`;

/** What one source had sent when its record was made last: the newest pulled answer, and what was pushed since. */
type Sent = { pulled: AnswerRow | undefined; pushed: AnswerRow[]; record: SourceRecord | undefined };

function takeAnswer(sent: Sent, answer: AnswerRow, reference: ReferenceSnapshot): void {
  if (answer.via === 'push') sent.pushed.push(answer);
  else {
    sent.pulled = answer;
    sent.pushed = sent.pushed.filter(({ receivedAt: at }) => at >= answer.receivedAt);
  }
  const { subject, billNo, containerNo, carrierCode, sourceCode, sourceType, channel } = answer;
  const answers = [...(sent.pulled === undefined ? [] : [sent.pulled]), ...sent.pushed];
  const { content, observedAt } = connectors[answer.protocol].parse(
    answers.map((one) => unpackBody(one)),
    { subject, billNo, containerNo, carrierCode, receivedAt: answers.at(-1)?.receivedAt ?? answer.receivedAt },
    referenceOfSource(reference, sourceCode).rules,
  );
  // A source that does not know the shipment any more takes nothing away.
  if (content === null) return;
  const id = String(answer.recordId ?? sourceCode);
  sent.record = { id, sourceType, channel, sourceCode, observedAt, content: deriveContent(content) };
}

type OverrideRow = {
  id: number;
  subscriptionId: number;
  path: string;
  value: AttributeValue;
  active: boolean;
  enteredBy: string;
  enteredAt: Instant;
  droppedAt: Instant | null;
};

const standingAt = (rows: readonly OverrideRow[], moment: Instant): FieldOverride[] =>
  rows
    .filter(({ enteredAt: from, droppedAt: until }) => from <= moment && (until === null || until > moment))
    .map(({ subscriptionId, droppedAt, ...row }) => ({ ...row, id: String(row.id) }));

function momentsOf(
  answers: readonly AnswerRow[],
  overrides: readonly OverrideRow[],
  reference: ReferenceSnapshot,
): ReportedMoment[] {
  const sources = new Map<number, Sent>();
  const times = new Set<Instant>(answers.map(({ receivedAt: at }) => at));
  for (const { enteredAt: from, droppedAt: until } of overrides)
    for (const at of [from, until]) if (at !== null) times.add(at);
  const moments: ReportedMoment[] = [];
  let next = 0;
  for (const at of [...times].sort((a, b) => a - b)) {
    for (let answer = answers[next]; answer !== undefined && answer.receivedAt <= at; answer = answers[++next]) {
      const sent = sources.get(answer.sourceId) ?? { pulled: undefined, pushed: [], record: undefined };
      sources.set(answer.sourceId, sent);
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
      `select id, subscription_id as "subscriptionId", path, value, active, entered_by as "enteredBy", entered_at as "enteredAt",
         dropped_at as "droppedAt"
       from field_override where subscription_id = any($1) and entered_at <= $2 order by id`,
      [ids, new Date(to)],
    ),
    currentPrecedence(database),
  ]);
  const overridesOf = Map.groupBy(overrides, (row) => row.subscriptionId);
  return new Map(
    Array.from(
      Map.groupBy(answers, (row) => row.subscriptionId),
      ([id, own]) => [id, { precedence, moments: momentsOf(own, overridesOf.get(id) ?? [], reference) }],
    ),
  );
}
