import type { PageNotice } from './types.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Names in use beside those of the standard, as they are after `plainName`. */
const others: Readonly<Record<string, string>> = {
  USA: 'US',
  'UNITED STATES OF AMERICA': 'US',
  UK: 'GB',
  ENGLAND: 'GB',
  SCOTLAND: 'GB',
  'GREAT BRITAIN': 'GB',
  KOREA: 'KR',
  'KOREA REPUBLIC OF': 'KR',
  'REPUBLIC OF KOREA': 'KR',
  'REP OF KOREA': 'KR',
  'SOUTH KOREA': 'KR',
  'S KOREA': 'KR',
  'RUSSIAN FEDERATION': 'RU',
  'RUSSIAN FED': 'RU',
  'VIET NAM': 'VN',
  VIETNAM: 'VN',
  TURKEY: 'TR',
  TURKIYE: 'TR',
  UAE: 'AE',
  'TAIWAN CHINA': 'TW',
  'HONG KONG': 'HK',
  HONGKONG: 'HK',
  MACAU: 'MO',
  MACAO: 'MO',
  'CHINA MAINLAND': 'CN',
  'PR CHINA': 'CN',
  PRCHINA: 'CN',
  'CHINA PR': 'CN',
  'PEOPLES REPUBLIC OF CHINA': 'CN',
  'CZECH REPUBLIC': 'CZ',
  'IVORY COAST': 'CI',
  'COTE D IVOIRE': 'CI',
  BURMA: 'MM',
  MYANMAR: 'MM',
  'TANZANIA UNITED REPUBLIC OF': 'TZ',
  'UNITED REPUBLIC OF TANZANIA': 'TZ',
  'IRAN ISLAMIC REPUBLIC OF': 'IR',
  'SYRIAN ARAB REPUBLIC': 'SY',
  'BRUNEI DARUSSALAM': 'BN',
  'DEMOCRATIC REPUBLIC OF THE CONGO': 'CD',
  'REPUBLIC OF THE CONGO': 'CG',
  'CABO VERDE': 'CV',
  'THE GAMBIA': 'GM',
  PALESTINE: 'PS',
  'TRINIDAD AND TOBAGO': 'TT',
  BRASIL: 'BR',
  'NETHERLANDS THE': 'NL',
  'THE NETHERLANDS': 'NL',
};
/** Towns that are countries: beside the name of the country they stand for themselves. */
const townStates = new Set(['SG', 'HK', 'MO', 'DJ', 'GI']);
/** What is written as a part of China and has ports under a code of its own. */
const ofChina = new Set(['HK', 'MO', 'TW']);

/** A name in capitals without marks, points and signs, so that it is found in whatever way it is written. */
const plainName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase()
    .replaceAll('&', ' AND ')
    .replace(/[.'’`]/g, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
    .replace(/^SAINT /, 'ST ');

/** Whether a code is in use; codes of countries that are no more have the names of those that followed. */
const isInUse = (code: string): boolean => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;

let known: ReadonlyMap<string, string> | undefined;

function countries(): ReadonlyMap<string, string> {
  if (known !== undefined) return known;
  const display = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const found = new Map<string, string>();
  for (const code of letters.flatMap((first) => letters.map((second) => `${first}${second}`))) {
    const name = display.of(code);
    if (name !== undefined && isInUse(code)) found.set(plainName(name), code);
  }
  for (const [name, code] of Object.entries(others)) found.set(name, code);
  return (known = found);
}

/** The code of a country by its English name or by its code; null: it is none. */
export function countryOf(text: string): string | null {
  const name = plainName(text);
  const code = countries().get(name);
  if (code !== undefined) return code;
  return /^[A-Z]{2}$/.test(name) && new Set(countries().values()).has(name) ? name : null;
}

const states: ReadonlyMap<string, string> = new Map([
  ...(
    'AL AK AZ AR CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC ' +
    'SD TN TX UT VA VT WA WI WV WY'
  )
    .split(' ')
    .map((code) => [code, 'US'] as const),
  ...'AB BC MB NB NS ON QC SK'.split(' ').map((code) => [code, 'CA'] as const),
]);
/** The country of a state's code that follows a country or a town; null if the code is not a state's. */
const countryOfState = (text: string | undefined): string | null => states.get((text ?? '').toUpperCase()) ?? null;

/** A text as the UN/LOCODE it is written like; null: it is none. */
const codeIn = (text: string | null): string | null =>
  text !== null && /^[A-Z]{2}[A-Z2-9]{3}$/.test(text) && countryOf(text.slice(0, 2)) !== null ? text : null;

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
  // `Los Angeles, CA (US)`: what stands in brackets is the country.
  const byBracket = inside === null ? null : countryOf(inside);
  const byLast = parts.length > 1 && last !== undefined && byBracket === null ? countryOf(last) : null;
  // `Los Angeles, CA (USLAX)`: a code in brackets says the country better than two letters do.
  const code = byBracket === null && (byLast === null || last?.length === 2) ? codeIn(inside) : null;
  const ofState = parts.length > 1 && byBracket === null && code === null ? countryOfState(last) : null;
  const reported = byBracket ?? (code === null ? (byLast ?? ofState) : code.slice(0, 2));
  const before = byLast === null && ofState === null ? parts : parts.slice(0, -1);
  const own = reported === 'CN' ? before.map(countryOf).find((one) => one !== null && ofChina.has(one)) : undefined;
  const country = own ?? reported;
  const isTown = country !== null && townStates.has(country);
  // `Busan, Korea, Republic of (KR)`
  const named = before.filter(
    (part, index) => index === 0 || isTown || country === null || countryOf(part) !== country,
  );
  const towns = named.length > 0 ? named : before;
  // Of three parts the first is the terminal, the second the town.
  const state = isTown ? towns.find((part) => countryOf(part) === country) : undefined;
  const likely =
    state !== undefined ? [state, ...towns] : towns.length >= 3 ? [towns[1], towns[0], ...towns.slice(2)] : towns;
  const names = [...new Set([...likely, code])].filter((name) => name != null);
  if (names.length === 0) return null;
  const hasTerminal = state === undefined ? towns.length >= 3 : towns[0] !== state;
  const terminal = hasTerminal ? towns[0] : byBracket === null && code === null ? inside : null;
  const isEither = byLast !== null && ofState !== null && ofState !== byLast;
  return { names, country, facility: terminal ?? null, ...(isEither && { orCountry: ofState }) };
}
