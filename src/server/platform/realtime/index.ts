export { createLiveHub } from './live-hub.ts';
export type { LiveEvent, LiveHub, LiveSubscriber } from './live-hub.ts';
export { type LiveMessage, liveRow, publish, publishAll, notifyLive } from './publish.ts';
