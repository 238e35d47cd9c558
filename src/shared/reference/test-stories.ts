import type { TestStory } from '#shared/ids/test-reference.ts';

type Text = { zh: string; en: string };

/** What people read of a story: its name, and what is reported from which second after its start on. */
export type StoryText = { name: Text; steps: readonly (Text & { second: number })[] };

/** The stories of test shipments in words; `staged/stories.ts` plays them. */
export const testStoryTexts: Readonly<Record<TestStory, StoryText>> = {
  onTime: {
    name: { zh: '准时到港', en: 'On time' },
    steps: [
      { second: 0, zh: '已离港，60 秒后预计到港', en: 'departed, expected in 60 seconds' },
      { second: 60, zh: '到港', en: 'arrived' },
      { second: 75, zh: '卸船', en: 'discharged' },
      { second: 90, zh: '提箱', en: 'gate-out' },
      { second: 105, zh: '还空，跟踪结束', en: 'empty return, tracking ends' },
    ],
  },
  late: {
    name: { zh: '晚到', en: 'Late' },
    steps: [
      { second: 0, zh: '已离港，预计明天到港', en: 'departed, expected tomorrow' },
      { second: 20, zh: '预计到港推迟 4 天', en: 'ETA moves by 4 days' },
      { second: 40, zh: '再推迟 4 天', en: 'and by 4 more' },
    ],
  },
  rolled: {
    name: { zh: '甩柜', en: 'Rolled' },
    steps: [
      { second: 0, zh: '已进港，预计 2 天后离港', en: 'gate-in, departure expected in 2 days' },
      { second: 20, zh: '改配另一船，推迟 7 天', en: 'on another vessel, 7 days later' },
    ],
  },
  split: {
    name: { zh: '分批', en: 'Split' },
    steps: [
      { second: 0, zh: '提单两箱，第一箱已离港', en: 'two containers, the first one departed' },
      { second: 20, zh: '第二箱由另一船装运', en: 'the second one departs on another vessel' },
      { second: 60, zh: '第一箱到港卸船', en: 'the first one arrives' },
    ],
  },
  held: {
    name: { zh: '海关扣留', en: 'Held by customs' },
    steps: [
      { second: 0, zh: '已到港卸船', en: 'arrived and discharged' },
      { second: 20, zh: '报告海关扣留（已超过 48 小时）', en: 'a customs hold of more than 48 hours is reported' },
      { second: 80, zh: '海关放行', en: 'released' },
    ],
  },
  lostSignal: {
    name: { zh: '失去动态', en: 'Lost signal' },
    steps: [
      {
        second: 0,
        zh: '最近动态为 12 天前，预计到港已过 4 天，此后不再有消息',
        en: 'last report 12 days old, ETA passed 4 days ago; nothing more is reported',
      },
    ],
  },
  arrived: {
    name: { zh: '已完成', en: 'Completed' },
    steps: [
      {
        second: 0,
        zh: '一次给出全程：到港、提箱、还空，跟踪结束',
        en: 'the whole voyage at once, to the empty return; tracking ends',
      },
    ],
  },
  unknown: {
    name: { zh: '查无此单', en: 'Unknown reference' },
    steps: [{ second: 0, zh: '数据源应答没有该编号的数据', en: 'the source answers that it has nothing' }],
  },
  sourceDown: {
    name: { zh: '数据源故障', en: 'Source down' },
    steps: [
      { second: 0, zh: '已离港，预计 5 天后到港', en: 'departed, expected in 5 days' },
      {
        second: 20,
        zh: '数据源每次应答 HTTP 503（每 10 秒重试）',
        en: 'the source answers HTTP 503 (asked every 10 seconds)',
      },
      { second: 110, zh: '数据源恢复，预计到港推迟 6 小时', en: 'the source is back, ETA 6 hours later' },
    ],
  },
  transhipped: {
    name: { zh: '中转', en: 'Transhipped' },
    steps: [
      { second: 0, zh: '已在新加坡卸船', en: 'discharged at Singapore' },
      { second: 30, zh: '装上第二程船并离港', en: 'loaded on the second vessel and departed' },
    ],
  },
};
