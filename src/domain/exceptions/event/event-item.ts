import type { Instant } from '#shared/time/instant.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { shownBooking } from '../../tracking/estimates.ts';
import { arrivalOf, departureOf } from '../../tracking/whereabouts.ts';
import { contentOf, dueArrival, dueDeparture } from '../facts.ts';
import type { Evidence, ExceptionRule, Finding, ReferenceData, ShipmentView } from '../types.ts';
import { canonicalPort } from '../facts.ts';
import { modes } from '../../tracking/journey/mode.ts';
import type { FieldPlace, JourneyField } from './fields.ts';
import { journeyField, valueAt } from './fields.ts';
import { type Condition, type EventRule, meets, changeTimesOf } from './rule.ts';
import { eventStageOf } from './stage.ts';

/** An event item as it is judged: its rule with the data path of each field, and where and when it counts. Plain JSON. */
export type EventItem = {
  id: number;
  tenantId: number;
  severity: Finding['severity'];
  rule: EventRule;
  /** Data paths by the code of the field in the catalogue. */
  paths: Readonly<Record<string, string>>;
  modes: readonly string[];
  carrierCodes: readonly string[];
  polCodes: readonly string[];
  podCodes: readonly string[];
  validFrom: Instant | null;
  validTo: Instant | null;
};

/** What an event is known by in the engine: events of different event items are different problems. */
export const eventItemCode = (id: number): string => `EVENT:${id}`;

type Judged = { condition: Condition; field: JourneyField };

function conditionsOf({ rule, paths }: EventItem): Judged[] {
  return rule.conditions.map((condition) => {
    const field = journeyField(paths[condition.field] ?? '');
    if (field === undefined) throw new Error(`no field ${condition.field}`);
    return { condition, field };
  });
}

const covers = (codes: readonly string[], code: string | null, reference?: ReferenceData): boolean =>
  codes.length === 0 ||
  (code !== null && codes.includes(reference === undefined ? code : canonicalPort(code, reference)));

/** Whether an event item is for a shipment at a moment: its scope and its effective range. */
export function isInScope(eventItem: EventItem, view: ShipmentView, now: Instant, reference: ReferenceData): boolean {
  const { carrierCodes, polCodes, podCodes, validFrom, validTo } = eventItem;
  const { booking } = contentOf(view);
  return (
    (validFrom === null || now >= validFrom) &&
    (validTo === null || now < validTo) &&
    covers(eventItem.modes, view.subscription.mode ?? 'sea') &&
    covers(carrierCodes, view.subscription.carrierCode) &&
    covers(polCodes, booking.portOfLoading, reference) &&
    covers(podCodes, booking.portOfDischarge, reference)
  );
}

/** What a condition of a rule saw in a shipment. */
export type SeenValue = { field: string; path: string; value: string | number | null; met: boolean };

/** Every condition of an event item with the value that it sees. */
export const seenValues = (eventItem: EventItem, view: ShipmentView, now: Instant): SeenValue[] =>
  valuesSeen(conditionsOf(eventItem), view, now);

const valuesSeen = (conditions: readonly Judged[], view: ShipmentView, now: Instant): SeenValue[] =>
  conditions.map(({ condition, field }) => {
    const reading = field.read(view);
    const value = valueAt(reading, now);
    // Hours that pass are reported in whole ones: nothing new is written about an event more often.
    const isMoving = !('value' in reading) || (field.unit === 'hours' && typeof value === 'number');
    return {
      field: condition.field,
      path: field.path,
      value: isMoving && typeof value === 'number' ? Math.floor(value) : value,
      met: meets(condition, reading, now),
    };
  });

/** Whether the conditions that were seen make an event. */
export const isMet = ({ rule }: Pick<EventItem, 'rule'>, seen: readonly Pick<SeenValue, 'met'>[]): boolean =>
  rule.match === 'all' ? seen.every(({ met }) => met) : seen.some(({ met }) => met);

/** Times of the end of the journey that an event is about, with how late it was, is or is expected to be. */
function timesOf(view: ShipmentView, place: FieldPlace, now: Instant): Record<string, string | number> {
  const content = contentOf(view);
  const booking = shownBooking(content, now);
  const isDeparture = place === 'departure';
  const port = isDeparture ? booking.portOfLoading : booking.portOfDischarge;
  const due = (isDeparture ? dueDeparture(content) : dueArrival(content))?.value;
  const actual = (isDeparture ? departureOf(content) : arrivalOf(content))?.value;
  const estimate = isDeparture ? booking.etd : booking.eta;
  const shown = actual ?? Math.max(estimate ?? 0, now);
  const isLate = due !== undefined && (actual !== undefined || shown > due);
  return {
    ...(port !== null && { port }),
    ...(due !== undefined && { plannedAt: due }),
    ...(estimate !== null && { estimatedAt: estimate }),
    ...(actual !== undefined && { actualAt: actual }),
    ...(isLate && { delayHours: Math.floor((shown - due) / HOUR_MS) }),
  };
}

function findingOf(eventItem: EventItem, view: ShipmentView, now: Instant, seen: readonly SeenValue[]): Finding {
  const content = contentOf(view);
  const { booking } = content;
  const stage = eventStageOf(content);
  const places = conditionsOf(eventItem).map(({ field }) => field.place);
  const place = places.find((one) => one !== undefined) ?? (stage === 'beforeDeparture' ? 'departure' : 'arrival');
  const texts = {
    vessel: booking.vesselName,
    voyage: booking.voyage,
    pol: booking.portOfLoading,
    pod: booking.portOfDischarge,
  };
  const known = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== null);
  return {
    key: '',
    params: { place, stage, ...timesOf(view, place, now), ...Object.fromEntries(known) },
    evidence: seen.map(({ field, value }): Evidence => ({ path: field, value })),
    severity: eventItem.severity,
  };
}

/** An event item as a rule of the engine that detects exceptions. */
export function ruleOfEventItem(eventItem: EventItem): ExceptionRule {
  const fields = conditionsOf(eventItem);
  const uses = (what: 'readsDetails' | 'readsHistory' | 'readsNews'): boolean =>
    fields.some(({ field }) => field[what] === true);
  const overtime = fields.some(({ field }) => field.unit === 'hours' && !field.path.endsWith('hoursLeft'));
  const { validFrom, validTo } = eventItem;
  const bounds = [validFrom, validTo].filter((moment) => moment !== null);
  return {
    code: eventItemCode(eventItem.id),
    modes,
    defaults: {},
    text: { zh: '', en: '' },
    ...(uses('readsDetails') && { readsDetails: true as const }),
    ...(uses('readsHistory') && { readsHistory: true as const }),
    ...(uses('readsNews') && { readsNews: true as const }),
    // Hours before the shipment was known do not count.
    ...(overtime && { judgesSilence: true as const }),
    changeTimes: (view) => [
      ...bounds,
      ...fields.flatMap(({ condition, field }) => changeTimesOf(condition, field.read(view))),
    ],
    detect: (view, now, _settings, reference) => {
      if (view.fused === null || !isInScope(eventItem, view, now, reference)) return [];
      const seen = valuesSeen(fields, view, now);
      return isMet(eventItem, seen) ? [findingOf(eventItem, view, now, seen)] : [];
    },
  };
}
