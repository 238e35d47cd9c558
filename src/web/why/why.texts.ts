import { whySentences } from '#shared/i18n/why-sentences.ts';
import type { TextTree } from '#web/i18n/all-texts.ts';

/** Sentences that say why an exception, a value or a task is as it is, and the buttons that mend it. */
export const why = {
  ...whySentences,
  mend: {
    correctBooking: { zh: '修正业务数据', en: 'Correct the booking' },
    mapPort: { zh: '对应港口代码', en: 'Map the port code' },
    askAgain: { zh: '重新拉取', en: 'Request again' },
    correctValue: { zh: '修正', en: 'Correct' },
    retryTask: { zh: '重新执行', en: 'Try again' },
    startSchedule: { zh: '启动', en: 'Start' },
    editSchedule: { zh: '修改计划', en: 'Edit the schedule' },
  },
  somebody: { zh: '有人', en: 'Somebody' },
  asked: { zh: '已要求数据源重新拉取', en: 'The sources are being queried again' },
  askFailed: { zh: '重新拉取失败', en: 'The request failed' },
  retried: { zh: '任务已重新排队，即将执行', en: 'The task is queued again and will run shortly' },
  retryFailed: { zh: '重新执行失败', en: 'The task could not be queued again' },
  started: { zh: '已启动', en: 'Started' },
  startFailed: { zh: '启动失败', en: 'Starting failed' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    why: typeof why;
  }
}
