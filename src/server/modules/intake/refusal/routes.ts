import { route } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import { getRefusals, queryRefusals } from './query-refusals.ts';

/** Data of all sources that was not taken, counted by source and reason. */
export const refusalRoutes = (): Routes => (app) => {
  route(app, 'refusalQuery', ({ ctx, input }) => queryRefusals({ ctx, input: input.body }));
  route(app, 'refusalGet', ({ ctx, input }) => getRefusals({ ctx, input: input.query }));
};
