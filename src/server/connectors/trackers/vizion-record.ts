import { landMilestones } from '#domain/tracking/milestone-order.ts';
import { milestones } from '#domain/tracking/model.ts';
import { isZone } from '#shared/time/zone.ts';
import type { Connector } from '../types.ts';
import { asObject, attribute, refusal } from '../untrusted.ts';
import { legsOfMoves, type Move } from './legs.ts';
import { first, newestJson, nothingReported, objects, part, type Place, recordOf, textOf } from './record.ts';
import { shipStatuses } from './shipsgo-record.ts';
import type { Fields } from './talk.ts';

const doings: Readonly<Record<string, Move['does']>> = {
  LOAD: 'loaded',
  DEPA: 'departed',
  ARRI: 'arrived',
  DISC: 'discharged',
};

/** Moves by train or barge before the sea voyage, or after it. */
const inland: Readonly<Record<Move['does'], readonly [before: string, after: string]>> = {
  loaded: [landMilestones.preCarriageLoaded, landMilestones.onCarriageLoaded],
  departed: [landMilestones.preCarriageDeparted, landMilestones.onCarriageDeparted],
  arrived: [landMilestones.preCarriageArrived, landMilestones.onCarriageArrived],
  discharged: [landMilestones.preCarriageDischarged, landMilestones.onCarriageDischarged],
};

type Ends = { pol: Place; pod: Place };
type Step = { milestone: Fields; code: string; does: Move['does'] | undefined; isByShip: boolean; place: Place };

function placeOf(value: unknown): Place {
  const location = asObject(value) ?? {};
  const zone = attribute(location, 'timezone');
  return {
    portCd: textOf(location, 'unlocode') ?? undefined,
    portName: textOf(location, 'facility', 'name', 'city') ?? undefined,
    timeZone: typeof zone === 'string' && isZone(zone) ? zone : undefined,
  };
}

const timeOf = ({ milestone }: Step): number => Date.parse(textOf(milestone, 'timestamp') ?? '') || 0;

/** The milestones of a container in order of time; what only documents tell is left out. */
function stepsOf(payload: Fields): Step[] {
  return objects(attribute(payload, 'milestones'))
    .flatMap((milestone): Step[] => {
      const event = part(milestone, 'journey_event');
      if (textOf(event, 'journey_type')?.toUpperCase() === 'SHIPMENT') return [];
      const code = textOf(event, 'event_type')?.toUpperCase() ?? '';
      const mode = (textOf(event, 'transport_mode') ?? textOf(milestone, 'mode') ?? 'VESSEL').toUpperCase();
      return [
        {
          milestone,
          code,
          does: Object.hasOwn(doings, code) ? doings[code] : undefined,
          isByShip: !/^(?:RAIL|TRUCK|BARGE|AIR)/.test(mode),
          place: placeOf(attribute(milestone, 'location')),
        },
      ];
    })
    .toSorted((a, b) => timeOf(a) - timeOf(b));
}

/** The milestone of a step; `null`: it is known and none of ours. */
function statusOf(step: Step, isBeforeSea: boolean, { pol, pod }: Ends): string | null | undefined {
  const { does, isByShip, code, milestone, place } = step;
  if (does !== undefined && isByShip) {
    const { end, atEnd, between } = shipStatuses[does];
    return place.portCd !== undefined && place.portCd === (end === 'pol' ? pol : pod).portCd ? atEnd : between;
  }
  if (does !== undefined) return inland[does][isBeforeSea ? 0 : 1];
  const event = part(milestone, 'journey_event');
  const isEmpty = textOf(event, 'empty_indicator', 'empty_indicator_code')?.toUpperCase() === 'EMPTY';
  switch (code) {
    case 'GTOT':
    case 'PICK':
      if (isBeforeSea) return isEmpty ? milestones.emptyPickUp : null;
      return isEmpty ? null : milestones.gateOutFull;
    case 'GTIN':
    case 'DROP':
      if (isBeforeSea) return isEmpty ? null : milestones.gateIn;
      return isEmpty ? milestones.emptyReturn : null;
    case 'STUF':
      return milestones.stuffing;
    case 'STRP':
      return milestones.stripping;
    default:
      return undefined;
  }
}

/** Whether a step is still to come; without a mark nothing says whether it has happened. */
function estimateMark({ milestone }: Step): string {
  const classifier = textOf(part(milestone, 'journey_event'), 'event_classifier')?.toUpperCase();
  if (classifier !== undefined) return classifier === 'ACT' ? 'N' : /^(?:EST|PLN)$/.test(classifier) ? 'Y' : classifier;
  const planned = attribute(milestone, 'planned');
  return typeof planned === 'boolean' ? (planned ? 'Y' : 'N') : '?';
}

