import { milestones } from '#domain/tracking/model.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import type { Classifier } from '../dcsa/codes.ts';
import type { ParseRefusal } from '../types.ts';
import { refusal } from '../untrusted.ts';
import { isOnLand, ofThisTrip, sideOf, transhipmentPlaces } from './moves/on-the-way.ts';
import { type Move, type MoveContext, milestoneOf, statesExpected } from './moves/read-move.ts';
import { isNoTime, readAnyTime } from './any-time.ts';
import { readPlace } from './place-text.ts';
import { MAX_ROWS } from './read-notice.ts';
import {
  type ReadRow,
  type CarrierMove,
  containerNumber,
  meaningOf,
  named,
  namedOf,
  codesOf,
  placeKey,
  readRow,
} from './carrier-move.ts';
import type { OpenedAnswer, PageContainer, PageEnds, PageMove, PagePort, PageReading, ShownTime } from './types.ts';

/** What an answer tells of a shipment besides its moves. */
export type CarrierShipment = {
  billNo?: string | undefined;
  bookingNo?: string | undefined;
  containers?: readonly PageContainer[];
  moves: readonly CarrierMove[];
  /** Lists of moves as the answer holds them: where all are there and none has a move, the shipment has not moved yet. */
  lists?: readonly unknown[];
  /** Ports of the voyage in words or codes, and when it is expected at the last one, where the answer says so apart from moves. */
  from?: string | undefined;
  to?: string | undefined;
  /** Ports of transhipment, where the answer lists them. */
  between?: readonly string[];
  eta?: string | undefined;
  /** Times with a Z are in UTC; else the Z is ignored, as most sites mean the time of the place. */
  isUtc?: boolean;
};

const MAX_REFUSALS = 100;
/** Clocks in the first zone of the world are so far before UTC. */
const EARLIEST_MS = 14 * HOUR_MS;
const rowKey = (row: ReadRow): string =>
  [
    row.time.local,
    row.containerNo,
    placeKey(row),
    row.words,
    row.vesselName,
    row.voyage,
    row.classifier,
    row.place,
  ].join('|');

/** Whether a time is later than the answer, in every zone. */
const isLater = ({ local, offsetMinutes }: ShownTime, collectedAt: number): boolean => {
  const clocks = Date.parse(local.length === 10 ? `${local}T00:00:00Z` : `${local.replace(' ', 'T')}:00Z`);
  return clocks > collectedAt + (offsetMinutes === null ? EARLIEST_MS : offsetMinutes * 60_000 + HOUR_MS);
};

function classifierOf(row: ReadRow, collectedAt: number): Classifier {
  const isAhead = isLater(row.time, collectedAt);
  const isExpected = isAhead || (row.move === undefined && row.all.some(statesExpected));
  const reported = row.move?.classifier ?? row.classifier ?? (isExpected ? 'EST' : 'ACT');
  // A move later than the answer has not happened yet, even if it is marked as actual.
  return reported === 'ACT' && isAhead ? 'EST' : reported;
}

type Sorted = Pick<PageReading, 'notices' | 'refusals'> & { moves: PageMove[] };

const stageBeside = (side: 'before' | 'after' | undefined): Move['stage'] =>
  side === undefined ? null : side === 'before' ? 'origin' : 'destination';

/** What a row becomes: a notice, or a move in the carrier's words. */
function sort(rows: readonly ReadRow[], collectedAt: number): Sorted {
  const sorted: Sorted = { notices: [], moves: [], refusals: [] };
  const relayed = transhipmentPlaces(rows);
  const sides = new Map<string | null, ReturnType<typeof sideOf>>();
  // Containers of one bill may be at different ends of the way: what the ships do without a container concerns each.
  const side = (row: ReadRow): MoveContext['side'] => {
    const { containerNo: container } = row;
    const known = sides.get(container);
    if (known !== undefined) return known(row);
    const own =
      container === null ? rows : rows.filter(({ containerNo }) => containerNo === null || containerNo === container);
    const found = sideOf(own);
    sides.set(container, found);
    return found(row);
  };
  const seen = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const own = row.move;
    const beside =
      !row.isCertain && (own === undefined || own.stage === null || own.empty === 'EMPTY') ? side(row) : undefined;
    const move = beside === undefined ? own : (meaningOf(row.all, { ...row.context, side: beside }) ?? own);
    const shared = {
      index,
      classifier: classifierOf({ ...row, move }, collectedAt),
      time: row.time,
      portCode: row.portCode,
      named: row.named,
      place: row.place,
    };
    const ship = { vesselName: row.vesselName, vesselImo: row.vesselImo, voyage: row.voyage };
    const stage =
      move === undefined ? null : (relayed.stageOf(move, row) ?? (isOnLand(move) ? stageBeside(beside) : null));
    const milestone = move === undefined ? null : milestoneOf(move, stage);
    const containerNo = move === undefined || move.kind === 'EQUIPMENT' ? row.containerNo : null;
    const key = [
      milestone === 'route' ? `${move?.code} ${move?.empty} ${move?.mode}` : (milestone ?? row.words),
      shared.classifier,
      row.time.local,
      containerNo,
      placeKey(row),
    ].join('|');
    if (seen.has(key)) continue;
    seen.add(key);
    // A ship at her berth has arrived before: her route knows nothing of it.
    if (move === undefined || milestone === null || milestone === milestones.berthed) {
      sorted.moves.push({
        ...shared,
        ...ship,
        containerNo: milestone === null ? row.containerNo : null,
        words: milestone ?? row.words,
      });
      if (move === undefined) sorted.refusals.push(refusal('unknown_word', { field: 'status', value: row.words }));
      continue;
    }
    const { kind, code, documentType, empty, mode } = move;
    sorted.notices.push({
      ...shared,
      ...ship,
      kind,
      code,
      documentType,
      updated: null,
      containerNo,
      empty,
      mode,
      milestone: milestone === 'route' ? null : milestone,
    });
  }
  return sorted;
}

