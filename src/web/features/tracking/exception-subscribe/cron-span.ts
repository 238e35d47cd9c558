/** How often something is done. */
export type CronSpan = { unit: 'seconds' | 'minutes' | 'hours'; count: number };

const shapes = [
  ['seconds', /^0\/(\d+) \* \* \* \* \?$/],
  ['minutes', /^0 0\/(\d+) \* \* \* \?$/],
  ['hours', /^0 0 0\/(\d+) \* \* \?$/],
] as const;

/** How often a schedule of ours runs, from its cron expression of six fields; undefined for any other expression. */
export function cronSpan(expression: string): CronSpan | undefined {
  for (const [unit, shape] of shapes) {
    const count = shape.exec(expression)?.[1];
    if (count !== undefined) return { unit, count: Number(count) };
  }
  return undefined;
}