function nodesOf(steps: readonly Step[], ends: Ends): Fields[] {
  const boarding = steps.findIndex(({ does, isByShip }) => does !== undefined && isByShip);
  return steps.flatMap((step, index) => {
    const status = statusOf(step, boarding < 0 || index < boarding, ends);
    if (status === null) return [];
    const { milestone, code, place } = step;
    return [
      {
        // An unknown code must not be taken for one of ours that is written alike.
        nodeCd: status ?? `Vizion ${code === '' ? (textOf(milestone, 'description') ?? '') : code}`,
        occurTime: first(milestone, 'timestamp'),
        isEst: estimateMark(step),
        ...place,
        vesselName: textOf(milestone, 'vessel') ?? undefined,
        voyageNo: textOf(milestone, 'voyage') ?? undefined,
      },
    ];
  });
}

const movesOf = (steps: readonly Step[]): Move[] =>
  steps.flatMap((step) => {
    const { milestone, does, isByShip, place } = step;
    if (does === undefined || !isByShip) return [];
    return [
      {
        does,
        place,
        time: first(milestone, 'timestamp'),
        isEstimate: estimateMark(step) !== 'N',
        vesselName: textOf(milestone, 'vessel') ?? undefined,
        vesselImo: first(milestone, 'vessel_imo'),
        voyage: textOf(milestone, 'voyage') ?? undefined,
      },
    ];
  });

const reportedAt = (update: Fields): number => Date.parse(textOf(update, 'created_at', 'updated_at') ?? '') || 0;

/** The newest state of each container: every update is whole, and they come in any order. */
function newestPayloads(value: unknown): { payloads: Fields[]; updateTime: string | null } {
  const body = asObject(value);
  const list =
    Array.isArray(value) || body === undefined ? value : (attribute(body, 'updates') ?? attribute(body, 'data'));
  const updates = objects(list ?? []).toSorted((a, b) => reportedAt(a) - reportedAt(b));
  const byContainer = new Map<string, Fields>();
  let updateTime: string | null = null;
  for (const update of updates) {
    const payload = asObject(attribute(update, 'payload'));
    if (payload === undefined) continue;
    byContainer.set(textOf(payload, 'container_id') ?? '', payload);
    updateTime = textOf(update, 'created_at', 'updated_at') ?? updateTime;
  }
  return { payloads: [...byContainer.values()], updateTime };
}

/** Makes one record of the updates that Vizion answers; pieces that cannot be taken are refused. Never throws. */
export const parseVizion: Connector['parse'] = (bodies, about, reference) => {
  const json = newestJson(bodies);
  if (json === undefined) return nothingReported(about, bodies.length === 0 ? [] : [refusal('unreadable')]);
  const { payloads, updateTime } = newestPayloads(json.value);
  const steps = payloads.map(stepsOf);
  const all = steps.flat().toSorted((a, b) => timeOf(a) - timeOf(b));
  const any = payloads[0];
  if (any === undefined || all.length === 0) return nothingReported(about);
  const reported = (name: string): Place =>
    placeOf(payloads.map((payload) => attribute(payload, name)).find((value) => value !== undefined));
  const byShip = all.filter(({ isByShip }) => isByShip);
  const [origin, destination] = [reported('origin_port'), reported('destination_port')];
  const out = byShip.find(({ does }) => does === 'loaded' || does === 'departed');
  const into = byShip.findLast(({ does }) => does === 'arrived' || does === 'discharged');
  const ends = {
    pol: origin.portCd === undefined ? (out?.place ?? origin) : origin,
    pod: destination.portCd === undefined ? (into?.place ?? destination) : destination,
  };
  return recordOf(
    {
      billNos: payloads.flatMap((payload) => textOf(payload, 'bill_of_lading') ?? []),
      bookingNo: textOf(any, 'booking_number'),
      ...ends,
      receipt: reported('inland_origin'),
      delivery: reported('inland_destination'),
      vessels: legsOfMoves(movesOf(all), ends.pol, ends.pod),
      containers: payloads.map((payload, index) => ({
        containerNo: textOf(payload, 'container_id') ?? undefined,
        containerType: textOf(payload, 'container_iso') ?? undefined,
        nodes: nodesOf(steps[index] ?? [], ends),
      })),
      ...(updateTime !== null && { updateTime }),
    },
    about,
    reference,
  );
};
