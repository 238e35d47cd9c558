import { Cron } from 'croner';
import type { Text } from '../entity/declare.ts';
import { BytesCache } from '../memory/kept.ts';
import { firstInstantOfLocal, firstOffsetChange, zoneOffsetMs } from './zone.ts';

/**
 * Cron expressions. 5 fields (minute hour day month weekday, weekdays 0-7 with 0 and 7 = Sunday) are read as Unix cron does;
 * 6 or 7 fields (second first, year last, weekdays 1-7 with 1 = Sunday) as Quartz and Spring do. `L`, `W`, `#` and `?` are known.
 */
export type CronDialect = 'unix' | 'quartz';

/** The zone in which a definition without a zone of its own is read. */
export const defaultCronZone = 'Asia/Shanghai';

const both = (zh: string, en: string): Text => ({ zh, en });

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

const partsOf = (expression: string): string[] => expression.trim().split(/\s+/);

/** How an expression is read, by the number of its fields. */
export const cronDialect = (expression: string): CronDialect => (partsOf(expression).length === 5 ? 'unix' : 'quartz');

const open = (expression: string, zone: string): Cron =>
  new Cron(expression.trim().toUpperCase(), {
    timezone: zone,
    sloppyRanges: true,
    alternativeWeekdays: cronDialect(expression) === 'quartz',
  });

function canRead(expression: string): boolean {
  try {
    open(expression, 'UTC');
    return true;
  } catch {
    return false;
  }
}

/** The first field that cannot be read when all the others are `*`. */
function wrongField(parts: readonly string[]): number {
  return parts.findIndex((part, index) => !canRead(parts.map((_, place) => (place === index ? part : '*')).join(' ')));
}

/** What is wrong with an expression; undefined when it can be read and will run at least once after `after` (epoch ms). */
export function cronProblem(expression: string, after: number): Text | undefined {
  const parts = partsOf(expression);
  if (parts.length < 5 || parts.length > 7)
    return both(
      'Cron 表达式应有 5 段(分 时 日 月 星期)或 6 至 7 段(秒 分 时 日 月 星期 年)',
      'A cron expression has 5 fields (minute hour day month weekday) or 6 to 7 (second first, year last)',
    );
  if (!canRead(expression)) {
    const index = wrongField(parts);
    const name = (parts.length === 5 ? unixFields : quartzFields)[index];
    if (name === undefined) return both('Cron 表达式无法识别', 'The cron expression cannot be read');
    return both(
      `Cron 表达式的“${name.zh}”不正确：${parts[index]}`,
      `The ${name.en} of the cron expression is wrong: ${parts[index]}`,
    );
  }
  if (nextCronRuns(expression, 'UTC', after, 1).length > 0) return undefined;
  return both('按该 Cron 表达式永远不会执行', 'This cron expression never runs');
}

/** Compiled expressions that are kept at hand; one takes about so many bytes. */
const patternBytes = 4_000;
const kept = new BytesCache<string, Cron>('cron_patterns', 4_000_000);

/** The expression over plain calendar time: its matches are local times, written as if they were UTC. */
function localPattern(expression: string): Cron {
  const known = kept.get(expression);
  if (known !== undefined) return known;
  const pattern = open(expression, 'UTC');
  kept.set(expression, pattern, patternBytes + expression.length);
  return pattern;
}

/** An expression for every hour of the day goes by elapsed time: it runs in both passes of an hour that is repeated. */
function runsEveryHour(expression: string): boolean {
  const parts = partsOf(expression);
  return /^(\*|\?|\*\/1|0-23)$/.test(parts[parts.length === 5 ? 1 : 2] ?? '');
}

/** The next run of an expression for every hour: the next match with the offset of its own moment. */
function nextOfEveryHour(pattern: Cron, zone: string, after: number): number | undefined {
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
function nextOfSomeHours(pattern: Cron, zone: string, after: number): number | undefined {
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
  const pattern = localPattern(expression);
  const next = runsEveryHour(expression) ? nextOfEveryHour : nextOfSomeHours;
  const runs: number[] = [];
  let last: number | undefined = after;
  while (runs.length < count) {
    last = next(pattern, zone, last);
    if (last === undefined) break;
    runs.push(last);
  }
  return runs;
}
