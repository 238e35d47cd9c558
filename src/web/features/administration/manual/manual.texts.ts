import type { TextTree } from '#web/i18n/all-texts.ts';

/** The manual. */
export const manual = {
  title: { zh: '用户手册', en: 'User manual' },
  contents: { zh: '目录', en: 'Contents' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    manual: typeof manual;
  }
}
