import { earliestOf, latestOf } from '#shared/time/day.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { courierMilestones } from '../../tracking/journey/courier.ts';
import type { HappenedEvent, ShipmentContent } from '../../tracking/model.ts';
import { contentOf, evidenceOf, happened, isAbroad, zoneAt } from '../facts.ts';
import type { ExceptionRule, ReferenceData, RuleSettings, ShipmentView } from '../types.ts';

/** By when a courier has to deliver, with the hours that a parcel of its lane may be late. */
function dueOf(view: ShipmentView, settings: RuleSettings, reference: ReferenceData) {
  const content = contentOf(view);
  const { plannedArrival } = content.booking;
  if (plannedArrival == null) return undefined;
  const hours = settings[isAbroad(content, reference) ? 'abroadHours' : 'thresholdHours'] ?? 0;
  return { content, promised: plannedArrival, hours };
}

/** Whether the last scan says that the courier has done what he can: the parcel can be picked up, or goes back. */
function courierIsDone({ events }: ShipmentContent): boolean {
  const scans = events.filter((event): event is HappenedEvent => event.actual !== null);
  const last = scans.toSorted((a, b) => a.actual - b.actual).at(-1)?.statusCode;
  return last === courierMilestones.available || last === courierMilestones.returning;
}

/**
 * A parcel was not delivered by the time that the courier promised. Once it is delivered late it is an outcome.
 * Silent where nothing was promised, on parcels that can be picked up or go back, and within the hours that are usual on the lane. What counts is the delivery: a
 * parcel in the last facility, or one that nobody took, is not delivered.
 */
export const expressLate: ExceptionRule = {
  code: 'EXPRESS_LATE',
  modes: ['courier'],
  defaults: { thresholdHours: 6, abroadHours: 12, highHours: 48 },
  text: {
    zh: '承诺 {{promisedAt}} 送达，{{#deliveredAt}}{{deliveredAt}} 才送达，晚 {{hours}}{{/deliveredAt}}{{^deliveredAt}}已过 {{hours}}仍未送达{{/deliveredAt}}',
    en: 'Delivery was promised for {{promisedAt}}; {{#deliveredAt}}delivered {{deliveredAt}}, {{hours}} late{{/deliveredAt}}{{^deliveredAt}}not delivered {{hours}} later{{/deliveredAt}}',
  },
  monotonic: 'increasing',
  judgesSilence: true,
  changeTimes: (view, settings, reference) => {
    const due = dueOf(view, settings, reference);
    return due === undefined ? [] : [latestOf(due.promised) + due.hours * HOUR_MS];
  },
  detect: (view, now, settings, reference) => {
    const due = dueOf(view, settings, reference);
    if (due === undefined) return [];
    const { content, promised } = due;
    const [delivered] = happened(content.events, courierMilestones.delivered);
    const hours = ((delivered === undefined ? now : earliestOf(delivered.actual)) - latestOf(promised)) / HOUR_MS;
    if (hours < due.hours || (delivered === undefined && courierIsDone(content))) return [];
    const zone = zoneAt(content, content.booking.portOfDischarge, reference);
    return [
      {
        key: '',
        params: {
          promisedAt: promised,
          promisedZone: zone,
          hours: Math.floor(hours),
          ...(delivered && { deliveredAt: delivered.actual, deliveredZone: zone }),
        },
        evidence: [evidenceOf(view, 'booking.plannedArrival', promised, zone)],
        severity: hours >= (settings['highHours'] ?? 0) ? 'high' : 'medium',
        ...(delivered && { over: 'happened' as const }),
      },
    ];
  },
};
