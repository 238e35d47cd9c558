// The embedded database lives in this worker thread: bytes of the PostgreSQL protocol in, bytes out.
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, ToWorker, WorkerStart } from './embedded-messages.ts';

/** Number of ENOSPC in the engine's world. */
const WASI_NO_SPACE = 51;

/**
 * Pages that the engine keeps itself; the machine keeps those of its files anyway. The engine's own choice is 128 MB. Lists of
 * 100,000 exceptions and first pulls are as fast with 24 MB as with 48.
 */
const SHARED_BUFFERS = '24MB';

const { dataDir, template, program }: WorkerStart = workerData;

function say(message: FromWorker): void {
  const bytes = 'bytes' in message ? [message.bytes.buffer] : [];
  parentPort?.postMessage(message, bytes);
}

async function answer(database: PGlite, group: Uint8Array): Promise<void> {
  const parts: Uint8Array[] = [];
  let length = 0;
  await database.execProtocolRawStream(group, {
    syncToFs: false,
    onRawData: (part) => {
      // The part is a view of the engine's memory, which the next one overwrites.
      parts.push(part.slice());
      length += part.length;
    },
  });
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  say({ kind: 'answer', bytes });
}

async function handle(database: PGlite, message: ToWorker): Promise<void> {
  if (message.kind === 'group') return answer(database, message.bytes);
  if (message.kind === 'dump') {
    const file = await database.dumpDataDir('none');
    return say({ kind: 'dumped', bytes: new Uint8Array(await file.arrayBuffer()) });
  }
  await database.close();
  say({ kind: 'closed' });
  parentPort?.close();
}

/** What the engine's file system throws is an object with a number; the one of a full disk gets its name. */
function textOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  const number = typeof error === 'object' && error !== null && 'errno' in error ? error.errno : undefined;
  if (number === WASI_NO_SPACE) return 'ENOSPC: no space left on device';
  return number === undefined ? String(error) : `file system error ${String(number)}`;
}

function crash(error: unknown): never {
  // The main thread sees the worker end and opens the directory again.
  throw error instanceof Error ? error : new Error(textOf(error));
}

try {
  const loadDataDir = template === undefined ? undefined : new Blob([template]);
  const database = new PGlite({
    dataDir,
    extensions: { pg_trgm },
    pgliteWasmModule: program,
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
    ...(loadDataDir === undefined ? {} : { loadDataDir }),
  });
  await database.waitReady;
  let tail: Promise<void> = Promise.resolve();
  parentPort?.on('message', (message: ToWorker) => {
    tail = tail.then(() => handle(database, message)).catch((error: unknown) => void setImmediate(crash, error));
  });
  say({ kind: 'ready' });
} catch (error) {
  say({ kind: 'failed', message: textOf(error) });
  parentPort?.close();
}
