/** How often a report is sent, as the form asks for it. */
export const rhythms = ['day', 'workday', 'week', 'month', 'cron'] as const;
export type Rhythm = (typeof rhythms)[number];

/** When a report is sent: `time` is HH:mm, weekdays are 1 (Monday) to 7, `monthDay` is 1 to 28 or L for the last day. */
export type ReportTimes = { rhythm: Rhythm; time: string; weekdays: number[]; monthDay: string; cron: string };

/** What a new report begins with: every Monday at eight. */
export const firstTimes: ReportTimes = { rhythm: 'week', time: '08:00', weekdays: [1], monthDay: '1', cron: '' };

/** The cron expression of these times; undefined while something is missing. */
export function cronOf({ rhythm, time, weekdays, monthDay, cron }: ReportTimes): string | undefined {
  if (rhythm === 'cron') return cron.trim() === '' ? undefined : cron.trim();
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  if (hour === undefined || minute === undefined) return undefined;
  const start = `${Number(minute)} ${Number(hour)}`;
  if (rhythm === 'day') return `${start} * * *`;
  if (rhythm === 'workday') return `${start} * * 1-5`;
  if (rhythm === 'month') return `${start} ${monthDay} * *`;
  return weekdays.length === 0 ? undefined : `${start} * * ${weekdays.toSorted((a, b) => a - b).join(',')}`;
}

/** The times that an expression means; other expressions are shown as they are. */
export function timesOf(cron: string): ReportTimes {
  const own: ReportTimes = { ...firstTimes, rhythm: 'cron', cron };
  const [, minute = '', hour = '', day = '', weekday = ''] =
    /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}|L) \* (\*|1-5|[1-7](?:,[1-7])*)$/.exec(cron.trim()) ?? [];
  if (minute === '') return own;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (day !== '*') return weekday === '*' ? { ...firstTimes, rhythm: 'month', time, monthDay: day } : own;
  if (weekday === '*') return { ...firstTimes, rhythm: 'day', time };
  if (weekday === '1-5') return { ...firstTimes, rhythm: 'workday', time };
  return { ...firstTimes, rhythm: 'week', time, weekdays: weekday.split(',').map(Number) };
}
