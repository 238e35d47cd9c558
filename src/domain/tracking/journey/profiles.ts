import { airProfile } from './air.ts';
import { courierProfile } from './courier.ts';
import { domesticProfile } from './domestic.ts';
import type { OtherMode } from './mode.ts';
import type { ModeProfile } from './profile.ts';
import { railProfile } from './rail.ts';
import { roadProfile } from './road.ts';

/** The profiles of the modes besides sea, one line each. */
export const profiles: Readonly<Partial<Record<OtherMode, ModeProfile>>> = {
  domestic: domesticProfile,
  air: airProfile,
  rail: railProfile,
  road: roadProfile,
  courier: courierProfile,
};

/** The profile of a mode; undefined for sea, whose rules are those of `tracking`. */
export function profileOf(mode: OtherMode | undefined): ModeProfile | undefined {
  return mode === undefined ? undefined : profiles[mode];
}
