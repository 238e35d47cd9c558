import type { MessageTable } from './types.ts';

/** Schedules of container lines. */
export const sailingMessages = {
  'sailing.unknownPort': { zh: '找不到港口：{{code}}', en: 'There is no such port: {{code}}' },
  'sailing.samePort': { zh: '起运港与目的港不能相同', en: 'Origin and destination must be different ports' },
  'sailing.badDate': { zh: '日期不正确', en: 'The date is not correct' },
} as const satisfies MessageTable;
