export { createLiveHub } from './live-hub.ts';
export type { LiveEvent, LiveHub } from './live-hub.ts';
export { type LiveMessage, liveRow, publish, publishAll, notifyLive as notifyLive } from './publish.ts';
