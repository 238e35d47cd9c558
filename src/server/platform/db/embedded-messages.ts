/** What the worker is started with; `dataDir` is PGlite's own, `template` the tar of a prepared directory, `program` the compiled database. */
export type WorkerStart = {
  dataDir: string;
  template: Uint8Array<ArrayBuffer> | undefined;
  program: WebAssembly.Module;
};

/** To the worker: one group of protocol messages, a copy of the directory, or the end. */
export type ToWorker = { kind: 'group'; bytes: Uint8Array<ArrayBuffer> } | { kind: 'dump' } | { kind: 'close' };

/** From the worker: `answer` comes once per group, in order. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; message: string }
  | { kind: 'answer'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'dumped'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'closed' };
