import { landMilestones, type LandMilestoneCode } from '#domain/tracking/milestone-order.ts';
import { milestones, type MilestoneCode } from '#domain/tracking/model.ts';
import type { Classifier, EmptyIndicator, EventCode, EventType, TransportMode } from '../../dcsa/codes.ts';
import { cutWords } from './cut-words.ts';
import type { Sign } from './signs.ts';

/** On which part of the way a move is: before the sea, between two ships, after the sea. */
export type Stage = 'origin' | 'transhipment' | 'destination';

/** A milestone of ours by sea. */
export type SeaMilestone = MilestoneCode | LandMilestoneCode;

/** What words of a carrier mean. */
export type Move = {
  kind: EventType;
  code: EventCode;
  documentType: string | null;
  empty: EmptyIndicator | null;
  mode: TransportMode | null;
  /** null: the words do not say, so that the route decides. */
  stage: Stage | null;
  /** As the words say; null: they do not. */
  classifier: Classifier | null;
  /** The words name the port by what it is on the way: no other move there says otherwise. */
  isPortStated: boolean;
  /** A milestone that the carriers' standard has no code for. */
  milestone: SeaMilestone | null;
};

/** What else a carrier says of a move besides its words. */
export type MoveContext = {
  empty?: EmptyIndicator | null | undefined;
  mode?: TransportMode | null | undefined;
  stage?: Stage | null | undefined;
  /** A ship is named beside the words. */
  hasShip?: boolean | undefined;
  /** Whether it was before the container went to sea, or after. */
  side?: 'before' | 'after' | undefined;
};

type Has = (...signs: Sign[]) => boolean;
type Meant = Pick<Move, 'kind' | 'code'> & Partial<Move>;

const container = (code: EventCode, more: Partial<Move> = {}): Meant => ({ kind: 'EQUIPMENT', code, ...more });
const ship = (code: EventCode, more: Partial<Move> = {}): Meant => ({ kind: 'TRANSPORT', code, ...more });
const paper = (code: EventCode, documentType: string): Meant => ({ kind: 'SHIPMENT', code, documentType });

const means = [
  ['vessel', 'VESSEL'],
  ['rail', 'RAIL'],
  ['truck', 'TRUCK'],
  ['barge', 'BARGE'],
] as const;

/** How what is moved goes; undefined: the words name two ways. */
function modeOf(has: Has, { mode, hasShip }: MoveContext): TransportMode | null | undefined {
  const named = means.filter(([sign]) => has(sign));
  if (named.length > 1) return undefined;
  const [one] = named;
  // Ships of an inland port go on the river.
  if (one?.[1] === 'VESSEL' && has('inland')) return 'BARGE';
  if (one !== undefined) return one[1];
  // What arrives in a yard is the container, though its ship may be named.
  const isShip = hasShip === true && !has('stay') && !has('inland');
  return mode ?? (isShip || has('port') || has('transhipment') ? 'VESSEL' : null);
}

/** The part of the way that words name; undefined when they name two. */
function stageOf(has: Has, context: MoveContext): Stage | null | undefined {
  if (has('transhipment')) return 'transhipment';
  const [begins, ends] = [has('export') || has('shipper'), has('import') || has('consignee')];
  if (begins && ends) return undefined;
  return begins ? 'origin' : ends ? 'destination' : (context.stage ?? null);
}

/** Full or empty, by the words or beside them. */
function loadOf(has: Has, { empty }: MoveContext): EmptyIndicator | null | undefined {
  if (has('empty') && has('laden')) return undefined;
  return has('empty') ? 'EMPTY' : has('laden') || has('cargo') ? 'LADEN' : (empty ?? null);
}

const papers = (has: Has): Meant | undefined => {
  if (has('booking') && has('confirm')) return paper('CONF', 'BKG');
  if (has('booking') && has('receive')) return paper('RECE', 'CBR');
  if (has('bill') && has('issue')) return paper('ISSU', 'TRD');
  if (has('notice')) return paper('ISSU', 'ARN');
  if (has('customs') && has('hold')) return has('release') ? paper('RELS', 'CUS') : paper('HOLD', 'CUS');
  if (has('customs') && has('inspect')) return container('INSP');
  if (has('customs') && has('release')) return paper('RELS', 'CUS');
  return undefined;
};

/** What a ship, train, barge or truck does. */
function travelOf(has: Has, mode: TransportMode | null, stage: Stage | null): Meant | undefined {
  const code = has('depart') ? 'DEPA' : 'ARRI';
  if (mode === null || mode === 'TRUCK') return undefined;
  return ship(code, { mode, stage });
}

