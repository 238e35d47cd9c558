export type { FunctionBases } from './call-function.ts';
export { functionCallModule } from './routes.ts';
