import { defineModule } from '#server/module/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { type Routes, route } from '#server/platform/http/index.ts';
import { querySourceScores } from './query-scores.ts';

/** How early, how often and how right sources tell. */
const sourceScoreRoutes =
  ({ reference }: { reference: () => ReferenceSnapshot }): Routes =>
  (app) => {
    route(app, 'sourceScoreQuery', ({ ctx, input }) =>
      querySourceScores({ ctx, input: input.body, reference: reference() }),
    );
  };

/** How early, how often and how right sources report. */
export const sourceScore = defineModule({ name: 'source-score', routes: sourceScoreRoutes });
