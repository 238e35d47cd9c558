import { isSeaMilestone } from '#domain/tracking/milestone-order.ts';
import { milestones } from '#domain/tracking/model.ts';
import type { EventCode, EventType } from '../dcsa/codes.ts';
import type { ParseReference } from '../types.ts';
import type { SeaMilestone } from './moves/read-move.ts';
import type { PageMove, PageNotice, PageReading } from './types.ts';

/** Milestones of ships, which make the route besides. */
const ofShips: ReadonlyMap<string, { kind: EventType; code: EventCode }> = new Map([
  [milestones.loaded, { kind: 'EQUIPMENT', code: 'LOAD' }],
  [milestones.transhipmentLoaded, { kind: 'EQUIPMENT', code: 'LOAD' }],
  [milestones.discharged, { kind: 'EQUIPMENT', code: 'DISC' }],
  [milestones.transhipmentDischarged, { kind: 'EQUIPMENT', code: 'DISC' }],
  [milestones.departed, { kind: 'TRANSPORT', code: 'DEPA' }],
  [milestones.transhipmentDeparted, { kind: 'TRANSPORT', code: 'DEPA' }],
  [milestones.arrived, { kind: 'TRANSPORT', code: 'ARRI' }],
  [milestones.transhipmentArrived, { kind: 'TRANSPORT', code: 'ARRI' }],
]);

/** A move of a ship whose words an operator has given a milestone, as a notice. */
function noticeOf(move: PageMove, milestone: SeaMilestone): PageNotice | undefined {
  const means = ofShips.get(milestone);
  if (means === undefined) return undefined;
  return {
    index: move.index,
    classifier: move.classifier,
    time: move.time,
    portCode: move.portCode,
    named: move.named ?? null,
    place: move.place,
    vesselName: move.vesselName,
    voyage: move.voyage,
    ...means,
    milestone,
    documentType: null,
    updated: null,
    vesselImo: null,
    empty: null,
    containerNo: means.kind === 'EQUIPMENT' ? move.containerNo : null,
  };
}

/** The reading with what operators have stated about its words: as milestones, or as words that mean none. */
export function withMappedWords(reading: PageReading, { milestoneOfWords }: ParseReference): PageReading {
  if (milestoneOfWords === undefined || reading.moves === undefined) return reading;
  const notices = [...reading.notices];
  const moves: PageMove[] = [];
  const known = new Set<string>();
  for (const move of reading.moves) {
    const milestone = milestoneOfWords(move.words);
    if (milestone !== undefined) known.add(move.words);
    const isMapped = milestone !== undefined && isSeaMilestone(milestone);
    const notice = isMapped ? noticeOf(move, milestone) : undefined;
    if (notice !== undefined) notices.push(notice);
    else moves.push(isMapped ? { ...move, words: milestone } : move);
  }
  const isOpen = ({ reason, value }: PageReading['refusals'][number]): boolean =>
    reason !== 'unknown_word' || value === null || !known.has(value);
  return { ...reading, notices, moves, refusals: reading.refusals.filter(isOpen) };
}
