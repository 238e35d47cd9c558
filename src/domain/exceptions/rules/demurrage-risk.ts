import { milestones } from '../../tracking/model.ts';
import type { FreeTimeTariff } from '../../tracking/free-time.ts';
import { findFreeTimeRisks, freeTimeTurns } from '../free-time-risk.ts';
import type { ExceptionRule } from '../types.ts';

/** Where neither a tariff nor a person says otherwise. */
const freeDays = 7;

const clock = {
  startStatus: milestones.discharged,
  stopStatuses: [milestones.gateOutFull, milestones.stripping, milestones.emptyReturn],
  ownDays: freeDays,
  tariffDays: (tariff: FreeTimeTariff) => tariff.demurrageDays,
} as const;

/**
 * The free time of a full container at the terminal ends within a day, or is over, and it has not left.
 * Silent before the discharge has really happened, once the container is out (or proved out by a later move), for
 * transhipment discharges, and on an ended subscription.
 */
export const demurrageRisk: ExceptionRule = {
  code: 'DEMURRAGE_RISK',
  judgesContainers: true,
  defaults: { freeDays, warnHours: 24 },
  text: {
    zh: '箱 {{boxNos}} 于 {{startedAt}} 在 {{port}} 卸船，免滞期 {{freeDays}} 天至 {{lastFreeDayEndsAt}}，{{#hoursLeft}}仅剩 {{hoursLeft}}{{#noWork}}且都不是工作时间{{/noWork}}{{/hoursLeft}}{{#daysOver}}已超期 {{daysOver}} 天{{/daysOver}}，尚未提重箱',
    en: '{{boxNos}}: discharged at {{port}} on {{startedAt}}, {{freeDays}} {{freeDays, plural(one: free day; other: free days)}} until {{lastFreeDayEndsAt}}, {{#hoursLeft}}{{hoursLeft}} left{{#noWork}}, none of them working hours{{/noWork}}{{/hoursLeft}}{{#daysOver}}{{daysOver}} {{daysOver, plural(one: day; other: days)}} over{{/daysOver}}, not gated out',
  },
  monotonic: 'increasing',
  changeTimes: (view, settings, reference) => freeTimeTurns(view, settings, reference, clock),
  detect: (view, now, settings, reference) => findFreeTimeRisks(view, now, settings, reference, clock),
};
