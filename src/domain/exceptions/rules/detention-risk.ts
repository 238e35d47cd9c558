import { milestones } from '../../tracking/model.ts';
import type { FreeTimeTariff } from '../../tracking/free-time.ts';
import { findFreeTimeRisks, freeTimeTurns } from '../free-time-risk.ts';
import type { ExceptionRule } from '../types.ts';

/** Where neither a tariff nor a person says otherwise. */
const freeDays = 7;

const clock = {
  startStatus: milestones.gateOutFull,
  stopStatuses: [milestones.emptyReturn],
  ownDays: freeDays,
  tariffDays: (tariff: FreeTimeTariff) => tariff.detentionDays,
} as const;

/**
 * The free time of a container outside the terminal ends within a day, or is over, and the empty is not returned.
 * Silent before the full container has really left, once the empty is back, and on an ended subscription.
 */
export const detentionRisk: ExceptionRule = {
  code: 'DETENTION_RISK',
  judgesContainers: true,
  defaults: { freeDays, warnHours: 24 },
  text: {
    zh: '箱 {{boxNos}} 于 {{startedAt}} 提重箱，免箱期 {{freeDays}} 天至 {{lastFreeDayEndsAt}}，{{#hoursLeft}}仅剩 {{hoursLeft}}{{#noWork}}且都不是工作时间{{/noWork}}{{/hoursLeft}}{{#daysOver}}已超期 {{daysOver}} 天{{/daysOver}}，尚未还空箱',
    en: '{{boxNos}}: gated out on {{startedAt}}, {{freeDays}} {{freeDays, plural(one: free day; other: free days)}} until {{lastFreeDayEndsAt}}, {{#hoursLeft}}{{hoursLeft}} left{{#noWork}}, none of them working hours{{/noWork}}{{/hoursLeft}}{{#daysOver}}{{daysOver}} {{daysOver, plural(one: day; other: days)}} over{{/daysOver}}, empty not returned',
  },
  monotonic: 'increasing',
  changeTimes: (view, settings, reference) => freeTimeTurns(view, settings, reference, clock),
  detect: (view, now, settings, reference) => findFreeTimeRisks(view, now, settings, reference, clock),
};
