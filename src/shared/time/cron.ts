import { both, type Text } from '../i18n/text.ts';
import { Cron } from 'croner';
import { BytesCache } from '../memory/bytes-cache.ts';
import { plainCron } from './cron-plain.ts';
import { DAY_MS } from './instant.ts';
import { firstInstantOfLocal, firstOffsetChange, zoneOffsetMs } from './zone.ts';

/**
 * Cron expressions. 5 fields (minute hour day month weekday, weekdays 0-7 with 0 and 7 = Sunday) are read as Unix cron does;
 * 6 or 7 fields (second first, year last, weekdays 1-7 with 1 = Sunday) as Quartz and Spring do. `L`, `L-3`, `W`, `#`, `?`, long names,
 * ranges over the end of a unit and `@daily` are known.
 */
export type CronDialect = 'unix' | 'quartz';

/** The zone in which a definition without a zone of its own is read. */
export const defaultCronZone = 'Asia/Shanghai';

const quartzFields = [
  both('秒', 'second'),
  both('分', 'minute'),
  both('时', 'hour'),
  both('日', 'day of the month'),
  both('月', 'month'),
  both('星期', 'day of the week'),
  both('年', 'year'),
];
const unixFields = quartzFields.slice(1, 6);

const partsOf = (expression: string): string[] => plainCron(expression).split(' ');

/** How an expression is read, by the number of its fields. */
export const cronDialect = (expression: string): CronDialect => (partsOf(expression).length === 5 ? 'unix' : 'quartz');

/** Local times at which an expression matches, written as if they were UTC. */
type LocalPattern = { nextRun: (after: Date) => Date | null };

const read = (parts: readonly string[]): Cron =>
  new Cron(parts.join(' '), {
    timezone: 'UTC',
    sloppyRanges: true,
    alternativeWeekdays: parts.length !== 5,
  });

const lastOfMonth = (at: Date): number => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();

/** The day so many before the last of the month: the days that it may be are looked at, and those that it is not passed over. */
function beforeLast(parts: readonly string[], dayPlace: number, back: number): LocalPattern {
  if (back > 27 || !isOpen(parts[dayPlace + 2])) throw new RangeError(`no such day: ${parts[dayPlace]}`);
  const days = `${28 - back}-${31 - back}`;
  const pattern = read(parts.map((part, place) => (place === dayPlace ? days : part)));
  return {
    nextRun: (after) => {
      let next = pattern.nextRun(after);
      while (next !== null && next.getUTCDate() !== lastOfMonth(next) - back)
        next = pattern.nextRun(new Date(Math.floor(next.getTime() / DAY_MS) * DAY_MS + DAY_MS - 1));
      return next;
    },
  };
}

/** The expression over plain calendar time. Throws when it cannot be read. */
function open(expression: string): LocalPattern {
  const parts = partsOf(expression);
  const dayPlace = parts.length === 5 ? 2 : 3;
  const [, back] = /^L-(\d{1,2})$/.exec(parts[dayPlace] ?? '') ?? [];
  return back === undefined ? read(parts) : beforeLast(parts, dayPlace, Number(back));
}

/** Whether a field leaves everything open. */
const isOpen = (field: string | undefined): boolean => field === undefined || field === '*' || field === '?';

function canRead(expression: string): boolean {
  try {
    open(expression);
    return true;
  } catch {
    return false;
  }
}

/** Weekdays end with 7; the reader takes 8 for another Sunday. */
const hasNoWeekday = (field: string): boolean => /(?:^|[,+-])(?:8|9|\d\d)/.test(field);

/** The first field that cannot be read when all the others are `*`. */
function wrongField(parts: readonly string[]): number {
  const [day, weekday] = parts.length === 5 ? [2, 4] : [3, 5];
  if (hasNoWeekday(parts[weekday] ?? '')) return weekday;
  const found = parts.findIndex(
    (part, index) => !canRead(parts.map((_, place) => (place === index ? part : '*')).join(' ')),
  );
  // A day counted from the end of the month stands without a weekday.
  return found === -1 && parts[day]?.startsWith('L-') === true ? day : found;
}

