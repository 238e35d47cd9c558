import type { pinyin as pinyinFunction } from 'pinyin-pro';
import { searchKey } from '#shared/text/normalize.ts';
import { once } from '#shared/memory/once-per.ts';

const han = /\p{Script=Han}/u;

type Pinyin = typeof pinyinFunction;
/** The tables of pinyin are large: they are read when the first Chinese name comes. */
const loadPinyin = once((): Promise<Pinyin> => import('pinyin-pro').then((module) => module.pinyin));

async function pinyinKeys(text: string): Promise<string[]> {
  const pinyin = await loadPinyin();
  const options = { toneType: 'none', type: 'array', nonZh: 'removed', v: true } as const;
  return [pinyin(text, options).join(''), pinyin(text, { ...options, pattern: 'first' }).join('')];
}

/** What a row is found by: its texts in lower case without accents, Chinese ones with their pinyin and its initials. */
export async function searchTextOf(texts: readonly unknown[]): Promise<string> {
  const parts: string[] = [];
  for (const text of texts) {
    if (typeof text !== 'string' || text.trim() === '') continue;
    parts.push(text);
    if (han.test(text)) parts.push(...(await pinyinKeys(text)));
  }
  return searchKey([...new Set(parts)].join(' '));
}
