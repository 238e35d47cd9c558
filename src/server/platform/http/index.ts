export { answer, jsonAnswer, streamAnswer } from './answer.ts';
export type { JsonAnswer, StreamAnswer } from './answer.ts';
export type { App, AppDeps, HttpModule } from './app-types.ts';
export { loadCallShapes } from './call-shapes.ts';
export { callContext } from './call-context.ts';
export { adaptError, isDatabaseLost } from './error-adapter.ts';
export { InvalidInput } from './invalid-input.ts';
export { bytesOf, chunksOf, withRawBodies } from './raw-body.ts';
export { addCall, type AnyHandlerCall, isCallName, route } from './route.ts';
