import type { MessageTable } from './types.ts';

/** Schedules of container lines. */
export const sailingMessages = {
  'sailing.unknownPort': { zh: '找不到港口：{{code}}', en: 'There is no such port: {{code}}' },
  'sailing.samePort': { zh: '起运港与目的港不能相同', en: 'Origin and destination must be different ports' },
  'sailing.badDate': { zh: '日期不正确', en: 'The date is not correct' },
  'sailing.alreadySubscribed': {
    zh: '{{vessel}} {{voyage}} 已订阅',
    en: '{{vessel}} {{voyage}} is already subscribed',
  },
  'sailing.newsTitle': {
    zh: '船期变更：{{vessel}} {{voyage}} {{port}}',
    en: 'Sailing changed: {{vessel}} {{voyage}} {{port}}',
  },
  'sailing.newsLine': { zh: '{{field}}由 {{before}} 变为 {{after}}', en: '{{field}}: {{before}} → {{after}}' },
  'sailing.true': { zh: '是', en: 'yes' },
  'sailing.false': { zh: '否', en: 'no' },
  'sailing.newsShift': { zh: '（{{hours}} 小时）', en: ' ({{hours}} h)' },
  'sailing.field.vessel': { zh: '船舶', en: 'Vessel' },
  'sailing.field.voyage': { zh: '航次', en: 'Voyage' },
  'sailing.field.terminal': { zh: '码头', en: 'Terminal' },
  'sailing.field.omitted': { zh: '是否跳港', en: 'Omitted' },
  'sailing.field.plannedArrival': { zh: '计划抵港', en: 'Planned arrival' },
  'sailing.field.estimatedArrival': { zh: '预计抵港', en: 'Estimated arrival' },
  'sailing.field.actualArrival': { zh: '实际抵港', en: 'Actual arrival' },
  'sailing.field.plannedDeparture': { zh: '计划离港', en: 'Planned departure' },
  'sailing.field.estimatedDeparture': { zh: '预计离港', en: 'Estimated departure' },
  'sailing.field.actualDeparture': { zh: '实际离港', en: 'Actual departure' },
} as const satisfies MessageTable;
