import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { codeOf, toError } from '#shared/values/errors.ts';
import { within } from '../within.ts';
import type { Engine, Statement, StatementResult } from './engine.ts';
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
  primary: Pick<Engine, 'read' | 'run'>;
  /** A read waits so long for a replica that is behind; one that takes longer is left out until it has caught up. */
  waitMs: number;
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
/** Classes of errors of a server besides its connections: sign-in, database, resources, system, configuration, faults. */
const SERVER_CLASSES = ['28', '3D', '53', '58', 'F0', 'XX'];

/** Whether the server is why a statement failed, so that another server may run it. */
const isServersFault = (error: unknown): boolean =>
  breaksConnection(error) || SERVER_CLASSES.some((prefix) => String(codeOf(error)).startsWith(prefix));

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

/** One replica, and how far it has followed the primary. */
class FollowedReplica {
  reads = 0;
  /** It takes reads; false until it was first seen to follow the primary. */
  usable = false;
  /** Why it could not be used when it was last looked at. */
  #problem = '';
  /** What it has to have before it is used again. */
  #wanted = 0n;
  #reached = -1n;
  #isOfPrimary = false;
  #closed = false;
  readonly link: ReplicaLink;
  readonly #log: Logger;
  readonly #replayed: () => Promise<bigint>;

  constructor(link: ReplicaLink, log: Logger) {
    this.link = link;
    this.#log = log;
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
      const question = this.#replayed();
      if (!(await within(question, Math.max(ANSWER_WITHIN_MS, until - performance.now()))))
        throw new Error(`${this.link.host} does not answer`);
      const replayed = await question;
      if (replayed > this.#reached) this.#reached = replayed;
      if (this.#reached >= position || performance.now() >= until) break;
      await pause(POLL_MS);
    }
    return this.#reached >= position;
  }

  // Reasons are logged as texts: an error of a lost connection would count as an outage of the database.

  /** Leaves it out until it has everything up to a position, and after an error until it was seen to be the same server. */
  leaveOut(position: bigint, error?: unknown): void {
    const reason = error === undefined ? 'it is too far behind' : toError(error).message;
    if (this.usable && !this.#closed) this.#log.warn({ host: this.link.host, reason }, 'a read replica is left out');
    this.usable = false;
    this.#wanted = position;
    this.#reached = -1n;
    if (error !== undefined) this.#isOfPrimary = false;
  }

  /** Takes it in again if it follows the primary with this identity and has what it lacked. */
  async look(identity: string): Promise<void> {
    const { host, run } = this.link;
    try {
      if (!this.#isOfPrimary) {
        const { rows } = await run({ text: IDENTITY, values: [] });
        if (rows[0]?.['identity'] !== identity) throw new Error(`${host} is no replica of the database in use`);
        this.#isOfPrimary = true;
      }
      this.usable = await this.reaches(this.#wanted, 0);
      if (this.usable) this.#log.info({ host }, 'a read replica is used');
      this.#problem = '';
    } catch (error) {
      const reason = toError(error).message;
      if (reason !== this.#problem && !this.#closed) this.#log.warn({ host, reason }, 'a read replica cannot be used');
      this.#problem = reason;
    }
  }

  close(): Promise<void> {
    this.#closed = true;
    return this.link.close();
  }
}

/** Reads of one call on a replica; after a failure that another server may not have they go to the primary. */
function readsOfCall(replica: FollowedReplica, position: bigint, primary: StatementRunner): Replica {
  let isGivenUp = false;
  return {
    read: async (statement) => {
      if (isGivenUp) return primary(statement);
      replica.reads += 1;
      try {
        return await replica.link.run(statement);
      } catch (error) {
        const isLost = isServersFault(error);
        if (!isLost && !MOVED_CODES.has(codeOf(error))) throw error;
        isGivenUp = true;
        if (isLost) replica.leaveOut(position, error);
        return primary(statement);
      }
    },
  };
}

/** Opens the replicas; until one was seen to follow the primary, nothing is read on it. */
export function openReadReplicas({ links, primary, waitMs, log }: ReplicaOptions): ReadReplicas {
  const replicas = links.map((link) => new FollowedReplica(link, log));
  const position = sharedQuestion(async () => positionIn(await primary.read({ text: POSITION, values: [] })));
  let turn = 0;

  const look = async (): Promise<void> => {
    const left = replicas.filter(({ usable }) => !usable);
    if (left.length === 0) return;
    const { rows } = await primary.read({ text: IDENTITY, values: [] });
    await Promise.all(left.map((replica) => replica.look(String(rows[0]?.['identity']))));
  };
  let looking: Promise<void> | undefined;
  const lookOnce = (): void => {
    looking ??= look()
      .catch((error: unknown) => log.debug({ reason: toError(error).message }, 'read replicas could not be looked at'))
      .finally(() => (looking = undefined));
  };
  lookOnce();
  const timer = setInterval(lookOnce, LOOK_EVERY_MS).unref();

  return {
    choose: async () => {
      const usable = replicas.filter((replica) => replica.usable);
      if (usable.length === 0) return undefined;
      const wanted = await position();
      turn = (turn + 1) % usable.length;
      const until = performance.now() + waitMs;
      for (const replica of [...usable.slice(turn), ...usable.slice(0, turn)]) {
        try {
          if (await replica.reaches(wanted, until - performance.now()))
            return readsOfCall(replica, wanted, primary.run);
          replica.leaveOut(wanted);
        } catch (error) {
          replica.leaveOut(wanted, error);
        }
      }
      return undefined;
    },
    states: () => replicas.map(({ link: { host }, usable, reads }) => ({ host, usable, reads })),
    close: async () => {
      clearInterval(timer);
      await looking;
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}

/** Whether a statement may be tried on a replica. A standby refuses writes and row locks; an advisory lock on it would lock nothing. */
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
