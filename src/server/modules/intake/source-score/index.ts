import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { type HttpModule, route } from '#server/platform/http/index.ts';
import { querySourceScores } from './query-scores.ts';

/** How early, how often and how right sources tell. */
export const sourceScoreModule = (reference: () => ReferenceSnapshot): HttpModule => ({
  name: 'source-score',
  routes: (app) => {
    route(app, 'sourceScoreQuery', ({ ctx, input }) =>
      querySourceScores({ ctx, input: input.body, reference: reference() }),
    );
  },
});
