export { createLiveHub } from './live-hub.ts';
export type { LiveEvent, LiveHub, LiveSubscriber } from './live-hub.ts';
export { publish } from './publish.ts';
export type { LiveMessage } from './publish.ts';
