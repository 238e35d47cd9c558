import { whySentences } from '#shared/i18n/why/zh.ts';

/** Sentences that say why an exception, a value or a task is as it is, and the buttons that mend it. */
export const why = {
  ...whySentences,
  mend: {
    correctBooking: '修正业务数据',
    mapPort: '对应港口代码',
    askAgain: '重新拉取',
    correctValue: '修正',
    retryTask: '重新执行',
    startSchedule: '启动',
    editSchedule: '修改计划',
  },
  somebody: '有人',
  asked: '已要求数据源重新拉取',
  askFailed: '重新拉取失败',
  retried: '任务已重新排队，即将执行',
  retryFailed: '重新执行失败',
  started: '已启动',
  startFailed: '启动失败',
} as const;
