import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import type { Mode } from '../../tracking/journey/mode.ts';

type Leg = {
  portOfLoading: string | null;
  portOfDischarge: string | null;
  etd: Instant | null;
  atd: Instant | null;
  eta: Instant | null;
  ata: Instant | null;
};

/** A shipment that carries some lines of an order. */
export type Carriage = { mode: Mode; lineNos: readonly string[]; legs: readonly Leg[] };

/**
 * How far a handover is: `planned`, `waiting` (the goods came and have not left), `done`, `late` (they come after the next carriage
 * is to leave), or `contradiction` (both happened, the later one first).
 */
export type HandoverState = 'planned' | 'waiting' | 'done' | 'late' | 'contradiction';

/** Goods go over from one shipment to the next. */
export type Handover = {
  /** Places of both in the list that was given. */
  from: number;
  to: number;
  fromPlace: string | null;
  toPlace: string | null;
  came: { at: Instant | null; isActual: boolean };
  leaves: { at: Instant | null; isActual: boolean };
  /** Whole hours between; below zero where the next one leaves first. */
  hours: number | null;
  state: HandoverState;
};

const comesBy = (leg: Leg | undefined): Handover['came'] => ({
  at: leg?.ata ?? leg?.eta ?? null,
  isActual: leg?.ata != null,
});
const leavesBy = (leg: Leg | undefined): Handover['leaves'] => ({
  at: leg?.atd ?? leg?.etd ?? null,
  isActual: leg?.atd != null,
});

function stateOf(came: Handover['came'], leaves: Handover['leaves']): HandoverState {
  const isBefore = came.at !== null && leaves.at !== null && leaves.at < came.at;
  if (leaves.isActual) return isBefore && came.isActual ? 'contradiction' : 'done';
  if (isBefore) return 'late';
  return came.isActual ? 'waiting' : 'planned';
}

/** Whether one goes on with the goods of the other: shipments of one mode between other places travel side by side. */
function goesOn(before: Carriage, after: Carriage): boolean {
  if (!before.lineNos.some((line) => after.lineNos.includes(line))) return false;
  return before.mode !== after.mode || before.legs.at(-1)?.portOfDischarge === after.legs[0]?.portOfLoading;
}

/** Where and when goods go over from shipment to shipment; the shipments in the order in which they leave, each with its legs. */
export function handoversOf(carriages: readonly Carriage[]): Handover[] {
  return carriages.flatMap((carriage, to): Handover[] => {
    if (carriage.legs.length === 0) return [];
    const from = carriages.findLastIndex(
      (before, index) => index < to && before.legs.length > 0 && goesOn(before, carriage),
    );
    const before = carriages[from];
    if (before === undefined) return [];
    const [last, first] = [before.legs.at(-1), carriage.legs[0]];
    const [came, leaves] = [comesBy(last), leavesBy(first)];
    return [
      {
        from,
        to,
        fromPlace: last?.portOfDischarge ?? null,
        toPlace: first?.portOfLoading ?? null,
        came,
        leaves,
        hours: came.at === null || leaves.at === null ? null : Math.trunc((leaves.at - came.at) / HOUR_MS),
        state: stateOf(came, leaves),
      },
    ];
  });
}
