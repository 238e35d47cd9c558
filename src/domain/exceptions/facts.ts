import { earliestOf, latestOf } from '#shared/time/day.ts';
import type { Instant } from '#shared/time/instant.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { isZone, zoneOffsetMs } from '#shared/time/zone.ts';
import { claimsIn, provenanceAt } from '../intake/fusion/provenance.ts';
import type { Claim, Provenance } from '../intake/fusion/types.ts';
import { isBySea } from '../tracking/journey/mode.ts';
import type { EventContent, HappenedEvent, LegContent, ShipmentContent, SourceRecord } from '../tracking/model.ts';
import { eventPath } from '../intake/fusion/paths.ts';
import type { Shown } from '../tracking/whereabouts.ts';
import { emptyContent } from '../tracking/empty-content.ts';
import type { Evidence, ReferenceData, ShipmentView, SourceHealth } from './types.ts';

const nothing = emptyContent();

/** The fused content, or an empty one while nothing is fused, so that rules need no special case. */
export function contentOf(view: ShipmentView): ShipmentContent {
  return view.fused?.content ?? nothing;
}

/** Where a shown value came from; undefined when the path holds nothing. */
export function provenanceOf(view: ShipmentView, path: string): Provenance | undefined {
  return view.fused ? provenanceAt(view.fused, path) : undefined;
}

/** Everybody who spoke about a path, the shown one first. */
export function claimsAt(view: ShipmentView, path: string): Claim[] {
  const provenance = provenanceOf(view, path);
  return provenance ? claimsIn(provenance) : [];
}

/** Canonical code of a port for comparisons; an unknown code stands for itself. */
export function canonicalPort(code: string, reference: ReferenceData): string {
  return reference.resolvePort(code) ?? code.trim().toUpperCase();
}

/** Whether two known codes mean different ports after aliases; an unknown (null) port differs from none. */
export function isOtherPort(a: string | null, b: string | null, reference: ReferenceData): boolean {
  if (!a || !b) return false;
  return canonicalPort(a, reference) !== canonicalPort(b, reference);
}

/** Whether both codes are known and mean one port. */
export function isSamePort(a: string | null, b: string | null, reference: ReferenceData): boolean {
  if (!a || !b) return false;
  return canonicalPort(a, reference) === canonicalPort(b, reference);
}

/** Valid zone of a port, after aliases. */
export function zoneOfPort(code: string | null, reference: ReferenceData): string | undefined {
  if (!code) return undefined;
  const zone = reference.zoneOf(canonicalPort(code, reference));
  return zone !== undefined && isZone(zone) ? zone : undefined;
}

/** Stands for the zone of a place in parameters and evidence where nobody knows it: texts and pages mark such times. */
export const noZone = '';

/** Zone of a port for texts: its own, else `noZone`. */
export function shownZoneOf(code: string | null, reference: ReferenceData): string {
  return zoneOfPort(code, reference) ?? noZone;
}

/** Zone of a site of a tenant that a shipment by road stops at, or of a place of a courier, as it was reported with what happens there. */
export function zoneOfSite({ mode, events }: ShipmentContent, code: string | null): string | undefined {
  if ((mode !== 'road' && mode !== 'courier') || code === null) return undefined;
  return events.find(({ portCode, zone }) => portCode === code && zone !== null && isZone(zone))?.zone ?? undefined;
}

/** Zone to show times of a place of a shipment in: that of the port, else of the site, else `noZone`. */
export const zoneAt = (content: ShipmentContent, code: string | null, reference: ReferenceData): string =>
  zoneOfPort(code, reference) ?? zoneOfSite(content, code) ?? noZone;

/** Whether goods go to another country; also where nobody knows one of both. */
export function isAbroad({ mode, booking }: ShipmentContent, reference: ReferenceData): boolean {
  const [from, to] = [booking.portOfLoading, booking.portOfDischarge].map((code) => {
    if (code === null) return undefined;
    // Couriers name towns, with the code of the country at the end.
    const named = mode === 'courier' ? / ([A-Z]{2})$/.exec(code)?.[1] : undefined;
    return reference.countryOf?.(code) ?? named;
  });
  return from === undefined || from !== to;
}

/** What texts of rules for all modes are notified of the mode: nothing by sea, which has words of its own. */
export const modeOf = ({ subscription: { mode } }: ShipmentView): { mode?: string } =>
  mode === undefined || isBySea(mode) ? {} : { mode };

/** Whether an instant is midnight of its place: what some sources write for a date without a time. */
function isDateOnly(instant: Instant, zone: string | undefined): boolean {
  return (instant + (zone === undefined ? 0 : zoneOffsetMs(instant, zone))) % DAY_MS === 0;
}

/**
 * Whether `a` lies before `b` at one place. When one of both is only a date, or midnight, as some sources write dates, the
 * whole days are compared: a date stands for any moment of its day.
 */
export function isBeforeAt(
  a: { instant: Instant; zone: string | undefined },
  b: { instant: Instant; zone: string | undefined },
): boolean {
  if (latestOf(a.instant) >= earliestOf(b.instant)) return false;
  const slack = isDateOnly(a.instant, a.zone) || isDateOnly(b.instant, b.zone) ? DAY_MS : 0;
  return slack === 0 || b.instant - a.instant >= slack;
}

/** Evidence of a shown value: what, which source stated it, when. */
export function evidenceOf(view: ShipmentView, path: string, value: string | number | null, zone?: string): Evidence {
  const winner = provenanceOf(view, path)?.winner;
  return {
    path,
    value,
    ...(winner && { sourceCode: winner.sourceCode, observedAt: winner.observedAt }),
    ...(zone !== undefined && { zone }),
  };
}

