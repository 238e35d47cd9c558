export type { FunctionBases } from './call-function.ts';
export { stepCaller } from './step-caller.ts';
export { functionServices } from './function-services.ts';
export { functionHandlers } from './handlers.ts';
export { functionCallModule } from './routes.ts';
