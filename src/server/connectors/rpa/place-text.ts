import type { PageNotice } from './types.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const others: Readonly<Record<string, string>> = {
  USA: 'US',
  'U.S.A.': 'US',
  'UNITED STATES OF AMERICA': 'US',
  UK: 'GB',
  ENGLAND: 'GB',
  'GREAT BRITAIN': 'GB',
  KOREA: 'KR',
  'KOREA REPUBLIC OF': 'KR',
  'REPUBLIC OF KOREA': 'KR',
  'SOUTH KOREA': 'KR',
  'KOREA, REPUBLIC OF': 'KR',
  'RUSSIAN FEDERATION': 'RU',
  'VIET NAM': 'VN',
  VIETNAM: 'VN',
  TURKEY: 'TR',
  TURKIYE: 'TR',
  UAE: 'AE',
  'TAIWAN, CHINA': 'TW',
  'TAIWAN CHINA': 'TW',
  'HONG KONG': 'HK',
  HONGKONG: 'HK',
  MACAU: 'MO',
  'CHINA MAINLAND': 'CN',
  "PEOPLE'S REPUBLIC OF CHINA": 'CN',
  'CZECH REPUBLIC': 'CZ',
  'IVORY COAST': 'CI',
  BURMA: 'MM',
  MYANMAR: 'MM',
  TANZANIA: 'TZ',
  IRAN: 'IR',
  SYRIA: 'SY',
  LAOS: 'LA',
  BOLIVIA: 'BO',
  VENEZUELA: 'VE',
  BRASIL: 'BR',
  'NETHERLANDS, THE': 'NL',
  'THE NETHERLANDS': 'NL',
};

let known: ReadonlyMap<string, string> | undefined;

function countries(): ReadonlyMap<string, string> {
  if (known !== undefined) return known;
  const display = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const found = new Map<string, string>();
  for (const code of letters.flatMap((first) => letters.map((second) => `${first}${second}`))) {
    const name = display.of(code);
    if (name !== undefined && !found.has(name.toUpperCase())) found.set(name.toUpperCase(), code);
  }
  for (const [name, code] of Object.entries(others)) found.set(name, code);
  return (known = found);
}

/** The code of a country by its English name or by its code; null: it is none. */
export function countryOf(text: string): string | null {
  const name = text.trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(name)) return new Set(countries().values()).has(name) ? name : null;
  return countries().get(name) ?? null;
}

/** A place as it is written: how its town may be called, the likeliest first, its country, and what is known of the terminal. */
export type WrittenPlace = NonNullable<PageNotice['named']> & { facility: string | null };

/** Brackets hold a country, a code or a terminal. */
function unbracketed(text: string): { outside: string; inside: string | null } {
  const [open, close] = [text.search(/[（(]/u), text.search(/[）)]/u)];
  // A bracket that is never closed is a slip of the pen.
  if (open < 0 || close < open) return { outside: text.replace(/[（）()]/gu, ' ').trim(), inside: null };
  return {
    outside: `${text.slice(0, open)} ${text.slice(close + 1)}`.trim(),
    inside: text.slice(open + 1, close).trim() || null,
  };
}

/**
 * Takes a place apart as carriers write it: `Rotterdam`, `BUSAN, KR`, `ROTTERDAM (NL)`, `Terminal,City,Province,Country`.
 * null for nothing.
 */
export function readPlace(text: string): WrittenPlace | null {
  if (text.trim() === '') return null;
  const { outside, inside } = unbracketed(text);
  const parts = (outside || text)
    .split(/[,，]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const last = parts.at(-1);
  const byLast = parts.length > 1 && last !== undefined ? countryOf(last) : null;
  const country = byLast ?? (inside === null ? null : countryOf(inside));
  const before = byLast === null ? parts : parts.slice(0, -1);
  // `Busan, Korea, Republic of (KR)`
  const named = before.filter((part, index) => index === 0 || country === null || countryOf(part) !== country);
  const towns = named.length > 0 ? named : before;
  // Of three parts the first is the terminal, the second the town.
  const likely = towns.length >= 3 ? [towns[1], towns[0], ...towns.slice(2)] : towns;
  const names = [...new Set(likely)].filter((name) => name !== undefined);
  if (names.length === 0) return null;
  const terminal = towns.length >= 3 ? towns[0] : country === null || byLast !== null ? inside : null;
  return { names, country, facility: terminal ?? null };
}
