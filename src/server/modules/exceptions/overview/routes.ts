import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, route, type Routes } from '#server/platform/http/index.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { getOverview } from './get-overview.ts';
import { retryTask } from './retry-task.ts';

/** The operations overview. */
export const overviewRoutes =
  ({ reference, queue }: { reference: () => ReferenceSnapshot; queue: Queue }): Routes =>
  (app) => {
    route(app, 'overview', ({ ctx }) => getOverview({ ctx, reference: reference() }));
    route(app, 'retryTask', async ({ ctx, input }) =>
      answer(await retryTask(ctx, queue, input.body), 'overview.taskRetried'),
    );
  };
