import {
  type FieldPath,
  fieldPath,
  type FixedPath,
  isFixedPath,
  type MilestonePart,
  milestonePart,
} from '#shared/event/field-paths.ts';
import type { Instant } from '#shared/time/instant.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { isPast } from '../../tracking/estimates.ts';
import { arrivalOf, departureOf, hasArrived, hasDeparted } from '../../tracking/whereabouts.ts';
import { contentOf, dueArrival, dueDeparture } from '../facts.ts';
import { etasOfDestination } from '../eta-history.ts';
import type { ShipmentView } from '../types.ts';
import type { EventContent, ShipmentContent } from '../../tracking/model.ts';
import { eventStageOf } from './stage.ts';

/** The end of the journey that a field is about; its planned and actual times stand beside an event. */
export type FieldPlace = 'departure' | 'arrival';

/**
 * What a field holds. Numbers that move with the clock say from when they count: `since` = hours that have passed, `until` =
 * hours that are left.
 */
export type Reading =
  | { value: string | number | null }
  /** `atLeast`: however few hours have passed, it counts as so many. */
  | { since: Instant; atLeast?: number }
  | { until: Instant };

/** A value of the journey that rules of events can use. */
export type JourneyField = FieldPath & {
  path: string;
  place?: FieldPlace;
  /** It is not kept in tracks: trials on history read every change of a shipment. */
  readsDetails?: true;
  readsHistory?: true;
  readsNews?: true;
  read: (view: ShipmentView) => Reading;
};

type Reads = Omit<JourneyField, keyof FieldPath | 'path'>;

const nothing: Reading = { value: null };
const valueOf = (value: string | number | null | undefined): Reading => ({ value: value ?? null });
const since = (moment: Instant | null | undefined): Reading => (moment == null ? nothing : { since: moment });
const until = (moment: Instant | null | undefined): Reading => (moment == null ? nothing : { until: moment });

/** Hours something was, is or is expected to be late; while it has not happened it is as late as the clock says at least. */
function delayOf(
  due: Instant | undefined,
  happenedAt: Instant | undefined,
  estimate: Instant | null,
  isOver: boolean,
): Reading {
  if (due === undefined) return nothing;
  if (happenedAt !== undefined) return valueOf((happenedAt - due) / HOUR_MS);
  const expected = estimate === null ? undefined : (estimate - due) / HOUR_MS;
  if (isOver) return valueOf(expected);
  return { since: due, ...(expected !== undefined && { atLeast: expected }) };
}

const departureDelay = (content: ShipmentContent): Reading =>
  delayOf(dueDeparture(content)?.value, departureOf(content)?.value, content.booking.etd, hasDeparted(content));
const arrivalDelay = (content: ShipmentContent): Reading =>
  delayOf(dueArrival(content)?.value, arrivalOf(content)?.value, content.booking.eta, hasArrived(content));

/** What happened last on a shipment. */
export const lastMilestone = ({ events }: ShipmentContent): EventContent | undefined =>
  events.reduce<EventContent | undefined>(
    (last, event) =>
      event.actual !== null && (last === undefined || event.actual >= (last.actual ?? 0)) ? event : last,
    undefined,
  );

/** When a source last stated something. */
function newsAt({ records, sources }: ShipmentView): Instant | null {
  if (records.length === 0) return null;
  return Math.max(
    ...records.map(({ observedAt }) => observedAt),
    ...sources.map(({ lastChangeAt }) => lastChangeAt ?? 0),
  );
}

/** By how many hours the estimated arrival at the port of discharge has moved since it was first shown. */
function slipOf(view: ShipmentView): Reading {
  const history = etasOfDestination(view);
  const [first, last] = [history[0], history.at(-1)];
  return first === undefined || last === undefined ? nothing : valueOf((last.value - first.value) / HOUR_MS);
}

const sum = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === null) ? null : values.reduce<number>((total, value) => total + (value ?? 0), 0);

const ofContent = (read: (content: ShipmentContent) => Reading) => (view: ShipmentView) => read(contentOf(view));
const booking = (name: keyof ShipmentContent['booking']) => ofContent((content) => valueOf(content.booking[name]));
const departure = (read: JourneyField['read']): Reads => ({ place: 'departure', read });
const arrival = (read: JourneyField['read']): Reads => ({ place: 'arrival', read });

