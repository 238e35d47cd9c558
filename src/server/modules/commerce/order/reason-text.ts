import type { StoredProblem, StoredReason } from '#domain/commerce/order/judge-order.ts';
import { type ServerMessageCode, serverText } from '#shared/i18n/server-messages/index.ts';

type Lang = 'zh' | 'en';

const isVessel = (mode: string): boolean => mode === 'sea' || mode === 'domestic';

function carriageText(mode: string, carriage: string | null, lang: Lang): string {
  if (isVessel(mode)) return carriage === null ? '' : lang === 'zh' ? `“${carriage}”` : ` ${carriage}`;
  return carriage ?? (lang === 'zh' ? '运输' : 'transport');
}

/** The reason of a risk in a sentence. */
export function reasonText(reason: StoredReason | null, lang: Lang): string {
  if (reason === null) return '';
  const { code } = reason;
  if (code !== 'carriageLate' && code !== 'carriageSlipped')
    return serverText(`order.reason.${code}` satisfies ServerMessageCode, reason, lang);
  const key = `order.reason.${code}.${isVessel(reason.mode) ? 'sea' : 'other'}` as const;
  return serverText(key, { ...reason, carriage: carriageText(reason.mode, reason.carriage, lang) }, lang);
}

/** What is wrong with the claims of an order in a sentence; null where nothing is. */
export const problemText = (problem: StoredProblem | null, lang: Lang): string | null =>
  problem === null ? null : serverText('order.problem.packages', problem, lang);
