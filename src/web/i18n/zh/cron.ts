/** When something runs by itself. */
export const cron = {
  next: '接下来的执行时间（{{zone}}）',
} as const;
