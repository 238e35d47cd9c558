import { milestones } from '#domain/tracking/model.ts';
import { isZone } from '#shared/time/zone.ts';
import type { Connector } from '../types.ts';
import { asObject, attribute, refusal } from '../untrusted.ts';
import { legsOfMoves, type Move } from './legs.ts';
import { first, newestJson, nothingReported, objects, part, type Place, recordOf, textOf } from './record.ts';
import type { Fields } from './talk.ts';

const doings: Readonly<Record<string, Move['does']>> = {
  LOAD: 'loaded',
  TSLO: 'loaded',
  DEPA: 'departed',
  ARRV: 'arrived',
  DISC: 'discharged',
  TSDI: 'discharged',
};

/** What a ship does means another milestone at the ends of the voyage than between them. */
export const shipStatuses: Readonly<Record<Move['does'], { end: 'pol' | 'pod'; atEnd: string; between: string }>> = {
  loaded: { end: 'pol', atEnd: milestones.loaded, between: milestones.transhipmentLoaded },
  departed: { end: 'pol', atEnd: milestones.departed, between: milestones.transhipmentDeparted },
  arrived: { end: 'pod', atEnd: milestones.arrived, between: milestones.transhipmentArrived },
  discharged: { end: 'pod', atEnd: milestones.discharged, between: milestones.transhipmentDischarged },
};

type Ends = { pol: Place; pod: Place };

function placeOf(value: unknown): Place {
  const location = asObject(value) ?? {};
  const zone = attribute(location, 'timezone');
  return {
    portCd: textOf(location, 'code') ?? undefined,
    portName: textOf(location, 'name') ?? undefined,
    timeZone: typeof zone === 'string' && isZone(zone) ? zone : undefined,
  };
}

const codeOf = (movement: Fields): string => textOf(movement, 'event')?.toUpperCase() ?? '';
const doingOf = (movement: Fields): Move['does'] | undefined =>
  Object.hasOwn(doings, codeOf(movement)) ? doings[codeOf(movement)] : undefined;

/** Both ends of the voyage: as the route has them, else where the container goes on board first and comes ashore last. */
function endsOf(route: Fields, movements: readonly Fields[]): Ends {
  const reported = (name: string): Place => placeOf(attribute(part(route, name), 'location'));
  const at = (found: Fields | undefined): Place => placeOf(attribute(found ?? {}, 'location'));
  const [pol, pod] = [reported('port_of_loading'), reported('port_of_discharge')];
  const isOut = (movement: Fields): boolean => ['loaded', 'departed'].includes(doingOf(movement) ?? '');
  const isIn = (movement: Fields): boolean => ['arrived', 'discharged'].includes(doingOf(movement) ?? '');
  return {
    pol: pol.portCd === undefined ? at(movements.find(isOut)) : pol,
    pod: pod.portCd === undefined ? at(movements.findLast(isIn)) : pod,
  };
}

/** The milestone of a movement; `null`: it is known and none of ours. */
function statusOf(movement: Fields, isAtSea: boolean, ends: Ends): string | null | undefined {
  const does = doingOf(movement);
  if (does !== undefined) {
    const { end, atEnd, between } = shipStatuses[does];
    const isTranshipment = codeOf(movement).startsWith('TS');
    const isEnd = placeOf(attribute(movement, 'location')).portCd === ends[end].portCd;
    return isEnd && !isTranshipment ? atEnd : between;
  }
  switch (codeOf(movement)) {
    case 'EMSH':
      return milestones.emptyPickUp;
    case 'GTIN':
      return isAtSea ? null : milestones.gateIn;
    case 'GTOT':
      return isAtSea ? milestones.gateOutFull : null;
    case 'EMRT':
      return milestones.emptyReturn;
    case 'BOOK':
      return null;
    default:
      return undefined;
  }
}

function nodesOf(movements: readonly Fields[], ends: Ends): Fields[] {
  const boarding = movements.findIndex((movement) => doingOf(movement) !== undefined);
  return movements.flatMap((movement, index) => {
    const status = statusOf(movement, boarding >= 0 && index > boarding, ends);
    if (status === null) return [];
    const mark = textOf(movement, 'status')?.toUpperCase();
    return [
      {
        // An unknown code must not be taken for one of ours that is written alike.
        nodeCd: status ?? (codeOf(movement) === '' ? undefined : `ShipsGo ${codeOf(movement)}`),
        occurTime: first(movement, 'timestamp'),
        // Without this mark nothing says whether it has happened.
        isEst: mark === 'ACT' ? 'N' : mark === 'EST' ? 'Y' : (mark ?? '?'),
        ...placeOf(attribute(movement, 'location')),
        vesselName: textOf(part(movement, 'vessel'), 'name') ?? undefined,
        voyageNo: textOf(movement, 'voyage') ?? undefined,
      },
    ];
  });
}

function movesOf(movements: readonly Fields[]): Move[] {
  return movements.flatMap((movement) => {
    const does = doingOf(movement);
    if (does === undefined) return [];
    const vessel = part(movement, 'vessel');
    return [
      {
        does,
        place: placeOf(attribute(movement, 'location')),
        time: first(movement, 'timestamp'),
        isEstimate: textOf(movement, 'status')?.toUpperCase() !== 'ACT',
        vesselName: textOf(vessel, 'name') ?? undefined,
        vesselImo: first(vessel, 'imo'),
        voyage: textOf(movement, 'voyage') ?? undefined,
      },
    ];
  });
}

/** Makes one record of the newest answer of ShipsGo; pieces that cannot be taken are refused. Never throws. */
export const parseShipsGo: Connector['parse'] = (bodies, about, reference) => {
  const json = newestJson(bodies);
  if (json === undefined) return nothingReported(about, bodies.length === 0 ? [] : [refusal('unreadable')]);
  const shipment = asObject(attribute(asObject(json.value) ?? {}, 'shipment'));
  if (shipment === undefined) return nothingReported(about);
  const containers = objects(attribute(shipment, 'containers'));
  const movements = containers.map((container) => objects(attribute(container, 'movements')));
  const all = movements.flat();
  const route = part(shipment, 'route');
  if (all.length === 0 && Object.keys(route).length === 0) {
    const isUntracked = textOf(shipment, 'status') === 'UNTRACKED';
    return nothingReported(
      about,
      isUntracked ? [refusal('unknown_reference', { field: 'status', value: 'UNTRACKED' })] : [],
    );
  }
  const ends = endsOf(route, all);
  const booking = textOf(shipment, 'booking_number');
  const checked = textOf(shipment, 'checked_at', 'updated_at');
  return recordOf(
    {
      billNos: booking === null ? [] : [booking],
      bookingNo: null,
      ...ends,
      vessels: legsOfMoves(movesOf(all), ends.pol, ends.pod),
      containers: containers.map((container, index) => ({
        containerNo: textOf(container, 'number', 'container_number') ?? undefined,
        nodes: nodesOf(movements[index] ?? [], ends),
      })),
      // Written in UTC without saying so.
      ...(checked !== null && { updateTime: `${checked.slice(0, 19).replace(' ', 'T')}Z` }),
    },
    about,
    reference,
  );
};
