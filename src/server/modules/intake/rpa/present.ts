import type { RpaAnswerRow, RpaRun } from '#contract/intake/rpa.ts';
import { operatorIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Lang } from '#server/platform/context.ts';
import { refusalText } from '#shared/i18n/server-messages/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { applyRun, type ParserRun } from './parser-runs.ts';

/** A run on the wire. */
export const presentRun = (run: ParserRun): RpaRun => ({
  runId: String(run.id),
  kind: run.kind === applyRun.kind ? 'apply' : 'trial',
  parserId: run.params.parserId,
  version: run.params.version,
  beforeVersion: run.params.beforeVersion,
  state: run.state === 'cancelled' ? 'failed' : run.state,
  total: run.total,
  done: run.done,
  equal: run.outcome.equal,
  changed: run.outcome.changed,
  parsed: run.outcome.parsed,
  refused: run.outcome.refused,
  unread: run.outcome.unread,
  shipments: run.outcome.shipments,
  withdrawn: run.outcome.withdrawn,
  sinceTime: run.params.since,
  startTime: run.started_at,
  finishTime: run.finished_at,
  handlerName: run.handler_name,
});

/** A reason in words where it stands for many cases. */
export const reasonText = (code: string, lang: Lang): string => refusalText(code, { field: '…', value: '…' }, lang);

/** Reasons in words. */
export const reasonsOf = (codes: readonly string[], lang: Lang): { code: string; text: string }[] =>
  codes.map((code) => ({ code, text: reasonText(code, lang) }));

/** The name of a carrier. */
export function carrierName(reference: ReferenceSnapshot, code: string, lang: Lang): string | null {
  const operator = operatorIn(reference, code);
  return (lang === 'zh' ? operator?.nameCn : null) ?? operator?.nameEn ?? null;
}

/** An answer as lists read it. */
export type ListedAnswer = {
  id: number;
  state: RpaAnswerRow['state'];
  carrier_code: string;
  subject: 'bill' | 'container';
  subject_no: string;
  collected_at: Instant;
  received_at: Instant;
  robot_id: string;
  job_id: string;
  content_type: 'html' | 'json';
  size_bytes: number;
  parser_id: string | null;
  parser_version: number | null;
  events: number;
  refused_events: number;
  reasons: string[];
};

/** An answer on the wire. */
export const presentAnswer = (row: ListedAnswer, reference: ReferenceSnapshot, lang: Lang): RpaAnswerRow => ({
  answerId: String(row.id),
  state: row.state,
  carrierCode: row.carrier_code,
  carrierName: carrierName(reference, row.carrier_code, lang),
  subject: row.subject,
  subjectNo: row.subject_no,
  collectTime: row.collected_at,
  receiveTime: row.received_at,
  robotId: row.robot_id,
  jobId: row.job_id,
  contentType: row.content_type,
  sizeBytes: row.size_bytes,
  parserId: row.parser_id,
  parserVersion: row.parser_version,
  events: row.events,
  refusedEvents: row.refused_events,
  reasons: reasonsOf(row.reasons, lang),
});
