import type { RpaAnswerRow, RpaRun } from '#contract/intake/rpa.ts';
import { operatorIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { refusalText } from '#shared/i18n/server-messages/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
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
export type ListedAnswer = Omit<RpaAnswerRow, 'answerId' | 'carrierName' | 'reasons'> & {
  id: number;
  reasons: string[];
};

/** An answer on the wire. */
export const presentAnswer = (
  { id, ...row }: ListedAnswer,
  reference: ReferenceSnapshot,
  lang: Lang,
): RpaAnswerRow => ({
  ...row,
  answerId: String(id),
  carrierName: carrierName(reference, row.carrierCode, lang),
  reasons: reasonsOf(row.reasons, lang),
});
