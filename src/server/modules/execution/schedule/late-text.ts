import type { Lang } from '#server/platform/context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time/instant.ts';

const units = [
  [DAY_MS, '天', 'd'],
  [HOUR_MS, '小时', 'h'],
  [MINUTE_MS, '分', 'min'],
  [SECOND_MS, '秒', 's'],
] as const;

/** A span of time by its two largest units: `2 h 5 min`. */
export function lateText(ms: number, lang: Lang): string {
  let rest = Math.max(SECOND_MS, ms);
  const parts: string[] = [];
  for (const [size, zh, en] of units) {
    const n = Math.floor(rest / size);
    rest -= n * size;
    if (n > 0) parts.push(`${n} ${lang === 'zh' ? zh : en}`);
  }
  return parts.slice(0, 2).join(' ');
}