/** A port as it is written, a code or a name; with the code that a move writes beside the same words. */
function portOf(text: string | undefined, codes: ReadonlyMap<string, string>): PagePort | null {
  const plain = (text ?? '').trim();
  const code = codes.get(plain.toUpperCase());
  if (code !== undefined) return { portCode: code, named: null, place: plain };
  const place = readPlace(plain);
  return place === null ? null : { portCode: null, named: namedOf(place), place: plain };
}

function endsOf(
  { from, to, between = [], eta = '' }: CarrierShipment,
  codes: ReadonlyMap<string, string>,
): { ends?: PageEnds } {
  const ends = {
    loading: portOf(from, codes),
    discharge: portOf(to, codes),
    between: between.map((one) => portOf(one, codes)).filter((port) => port !== null),
    eta: eta === '' || isNoTime(eta) ? null : readAnyTime(eta),
  };
  return ends.loading === null && ends.discharge === null ? {} : { ends };
}

const isEmpty = (lists: readonly unknown[] = []): boolean =>
  lists.length > 0 && lists.every((list) => Array.isArray(list) && list.length === 0);

/** Makes a reading of what a carrier tells of one shipment. The same moves in any order, cut or doubled, are the same moves. */
export function makeReading(
  reported: CarrierShipment,
  answer: Pick<OpenedAnswer, 'collectedAt' | 'subject'>,
): PageReading {
  const refusals: ParseRefusal[] = [];
  const rows: ReadRow[] = [];
  if (reported.moves.length > MAX_ROWS) refusals.push(refusal('too_many_events', { value: reported.moves.length }));
  const codes = codesOf(reported.moves);
  for (const [index, one] of reported.moves.slice(0, MAX_ROWS).entries()) {
    const row = readRow(one, reported.isUtc === true, codes);
    if (row === null) continue;
    if ('reason' in row) refusals.push({ ...row, index });
    else rows.push(row);
  }
  rows.sort((a, b) => (rowKey(a) < rowKey(b) ? -1 : 1));
  const {
    notices,
    moves,
    refusals: noted,
  } = sort(ofThisTrip(rows, answer.subject === 'container'), answer.collectedAt);
  const words = new Map(noted.map((one) => [one.value, one]));
  return {
    isUnknown: false,
    billNo: named(reported.billNo),
    bookingNo: named(reported.bookingNo),
    containers: [
      ...new Map((reported.containers ?? []).map((container) => [container.containerNo, container])).values(),
    ],
    notices,
    moves,
    ...(reported.moves.length === 0 && isEmpty(reported.lists) && { hasNotMoved: true }),
    ...endsOf(reported, codes),
    cutoffs: [],
    refusals: [...refusals, ...words.values()].slice(0, MAX_REFUSALS),
  };
}

/** A container as an answer lists it; nothing for what is no number of a container. */
export function containerFrom(no: string, type = '', seal = ''): PageContainer[] {
  const containerNo = containerNumber(no);
  const isoCode = type.trim().toUpperCase();
  return containerNo === null
    ? []
    : [
        {
          containerNo,
          isoCode: /^[A-Z0-9]{4}$/.test(isoCode) ? isoCode : null,
          sealNo: /^[*]*$/.test(seal) ? null : seal,
        },
      ];
}

/** A move of which the answer says by its structure what it is. */
export const certainMove = (kind: Move['kind'], code: Move['code'], more: Partial<Move> = {}): Move => ({
  kind,
  code,
  documentType: null,
  empty: null,
  mode: null,
  stage: null,
  classifier: null,
  isPortStated: false,
  milestone: null,
  ...more,
});

/** A ship leaves or reaches a port, as lists of legs say it. */
export const sails = (
  code: 'DEPA' | 'ARRI',
  classifier: Classifier,
  stage: Move['stage'] = null,
): Pick<CarrierMove, 'words' | 'move' | 'classifier'> => ({
  words: [],
  move: certainMove('TRANSPORT', code, { mode: 'VESSEL', stage, isPortStated: stage !== null }),
  classifier,
});

/** Actual, estimated or planned by the word or letter a site uses; null: it says nothing. */
export function classifierOfWord(word: string): Classifier | null {
  const text = word.trim().toUpperCase();
  if (/^(?:A|ACT|ACTUAL|DONE|CURRENT|COMPLETED|Y|YES|PAST|实际|TRUE)$/u.test(text)) return 'ACT';
  if (/^(?:P|PLN|PLAN|PLANNED|计划)$/u.test(text)) return 'PLN';
  return text === '' ? null : 'EST';
}
