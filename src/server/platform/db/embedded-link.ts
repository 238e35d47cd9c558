import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import pg from 'pg';
import { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker, WorkerStart } from './embedded-messages.ts';
import { EmbeddedStream } from './embedded-stream.ts';
import { valueTypes } from './value-parsers.ts';

/** What is not closed by then is ended, as a kill would: nothing committed is lost by that. */
const CLOSE_TIMEOUT_MS = 1_000;
/** New objects of the worker's thread; its memory beside them is that of the engine. */
const YOUNG_MB = 6;

/** A worker with the embedded database in it, and the one connection to it. */
export type EmbeddedLink = {
  client: pg.Client;
  /** Resolves when the link is of no use any more; with the reason if that was not requested. */
  ended: Promise<Error | undefined>;
  dump: () => Promise<Uint8Array<ArrayBuffer>>;
  close: () => Promise<void>;
};

export type LinkOptions = Omit<WorkerStart, 'program'> & {
  /** How long an answer may take at this moment, in milliseconds. */
  limitMs: () => number;
};

/** Ends a worker whose oldest question is open for too long. */
function createWatchdog(
  limitMs: () => number,
  bite: (error: Error) => void,
): { requested: () => void; answered: () => void; stop: () => void } {
  let open = 0;
  let timer: NodeJS.Timeout | undefined;
  const arm = (): void => {
    clearTimeout(timer);
    if (open === 0) return;
    const limit = limitMs();
    timer = setTimeout(() => bite(new Error(`the embedded database gave no answer within ${limit} ms`)), limit);
  };
  return {
    requested: () => {
      open += 1;
      if (open === 1) arm();
    },
    answered: () => {
      open -= 1;
      arm();
    },
    stop: () => {
      open = 0;
      clearTimeout(timer);
    },
  };
}

/** An error as the worker tells it: of a full disk it has the code too. */
const reportedError = (message: string): Error =>
  message.startsWith('ENOSPC') ? Object.assign(new Error(message), { code: 'ENOSPC' }) : new Error(message);

/** Waits for the worker to say how its start went. */
function started(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the embedded database ended while starting')));
    worker.once('message', (message: FromWorker) => {
      if (message.kind === 'ready') resolve();
      else reject(reportedError(message.kind === 'failed' ? message.message : 'the embedded database did not start'));
    });
  });
}

async function closeWorker(worker: Worker, exited: Promise<unknown>): Promise<void> {
  worker.postMessage({ kind: 'close' } satisfies ToWorker);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  });
  await Promise.race([exited, late]);
  clearTimeout(timer);
  await worker.terminate();
}

const require = createRequire(import.meta.url);
let program: Promise<WebAssembly.Module> | undefined;

/** The compiled database, once per process: what one worker has optimised is fast in the next from its start. */
const compiledProgram = (): Promise<WebAssembly.Module> =>
  (program ??= readFile(path.join(path.dirname(require.resolve('@electric-sql/pglite')), 'pglite.wasm')).then((bytes) =>
    WebAssembly.compile(bytes),
  ));

/** Starts the worker, waits for the database and connects to it. */
export async function openLink({ limitMs, ...start }: LinkOptions): Promise<EmbeddedLink> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { ...start, program: await compiledProgram() } satisfies WorkerStart,
    // It makes little more than copies of bytes: a young generation of the usual size would only be held.
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  await started(worker);
  // The database alone does not keep the process alive; open questions do, by the watchdog's timer.
  worker.unref();

  const { promise: ended, resolve: end } = Promise.withResolvers<Error | undefined>();
  let stream: EmbeddedStream | undefined;
  let dumped: ((bytes: Uint8Array<ArrayBuffer>) => void) | undefined;
  let closing = false;
  const fail = (error: Error): void => {
    watchdog.stop();
    end(closing ? undefined : error);
    stream?.destroy(closing ? undefined : error);
    void worker.terminate();
  };
  const watchdog = createWatchdog(limitMs, fail);
  worker.on('error', ({ message }) => fail(reportedError(message)));
  worker.on('exit', () => fail(new Error('the embedded database ended unexpectedly')));
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'answer') {
      watchdog.answered();
      stream?.answer(message.bytes);
    } else if (message.kind === 'dumped') dumped?.(message.bytes);
  });

  const client = new pg.Client({
    user: 'postgres',
    database: 'postgres',
    host: 'embedded',
    port: 5432,
    ssl: false,
    pipeline: true,
    types: valueTypes,
    stream: () => {
      stream = new EmbeddedStream((bytes) => {
        watchdog.requested();
        worker.postMessage({ kind: 'group', bytes } satisfies ToWorker, [bytes.buffer]);
      });
      return stream;
    },
  });
  client.on('error', () => {});
  await client.connect();
  await client.query("set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'iso_8601'");

  return {
    client,
    ended,
    dump: () =>
      new Promise((resolve) => {
        dumped = resolve;
        worker.postMessage({ kind: 'dump' } satisfies ToWorker);
      }),
    close: async () => {
      closing = true;
      client.end().catch(() => {});
      await closeWorker(worker, exited);
      end(undefined);
    },
  };
}
