export { createAisDecoder, refusalReasons } from './decoder.ts';
export type { StreamDecoder } from './decoder.ts';
export type { AisMessage } from './messages.ts';
export { receiveFeed } from './receive.ts';
export type { FeedState, Following, RunningFeed, ConnectionSink } from './feed.ts';
export { pullStream, type StreamAddress } from './stream.ts';
export { createStreamDecoder } from './stream-message.ts';
export { aisConnector, packReport } from './report.ts';
export type { VoyageReport } from './report.ts';
