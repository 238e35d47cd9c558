import type { ReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { answer, route, type HttpModule } from '#server/platform/http/index.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { getOverview } from './get-overview.ts';
import { retryTask } from './retry-task.ts';

/** The operations overview. */
export const overviewModule = ({ reference, queue }: { reference: ReferenceStore; queue: Queue }): HttpModule => ({
  name: 'overview',
  routes: (app) => {
    route(app, 'overview', ({ ctx }) => getOverview({ ctx, reference: reference.current() }));
    route(app, 'retryTask', async ({ ctx, input }) =>
      answer(await retryTask(ctx, queue, input.body), 'overview.taskRetried'),
    );
  },
});
