import { cronProblem } from '#shared/time/cron.ts';
import { normalCronOrNull } from '#shared/time/cron-normal.ts';

/** A cron expression that never ran since the product exists is taken for one that never runs. */
const productBegan = Date.UTC(2026, 0, 1);

/** When something runs by itself. */
export const cronField = {
  kind: 'text',
  label: { zh: 'Cron 表达式', en: 'Cron expression' },
  help: {
    zh: '5 段(分 时 日 月 星期)或 6 至 7 段(首段为秒，末段为年)',
    en: 'Minute hour day month weekday; with 6 to 7 fields seconds come first and the year last',
  },
  max: 120,
  example: '0 */2 * * *',
  normal: { column: 'cron_normal', of: normalCronOrNull },
  check: (value: string) => (value === '' ? undefined : cronProblem(value, productBegan)),
} as const;
