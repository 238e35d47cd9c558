export { createSplitterGt06, readFrameGt06, writeFrameGt06 } from './frame.ts';
export type { Gt06Message } from './frame.ts';
export { readMessageGt06 } from './messages.ts';
