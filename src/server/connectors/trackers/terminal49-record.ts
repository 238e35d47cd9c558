import { landMilestones } from '#domain/tracking/milestone-order.ts';
import { milestones } from '#domain/tracking/model.ts';
import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { parseIsoInstant } from '#shared/time/parse-iso-instant.ts';
import { isZone } from '#shared/time/zone.ts';
import type { Connector, ParseRefusal } from '../types.ts';
import { asObject, attribute, refusal } from '../untrusted.ts';
import { legsOfMoves, type Move } from './legs.ts';
import {
  first,
  milestoneOf,
  newestEstimates,
  newestJson,
  nothingReported,
  objects,
  part,
  type Place,
  recordOf,
  textOf,
} from './record.ts';
import type { Fields } from './talk.ts';
import { attributesOf, lastFreeDayWarning, splitBodies, standingWarnings } from './terminal49-warnings.ts';

/** Its events as milestones of ours, by the last part of their names. */
const statuses: Readonly<Record<string, string>> = {
  empty_out: milestones.emptyPickUp,
  full_in: milestones.gateIn,
  vessel_loaded: milestones.loaded,
  vessel_departed: milestones.departed,
  transshipment_arrived: milestones.transhipmentArrived,
  transshipment_discharged: milestones.transhipmentDischarged,
  transshipment_loaded: milestones.transhipmentLoaded,
  transshipment_departed: milestones.transhipmentDeparted,
  vessel_arrived: milestones.arrived,
  vessel_berthed: milestones.berthed,
  vessel_discharged: milestones.discharged,
  available: milestones.available,
  full_out: milestones.gateOutFull,
  empty_in: milestones.emptyReturn,
  rail_loaded: landMilestones.onCarriageLoaded,
  rail_departed: landMilestones.onCarriageDeparted,
  rail_arrived: landMilestones.onCarriageArrived,
  rail_unloaded: landMilestones.onCarriageDischarged,
  arrived_at_inland_destination: landMilestones.onCarriageArrived,
  arrived_at_destination: landMilestones.onCarriageArrived,
};
/** Feeders carry before the sea voyage, or after it. */
const feeders: Readonly<Record<string, readonly [before: string, after: string]>> = {
  feeder_loaded: [landMilestones.preCarriageLoaded, landMilestones.onCarriageLoaded],
  feeder_departed: [landMilestones.preCarriageDeparted, landMilestones.onCarriageDeparted],
  feeder_arrived: [landMilestones.preCarriageArrived, landMilestones.onCarriageArrived],
  feeder_discharged: [landMilestones.preCarriageDischarged, landMilestones.onCarriageDischarged],
};
/** Events that are known and are no milestones: changes of dates, documents, marks of people. */
const isNoMilestone = (name: string): boolean =>
  /^(?:container\.pickup_|document\.)/.test(name) || /\.(?:not_available|delivered)$/.test(name);

const doings: Readonly<Record<string, Move['does']>> = {
  vessel_loaded: 'loaded',
  transshipment_loaded: 'loaded',
  vessel_departed: 'departed',
  transshipment_departed: 'departed',
  vessel_arrived: 'arrived',
  transshipment_arrived: 'arrived',
  vessel_discharged: 'discharged',
  transshipment_discharged: 'discharged',
};

/** Ids of related resources of a type. */
export function relatedIds(resource: Fields, name: string, type?: string): string[] {
  const related = objects(attribute(part(part(resource, 'relationships'), name), 'data'));
  return related.flatMap((one) => {
    const id = textOf(one, 'id');
    return id !== null && (type === undefined || textOf(one, 'type') === type) ? [id] : [];
  });
}

type Resources = { all: Fields[]; byId: ReadonlyMap<string, Fields> };

/** All resources of the documents of an answer, each once. */
function resourcesOf(value: unknown): Resources {
  const byId = new Map<string, Fields>();
  const listed = objects(value).flatMap((doc) => {
    const inner = asObject(attribute(doc, 'data'));
    // Some clients of the platform put the document into one of their own.
    const own = inner !== undefined && attribute(inner, 'data') !== undefined ? inner : doc;
    return [...objects(attribute(own, 'data')), ...objects(attribute(own, 'included'))];
  });
  for (const resource of listed) {
    const id = textOf(resource, 'id');
    if (id !== null && !byId.has(id)) byId.set(id, resource);
  }
  return { all: [...byId.values()], byId };
}

type Event = { name: string; step: string; fields: Fields; resource: Fields; isEstimate: boolean; place: Place };

const zoneOf = (value: unknown): string | undefined => (typeof value === 'string' && isZone(value) ? value : undefined);

/**
 * The time of an event. Times are UTC where the platform knows the zone of the place; where it does not, they are the local
 * time of the source though they end in Z.
 */
function timeOf(fields: Fields): unknown {
  const text = first(fields, 'timestamp');
  if (typeof text !== 'string' || textOf(fields, 'timezone') !== null) return text;
  return parseIsoInstant(text).instant === undefined ? text : text.slice(0, 19);
}

