export { createLiveHub } from './live-hub.ts';
export type { LiveEvent, LiveHub } from './live-hub.ts';
export { publish } from './publish.ts';
