import { answer, route, type HttpModule } from '#server/platform/http/index.ts';
import type { FunctionServices } from './call-function.ts';
import { listTargets, tryFunction } from './try-function.ts';

/** Calling function interfaces. */
export const functionCallModule = (services: FunctionServices): HttpModule => ({
  name: 'function-call',
  routes: (app) => {
    route(app, 'functionTargets', ({ ctx }) => listTargets(ctx, services));
    route(app, 'tryFunction', async ({ ctx, input }) => {
      const result = await tryFunction({ ctx, input: input.body, services });
      return answer(result, result.storedVersion === null ? 'function.called' : 'function.calledAndStored');
    });
  },
});