function eventOf(resource: Fields, { byId }: Resources): Event | undefined {
  const fields = attributesOf(resource);
  const name = textOf(fields, 'event');
  if (name === null) return undefined;
  const step = name.split('.').at(-1) ?? name;
  const terminal = [
    ...relatedIds(resource, 'terminal').map((id) => attributesOf(byId.get(id) ?? {})),
    part(fields, 'terminal'),
  ];
  const named = terminal.map((one) => textOf(one, 'name')).find((one) => one !== null);
  return {
    name,
    step,
    fields,
    resource,
    isEstimate: name.includes('.estimated.') || attribute(fields, 'estimated') === true,
    place: {
      portCd: textOf(fields, 'location_locode') ?? undefined,
      portName: named ?? textOf(fields, 'location_name') ?? undefined,
      timeZone: zoneOf(attribute(fields, 'timezone')),
    },
  };
}

/** The ship of an event: the one it refers to, else as it names it. */
function shipOf({ resource, fields }: Event, { byId }: Resources): Pick<Move, 'vesselName' | 'vesselImo' | 'voyage'> {
  const [id] = relatedIds(resource, 'vessel');
  const vessel = attributesOf(byId.get(id ?? '') ?? {});
  return {
    vesselName: textOf(vessel, 'name') ?? textOf(fields, 'vessel_name') ?? undefined,
    vesselImo: first(vessel, 'imo') ?? first(fields, 'vessel_imo'),
    voyage: textOf(fields, 'voyage_number') ?? undefined,
  };
}

const instantOf = ({ fields }: Event): number => Date.parse(textOf(fields, 'timestamp') ?? '') || 0;

/** When the sea voyage began, as far as a container's events tell. */
function departureOf(events: readonly Event[]): number {
  const departures = events.filter(({ step }) => step === 'vessel_departed').map(instantOf);
  return departures.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...departures);
}

function nodeOf(event: Event, departedAt: number, resources: Resources): Fields & { reportedAt: number } {
  const feeder = Object.hasOwn(feeders, event.step) ? feeders[event.step] : undefined;
  const isBefore = instantOf(event) <= departedAt;
  const { vesselName, voyage } = shipOf(event, resources);
  return {
    nodeCd: feeder === undefined ? (milestoneOf(statuses, event.step) ?? event.name) : feeder[isBefore ? 0 : 1],
    occurTime: timeOf(event.fields),
    isEst: event.isEstimate ? 'Y' : 'N',
    ...event.place,
    vesselName,
    voyageNo: voyage,
    reportedAt: Date.parse(textOf(event.fields, 'created_at') ?? ''),
  };
}

/** Events that are at an end of the voyage by their meaning: estimates often leave their place out. */
const ends: Readonly<Record<string, 'pol' | 'pod' | 'destination'>> = {
  vessel_departed: 'pol',
  vessel_arrived: 'pod',
  vessel_berthed: 'pod',
  arrived_at_inland_destination: 'destination',
};

/** All events that were not taken back, also those that are no milestones. */
const reportedIn = (resources: Resources): Event[] =>
  resources.all
    .map((resource) => eventOf(resource, resources))
    .filter((event) => event !== undefined)
    .filter(({ fields }) => first(fields, 'invalidated_at') === undefined);

/** The events, oldest first; what was taken back is gone. Raw events are those of the carrier before they were checked. */
function eventsIn(resources: Resources, shipment: Fields): Event[] {
  const kindOf = ({ resource }: Event): string => textOf(resource, 'type') ?? 'transport_event';
  const reported = reportedIn(resources).filter(({ name }) => !isNoMilestone(name));
  const checked = reported.filter((event) => kindOf(event) !== 'raw_event');
  const createdAt = ({ fields }: Event): number => Date.parse(textOf(fields, 'created_at') ?? '') || 0;
  return (checked.length > 0 ? checked : reported)
    .toSorted((a, b) => createdAt(a) - createdAt(b))
    .map((event) => {
      const end = Object.hasOwn(ends, event.step) ? ends[event.step] : undefined;
      return end === undefined || event.place.portCd !== undefined ? event : { ...event, place: endsOf(shipment)[end] };
    });
}

const endsOf = (shipment: Fields) => ({
  pol: placeBy(shipment, 'port_of_lading', 'pol_timezone'),
  pod: placeBy(shipment, 'port_of_discharge', 'pod_timezone'),
  destination: placeBy(shipment, 'destination', 'destination_timezone'),
});

const placeBy = (fields: Fields, prefix: string, zone: string): Place => ({
  portCd: textOf(fields, `${prefix}_locode`) ?? undefined,
  portName: textOf(fields, `${prefix}_name`) ?? undefined,
  timeZone: zoneOf(attribute(fields, zone)),
});

