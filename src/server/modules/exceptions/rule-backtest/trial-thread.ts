import { parentPort, workerData } from 'node:worker_threads';
import { readReference } from '#server/modules/administration/masterdata/index.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { inPieces } from './trial-threads.ts';
import type { ThreadData } from './trial-threads.ts';
import { tryShipments } from './try-shipments.ts';

// A thread that tries shipments: ids come in, one part goes out.
const { url, spec }: ThreadData = workerData;
const database = await openDatabase({ url, poolSize: 1, log: createLogger({ level: 'warn' }) });
const reference = await readReference(database);

parentPort?.on('message', (ids: readonly number[]) => {
  inPieces(ids, spec, (piece) => tryShipments(database, spec, piece, reference)).then(
    (part) => parentPort?.postMessage({ part }),
    (error: unknown) => parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) }),
  );
});