const fixed: Readonly<Record<FixedPath, Reads>> = {
  'journey.mode': { read: ({ subscription }) => valueOf(subscription.mode ?? 'sea') },
  'journey.stage': { read: ofContent((content) => valueOf(eventStageOf(content))) },
  'journey.milestone': { read: ofContent((content) => valueOf(lastMilestone(content)?.statusCode)) },
  'journey.hoursSinceMilestone': { read: ofContent((content) => since(lastMilestone(content)?.actual)) },
  'journey.hoursSinceNews': { readsNews: true, read: (view) => since(newsAt(view)) },
  'booking.carrierCode': { read: ({ subscription }) => valueOf(subscription.carrierCode) },
  'booking.vesselName': { read: booking('vesselName') },
  'booking.voyage': { read: booking('voyage') },
  'booking.portOfLoading': { read: booking('portOfLoading') },
  'booking.portOfDischarge': { read: booking('portOfDischarge') },
  'booking.placeOfDelivery': { readsDetails: true, read: booking('placeOfDelivery') },
  'booking.serviceCode': { readsDetails: true, read: booking('serviceCode') },
  'departure.planned': departure(booking('plannedDeparture')),
  'departure.estimated': departure(booking('etd')),
  'departure.actual': departure(ofContent((content) => valueOf(departureOf(content)?.value))),
  'departure.delayHours': departure(ofContent(departureDelay)),
  'departure.hoursLeft': departure(
    ofContent((content) =>
      hasDeparted(content) ? nothing : until(content.booking.etd ?? content.booking.plannedDeparture),
    ),
  ),
  'arrival.planned': arrival(booking('plannedArrival')),
  'arrival.estimated': arrival(booking('eta')),
  'arrival.actual': arrival(ofContent((content) => valueOf(arrivalOf(content)?.value))),
  'arrival.delayHours': arrival(ofContent(arrivalDelay)),
  'arrival.hoursLeft': arrival(
    ofContent((content) =>
      hasArrived(content) ? nothing : until(content.booking.eta ?? content.booking.plannedArrival),
    ),
  ),
  'arrival.slipHours': { ...arrival(slipOf), readsHistory: true },
  'route.transhipments': {
    read: ofContent(({ legs }) => (legs.length === 0 ? nothing : valueOf(legs.length - 1))),
  },
  'cargo.containers': { read: ofContent(({ containers }) => valueOf(containers.length)) },
  'cargo.weightKg': {
    readsDetails: true,
    read: ofContent(({ containers }) => valueOf(sum(containers.map(({ grossWeightKg }) => grossWeightKg)))),
  },
  'cargo.volumeM3': {
    readsDetails: true,
    read: ofContent(({ containers }) => valueOf(sum(containers.map(({ volumeM3 }) => volumeM3)))),
  },
};

/** The latest of the times that are known. */
function latest(times: readonly (Instant | null)[]): Instant | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function milestoneReads({ code, part }: MilestonePart): Reads {
  const timeOf = ({ events }: ShipmentContent, name: 'actual' | 'estimated' | 'planned'): Instant | null =>
    latest(events.filter(({ statusCode }) => statusCode === code).map((event) => event[name]));
  if (part === 'hoursSince') return { read: ofContent((content) => since(timeOf(content, 'actual'))) };
  const read = ofContent((content) => valueOf(timeOf(content, part)));
  // Tracks keep what happened, not what was expected.
  return part === 'actual' ? { read } : { read, readsDetails: true };
}

/** The field of a data path; undefined for a path that the journey does not have. */
export function journeyField(path: string): JourneyField | undefined {
  const kind = fieldPath(path);
  if (kind === undefined) return undefined;
  const milestone = milestonePart(path);
  if (milestone !== undefined) return { path, ...kind, ...milestoneReads(milestone) };
  return isFixedPath(path) ? { path, ...kind, ...fixed[path] } : undefined;
}

/** What a reading comes to at a moment. */
export function valueAt(reading: Reading, now: Instant): string | number | null {
  if ('value' in reading) return reading.value;
  // What has passed without the event is no estimate any more: no hours are left of it.
  if ('until' in reading) return isPast(reading.until, now) ? null : (reading.until - now) / HOUR_MS;
  return Math.max((now - reading.since) / HOUR_MS, reading.atLeast ?? Number.NEGATIVE_INFINITY);
}
