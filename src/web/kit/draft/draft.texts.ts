import type { TextTree } from '#web/i18n/all-texts.ts';

/** What was entered and not saved. */
export const draft = {
  earlier: { zh: '您在 {{time}} 填写的内容还没有保存。', en: 'What you entered on {{time}} has not been saved.' },
  outdated: {
    zh: '此后他人修改过这条数据，继续后请逐项选择。',
    en: 'This data has changed since; you can choose field by field.',
  },
  takeUp: { zh: '继续填写', en: 'Restore it' },
  giveUp: { zh: '不再需要', en: 'Discard it' },
  conflict: { zh: '在您编辑期间，其他人保存了新的内容。', en: 'Somebody else has saved this while you were editing.' },
  loadTheirs: { zh: '载入最新内容', en: 'Load the current data' },
  keepMine: { zh: '保留我的修改', en: 'Keep my changes' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    draft: typeof draft;
  }
}
