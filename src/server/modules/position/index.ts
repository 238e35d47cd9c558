export { createIngest } from './ingest.ts';
export type { Ingest, IngestCounts } from './ingest.ts';
export { startReceiving } from './start-receiving.ts';
export type { Receiving, ReceivingDeps } from './start-receiving.ts';
export { removeOldPositions } from './keep-positions.ts';
