import type { MessageTable } from './types.ts';

/** Messages about risk areas. */
export const riskMessages = {
  'risk.watchSaved': { zh: '风险提醒已保存', en: 'The alerts were saved' },
  'risk.enteredTitle': { zh: '{{vessel}} 进入风险区域：{{area}}', en: '{{vessel}} has entered a risk area: {{area}}' },
  'risk.enteredText': { zh: '船上的单号：{{bills}}', en: 'On board: {{bills}}' },
} as const satisfies MessageTable;
