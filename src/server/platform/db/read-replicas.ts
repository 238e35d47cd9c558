import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { codeOf, toError } from '#shared/values/errors.ts';
import type { Statement, StatementResult } from './engine.ts';
import { breaksConnection } from './wire.ts';

/** Runs one statement on one server. */
export type StatementRunner = (statement: Statement) => Promise<StatementResult>;

/** One replica as it is reached. */
export type ReplicaLink = { host: string; run: StatementRunner; close: () => Promise<void> };

/** A replica that has everything that was committed when it was chosen. */
export type Replica = { read: StatementRunner };

/** What a replica has done, for metrics. */
export type ReplicaState = { host: string; usable: boolean; reads: number };

/** The replicas that single reads of calls go to. */
export type ReadReplicas = {
  /**
   * A replica that has everything committed by now; undefined where none has, within the limit. A caller that wrote before reads what
   * it wrote, whichever process it wrote to.
   */
  choose: () => Promise<Replica | undefined>;
  states: () => ReplicaState[];
  close: () => Promise<void>;
};

type ReplicaOptions = {
  links: readonly ReplicaLink[];
  primary: StatementRunner;
  /** A read waits so long for a replica that is behind; one that takes longer is left out until it has caught up. */
  maxLagMs: number;
  log: Logger;
};

/** How often a replica that is behind is asked how far it is while a read waits. */
const POLL_MS = 4;
/** An answer of a replica about how far it is takes no longer. */
const ANSWER_WITHIN_MS = 500;
/** How often replicas that are left out are asked whether they have caught up. */
const LOOK_EVERY_MS = 1_000;

// What is committed without waiting for the disk is visible before it counts as written.
const POSITION = `select (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_lsn() end - '0/0'::pg_lsn)::text as position`;
const REPLAYED = `select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as position, pg_is_in_recovery() as standby`;
/** The same for the primary and its standbys, and for no other database. */
const IDENTITY = `select system_identifier::text || ' ' || current_database() as identity from pg_control_system()`;

/** Statements that a standby cannot run, or ended for what the primary did meanwhile: the primary can. */
const MOVED_CODES: ReadonlySet<unknown> = new Set(['25006', '40001']);

/** Callers that come while a question is on its way share the next one: no answer is older than the call that gets it. */
function sharedQuestion<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    next ??= last.then(() => {
      next = undefined;
      const asked = ask();
      last = asked.catch(() => {});
      return asked;
    });
    return next;
  };
}

const positionIn = ({ rows }: StatementResult): bigint => BigInt(String(rows[0]?.['position'] ?? 0));

class FollowedReplica {
  readonly host: string;
  reads = 0;
  /** It takes reads; false until it was first seen to follow the primary. */
  usable = false;
  /** Why it could not be used when it was last looked at. */
  problem = '';
  /** What it has to have before it is used again. */
  #wanted = 0n;
  #reached = -1n;
  #isOfPrimary = false;
  readonly #link: ReplicaLink;
  readonly #replayed: () => Promise<bigint>;

