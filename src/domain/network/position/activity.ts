import type { VesselFix } from './fix.ts';

/** What a vessel does, as her newest position shows it. */
export type VesselActivity = 'underway' | 'drifting' | 'anchored' | 'moored';

const notUnderCommand = 2;
const atAnchor = 1;
const moored = 5;
/** Swinging at anchor or rocking at a quay is slower than this. */
const stillKn = 1;
/** Wind and current move a ship that does not sail by so much at most. */
const driftKn = 3;
/** A ship that goes where she does not point is moved by wind and current. */
const driftAngle = 45;

const angleBetween = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

/**
 * Under way, drifting, at anchor or moored. The status that her crew sets counts only while her speed agrees with it: an
 * anchored ship that moves has dragged her anchor, or nobody has set the status since.
 */
export function vesselActivity(
  { speed, course, heading, status }: Pick<VesselFix, 'speed' | 'course' | 'heading' | 'status'>,
  inPort: boolean,
): VesselActivity {
  const isStill = speed === null || speed < stillKn;
  if (isStill && status === atAnchor) return 'anchored';
  if (isStill && status === moored) return 'moored';
  if (isStill && speed !== null) return inPort ? 'moored' : 'drifting';
  if (speed === null || speed > driftKn) return 'underway';
  const isSideways = course !== null && heading !== null && angleBetween(course, heading) >= driftAngle;
  return status === notUnderCommand || status === atAnchor || isSideways ? 'drifting' : 'underway';
}