/** Legs by the ships of the events, completed by what the shipment says of both ends. */
function legsOf(events: readonly Event[], shipment: Fields, resources: Resources): Fields[] {
  const moves = events.flatMap((event): Move[] => {
    const does = Object.hasOwn(doings, event.step) ? doings[event.step] : undefined;
    if (does === undefined) return [];
    const { place, isEstimate } = event;
    return [{ does, place, time: timeOf(event.fields), isEstimate, ...shipOf(event, resources) }];
  });
  const { pol, pod } = endsOf(shipment);
  const legs = legsOfMoves(moves, pol, pod);
  return legs.map((leg, index) => {
    const isLast = index === legs.length - 1;
    const text = (name: string): unknown => first(shipment, name);
    return {
      ...leg,
      ...(index === 0 && { etd: leg['etd'] ?? text('pol_etd_at'), atd: leg['atd'] ?? text('pol_atd_at') }),
      ...(isLast && {
        eta: leg['eta'] ?? text('pod_eta_at'),
        ata: leg['ata'] ?? text('pod_ata_at'),
        vesselName: leg['vesselName'] ?? text('pod_vessel_name'),
        imo: leg['imo'] ?? text('pod_vessel_imo'),
        voyageNo: leg['voyageNo'] ?? text('pod_voyage_number'),
      }),
    };
  });
}

/** What became of a request that led to no shipment. */
function failureOf(resources: Resources): ParseRefusal[] {
  const requested = resources.all.find((resource) => textOf(attributesOf(resource), 'request_number') !== null);
  const reason = requested && textOf(attributesOf(requested), 'failed_reason');
  return reason == null ? [] : [refusal('unknown_reference', { field: 'failed_reason', value: reason })];
}

/** Times that end in Z though they are those of the place. */
const countLocal = (events: readonly Event[]): number =>
  events.filter(({ fields }) => timeOf(fields) !== first(fields, 'timestamp')).length;

/** The number of the container that an event is about; events of one container need not say so. */
function containerNoOf({ resource }: Event, { byId }: Resources, only: string | undefined): string | undefined {
  const [id] = relatedIds(resource, 'container');
  return textOf(attributesOf(byId.get(id ?? '') ?? {}), 'number') ?? only;
}

/** Makes one record of the newest answer of Terminal49; pieces that cannot be taken are refused. Never throws. */
export const parseTerminal49: Connector['parse'] = (bodies, about, reference) => {
  const { answers, standing } = splitBodies(bodies);
  const json = newestJson(answers);
  if (json === undefined) return nothingReported(about, answers.length === 0 ? [] : [refusal('unreadable')]);
  const resources = resourcesOf(json.value);
  const ofType = (type: string): Fields[] => resources.all.filter((resource) => textOf(resource, 'type') === type);
  const [shipment] = ofType('shipment').map(attributesOf);
  const containers = ofType('container').map(attributesOf);
  const events = eventsIn(resources, shipment ?? {});
  if (shipment === undefined && events.length === 0) return nothingReported(about, failureOf(resources));
  const requested = about.subject === 'container' ? normalizeContainerNumber(about.containerNo ?? '') : undefined;
  const numbers = containers.map((container) => textOf(container, 'number')).filter((number) => number !== null);
  const only = numbers.length === 1 ? numbers[0] : numbers.length === 0 ? requested : undefined;
  const byContainer = Map.groupBy(events, (event) => containerNoOf(event, resources, only));
  const fields = shipment ?? {};
  const voyage = endsOf(fields);
  const bill = textOf(fields, 'bill_of_lading_number');
  const created = events.map(({ fields: reported }) => textOf(reported, 'created_at')).filter((text) => text !== null);
  const localTimes = countLocal(events);
  const every = [...new Set([...numbers, ...byContainer.keys()])];
  return recordOf(
    {
      billNos: bill === null ? [] : [bill, textOf(fields, 'normalized_number') ?? bill],
      bookingNo: null,
      pol: voyage.pol,
      pod: voyage.pod,
      delivery: voyage.destination,
      vessels: legsOf(events, fields, resources),
      containers: every.map((containerNo) => {
        const own = byContainer.get(containerNo) ?? [];
        const container = containers.find((one) => textOf(one, 'number') === containerNo) ?? {};
        const departedAt = departureOf(own);
        return {
          containerNo,
          sealNo: textOf(container, 'seal_number') ?? undefined,
          nodes: newestEstimates(
            own.map((event) => nodeOf(event, departedAt, resources)),
            ({ reportedAt }) => reportedAt,
          ),
        };
      }),
      warnings: [
        ...standingWarnings(standing, containers),
        ...lastFreeDayWarning(
          reportedIn(resources).map((event) => ({
            name: event.name,
            containerNo: containerNoOf(event, resources, only),
            at: timeOf(event.fields),
          })),
        ),
      ].map((warning) => ({ ...voyage.pod, portName: undefined, ...warning })),
      ...(localTimes > 0 && { tolerated: { localTimeAsUtc: localTimes } }),
      ...(created.length > 0 && { updateTime: created.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1) }),
    },
    about,
    reference,
  );
};
