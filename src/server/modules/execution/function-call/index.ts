import { defineModule } from '#server/module/index.ts';
import { functionCallRoutes } from './routes.ts';
export type { FunctionBases } from './call-function.ts';
export { stepCaller } from './step-caller.ts';
export { functionServices } from './function-services.ts';
export { functionHandlers } from './handlers.ts';

/** Calling function interfaces. */
export const functionCall = defineModule({
  name: 'function-call',
  routes: functionCallRoutes,
});
