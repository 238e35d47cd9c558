/** State of a robot as people see it. */
export type RobotState = 'Available' | 'Busy' | 'Unresponsive' | 'Disconnected' | 'Disabled';

/** A kind of machine; a robot without a version runs all versions of its type. */
export type MachineKind = { machineType: string; machineVersion: string | null };

/** A kind of machine that a package version runs on. */
export type VersionType = MachineKind & { priority: number; weight: number };

/** A robot as far as choosing goes. */
export type RobotView = MachineKind & { id: number; state: RobotState; slots: number; running: number };

const fits = (type: MachineKind, robot: MachineKind): boolean =>
  type.machineType === robot.machineType &&
  (robot.machineVersion === null || robot.machineVersion === '' || robot.machineVersion === type.machineVersion);

/** May a robot of this kind run a version with these types? A version without types runs anywhere. */
export const acceptsType = (types: readonly VersionType[], robot: MachineKind): boolean =>
  types.length === 0 || types.some((type) => fits(type, robot));

/** A number below `below` that is the same for the same seed and spread evenly over seeds. */
function spread(seed: number, below: number): number {
  let mixed = (seed ^ 0x9e3779b9) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0;
  return ((mixed ^ (mixed >>> 16)) >>> 0) % below;
}

/**
 * The types whose robots should run a job now: of those with a free robot the ones of highest priority, and among these one by
 * weight. A weight of 0 is chosen only where nothing else of its priority is free.
 */
function preferredType(
  types: readonly VersionType[],
  robots: readonly RobotView[],
  seed: number,
): VersionType | undefined {
  const free = robots.filter(
    ({ state, running, slots }) => state === 'Available' || (state === 'Busy' && running < slots),
  );
  const possible = types.filter((type) => free.some((robot) => fits(type, robot)));
  const highest = Math.max(...possible.map(({ priority }) => priority));
  const best = possible.filter(({ priority }) => priority === highest);
  const total = best.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return best[0];
  let place = spread(seed, total);
  for (const type of best) {
    if (place < type.weight) return type;
    place -= type.weight;
  }
  return best[0];
}

/** May this robot, which has a free slot, take the job now? `robots` are all that might, itself included. */
export function mayTake(
  robot: RobotView,
  { types, robots, seed }: { types: readonly VersionType[]; robots: readonly RobotView[]; seed: number },
): boolean {
  if (types.length === 0) return true;
  if (!acceptsType(types, robot)) return false;
  const preferred = preferredType(types, robots, seed);
  return preferred === undefined || fits(preferred, robot);
}

/** Head start of one point of priority, so that what waits long enough is before anything newer. */
export const agingMsPerPoint = 60_000;

/** Place of a job in the queue; the lowest is next. Equal priority is first in, first out, and nothing starves. */
export const rankOf = (queuedMs: number, priority: number): number => queuedMs - priority * agingMsPerPoint;