  constructor(link: ReplicaLink) {
    this.host = link.host;
    this.#link = link;
    this.#replayed = sharedQuestion(async () => {
      const answer = await link.run({ text: REPLAYED, values: [] });
      if (answer.rows[0]?.['standby'] !== true) throw new Error(`${link.host} is no standby`);
      return positionIn(answer);
    });
  }

  /** Whether it has everything up to a position, after waiting at most so long. Throws where it does not answer. */
  async reaches(position: bigint, withinMs: number): Promise<boolean> {
    const until = performance.now() + withinMs;
    while (this.#reached < position) {
      // A server that does not answer is not waited for.
      const leftMs = Math.max(ANSWER_WITHIN_MS, until - performance.now());
      const replayed = await Promise.race([this.#replayed(), pause(leftMs, undefined, { ref: false })]);
      if (replayed === undefined) throw new Error(`${this.host} does not answer`);
      if (replayed > this.#reached) this.#reached = replayed;
      if (this.#reached >= position || performance.now() >= until) break;
      await pause(POLL_MS);
    }
    return this.#reached >= position;
  }

  /** Leaves it out until it has everything up to a position. */
  leaveOut(position: bigint): void {
    this.usable = false;
    this.#wanted = position;
    // A server that was away may come back as something else.
    this.#reached = -1n;
  }

  /** Takes it in if it follows this primary and has what it lacked; gives whether it does. Throws where it does not answer. */
  async look(identity: string): Promise<boolean> {
    if (!this.#isOfPrimary) {
      const { rows } = await this.#link.run({ text: IDENTITY, values: [] });
      if (rows[0]?.['identity'] !== identity) throw new Error(`${this.host} is no replica of the database in use`);
      this.#isOfPrimary = true;
    }
    this.usable = await this.reaches(this.#wanted, 0);
    return this.usable;
  }

  async run(statement: Statement): Promise<StatementResult> {
    this.reads += 1;
    return this.#link.run(statement);
  }

  /** What is read on it from now on may be another server's. */
  forget(): void {
    this.#isOfPrimary = false;
  }
}

/** Opens the replicas; until one was seen to follow the primary, nothing is read on it. */
export function openReadReplicas({ links, primary, maxLagMs, log }: ReplicaOptions): ReadReplicas {
  const replicas = links.map((link) => new FollowedReplica(link));
  const position = sharedQuestion(async () => positionIn(await primary({ text: POSITION, values: [] })));
  let turn = 0;
  let closed = false;

  const leaveOut = (replica: FollowedReplica, at: bigint, why: { err?: unknown }): void => {
    if (replica.usable && !closed) log.warn({ ...why, host: replica.host }, 'a read replica is left out');
    replica.leaveOut(at);
    if (why.err !== undefined) replica.forget();
  };

  const look = async (): Promise<void> => {
    const left = replicas.filter(({ usable }) => !usable);
    if (left.length === 0) return;
    const { rows } = await primary({ text: IDENTITY, values: [] });
    for (const replica of left) {
      const { host } = replica;
      try {
        if (!(await replica.look(String(rows[0]?.['identity'])))) continue;
        replica.problem = '';
        log.info({ host }, 'a read replica is used');
      } catch (error) {
        const { message } = toError(error);
        if (message !== replica.problem) log.warn({ err: error, host }, 'a read replica cannot be used');
        replica.problem = message;
      }
    }
  };
  let looking: Promise<void> | undefined;
  const lookOnce = (): void => {
    looking ??= look()
      .catch((error: unknown) => log.debug({ err: error }, 'read replicas could not be looked at'))
      .finally(() => (looking = undefined));
  };
  lookOnce();
  const timer = setInterval(lookOnce, LOOK_EVERY_MS).unref();

  /** The replica for reads of one call; after a failure that another server may not have, its reads go to the primary. */
  const forOneCall = (replica: FollowedReplica, at: bigint): Replica => {
    let isGivenUp = false;
    return {
      read: async (statement) => {
        if (isGivenUp) return primary(statement);
        try {
          return await replica.run(statement);
        } catch (error) {
          const isLost = breaksConnection(error);
          if (!isLost && !MOVED_CODES.has(codeOf(error))) throw error;
          isGivenUp = true;
          if (isLost) leaveOut(replica, at, { err: error });
          return primary(statement);
        }
      },
    };
  };

  return {
    choose: async () => {
      const usable = replicas.filter((replica) => replica.usable);
      if (usable.length === 0) return undefined;
      const wanted = await position();
      turn += 1;
      // The one whose turn it is may need a moment; the next one is taken as it is.
      for (let index = 0; index < usable.length; index += 1) {
        const replica = usable[(turn + index) % usable.length];
        if (replica === undefined) continue;
        try {
          if (await replica.reaches(wanted, index === 0 ? maxLagMs : 0)) return forOneCall(replica, wanted);
          leaveOut(replica, wanted, {});
        } catch (error) {
          leaveOut(replica, wanted, { err: error });
        }
      }
      return undefined;
    },
    states: () => replicas.map(({ host, usable, reads }) => ({ host, usable, reads })),
    close: async () => {
      closed = true;
      clearInterval(timer);
      await looking;
      await Promise.all(links.map((link) => link.close()));
    },
  };
}

/** Whether a replica may be tried: it refuses what writes or locks rows after all, but would take locks of its own. */
const looksLikeRead = ({ text }: Statement): boolean =>
  /^\s*(?:select|with)\b/i.test(text) && !text.includes('advisory');

/** Where statements outside of transactions go, for each chain of calls. */
export type ReadRouting = {
  /** Runs `work`, whose reads go to a replica until it writes. */
  onReplica: <T>(work: () => T) => T;
  /** Runs `work` on the primary. */
  outside: <T>(work: () => T) => T;
  /** What this chain of calls does from now on goes to the primary. */
  stayOnPrimary: () => void;
  /** Runs a statement where it belongs; `onPrimary` runs it on the primary. */
  run: (statement: Statement, readOnly: boolean, onPrimary: StatementRunner) => Promise<StatementResult>;
};

/** Routes the statements of each chain of calls to its replica, or to the primary. */
export function createReadRouting(replicas: ReadReplicas | undefined): ReadRouting {
  /** The replica that a chain of calls reads on, once it was chosen; null = the primary. */
  const readings = new AsyncLocalStorage<{ replica?: Promise<Replica | undefined> | null } | undefined>();
  const stayOnPrimary = (): void => {
    const reading = readings.getStore();
    if (reading !== undefined) reading.replica = null;
  };
  return {
    onReplica: (work) => (replicas === undefined ? work() : readings.run({}, work)),
    outside: (work) => readings.run(undefined, work),
    stayOnPrimary,
    run: async (statement, readOnly, onPrimary) => {
      const reading = readings.getStore();
      if (replicas === undefined || reading === undefined || reading.replica === null) return onPrimary(statement);
      if (!readOnly && !looksLikeRead(statement)) {
        stayOnPrimary();
        return onPrimary(statement);
      }
      reading.replica ??= replicas.choose().catch(() => undefined);
      const replica = await reading.replica;
      return replica === undefined ? onPrimary(statement) : replica.read(statement);
    },
  };
}