/** Evidence of one claim among several. */
export function evidenceOfClaim(path: string, claim: Claim, zone?: string): Evidence {
  return {
    path,
    value: claim.value,
    sourceCode: claim.sourceCode,
    observedAt: claim.observedAt,
    ...(zone !== undefined && { zone }),
  };
}

/** Shown time of an event: actual, else estimated, else planned. */
export function shownTime(event: EventContent): Instant | null {
  return event.actual ?? event.estimated ?? event.planned;
}

/** Evidence of an event's actual time. */
export function actualEvidence(view: ShipmentView, event: EventContent, reference: ReferenceData): Evidence {
  return evidenceOf(view, eventPath(event, 'actual'), event.actual, zoneOfEvent(event, reference));
}

/** Zone in which times of an event are shown, as on pages and on the wire: the one it was reported in, else that of its port. */
export function zoneOfEvent(event: EventContent, reference: ReferenceData): string | undefined {
  return event.zone && isZone(event.zone) ? event.zone : zoneOfPort(event.portCode, reference);
}

/** Events of some statuses that have really happened. */
export function happened(events: readonly EventContent[], ...statusCodes: readonly string[]): HappenedEvent[] {
  return events.filter(
    (event): event is HappenedEvent => event.actual !== null && statusCodes.includes(event.statusCode),
  );
}

/** Whether any of some statuses has really happened. */
export function hasHappened(events: readonly EventContent[], statusCodes: readonly string[]): boolean {
  return events.some(({ statusCode, actual }) => actual !== null && statusCodes.includes(statusCode));
}

/** Earliest actual time of some statuses; null when none has happened. */
export function firstActual(events: readonly EventContent[], ...statusCodes: readonly string[]): Instant | null {
  return happened(events, ...statusCodes).reduce<Instant | null>(
    (first, { actual }) => (first === null || actual < first ? actual : first),
    null,
  );
}

/** First leg and last leg of the route. */
export function endsOfRoute(content: ShipmentContent): { first: LegContent | undefined; last: LegContent | undefined } {
  return { first: content.legs[0], last: content.legs[content.legs.length - 1] };
}

const shown = (value: Instant | null | undefined, path: string): Shown | undefined =>
  value === null || value === undefined ? undefined : { value, path };

/**
 * The departure that was promised: as planned, else as estimated. An estimate follows the ship and is never late,
 * so that a delay is measured against the plan.
 */
export function dueDeparture({ booking }: ShipmentContent): Shown | undefined {
  return shown(booking.plannedDeparture, 'booking.plannedDeparture') ?? shown(booking.etd, 'booking.etd');
}

/** The arrival that was promised: as planned, else as estimated. */
export function dueArrival({ booking }: ShipmentContent): Shown | undefined {
  return shown(booking.plannedArrival, 'booking.plannedArrival') ?? shown(booking.eta, 'booking.eta');
}

/** What is expected now of something that is late: an estimate that still holds, after the time that was due. */
export const laterEstimate = (estimate: Instant | null, due: Instant): Instant | undefined =>
  estimate !== null && estimate > due ? estimate : undefined;

/** Whole numbers of hours or days in texts, one decimal at most. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A source that has been out of order for longer, while another one answers, is not waited for any more. */
const patienceMs = 3 * DAY_MS;

/** Sources that tell only when asked, and may tell of what somebody waits for. */
export function requestedFor({ sources }: Pick<ShipmentView, 'sources'>, what?: 'customs'): readonly SourceHealth[] {
  const requested = sources.filter(({ isQueried }) => isQueried === true);
  const able = requested.filter(({ reports }) => reports === undefined || reports === what);
  return able.length > 0 ? able : requested;
}

/**
 * Until when a report would have reached us from each source that tells only when asked: what one of them might have reported
 * is no silence of the others. One that has been out of order for days, while others answer, is left out: SOURCE_FAILING
 * says so, and their word is all there is. Until now where nobody has to be asked; minus infinity while one that was asked
 * since lately has never answered, or none has.
 */
export function heardUntil(view: ShipmentView, now: Instant, what?: 'customs'): Instant {
  const { sources, subscription } = view;
  const requested = requestedFor(view, what);
  if (requested.length === 0) return now;
  const newest = Math.max(...sources.map(({ lastSuccessAt }) => lastSuccessAt ?? Number.NEGATIVE_INFINITY));
  const followedSince = Math.max(subscription.subscribedAt, subscription.followedSince ?? 0);
  const awaited = requested
    .filter(({ lastSuccessAt }) => newest - (lastSuccessAt ?? followedSince) <= patienceMs)
    .map(({ lastSuccessAt }) => lastSuccessAt ?? Number.NEGATIVE_INFINITY);
  return Math.min(now, newest, ...awaited);
}

/** Until when a report of one source would have reached us; until now where it tells by itself or its health is not known. */
export function heardFrom({ sources }: ShipmentView, sourceCode: string, now: Instant): Instant {
  const requested = sources.find((source) => source.sourceCode === sourceCode && source.isQueried === true);
  return requested === undefined ? now : Math.min(now, requested.lastSuccessAt ?? Number.NEGATIVE_INFINITY);
}

/** The record behind a claim. */
export function recordOf(view: ShipmentView, claim: Claim): SourceRecord | undefined {
  return view.records.find(({ id }) => id === claim.recordId);
}

/** Whether two claims come from different records although an expert entered neither. */
export function isFromOther(a: Claim, b: Claim): boolean {
  return a.recordId !== b.recordId && a.sourceType !== 'EXPERT' && b.sourceType !== 'EXPERT';
}
