export { createAisDecoder, refusalReasons } from './decoder.ts';
export type { AisDecoder } from './decoder.ts';
export type { AisMessage } from './messages.ts';
export { receiveFeed } from './receive.ts';
export type { FeedState, RunningFeed, Taker } from './feed.ts';
export { aisConnector, packReport } from './report.ts';
export type { VoyageReport } from './report.ts';
