import { bestTimeOf, type TimeKind } from '#web/kit/value/known-time.ts';
import type { Movement } from './order-context.ts';

type Milestone = Movement['units'][number]['stages'][number]['milestones'][number];

/** Something that happened or will happen to goods of an order, for so many containers or pieces of one shipment at once. */
export type Moment = {
  key: string;
  movement: Movement;
  milestone: Milestone;
  kind: TimeKind;
  instant: number;
  units: number;
};

/** The milestones of all shipments with a time, the earliest first; what several containers have together is shown once. */
export function momentsOf(movements: readonly Movement[]): Moment[] {
  const found = new Map<string, Moment>();
  for (const movement of movements)
    for (const { stages } of movement.units)
      for (const milestone of stages.flatMap(({ milestones }) => milestones)) {
        const best = bestTimeOf(milestone);
        if (best === undefined) continue;
        const { statusCode, portCode } = milestone;
        const key = [movement.obmTkSubscribeId, statusCode, portCode, best.kind, best.instant].join(' ');
        const known = found.get(key);
        if (known === undefined) found.set(key, { key, movement, milestone, ...best, units: 1 });
        else known.units += 1;
      }
  return [...found.values()].sort((a, b) => a.instant - b.instant);
}
