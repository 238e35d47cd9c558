import type { TextTree } from '#web/i18n/all-texts.ts';

/** When something runs by itself. */
export const cron = {
  next: { zh: '接下来的执行时间（{{zone}}）', en: 'Next runs ({{zone}})' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    cron: typeof cron;
  }
}
