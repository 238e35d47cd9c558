import type { CallData } from '#contract/index.ts';
import { zoneOfSite } from '#domain/exceptions/facts.ts';
import { eventPath } from '#domain/intake/fusion/paths.ts';
import type { Claim, Provenance } from '#domain/intake/fusion/types.ts';
import { freeDaysOf, freeTimeFrom } from '#domain/tracking/free-time.ts';
import { toPullPlan } from '#domain/tracking/why/why.ts';
import { milestones } from '#domain/tracking/model.ts';
import type { ContainerContent, ShipmentContent } from '#domain/tracking/model.ts';
import { forecastArrival, isForecast } from '#domain/tracking/arrival-forecast.ts';
import { overdueOn, shownAt, shownBooking, shownLegs } from '#domain/tracking/estimates.ts';
import { whereContainersAre } from '#domain/tracking/whereabouts.ts';
import { containerProgress } from '#domain/tracking/progress.ts';
import { buildStages } from '#domain/tracking/stages.ts';
import type { TimelineMilestone, TimelineStage } from '#domain/tracking/timeline.ts';
import { placeIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { failureText } from '#shared/i18n/server-messages/failure-text.ts';
import type { Instant } from '#shared/time/instant.ts';
import { zoneOfPlace } from '#shared/time/place-time.ts';
import { isZone } from '#shared/time/zone.ts';
import { localDay } from '#shared/time/day.ts';
import { presentBooking, presentShipment } from './present.ts';
import type { TraceShipment } from './trace-queries.ts';
import { asKnownAt, exceptionsAt, findWithdrawal, getFused, sourcesAt } from './known-at.ts';
import { findShipment, getFreeDays, getSubscription, listEarlierJourneys, listSourcesOf } from './trace-queries.ts';
import { drawPosition, presentPosition } from './trace-position.ts';
import type { PositionReader } from './trace-position.ts';
import { withSites, withStops } from './road-places.ts';
import { traceTrack } from './trace-track.ts';
import { kmOnWay } from './way-done.ts';
import type { ExceptionPresenter } from './presenters.ts';

type Trace = CallData<'getTrace'>;

/** The booking with its children, as the wire has them. */
export async function getBusinessData({
  ctx,
  obmBkId,
  reference,
}: {
  ctx: Ctx;
  obmBkId: number | '' | null | undefined;
  reference: ReferenceSnapshot;
}): Promise<CallData<'getBusinessData'>> {
  if (obmBkId == null || obmBkId === '') throw refused('trace.bkIdEmpty');
  const shipment = await findShipment(ctx, obmBkId);
  if (shipment === undefined) throw notFound();
  const subscription = await getSubscription(ctx, shipment.subscription_id);
  const owner = { tenantId: shipment.tenant_id, mode: shipment.content.mode };
  return presentShipment(shipment, subscription.subject, await withSites(ctx, owner, reference), ctx.clock.now());
}

/** When overdue goods arrive by earlier journeys; what is expected by a source needs no forecast. */
async function forecastOf(ctx: Ctx, shipment: TraceShipment): Promise<Trace['forecast']> {
  const { content, tenant_id: tenantId } = shipment;
  const { mode = 'sea' } = content;
  const now = shownAt(shipment, ctx.clock.now());
  const { overdue, eta, portOfLoading: from, portOfDischarge: to } = shownBooking(content, now);
  if (!isForecast(mode) || shipment.ended || overdue.arrival === null || eta !== null) return null;
  if (from === null || to === null) return null;
  const found = forecastArrival(content, await listEarlierJourneys(ctx, { tenantId, mode, from, to }), now);
  return found === undefined ? null : { value: found.eta, low: found.low, high: found.high, journeys: found.journeys };
}

/**
 * Everything known of one shipment: values, which source stated them, where the cargo is, what is wrong with it; `asOf` = as it
 * was known at that moment.
 */
export async function getTrace({
  ctx,
  obmBkId,
  asOf: wanted,
  reference: known,
  present,
  positionOf,
}: {
  ctx: Ctx;
  obmBkId: number | null | undefined;
  asOf?: number | undefined;
  reference: ReferenceSnapshot;
  present: ExceptionPresenter;
  positionOf: PositionReader;
}): Promise<Trace> {
  const current = await getFused(ctx, obmBkId);
  const now = ctx.clock.now();
  if (Number.isNaN(wanted)) throw refused('error.invalidDate', { name: 'asOf' });
  // What will be known is what is known.
  const asOf = wanted === undefined || wanted >= now ? undefined : wanted;
  const shipment = asOf === undefined ? current : await asKnownAt(ctx, current, asOf, known);
  const [subscription, sources, exceptions, freeDays, withdrawn, position, forecast] = await Promise.all([
    getSubscription(ctx, shipment.subscription_id),
    listSourcesOf(ctx, shipment.subscription_id).then((rows) => sourcesAt(rows, asOf)),
    exceptionsAt(ctx, shipment.subscription_id, asOf),
    getFreeDays(ctx, shipment.tenant_id),
    findWithdrawal(ctx, shipment, asOf),
    // Where she was then is not kept with the shipment.
    asOf === undefined ? positionOf(ctx, shipment) : undefined,
    // What is known now would tell what nobody knew then.
    asOf === undefined ? forecastOf(ctx, shipment) : null,
  ]);
  const { content } = shipment;
  const at = shownAt(shipment, asOf ?? now);
  const reference = await withStops(ctx, { tenantId: shipment.tenant_id, content }, known);
  const names = new Map(sources.map((source) => [source.code, source]));
  return {
    mode: content.mode ?? 'sea',
    booking: presentBooking({ ...shipment, content }, subscription.subject, reference, asOf ?? now),
    boxes: whereContainersAre(content),
    subscription: present.subscription(subscription),
    places: placesOf(content, reference),
    containers: content.containers.map((container) =>
      presentUnit(container, { content, at, carrierCode: subscription.carrier_code, freeDays, reference }),
    ),
    legs: presentLegs(content, at),
    ...drawPosition(traceTrack(content, reference, asOf ?? now), position),
    way: kmOnWay(content, (code) => placeIn(reference, code), asOf ?? now),
    position: presentPosition(position),
    flightPosition: position?.flight ?? null,
    forecast,
    etaHistory: (shipment.history?.eta ?? []).map(({ value, knownAt, sourceCode }) => ({ value, knownAt, sourceCode })),
    provenance: Object.fromEntries(
      Object.entries(shipment.provenance ?? {}).map(([path, entry]) => [path, presentProvenance(entry, names)]),
    ),
    sources: sources.map(({ recordId, ...source }) => ({
      ...source,
      bkId: recordId === null ? null : String(recordId),
      nextPullWhy: toPullPlan(source.nextPullWhy),
      lastError: failureText(source.lastError, ctx.lang),
    })),
    exceptions: exceptions.map((row) => present.exception(row)),
    withdrawn,
    now: asOf ?? now,
    asOf: asOf ?? null,
  };
}

type Around = {
  content: ShipmentContent;
  at: Instant;
  carrierCode: string;
  freeDays: Parameters<typeof freeTimeOf>[3];
  reference: ReferenceSnapshot;
};

/** A unit as the trace page shows it. */
const presentUnit = (
  unit: ContainerContent,
  { content, at, carrierCode, freeDays, reference }: Around,
): Trace['containers'][number] => ({
  containerNo: unit.containerNo,
  sizeType: unit.sizeType,
  tradeName: unit.sizeType === null ? null : (reference.containerTypes.get(unit.sizeType)?.tradeName ?? null),
  sealNo: unit.sealNo,
  grossWeightKg: unit.grossWeightKg,
  volumeM3: unit.volumeM3,
  quantity: unit.quantity,
  carriage: carriageOf(unit),
  ...progressOf(content, unit.containerNo),
  stages: presentStages(content, unit.containerNo, reference, at),
  ...freeTimeOf(content, unit.containerNo, carrierCode, freeDays, reference),
});

/** How far a unit is. */
function progressOf(content: ShipmentContent, unitNo: string): Pick<Trace['containers'][number], 'current' | 'share'> {
  const { current, share } = containerProgress(content, unitNo);
  return { current: current?.statusCode ?? null, share };
}

/** What carries a unit; containers by sea are carried by the legs. */
const carriageOf = (unit: ContainerContent): Trace['containers'][number]['carriage'] =>
  unit.vesselName === undefined
    ? null
    : {
        vesselName: unit.vesselName,
        voyage: unit.voyage ?? null,
        from: unit.portOfLoading ?? null,
        to: unit.portOfDischarge ?? null,
        receivedQuantity: unit.receivedQuantity ?? null,
      };

/** Places of a shipment by their code, with what a screen needs of each. */
export function placesOf(content: ShipmentContent, reference: ReferenceSnapshot): Trace['places'] {
  const { booking } = content;
  const codes = new Set<string | null>([
    booking.placeOfReceipt,
    booking.portOfLoading,
    booking.portOfDischarge,
    booking.placeOfDelivery,
    booking.finalDestination,
    ...content.legs.flatMap((leg) => [leg.portOfLoading, leg.portOfDischarge]),
    ...content.events.map((event) => event.portCode),
    ...content.containers.flatMap((unit) => [unit.portOfLoading ?? null, unit.portOfDischarge ?? null]),
  ]);
  const places: Trace['places'] = {};
  for (const code of codes) {
    if (code === null) continue;
    const port = placeIn(reference, code);
    places[code] = {
      code,
      name: port?.name ?? null,
      nameCn: port?.nameCn ?? null,
      lon: port?.lon ?? null,
      lat: port?.lat ?? null,
      zone: port?.zone ?? zoneOfSite(content, code) ?? reference.inlandZones.zoneOf(code) ?? null,
    };
  }
  return places;
}

/** The zone of a place by its code, also of one on land that is no port of ours. */
const zoneIn = (reference: ReferenceSnapshot, code: string): string | undefined =>
  placeIn(reference, code)?.zone ?? reference.inlandZones.zoneOf(code);

/**
 * The zone of what happened on the way at no place that is known: of a truck that where it left, of a parcel that of its
 * latest scan with one; by other modes it is left open.
 */
function zoneOnTheWay({ mode, booking, events }: ShipmentContent, reference: ReferenceSnapshot): string | null {
  const parcel = mode === 'courier' ? events.findLast(({ zone }) => zone !== null && isZone(zone))?.zone : undefined;
  if (parcel !== undefined || (mode !== 'road' && mode !== 'courier')) return parcel ?? null;
  return booking.portOfLoading === null ? null : (zoneIn(reference, booking.portOfLoading) ?? null);
}

/** Legs as they travel, at a moment. */
export const presentLegs = (content: ShipmentContent, at: Instant): Trace['legs'] =>
  shownLegs(content, at).map(({ overdue, ...leg }) => ({
    ...leg,
    ...(overdue.departure !== null && { etdOverdue: overdue.departure }),
    ...(overdue.arrival !== null && { etaOverdue: overdue.arrival }),
  }));

/** The way of a unit as it travels, at a moment. */
export function presentStages(
  content: ShipmentContent,
  unitNo: string,
  reference: ReferenceSnapshot,
  at: Instant,
): Trace['containers'][number]['stages'] {
  const stages = buildStages(content, unitNo);
  const about = { onTheWay: zoneOnTheWay(content, reference), overdue: overdueOn(stages, at) };
  return stages.map((stage) => presentStage(stage, reference, about));
}

/** A stage as it travels, its milestones with their names and zones; those without a place have the zone of the way. */
const presentStage = (
  stage: TimelineStage,
  reference: ReferenceSnapshot,
  { onTheWay, overdue }: { onTheWay: string | null; overdue: ReadonlyMap<TimelineMilestone, Instant> },
): Trace['containers'][number]['stages'][number] => ({
  kind: stage.kind,
  index: stage.number,
  portCode: stage.portCode,
  milestones: stage.milestones.map((milestone) => {
    const status = reference.statuses.get(milestone.statusCode);
    const passed = overdue.get(milestone);
    const zone =
      milestone.event?.zone ??
      (milestone.portCode === null ? onTheWay : (zoneIn(reference, milestone.portCode) ?? onTheWay));
    return {
      statusCode: milestone.statusCode,
      nameCn: status?.nameCn ?? milestone.statusCode,
      nameEn: status?.nameEn ?? milestone.statusCode,
      portCode: milestone.portCode,
      zone,
      place: milestone.event?.place ?? null,
      vesselName: milestone.event?.vesselName ?? null,
      voyage: milestone.event?.voyage ?? null,
      planned: milestone.planned,
      estimated: passed === undefined ? milestone.estimated : null,
      actual: milestone.actual,
      ...(passed !== undefined && { overdue: passed }),
      // Provenance of the three times: this plus `planned`, `estimated` or `actual`.
      path: milestone.event === null ? '' : eventPath(milestone.event, 'actual').replace(/actual$/, ''),
    };
  }),
});

type SourceNames = ReadonlyMap<string, { nameCn: string; nameEn: string }>;

const presentClaim = (claim: Claim, names: SourceNames) => ({
  sourceCode: claim.sourceCode,
  sourceNameCn: names.get(claim.sourceCode)?.nameCn ?? claim.sourceCode,
  sourceNameEn: names.get(claim.sourceCode)?.nameEn ?? claim.sourceCode,
  sourceType: claim.sourceType,
  value: claim.value,
  observedAt: claim.observedAt,
});

const presentProvenance = (entry: Provenance, names: SourceNames): Trace['provenance'][string] => ({
  rule: entry.rule,
  winner: presentClaim(entry.winner, names),
  others: entry.others.map((claim) => presentClaim(claim, names)),
});

/** What a tenant has unless somebody agreed on other free days. */
const ownDays = 7;

/**
 * Last free day of a container as a date of its place: at the terminal while it stands there, then outside with the consignee. Free
 * days of the tenant count before those of the carrier's tariff.
 */
export function freeTimeOf(
  content: ShipmentContent,
  containerNo: string,
  carrierCode: string,
  set: { free_demurrage_days: number; free_detention_days: number },
  reference: ReferenceSnapshot,
): Pick<Trace['containers'][number], 'lastFreeDay' | 'tariff'> {
  const none = { lastFreeDay: null, tariff: null };
  const happened = (status: string) =>
    content.events.find(
      (event) => event.containerNo === containerNo && event.statusCode === status && event.actual !== null,
    );
  if (happened(milestones.emptyReturn) !== undefined) return none;
  const out = happened(milestones.gateOutFull);
  const start = out ?? happened(milestones.discharged);
  if (start?.actual == null || start.portCode === null) return none;
  const zone = zoneOfPlace(reference.ports.get(start.portCode)?.zone ?? start.zone);
  const isOut = out !== undefined;
  const known = reference.rules.tariffOf?.(carrierCode, start.portCode);
  const tariff = known && {
    days: isOut ? known.detentionDays : known.demurrageDays,
    rate: isOut ? known.detentionRate : known.demurrageRate,
    currency: known.currency,
  };
  const agreed = isOut ? set.free_detention_days : set.free_demurrage_days;
  const { lastFreeDayEndsAt } = freeTimeFrom(start.actual, freeDaysOf(agreed, ownDays, tariff?.days), zone);
  return {
    lastFreeDay: localDay(lastFreeDayEndsAt, zone),
    tariff: agreed === ownDays ? (tariff ?? null) : null,
  };
}
