import type { TextTree } from '#web/i18n/all-texts.ts';

/** The clock of the simulated world. */
export const world = {
  clock: { zh: '模拟世界时钟', en: 'Clock of the simulated world' },
  remove: { zh: '移除模拟世界…', en: 'Remove the world…' },
  setSpeed: { zh: '时间流速', en: 'Speed of time' },
  paused: { zh: '已暂停', en: 'Paused' },
  pause: { zh: '暂停世界', en: 'Pause the world' },
  resume: { zh: '继续运行', en: 'Let it run' },
  realTime: { zh: '实时（1 倍）', en: 'Real time (1×)' },
  times: { zh: '{{speed}} 倍', en: '{{speed}}×' },
  behind: { zh: '落后 {{count}}', en: '{{count}} behind' },
  behindWhy: {
    zh: '有 {{count}} 个查询早已到期：时间流速超过了数据源能被查询的速度，放慢后会自行赶上',
    en: '{{count}} {{count, plural(one: request; other: requests)}} to sources overdue: the world runs faster than they can be sent. Slow it down to catch up',
  },
  failed: { zh: '世界时钟设置失败', en: 'The world clock could not be set' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    world: typeof world;
  }
}