/** Out of a terminal or depot. */
function outward(
  has: Has,
  load: EmptyIndicator | null,
  stage: Stage | null,
  side: MoveContext['side'],
): Meant | undefined {
  const toShipper = has('shipper') && load !== 'LADEN';
  if (load === 'EMPTY' || toShipper)
    return container('PICK', { empty: 'EMPTY', stage: stage ?? (side === 'after' ? 'destination' : 'origin') });
  if (stage === 'destination' || has('consignee') || (has('deliver') && stage === null))
    return container('GTOT', { empty: 'LADEN', stage: 'destination' });
  if (load === 'LADEN' || stage === 'transhipment') return container('GTOT', { empty: 'LADEN', stage });
  // From a terminal on the way to a ship an empty container is not fetched.
  if (stage === 'origin' && has('port') && !has('pickUp')) return undefined;
  if (stage === 'origin') return container('PICK', { empty: 'EMPTY', stage });
  // What is fetched before the sea is an empty container, after it a full one.
  if (has('pickUp') && stage === null && load === null && side !== undefined)
    return side === 'before'
      ? container('PICK', { empty: 'EMPTY', stage: 'origin' })
      : container('GTOT', { empty: 'LADEN', stage: 'destination' });
  // A gate alone says which way; what is fetched says so only together with what it is.
  return has('gateOut') && !has('pickUp') && stage === null ? container('GTOT') : undefined;
}

/** Into a terminal or depot. */
function inward(
  has: Has,
  load: EmptyIndicator | null,
  stage: Stage | null,
  side: MoveContext['side'],
): Meant | undefined {
  if (load === 'EMPTY' || (has('return') && load === null))
    return stage === 'origin' || stage === 'transhipment' || (stage === null && side === 'before')
      ? container('GTIN', { empty: 'EMPTY', stage: stage ?? 'origin' })
      : container('DROP', { empty: 'EMPTY', stage: 'destination' });
  if (has('return')) return undefined;
  if (stage !== null) return container('GTIN', { empty: 'LADEN', stage });
  if (load === 'LADEN') return container('GTIN', { empty: 'LADEN', stage: has('cargo') ? 'origin' : null });
  return has('gateIn') ? container('GTIN') : undefined;
}

function gateOf(
  has: Has,
  load: EmptyIndicator | null,
  stage: Stage | null,
  side: MoveContext['side'],
): Meant | undefined {
  if (has('release') && load !== 'EMPTY' && !has('gateOut') && !has('pickUp'))
    return has('cargo') || has('order') ? paper('RELS', 'SRM') : undefined;
  const [out, into] = [
    has('gateOut') || has('pickUp') || has('release'),
    has('gateIn') || has('receive') || has('return'),
  ];
  if (has('return') && !has('pickUp') && !has('release')) return inward(has, load, stage, side);
  if (out === into) return undefined;
  // A container may be full or empty where it goes from one terminal to another, or to a train.
  if ((has('between') && stage !== 'transhipment') || (has('rail') && load === null)) return undefined;
  return out ? outward(has, load, stage, side) : inward(has, load, stage, side);
}

const actions = ['load', 'discharge', 'depart', 'arrive', 'berth'] as const;

/** What signs mean together; undefined when they say nothing certain. */
function meant(has: Has, context: MoveContext): Meant | undefined {
  if (has('not') || has('cancel')) return undefined;
  const [mode, stage, load] = [modeOf(has, context), stageOf(has, context), loadOf(has, context)];
  if (mode === undefined || stage === undefined || load === undefined) return undefined;
  const isGate = has('gateIn') || has('gateOut') || has('pickUp') || has('return');
  if (has('strip')) return container('STRP', { stage: 'destination' });
  if (has('stuff')) return isGate ? gateOf(has, 'LADEN', stage, context.side) : container('STUF', { stage: 'origin' });
  const written = papers(has);
  if (written !== undefined) return written;
  const done = actions.filter((sign) => has(sign));
  // A loaded container that passes a gate is not loaded there.
  if (isGate && done.length === 1 && done[0] === 'load' && !has('vessel') && !has('shipper'))
    return gateOf(has, load ?? 'LADEN', stage, context.side);
  if (done.length > 1) return undefined;
  if (isGate && done.length === 1) return undefined;
  // At the gate of a company it is a truck that is loaded.
  const isAtGate = (has('shipper') || has('consignee')) && !has('vessel');
  if (isAtGate && (done[0] === 'load' || done[0] === 'discharge')) return undefined;
  // At a port it is the ship that is loaded, whatever goes on from there.
  const isOfShip = has('port') && !has('truck') && !has('rail') && !has('barge') && mode !== 'BARGE';
  const loaded = { mode: isOfShip ? ('VESSEL' as const) : mode, stage, empty: load ?? ('LADEN' as const) };
  switch (done[0]) {
    case 'load':
      return container('LOAD', loaded);
    case 'discharge':
      return container('DISC', loaded);
    case 'depart':
    case 'arrive':
      return travelOf(has, mode, stage);
    case 'berth':
      return ship('ARRI', { mode: 'VESSEL', stage, milestone: milestones.berthed });
    default:
  }
  if (has('onTheWay')) return mode === 'RAIL' ? ship('DEPA', { mode, stage }) : undefined;
  if (has('available') && load !== 'EMPTY') return container('AVPU', { empty: 'LADEN', stage: 'destination' });
  if (has('inspect') && load !== 'EMPTY') return container('INSP', { stage });
  return gateOf(has, load, stage, context.side);
}

