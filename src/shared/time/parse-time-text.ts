import { DAY_MS } from './instant.ts';
import { fieldsAsUtc, isRealLocal, utcAsText } from './calendar.ts';

type DayPart = 'night' | 'morning' | 'noon' | 'afternoon' | 'evening';

const DAY_PARTS: ReadonlyMap<string, DayPart> = new Map([
  ['凌晨', 'night'],
  ['清晨', 'morning'],
  ['早晨', 'morning'],
  ['早上', 'morning'],
  ['上午', 'morning'],
  ['am', 'morning'],
  ['a.m.', 'morning'],
  ['中午', 'noon'],
  ['下午', 'afternoon'],
  ['傍晚', 'afternoon'],
  ['pm', 'afternoon'],
  ['p.m.', 'afternoon'],
  ['晚上', 'evening'],
]);

const DAY_PART = /凌晨|清晨|早晨|早上|上午|中午|下午|傍晚|晚上|[ap]\.m\.|[ap]m(?![a-z])/gi;
const DATE = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|年(\d{1,2})月(\d{1,2})(?:[日号]|$))/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:[ T]?(\d{2}):?(\d{2})(?::?(\d{2}))?)?$/;
const CLOCK =
  /^(?:(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(?:\.\d{1,9})?)?)|(\d{1,2})[时点](?:(\d{1,2})分?(?:(\d{1,2})秒?)?|半)?|(\d{1,2}))$/;

type Clock = { hour: number; minute: number; second: number };

/** The hour of a 24 h clock (24 = midnight at the end of the day), undefined if the words contradict the number. */
function hourOf24(hour: number, part: DayPart | undefined): number | undefined {
  if (hour > 24) return undefined;
  // A 24 h number with a word beside it (下午 14:30) is common; it must only not contradict.
  switch (part) {
    case undefined:
      return hour;
    case 'night':
    case 'morning':
      return hour === 12 ? 0 : hour < 12 ? hour : undefined;
    case 'noon':
      if (hour >= 1 && hour <= 3) return hour + 12;
      return hour >= 11 && hour <= 15 ? hour : undefined;
    case 'afternoon':
      return hour >= 1 && hour < 12 ? hour + 12 : hour >= 12 && hour < 24 ? hour : undefined;
    case 'evening':
      // Nobody says 12 in the evening for noon: it is the midnight that ends the day.
      return hour >= 1 && hour <= 12 ? hour + 12 : hour >= 17 ? hour : undefined;
  }
}

function parseClock(text: string): Clock | undefined {
  if (text === '') return { hour: 0, minute: 0, second: 0 };
  const match = CLOCK.exec(text);
  if (match === null) return undefined;
  const half = text.endsWith('半') ? '30' : undefined;
  const at = (first: number, second: number, third?: number): number =>
    Number(match[first] ?? match[second] ?? (third === undefined ? 0 : match[third]) ?? 0);
  return { hour: at(1, 4, 7), minute: Number(match[2] ?? match[5] ?? half ?? 0), second: at(3, 6) };
}

function assemble(
  date: readonly [number, number, number],
  clock: Clock,
  part: DayPart | undefined,
): string | undefined {
  const hour = hourOf24(clock.hour, part);
  if (hour === undefined) return undefined;
  const [year, month, day] = date;
  const nextDay = hour === 24;
  // A bare 24 names only midnight itself; 24:30 is a typing error unless the evening was stated.
  if (nextDay && part === undefined && (clock.minute > 0 || clock.second > 0)) return undefined;
  const fields = { ...clock, year, month, day, hour: nextDay ? 0 : hour };
  if (!isRealLocal(fields)) return undefined;
  return utcAsText(fieldsAsUtc(fields) + (nextDay ? DAY_MS : 0));
}

/**
 * A time as people type or paste it (`2026/3/1 下午2:05`, `20260301 1405`, `2026年3月1日 14时`) as canonical local text
 * `yyyy-MM-dd HH:mm:ss`, undefined if it names no real time. A date alone is its midnight. Text with an offset is refused:
 * the field means the place's own time.
 */
export function parseTimeText(text: string): string | undefined {
  const plain = text.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const words = plain.match(DAY_PART) ?? [];
  if (words.length > 1) return undefined;
  const part = DAY_PARTS.get((words[0] ?? '').toLowerCase());
  const bare = plain.replace(DAY_PART, ' ').replace(/\s+/g, ' ').trim();
  const compact = COMPACT.exec(bare);
  if (compact !== null) {
    const [year = 0, month = 0, day = 0, hour, minute = 0, second = 0] = compact
      .slice(1)
      .map((digits) => Number(digits ?? 0));
    if (part !== undefined && compact[4] === undefined) return undefined;
    return assemble([year, month, day], { hour: hour ?? 0, minute, second }, part);
  }
  const date = DATE.exec(bare);
  if (date === null) return undefined;
  const rest = bare.slice(date[0].length);
  const clockText = rest.replace(/^(?:T| )/, '').trim();
  // '2026-03-0112:00' is not a date followed by a time.
  const glued = rest !== '' && !/^[T ]/.test(rest) && part === undefined && date[2] !== undefined;
  if (glued || (part !== undefined && clockText === '')) return undefined;
  const clock = parseClock(clockText);
  if (clock === undefined) return undefined;
  const month = Number(date[3] ?? date[5]);
  const day = Number(date[4] ?? date[6]);
  return assemble([Number(date[1]), month, day], clock, part);
}

/** A date as `yyyy-MM-dd`, `yyyyMMdd` or as people type it, as `yyyy-MM-dd`; undefined if it is no real date or holds a time. */
export function parseDateText(text: string): string | undefined {
  const plain = text.normalize('NFKC').trim();
  if (!/^(?:\d{8}|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{4}年\d{1,2}月\d{1,2}[日号]?)$/.test(plain)) {
    return undefined;
  }
  return parseTimeText(plain)?.slice(0, 10);
}
