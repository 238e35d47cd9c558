import type { OutcomeReason } from '#domain/execution/schedule/plan.ts';
import type { Lang } from '#server/platform/context.ts';
import { isServerMessageCode, serverText } from '#shared/i18n/server-messages/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { lateText } from './late-text.ts';

type Decided = { reason: OutcomeReason | null; detail: string | null; run_at: Instant; decided_at: Instant };

/** Why a run did not simply run, as a sentence; null for one that did. */
export function reasonText({ reason, detail, run_at: at, decided_at: decided }: Decided, lang: Lang): string | null {
  if (reason === null) return null;
  if (reason === 'refused') {
    // A code of the catalogue: it was the refusal of a call.
    const why = detail === null || !isServerMessageCode(detail) ? '' : serverText(detail, {}, lang);
    return serverText('occurrence.refused', { detail: why }, lang);
  }
  return serverText(`occurrence.${reason}`, { late: lateText(decided - at, lang) }, lang);
}
