export { createLiveHub } from './live-hub.ts';
export type { LiveEvent, LiveHub } from './live-hub.ts';
export { liveRow, publish, tellLive } from './publish.ts';
