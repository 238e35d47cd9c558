import type { ReferenceStore } from '#server/modules/masterdata/index.ts';
import { route } from '#server/platform/http/index.ts';
import type { HttpModule } from '#server/platform/http/index.ts';
import { getSailing } from './get-sailing.ts';
import { createNetworkMemory } from './network-memory.ts';
import { querySailings } from './query-sailings.ts';

/** Sailings of container lines: data of everybody, without any tenant. */
export const sailingModule = (reference: ReferenceStore): HttpModule => {
  const memory = createNetworkMemory();
  return {
    name: 'sailing',
    routes: (app) => {
      route(app, 'sailingQuery', ({ ctx, input }) =>
        querySailings({ ctx, input: input.body, memory, reference: reference.current() }),
      );
      route(app, 'sailingGet', ({ ctx, input }) =>
        getSailing({ ctx, input: input.query, reference: reference.current() }),
      );
    },
  };
};
