export { createAisDecoder, refusalReasons } from './decoder.ts';
export type { AisDecoder, DecoderCounts, RefusalReason } from './decoder.ts';
export type { AisMessage } from './messages.ts';
export { receiveFeed } from './receive.ts';
export type { FeedState, RunningFeed, Taker } from './receive.ts';
