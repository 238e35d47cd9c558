import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { type Routes, route } from '#server/platform/http/index.ts';
import { createFleetMemory, type FleetMemory } from './fleet-memory.ts';
import { getCargo } from './get-cargo.ts';
import { getOutlook } from './get-outlook.ts';
import type { CallData, ParsedQuery } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';

/** Positions of all vessels, or what changed since the last answer; data of everybody, without any tenant. */
async function getFleet({
  ctx,
  input,
  memory,
}: {
  ctx: Ctx;
  input: ParsedQuery<'vesselFleet'>;
  memory: FleetMemory;
}): Promise<CallData<'vesselFleet'>> {
  // unscoped: Positions of vessels are public knowledge and have no tenant.
  return { ...(await memory.read(ctx.unscoped, input.since)), now: ctx.clock.now() };
}

/** Vessels as people watch them: data of everybody, and what the caller's tenants have aboard. */
export const vesselRoutes = ({ reference }: { reference: () => ReferenceSnapshot }): Routes => {
  const memory = createFleetMemory();
  return (app) => {
    route(app, 'vesselFleet', ({ ctx, input }) => getFleet({ ctx, input: input.query, memory }));
    route(app, 'vesselOutlook', ({ ctx, input }) => getOutlook({ ctx, input: input.query, reference: reference() }));
    route(app, 'vesselCargo', ({ ctx, input }) => getCargo({ ctx, input: input.query, reference: reference() }));
  };
};
