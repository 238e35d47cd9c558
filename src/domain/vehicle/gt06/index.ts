export { createSplitterGt06, readFrameGt06, writeFrameGt06 } from './frame.ts';
export type { Gt06Message } from './frame.ts';
export { gt06, readMessageGt06 } from './messages.ts';
