import type { OutcomeReason } from '#domain/execution/schedule/plan.ts';
import { serverText, knownText } from '#shared/i18n/server-messages/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import type { Instant } from '#shared/time/instant.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time/instant.ts';

const units = [
  [DAY_MS, '天', 'd'],
  [HOUR_MS, '小时', 'h'],
  [MINUTE_MS, '分', 'min'],
  [SECOND_MS, '秒', 's'],
] as const;

/** A span of time by its two largest units: `2 h 5 min`. */
function lateText(ms: number, lang: Lang): string {
  let rest = Math.max(SECOND_MS, ms);
  const parts: string[] = [];
  for (const [size, zh, en] of units) {
    const n = Math.floor(rest / size);
    rest -= n * size;
    if (n > 0) parts.push(`${n} ${lang === 'zh' ? zh : en}`);
  }
  return parts.slice(0, 2).join(' ');
}

type Decided = { reason: OutcomeReason | null; detail: string | null; run_at: Instant; decided_at: Instant };

/** Why a run did not simply run, as a sentence; null for one that did. */
export function reasonText({ reason, detail, run_at: at, decided_at: decided }: Decided, lang: Lang): string | null {
  if (reason === null) return null;
  if (reason === 'refused') {
    // A code of the catalogue: it was the refusal of a call.
    const why = detail === null ? '' : (knownText(detail, lang) ?? '');
    return serverText('occurrence.refused', { detail: why }, lang);
  }
  return serverText(`occurrence.${reason}`, { late: lateText(decided - at, lang) }, lang);
}
