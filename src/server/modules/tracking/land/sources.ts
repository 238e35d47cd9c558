import { expressIndexList } from '#lists/express-index.ts';
import { trainIndexList } from '#lists/train-index.ts';
import { vehicleIndexList } from '#lists/vehicle-index.ts';
import { parcelStateOf } from '#domain/tracking/journey/parcel-state.ts';
import { railMilestones } from '#domain/tracking/journey/rail.ts';
import { roadMilestones } from '#domain/tracking/journey/road.ts';
import type { EventContent, ShipmentContent } from '#domain/tracking/model.ts';
import type { ListSource } from '#server/list/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import {
  byBooking,
  byFirst,
  byMilestone,
  byNewest,
  bySection,
  byUnit,
  hasArrived,
  type Section,
  valueOf,
} from '#server/modules/tracking/trace-index/index.ts';
import { kmOnWay } from '#server/modules/tracking/shipment/index.ts';
import { normalizeCourierWaybill } from '#shared/ids/courier-waybill.ts';
import { readRailNumber } from '#shared/ids/rail-number.ts';
import type { Instant } from '#shared/time/instant.ts';
import { journeySource } from './journey-source.ts';
import { normalizeRoad } from './read-numbers.ts';

type Reference = () => ReferenceSnapshot;

const lastOf = (events: readonly EventContent[], now: Instant): EventContent | undefined =>
  events
    .filter(
      (event): event is EventContent & { actual: Instant } =>
        event.actual !== null && event.actual <= now && event.portCode !== null,
    )
    .toSorted((a, b) => a.actual - b.actual)
    .at(-1);

/** Parcels of the caller's tenants. */
export const expressSource = (reference: Reference): ListSource =>
  journeySource(
    expressIndexList,
    {
      mode: 'courier',
      normalize: normalizeCourierWaybill,
      none: { mainState: 'announced', scanTime: null, scanPlace: null, rawCode: null },
      own: ({ content, now, since, nameOf }) => {
        const { main, scan } = parcelStateOf(content, now, since);
        return {
          mainState: main,
          // Of a parcel the newest scan counts, not the farthest one on its way.
          statusCode: scan?.statusCode ?? null,
          scanTime: scan?.actual ?? null,
          scanPlace: nameOf(scan?.portCode ?? null),
          rawCode: scan?.place ?? null,
        };
      },
      valueSources: { mainState: byMilestone, scanTime: byMilestone, scanPlace: byMilestone, rawCode: byMilestone },
    },
    reference,
  );

/** Where a train crosses a border: a section that ends in another country than it begins in. */
const bordersOf = ({ legs }: ShipmentContent) =>
  legs.filter(({ portOfLoading: from, portOfDischarge: to }) => from?.slice(0, 2) !== to?.slice(0, 2));

const noWay = { doneKm: null, remainingKm: null };
/** Which source reported the times from which it is reckoned how far goods have come. */
const wayValueSources = (({ times }) => ({ doneKm: times, remainingKm: times }))({
  times: byBooking('ata', 'atd', 'etd', 'plannedDeparture', 'portOfDischarge'),
});

/** The section on which goods are, or come next; the last one once all are done. */
const present = (sections: readonly Section[]): Section | undefined =>
  sections.find((section) => !hasArrived(section)) ?? sections.at(-1);

const countryOf = (section: Section, end: 'portOfLoading' | 'portOfDischarge'): string =>
  String(valueOf(section[end])).slice(0, 2);
const crossesBorder = (section: Section): boolean =>
  countryOf(section, 'portOfLoading') !== countryOf(section, 'portOfDischarge');

const railCodes: ReadonlySet<string> = new Set(Object.values(railMilestones));

/** Goods by rail of the caller's tenants. */
export const trainSource = (reference: Reference): ListSource =>
  journeySource(
    trainIndexList,
    {
      mode: 'rail',
      normalize: (text) => readRailNumber(text).number,
      none: { trainNo: null, station: null, border: null, weightKg: null, ...noWay },
      own: ({ content, now, nameOf, placeOf }) => {
        const { legs, containers, events } = content;
        const leg = legs.find(({ ata }) => ata === null) ?? legs.at(-1);
        // Once it left the border station, or came to the next one, it is over that border.
        const left = new Set(
          events.flatMap(({ statusCode, actual, portCode }) =>
            statusCode === railMilestones.borderLeft && actual !== null && actual <= now ? [portCode] : [],
          ),
        );
        const border = bordersOf(content).find(({ ata, portOfLoading }) => ata === null && !left.has(portOfLoading));
        const own = events.filter(({ statusCode }) => railCodes.has(statusCode));
        return {
          trainNo: leg?.vesselName ?? null,
          station: nameOf(lastOf(own, now)?.portCode ?? null),
          border: nameOf(border?.portOfLoading ?? null),
          weightKg: containers.find(({ grossWeightKg }) => grossWeightKg !== null)?.grossWeightKg ?? null,
          ...(kmOnWay(content, placeOf, now) ?? noWay),
        };
      },
      valueSources: {
        trainNo: bySection('vesselName', present),
        station: byNewest((statusCode) => railCodes.has(statusCode)),
        border: bySection('portOfLoading', (sections) =>
          sections.find((section) => crossesBorder(section) && !hasArrived(section)),
        ),
        weightKg: byUnit('grossWeightKg'),
        ...wayValueSources,
      },
    },
    reference,
  );

/** Whether a truck has left its route and is not back on it. */
function isOffRoute({ events }: ShipmentContent): boolean {
  const at = (code: string): Instant =>
    events.reduce((last, { statusCode, actual }) => (statusCode === code ? Math.max(last, actual ?? 0) : last), 0);
  return at(roadMilestones.offRoute) > Math.max(at(roadMilestones.backOnRoute), at(roadMilestones.signed));
}

/** Orders by road of the caller's tenants. */
export const roadSource = (reference: Reference): ListSource =>
  journeySource(
    vehicleIndexList,
    {
      mode: 'road',
      normalize: normalizeRoad,
      none: { plateNo: null, nextStop: null, stops: null, stopsDone: null, isOffRoute: null, ...noWay },
      own: ({ content, now, nameOf, placeOf }) => {
        const { booking, legs } = content;
        // A stop that was left out does not come again.
        const done = legs.findLastIndex(({ ata }) => ata !== null);
        const next = legs[done + 1];
        return {
          plateNo: booking.vesselName,
          nextStop: nameOf(next?.portOfDischarge ?? null),
          stops: legs.length === 0 ? 0 : legs.length + 1,
          stopsDone: legs.length === 0 ? 0 : done + 2,
          isOffRoute: isOffRoute(content) ? 1 : 0,
          ...(kmOnWay(content, placeOf, now) ?? noWay),
        };
      },
      valueSources: {
        plateNo: byBooking('vesselName'),
        nextStop: bySection('portOfDischarge', (sections) => sections[sections.findLastIndex(hasArrived) + 1]),
        stops: bySection('portOfDischarge', (sections) => sections.at(-1)),
        stopsDone: byFirst(
          bySection('ata', (sections) => sections.findLast(hasArrived)),
          byBooking('portOfLoading'),
        ),
        isOffRoute: byFirst(
          byNewest((statusCode) => statusCode === roadMilestones.offRoute || statusCode === roadMilestones.backOnRoute),
          byBooking('vesselName'),
        ),
        ...wayValueSources,
      },
    },
    reference,
  );