/** What is wrong with an expression; undefined when it can be read and will run at least once after `after` (epoch ms). */
export function cronProblem(expression: string, after: number): Text | undefined {
  const parts = partsOf(expression);
  if (parts.length < 5 || parts.length > 7)
    return both(
      'Cron 表达式应有 5 段(分 时 日 月 星期)或 6 至 7 段(秒 分 时 日 月 星期 年)',
      'A cron expression has 5 fields (minute hour day month weekday) or 6 to 7 (second first, year last)',
    );
  if (!canRead(expression) || hasNoWeekday(parts[parts.length === 5 ? 4 : 5] ?? '')) {
    const index = wrongField(parts);
    const written = expression.trim().split(/\s+/)[index];
    const name = (parts.length === 5 ? unixFields : quartzFields)[index];
    if (name === undefined) return both('Cron 表达式无法识别', 'The cron expression cannot be read');
    return both(
      `Cron 表达式的“${name.zh}”不正确：${written}`,
      `The ${name.en} of the cron expression is wrong: ${written}`,
    );
  }
  if (parts.length > 5 && !isOpen(parts[3]) && !isOpen(parts[5]) && parts[5]?.startsWith('+') !== true)
    return both(
      '日和星期都有限定，有两种读法：Quartz 和 Spring 要求同时满足，Unix cron 满足其一即可。要同时满足，请在星期前加“+”，例如 +6；要满足其一，请改用 5 段',
      'Both the day of the month and the day of the week are limited, which can be read in two ways: both must hold (Quartz, Spring) or one is enough (Unix cron). For both, write + before the day of the week, such as +6; for one of them, use 5 fields',
    );
  if (nextCronRuns(expression, 'UTC', after, 1).length > 0) return undefined;
  return both('按该 Cron 表达式永远不会执行', 'This cron expression never runs');
}

/** An expression that is ready for use; for every hour of the day it goes by elapsed time, and runs in both passes of one that is repeated. */
type Compiled = { pattern: LocalPattern; everyHour: boolean };

/** Compiled expressions that are kept at hand; one takes about so many bytes. */
const patternBytes = 4_000;
const kept = new BytesCache<string, Compiled>('cron_patterns', 4_000_000);

function compile(expression: string): Compiled {
  const known = kept.get(expression);
  if (known !== undefined) return known;
  const compiled = { pattern: open(expression), everyHour: runsEveryHour(partsOf(expression)) };
  kept.set(expression, compiled, patternBytes + expression.length);
  return compiled;
}

/** Whether the field of hours means all of them, however it is written. */
function runsEveryHour(parts: readonly string[]): boolean {
  const hours = parts[parts.length === 5 ? 1 : 2] ?? '';
  if (isOpen(hours) || /^\d+$/.test(hours)) return isOpen(hours);
  const day = Date.UTC(2026, 0, 1);
  const runs = read(['0', '0', hours, '*', '*', '*']).nextRuns(24, new Date(day - 1));
  return (runs[23]?.getTime() ?? Number.POSITIVE_INFINITY) < day + DAY_MS;
}

/** The next run of an expression for every hour: the next match with the offset of its own moment. */
function nextOfEveryHour(pattern: LocalPattern, zone: string, after: number): number | undefined {
  let from = after;
  // Each turn passes one change of the offset; a zone has at most a few between two runs.
  for (let turn = 0; turn < 1_000; turn += 1) {
    const offset = zoneOffsetMs(from, zone);
    const local = pattern.nextRun(new Date(from + offset))?.getTime();
    if (local === undefined) return undefined;
    const at = local - offset;
    if (zoneOffsetMs(at, zone) === offset) return at;
    // The moment before the change, so that a match on the change itself is found by the new offset.
    from = firstOffsetChange(from, at, zone) - 1;
    const changed = zoneOffsetMs(from + 1, zone);
    const next = pattern.nextRun(new Date(from + changed))?.getTime();
    if (next === undefined) return undefined;
    if (zoneOffsetMs(next - changed, zone) === changed) return next - changed;
    from += 1;
  }
  return undefined;
}

/** The next run of an expression for certain hours: each matching local time once, those of a gap together behind it. */
function nextOfSomeHours(pattern: LocalPattern, zone: string, after: number): number | undefined {
  let local = pattern.nextRun(new Date(after + zoneOffsetMs(after, zone)))?.getTime();
  while (local !== undefined) {
    const at = firstInstantOfLocal(local, zone);
    if (at > after) return at;
    local = pattern.nextRun(new Date(local))?.getTime();
  }
  return undefined;
}

/**
 * The next runs strictly after an instant, at most `count` of them (epoch ms). For certain hours, an hour that daylight saving skips
 * runs once, just behind the gap, and an hour that it repeats runs once. What runs in every hour goes by elapsed time: the skipped hour
 * does not exist for it, and in the repeated one it goes on. Throws when the expression cannot be read.
 */
export function nextCronRuns(expression: string, zone: string, after: number, count: number): number[] {
  const { pattern, everyHour } = compile(expression);
  const next = everyHour ? nextOfEveryHour : nextOfSomeHours;
  const runs: number[] = [];
  let last: number | undefined = after;
  while (runs.length < count) {
    last = next(pattern, zone, last);
    if (last === undefined) break;
    runs.push(last);
  }
  return runs;
}
