import { both, type Lang } from '#shared/i18n/text.ts';
import { usdText } from '#shared/text/usd-text.ts';
import type { MoneyAtRisk, MoneyKind, MoneyPart } from './money-at-risk.ts';

const names: Readonly<Record<MoneyKind, Readonly<Record<Lang, string>>>> = {
  demurrage: { zh: '滞期费', en: 'demurrage' },
  detention: { zh: '滞箱费', en: 'detention' },
  storage: { zh: '堆存费', en: 'storage' },
  lateness: { zh: '订单晚交', en: 'late order lines' },
  rebooking: { zh: '改配运价差', en: 'dearer sailing' },
};

const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

function derived({ kind, count, days, each }: MoneyPart, lang: Lang): string {
  const rate = usdText(each);
  if (kind === 'rebooking')
    return both(`${count} 箱，平均每箱贵 ${rate}`, `${many(count, 'container', 'containers')}, ${rate} more each`)[
      lang
    ];
  if (kind === 'lateness')
    return both(
      `${count} 个订单行共晚 ${days} 天，每行每天 ${rate}`,
      `${many(count, 'line')}, ${many(days, 'day')} late in all, ${rate} a line and day`,
    )[lang];
  return both(
    `${count} 箱，预计 ${days} 天，每箱每天 ${rate}`,
    `${many(count, 'container', 'containers')}, ${many(days, 'day')} expected, ${rate} a container and day`,
  )[lang];
}

/** How an amount came about, in one sentence. */
export function moneyText({ parts }: MoneyAtRisk, lang: Lang): string {
  const pieces = parts.map((part) => {
    const usual = part.usual === true ? both('，按通常价格', ', at a usual price')[lang] : '';
    const name = names[part.kind][lang];
    return lang === 'zh'
      ? `${name} ${usdText(part.usd)}（${derived(part, lang)}${usual}）`
      : `${name} ${usdText(part.usd)} (${derived(part, lang)}${usual})`;
  });
  const text = pieces.join(lang === 'zh' ? '，' : ' and ');
  return lang === 'zh' ? `${text}。` : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
