export { callFunction } from './call-function.ts';
export type { FunctionBases, FunctionCall, FunctionOutcome, FunctionServices } from './call-function.ts';
export { functionCallModule } from './routes.ts';
export { keepAnswer } from './try-function.ts';
