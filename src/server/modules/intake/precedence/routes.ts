import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import { cancelRefusion } from '#server/modules/intake/recompute/index.ts';
import { answer, route } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { getPrecedence, precedenceHistory } from './get-precedence.ts';
import { previewPrecedence } from './preview.ts';
import { refuseByPrecedence, restorePrecedence, savePrecedence } from './save-precedence.ts';

/** Which source is trusted for what: looked at, tried on stored shipments, saved, brought back. */
export const precedenceRoutes =
  ({ pipeline, queue }: { pipeline: PipelineDeps; queue: Queue }): Routes =>
  (app) => {
    route(app, 'precedenceGet', ({ ctx }) => getPrecedence(ctx));
    route(app, 'precedenceHistory', ({ ctx }) => precedenceHistory(ctx));
    route(app, 'precedencePreview', ({ ctx, input }) =>
      previewPrecedence({
        ctx,
        orders: input.body.orders,
        deps: { reference: pipeline.reference(), fusion: pipeline.fusion },
      }),
    );
    route(app, 'precedenceSave', async ({ ctx, input }) => {
      const saved = await savePrecedence({ ctx, input: input.body, queue });
      return answer(saved, 'precedence.saved', { count: saved.run.total });
    });
    route(app, 'precedenceRestore', async ({ ctx, input }) => {
      const saved = await restorePrecedence({ ctx, input: input.body, queue });
      return answer(saved, 'precedence.saved', { count: saved.run.total });
    });
    route(app, 'precedenceRefuse', async ({ ctx }) => {
      const run = await refuseByPrecedence({ ctx, queue });
      return answer(run, 'precedence.started', { count: run.total });
    });
    route(app, 'refusionCancel', async ({ ctx, input }) =>
      answer(await cancelRefusion({ ctx, runId: input.body.runId }), 'refusion.cancelled'),
    );
  };
