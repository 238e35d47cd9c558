// unscoped: Vessels, schedules, positions and areas are public knowledge and have no tenant; what belongs to tenants is read by `ctx.db`.
import type { CallData, ParsedQuery } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { FleetMemory } from './fleet-memory.ts';

/** Positions of all vessels, or what changed since the last answer; data of everybody, without any tenant. */
export async function getFleet({
  ctx,
  input,
  memory,
}: {
  ctx: Ctx;
  input: ParsedQuery<'vesselFleet'>;
  memory: FleetMemory;
}): Promise<CallData<'vesselFleet'>> {
  return { ...(await memory.read(ctx.unscoped, input.since)), now: ctx.clock.now() };
}