const sailing = { out: /\bdepart|\bsail/i, in: /\barriv/i };
const handling = { out: /\bloaded\b/i, in: /\b(?:discharged|unloaded)\b/i };
const aPort = /\b(?:port|pol|pod|t\/s|trans[a-z]{4,11})\b/i;
const towards = { out: /\sto\s/i, in: /\sfrom\s/i };

/**
 * Of a departure or loading the words behind `to` name the next port, of an arrival or discharge those behind `from` the one
 * before: they are left out. A container is also loaded to a ship, so that there the words before must name a port too.
 */
function withoutOtherEnd(words: string): string {
  const isSailing = sailing.out.test(words) !== sailing.in.test(words);
  const { out, in: into } = isSailing ? sailing : handling;
  const isOut = out.test(words);
  if (isOut === into.test(words)) return words;
  const at = words.search(isOut ? towards.out : towards.in);
  if (at < 0 || !aPort.test(words.slice(at))) return words;
  return isSailing || aPort.test(words.slice(0, at)) ? words.slice(0, at) : words;
}

/** The move that words of a carrier mean, with what stands beside them; undefined: not certain. */
export function readMove(words: string, context: MoveContext = {}): Move | undefined {
  const signs = new Set(cutWords(withoutOtherEnd(words)));
  if (signs.size === 0) return undefined;
  const has: Has = (...wanted) => wanted.every((sign) => signs.has(sign));
  const found = meant(has, context);
  if (found === undefined) return undefined;
  const wording = has('expected') ? 'EST' : has('planned') ? 'PLN' : has('actual') ? 'ACT' : null;
  const isPortStated = has('port') && found.stage != null;
  return {
    documentType: null,
    empty: null,
    mode: null,
    stage: null,
    milestone: null,
    ...found,
    classifier: wording,
    isPortStated,
  };
}

/** Whether words say that something is expected only, also those whose move is not certain. */
export const statesExpected = (words: string): boolean =>
  cutWords(words)?.some((sign) => sign === 'expected' || sign === 'planned') === true;

/** Whether words speak of a transhipment, also those whose move is not certain. */
export const statesTranshipment = (words: string): boolean => cutWords(words)?.includes('transhipment') === true;

const m = milestones;
const l = landMilestones;

/** Milestones by what is done, how, and where on the way; null: there is none. */
const byShip: Readonly<Record<string, Readonly<Record<Stage, SeaMilestone | null>>>> = {
  LOAD: { origin: m.loaded, transhipment: m.transhipmentLoaded, destination: null },
  DISC: { origin: null, transhipment: m.transhipmentDischarged, destination: m.discharged },
  DEPA: { origin: m.departed, transhipment: m.transhipmentDeparted, destination: null },
  ARRI: { origin: null, transhipment: m.transhipmentArrived, destination: m.arrived },
};
const byLand: Readonly<Record<string, Readonly<Record<Stage, SeaMilestone | null>>>> = {
  LOAD: { origin: l.preCarriageLoaded, transhipment: null, destination: l.onCarriageLoaded },
  DISC: { origin: l.preCarriageDischarged, transhipment: null, destination: l.onCarriageDischarged },
  DEPA: { origin: l.preCarriageDeparted, transhipment: null, destination: l.onCarriageDeparted },
  ARRI: { origin: l.preCarriageArrived, transhipment: null, destination: l.onCarriageArrived },
};
const atGate: Readonly<Record<string, Readonly<Record<Stage, SeaMilestone | null>>>> = {
  'PICK EMPTY': { origin: m.emptyPickUp, transhipment: null, destination: null },
  'GTOT LADEN': { origin: null, transhipment: null, destination: m.gateOutFull },
  'GTIN LADEN': { origin: m.gateIn, transhipment: null, destination: null },
  'GTIN EMPTY': { origin: null, transhipment: null, destination: m.emptyReturn },
  'DROP EMPTY': { origin: null, transhipment: null, destination: m.emptyReturn },
  'AVPU LADEN': { origin: null, transhipment: null, destination: m.available },
};

/** The milestone of a move on a part of the way: `route` = only the route tells; null: none of ours. */
export function milestoneOf(move: Move, stage: Stage | null): SeaMilestone | 'route' | null {
  if (move.milestone !== null) return stage === 'destination' || stage === null ? move.milestone : null;
  if (move.kind === 'SHIPMENT') return 'route';
  if (move.code === 'STUF') return m.stuffing;
  if (move.code === 'STRP') return m.stripping;
  // An empty container that is carried is on none of our ways.
  if (move.empty === 'EMPTY' && (move.code === 'LOAD' || move.code === 'DISC')) return null;
  const isByBarge = move.mode === 'BARGE' && stage !== null && stage !== 'transhipment';
  // A barge that takes containers at the port of loading is the first ship.
  const isOfPort = isByBarge && move.isPortStated && byShip[move.code]?.[stage] != null;
  const isLand = move.mode === 'RAIL' || move.mode === 'TRUCK' || (isByBarge && !isOfPort);
  const moves = (isLand ? byLand : byShip)[move.code];
  if (moves !== undefined) return stage !== null ? moves[stage] : isLand ? null : 'route';
  const gate = atGate[`${move.code} ${move.empty}`];
  return gate === undefined || stage === null ? 'route' : gate[stage];
}
