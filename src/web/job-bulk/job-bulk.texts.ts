import type { TextTree } from '#web/i18n/all-texts.ts';

/** Actions on many jobs. */
export const jobBulk = {
  open: { zh: '批量操作结果', en: 'Bulk results' },
  running: { zh: '批量操作 {{done}}/{{total}}', en: 'Bulk action {{done}}/{{total}}' },
  title: { zh: '批量操作', en: 'Bulk actions' },
  choose: { zh: '选择批量操作', en: 'Bulk action' },
  show: { zh: '显示', en: 'Show' },
  only: {
    all: { zh: '全部', en: 'All' },
    done: { zh: '成功', en: 'Done' },
    refused: { zh: '未执行', en: 'Not done' },
  },
  act: {
    stop: { zh: '停止 {{count}} 个作业', en: 'Stop {{count}} {{count, plural(one: job; other: jobs)}}' },
    kill: { zh: '强制终止 {{count}} 个作业', en: 'Kill {{count}} {{count, plural(one: job; other: jobs)}}' },
    retry: { zh: '重试 {{count}} 个作业', en: 'Retry {{count}} {{count, plural(one: job; other: jobs)}}' },
    run: { zh: '执行 {{count}} 个流程', en: 'Run {{count}} {{count, plural(one: process; other: processes)}}' },
  },
  state: {
    running: {
      zh: '正在执行：{{done}}/{{total}}，{{succeeded}} 个成功，{{refused}} 个未执行',
      en: 'Under way: {{done}}/{{total}}; {{succeeded}} done, {{refused}} not done',
    },
    done: {
      zh: '已完成：{{succeeded}} 个成功，{{refused}} 个未执行',
      en: 'Finished: {{succeeded}} done, {{refused}} not done',
    },
    cancelled: {
      zh: '已取消：已处理 {{done}}/{{total}}，{{succeeded}} 个成功，{{refused}} 个未执行',
      en: 'Cancelled at {{done}}/{{total}}; {{succeeded}} done, {{refused}} not done',
    },
    failed: {
      zh: '已中断：已处理 {{done}}/{{total}}，{{succeeded}} 个成功，{{refused}} 个未执行',
      en: 'Interrupted at {{done}}/{{total}}; {{succeeded}} done, {{refused}} not done',
    },
  },
  cancelFailed: { zh: '取消失败', en: 'Could not be cancelled' },
  none: { zh: '没有符合条件的条目', en: 'Nothing here' },
  job: { zh: '作业', en: 'Job' },
  process: { zh: '流程', en: 'Process' },
  tenant: { zh: '租户', en: 'Tenant' },
  status: { zh: '状态', en: 'Status' },
  result: { zh: '结果', en: 'Result' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    jobBulk: typeof jobBulk;
  }
}
