import { isSeaMilestone } from '#domain/tracking/milestone-order.ts';
import { milestones } from '#domain/tracking/model.ts';
import type { EventCode, EventType } from '../dcsa/codes.ts';
import type { ParseReference } from '../types.ts';
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
  [milestones.berthed, { kind: 'TRANSPORT', code: 'ARRI' }],
]);

/** A move whose words an operator has given a milestone, as a notice. What is on land shapes no route, by whichever code. */
function noticeOf({ words: _, ...move }: PageMove, milestone: NonNullable<PageNotice['milestone']>): PageNotice {
  const { kind, code } = ofShips.get(milestone) ?? { kind: 'EQUIPMENT', code: 'INSP' };
  return {
    ...move,
    kind,
    code,
    milestone,
    documentType: null,
    updated: null,
    vesselImo: null,
    empty: null,
    containerNo: kind === 'EQUIPMENT' ? move.containerNo : null,
  };
}

/** The reading with what operators have said about its words: as milestones, or as words that mean none. */
export function withMappedWords(reading: PageReading, { milestoneOfWords }: ParseReference): PageReading {
  if (milestoneOfWords === undefined || reading.moves === undefined) return reading;
  const [notices, moves, known] = [[...reading.notices], [] as PageMove[], new Set<string>()];
  for (const move of reading.moves) {
    const milestone = milestoneOfWords(move.words);
    if (milestone !== undefined) known.add(move.words);
    if (milestone !== undefined && isSeaMilestone(milestone)) notices.push(noticeOf(move, milestone));
    else moves.push(move);
  }
  const isOpen = ({ reason, value }: PageReading['refusals'][number]): boolean =>
    reason !== 'unknown_word' || value === null || !known.has(value);
  return { ...reading, notices, moves, refusals: reading.refusals.filter(isOpen) };
}
