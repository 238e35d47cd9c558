/** One statement as it goes to the database. */
export type Statement = {
  text: string;
  values: readonly unknown[];
  /** Milliseconds it may take; the limit of the database unless stated, and never more than that. */
  limitMs?: number | undefined;
};

/** What a statement gave; `command` is the word of the command tag. */
export type StatementResult = { rows: Record<string, unknown>[]; rowCount: number; command: string };

/** One open transaction; statements run one after the other in the order they were requested. */
export type EngineTransaction = {
  run: (statement: Statement) => Promise<StatementResult>;
  /** Runs a statement whose result nobody waits for; where it fails, the commit fails with its error. */
  later: (statement: Statement) => void;
  /** Throws when the database rolled back instead. */
  commit: () => Promise<void>;
  rollback: () => Promise<void>;
};

/** A sign of life that other processes can look for: it disappears with the process, however that ends. */
export type HeldKey = { key: number; release: () => Promise<void> };

/** Connections that are in use and that are not, and how many wait for one. */
export type PoolCounts = { busy: number; idle: number; waiting: number };

/** What a kind of database must be able to do; `assembleDatabase` makes a Database of it. */
export type Engine = {
  readonly kind: 'embedded' | 'postgres';
  /** A single read outside of transactions, on the fastest way there is. */
  read: (statement: Statement) => Promise<StatementResult>;
  /** A single statement outside of transactions. */
  run: (statement: Statement) => Promise<StatementResult>;
  /** `limitMs`: milliseconds that each of its statements may take. */
  begin: (limitMs?: number) => Promise<EngineTransaction>;
  listen: (channel: string, handler: (payload: string) => void) => Promise<() => Promise<void>>;
  notify: (channel: string, payload: string) => void;
  /** Holds a key of its own from now on; see Database.holdKey. */
  holdKey: () => Promise<HeldKey>;
  goneKeys: (keys: readonly number[]) => Promise<number[]>;
  /** Runs `work`, within which a statement may take up to `limitMs`. */
  patient: <T>(limitMs: number, work: () => Promise<T>) => Promise<T>;
  /**
   * Embedded only: copies the directory of the database (a tar) between two transactions, so that it holds whole ones. `look` runs at
   * the same moment, with statements of its own.
   */
  copy?: <T>(look: (run: CopyReader) => Promise<T>) => Promise<Copied<T>>;
  /** Undefined: there is no pool. */
  connections?: () => PoolCounts;
  close: () => Promise<void>;
};

/** Runs one statement at the moment of a copy. */
export type CopyReader = (text: string) => Promise<Record<string, unknown>[]>;

/** A copy of the directory, and what was seen at its moment. */
export type Copied<T> = { bytes: Uint8Array<ArrayBuffer>; seen: T };
