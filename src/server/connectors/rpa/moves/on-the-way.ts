import { milestones } from '#domain/tracking/model.ts';
import { type ReadRow, placeKey } from '../carrier-move.ts';
import { type Move, type MoveContext, type Stage, statesTranshipment } from './read-move.ts';

const isByLand = ({ mode }: Move): boolean => mode === 'RAIL' || mode === 'TRUCK' || mode === 'BARGE';
const isOfShip = (move: Move): boolean =>
  ['LOAD', 'DISC', 'DEPA', 'ARRI'].includes(move.code) && !isByLand(move) && move.empty !== 'EMPTY';
const isFullAtGate = ({ code, empty }: Move): boolean => (code === 'GTIN' || code === 'GTOT') && empty === 'LADEN';

/** What barge, train and truck do, and full containers at a gate: on which side of the voyage they do it says which end of the way it is. */
export const isOnLand = (move: Move): boolean => isByLand(move) || isFullAtGate(move);

/** Places where ships brought containers and later ships took some. */
function relayPlaces(rows: readonly ReadRow[]): ReadonlySet<string> {
  const brought = new Map<string, string>();
  for (const row of rows)
    if (row.move !== undefined && isOfShip(row.move) && (row.move.code === 'DISC' || row.move.code === 'ARRI')) {
      const before = brought.get(placeKey(row)) ?? row.time.local;
      brought.set(placeKey(row), row.time.local < before ? row.time.local : before);
    }
  const isOut = ({ move }: ReadRow): boolean =>
    move !== undefined && isOfShip(move) && (move.code === 'LOAD' || move.code === 'DEPA');
  const relayed = rows.filter((row) => isOut(row) && (brought.get(placeKey(row)) ?? '~') <= row.time.local);
  return new Set(relayed.map(placeKey).filter((key) => key !== ''));
}

/** Whether a ship goes on after a row: takes containers at the same place, or is at another one later. */
const goesOn = (rows: readonly ReadRow[], row: ReadRow): boolean =>
  rows.some((other) => {
    if (other.move === undefined || !isOfShip(other.move)) return false;
    if (placeKey(other) !== placeKey(row)) return other.time.local > row.time.local;
    return other.move.code === 'LOAD' || other.move.code === 'DEPA';
  });

/**
 * At which places words speak of a transhipment: whatever a ship does there belongs to it, unless its words name the port. Full
 * containers pass gates there between two ships, and ships berth on their way.
 */
export function transhipmentPlaces(rows: readonly ReadRow[]): { stageOf: (move: Move, row: ReadRow) => Stage | null } {
  const places = new Set(
    rows
      .filter((row) => row.move?.stage === 'transhipment' || row.all.some(statesTranshipment))
      .map(placeKey)
      .filter((key) => key !== ''),
  );
  const relays = relayPlaces(rows);
  const isBetween = (move: Move, row: ReadRow): boolean =>
    move.stage === null &&
    ((isFullAtGate(move) && relays.has(placeKey(row))) || (move.milestone === milestones.berthed && goesOn(rows, row)));
  return {
    stageOf: (move, row) =>
      (isOfShip(move) && !move.isPortStated && places.has(placeKey(row))) || isBetween(move, row)
        ? 'transhipment'
        : move.stage,
  };
}

/** On which side of the voyage a row is: before the first ship left, or after the last one was reached; undefined between or unknown. */
export function sideOf(rows: readonly ReadRow[]): (row: ReadRow) => MoveContext['side'] {
  const sailed = rows.filter(({ move }) => move !== undefined && isOfShip(move));
  const timesOf = (fits: (row: ReadRow) => boolean): string[] =>
    sailed
      .filter(fits)
      .map(({ time }) => time.local)
      .sort();
  const isOut = ({ move }: ReadRow): boolean => move?.code === 'LOAD' || move?.code === 'DEPA';
  const begin = timesOf(isOut)[0] ?? null;
  const end = timesOf((row) => !isOut(row) && row.move?.stage !== 'transhipment').at(-1) ?? null;
  return ({ time: { local } }) => {
    // A day alone may be any time of it.
    const isShort = (other: string): boolean =>
      other.length !== local.length && other.slice(0, 10) === local.slice(0, 10);
    if (begin !== null && !isShort(begin) && local < begin) return 'before';
    if (begin !== null && local.slice(0, 10) === begin.slice(0, 10) && (isShort(begin) || local === begin))
      return undefined;
    if (end === null || (begin !== null && end < begin)) return undefined;
    // On the day of the discharge, days after the ship left: what is no move of a ship came behind it.
    const isOfLastDay = local.length === 10 && local === end.slice(0, 10) && (begin ?? '~').slice(0, 10) < local;
    return local > end || isOfLastDay ? 'after' : undefined;
  };
}

const isPickUp = ({ move, classifier }: ReadRow): boolean =>
  move !== undefined &&
  move.code === 'PICK' &&
  move.empty === 'EMPTY' &&
  move.stage === 'origin' &&
  classifier !== 'EST';
const isReturn = ({ move, classifier }: ReadRow): boolean =>
  move?.empty === 'EMPTY' && (move.code === 'DROP' || move.code === 'GTIN') && classifier !== 'EST';
const isAfterSea = (row: ReadRow): boolean =>
  isReturn(row) ||
  row.move?.code === 'DISC' ||
  row.move?.code === 'STRP' ||
  (row.move?.code === 'GTOT' && row.move.empty === 'LADEN');
const isLaden = ({ move }: ReadRow): boolean =>
  move !== undefined && (isOfShip(move) || (move.code === 'GTIN' && move.empty === 'LADEN') || move.code === 'STUF');

/** From when on rows are of the present trip; `isAfter`: what happened at that time itself ended the trip before. */
type Begin = { at: string; isAfter: boolean };

/** When the trip of a container begins, where its rows go back to trips before; null: they are all of one. */
function beginOf(rows: readonly ReadRow[], isOfContainer: boolean): Begin | null {
  const timesOf = (own: readonly ReadRow[]): string[] => own.map(({ time }) => time.local).sort();
  const isLadenAfter = (at: string): boolean => rows.some((row) => isLaden(row) && row.time.local > at);
  const fetched = timesOf(rows.filter(isPickUp)).findLast(
    (at) => rows.some((row) => isAfterSea(row) && row.time.local < at) && (isOfContainer || isLadenAfter(at)),
  );
  if (fetched !== undefined) return { at: fetched, isAfter: false };
  const returned = timesOf(rows.filter(isReturn)).findLast(isLadenAfter);
  return returned === undefined ? null : { at: returned, isAfter: true };
}

/**
 * The rows of the present trip. Answers about a container often go back to trips it made before: those end where the container is returned
 * empty, or fetched empty again after it was at sea.
 */
export function ofThisTrip(rows: readonly ReadRow[], isOfContainer: boolean): ReadRow[] {
  const begins = new Map(
    Array.from(
      Map.groupBy(rows, ({ containerNo }) => containerNo),
      ([containerNo, own]) => [containerNo, beginOf(own, isOfContainer)] as const,
    ),
  );
  const containers = [...begins].filter(([containerNo]) => containerNo !== null);
  // What concerns the whole shipment follows its only container.
  const [only] = containers.length === 1 ? containers : [];
  return rows.filter(({ containerNo, time: { local } }) => {
    const begin = containerNo === null ? (only?.[1] ?? begins.get(null)) : begins.get(containerNo);
    return begin == null || local > begin.at || (local === begin.at && !begin.isAfter);
  });
}
