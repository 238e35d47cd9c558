export { answer, jsonAnswer, streamAnswer } from './answer.ts';
export type { JsonAnswer, StreamAnswer } from './answer.ts';
export type { App, AppDeps, HttpModule } from './app-types.ts';
export { type Handler, type HandlerCall, type RouteOptions, route } from './route.ts';
