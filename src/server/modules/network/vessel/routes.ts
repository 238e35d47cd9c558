import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { type Routes, route } from '#server/platform/http/index.ts';
import { createFleetMemory } from './fleet-memory.ts';
import { getCargo } from './get-cargo.ts';
import { getFleet } from './get-fleet.ts';
import { getOutlook } from './get-outlook.ts';

/** Vessels as people watch them: data of everybody, and what the caller's tenants have aboard. */
export const vesselRoutes = ({ reference }: { reference: () => ReferenceSnapshot }): Routes => {
  const memory = createFleetMemory();
  return (app) => {
    route(app, 'vesselFleet', ({ ctx, input }) => getFleet({ ctx, input: input.query, memory }));
    route(app, 'vesselOutlook', ({ ctx, input }) => getOutlook({ ctx, input: input.query, reference: reference() }));
    route(app, 'vesselCargo', ({ ctx, input }) => getCargo({ ctx, input: input.query, reference: reference() }));
  };
};
