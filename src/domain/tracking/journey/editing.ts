import { keysOf } from '#shared/values/objects.ts';
import { stageOf } from '../milestone-order.ts';
import type { OtherMode } from './mode.ts';
import { profileOf, profiles } from './profiles.ts';

/** What people may correct of a booking of a mode. */
export type Editing = {
  /**
   * The goods travel in containers by sea: people add and correct containers, places before and after the way by sea, and
   * cut-offs. Elsewhere units are what sources tell of the goods, and the way is from one place to one other.
   */
  readonly bySea: boolean;
  /** What kind of places the codes name: `any` where the mode has no list of its places. */
  readonly places: 'port' | 'airport' | 'any';
  /** Which list the carriers are in. */
  readonly carriers: 'carrier' | 'airline' | 'any';
};

const sea: Editing = { bySea: true, places: 'port', carriers: 'carrier' };
const land: Editing = { bySea: false, places: 'any', carriers: 'any' };
const others: Readonly<Partial<Record<string, Editing>>> = {
  air: { bySea: false, places: 'airport', carriers: 'airline' },
  rail: land,
  road: land,
  courier: land,
};

/** How bookings of a mode are corrected; modes by sea and river as those of the sea. */
export const editingOf = (mode: OtherMode | undefined): Editing => (mode === undefined ? sea : (others[mode] ?? sea));

const codesOf = (mode: OtherMode): ReadonlySet<string> =>
  new Set(profileOf(mode)?.stages.flatMap(({ milestones }) => milestones));
const codes = new Map(keysOf(profiles).map((mode) => [mode, codesOf(mode)]));

/** Whether a milestone may be notified of a booking of a mode. */
export function isMilestoneOf(mode: OtherMode | undefined, statusCode: string): boolean {
  if (mode !== undefined && !editingOf(mode).bySea) return codes.get(mode)?.has(statusCode) ?? true;
  return stageOf(statusCode) !== undefined || ![...codes.values()].some((own) => own.has(statusCode));
}
