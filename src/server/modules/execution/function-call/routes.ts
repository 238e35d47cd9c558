import { answer, route, type Routes } from '#server/platform/http/index.ts';
import type { FunctionServices } from './call-function.ts';
import { listTargets, tryFunction } from './try-function.ts';

/** Calling function interfaces. */
export const functionCallRoutes =
  ({ functions: services }: { functions: FunctionServices }): Routes =>
  (app) => {
    route(app, 'functionTargets', ({ ctx }) => listTargets(ctx, services));
    route(app, 'tryFunction', async ({ ctx, input }) => {
      const result = await tryFunction({ ctx, input: input.body, services });
      return answer(result, result.storedVersion === null ? 'function.called' : 'function.calledAndStored');
    });
  };
