export { createAisDecoder, refusalReasons } from './decoder.ts';
export type { AisDecoder, DecoderCounts, RefusalReason } from './decoder.ts';
export type { AisMessage } from './messages.ts';
