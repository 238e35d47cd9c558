import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import {
  type CallLimits,
  type CallState,
  heldMs,
  settleCalls,
  takeCalls,
  takeOneMore,
  type Wanted,
} from '#domain/intake/polling/call-budget.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Whose keys a source is queried with. */
export type CallOwner = { sourceId: number; tenantId: number | null };

/** Why a source asked to be left alone: too many calls, or its maintenance. */
export type PauseReason = 'limit' | 'maintenance';

/** Until when a source wants to be left alone (the machine's time), and why. */
export type Pause = { until: Instant; by: PauseReason };

/** Thrown where a call was not made, since none is left; `at` is the machine's time to come again. */
export class CallsUsedUp extends Error {
  override readonly name = 'CallsUsedUp';
  readonly at: Instant;
  constructor(at: Instant) {
    super('no call is left for these keys');
    this.at = at;
  }
}

/** The calls of one question. */
export type QuestionCalls = {
  /** To be awaited before each call; throws CallsUsedUp. */
  before: () => Promise<void>;
  /** Calls made so far. */
  made: () => number;
  /** The question has ended, or was not queried. */
  end: (wasQueried: boolean) => void;
};

/** What a batch may ask with some keys. */
export type Allowance = {
  /** By the place of the question: null where it may be queried, else the machine's time to come again. */
  places: (Instant | null)[];
  /** Questions that may be sent at the same time. */
  atOnce: number;
  callsOf: (place: number) => QuestionCalls;
  /** Writes down what was made since the last time; gives whether the source wants to be left alone by now. */
  settle: () => Promise<Pause | null>;
};

/** Keeps the calls made with each set of keys within the limits of its source, over all processes. */
export type CallKeeper = {
  /** Takes calls for the questions of a batch, in their order. */
  take: (owner: CallOwner, limits: CallLimits, wanted: readonly Wanted[]) => Promise<Allowance>;
  /** What a person may ask who tries the source: each call is taken by itself. */
  takeSingly: (owner: CallOwner, limits: CallLimits) => Allowance;
  /** The source is not queried with these keys before that. */
  pause: (owner: CallOwner, pause: Pause) => Promise<void>;
};

type Deps = { database: Database; machine: Clock };
type Row = {
  id: number;
  base_at: Instant;
  state: CallState;
  paused_until: Instant | null;
  paused_by: PauseReason | null;
};

/** Calls that are not settled for so long are settled although none has ended: a sign of life. */
const signEveryMs = heldMs / 4;
/** Calls that were allowed so long ago are requested again before they are made. */
const goodForMs = heldMs / 2;

const ofOwner = 'source_id = $1 and coalesce(tenant_id, 0) = coalesce($2::bigint, 0)';
const lockText = `select id, base_at, state, paused_until, paused_by from source_calls where ${ofOwner} for no key update`;

/** Changes the state of an owner while nobody else does; times given to `step` are those of the state. */
async function change<T>(
  { database, machine }: Deps,
  { sourceId, tenantId }: CallOwner,
  step: (state: CallState, now: number, base: Instant) => { state: CallState; result: T },
): Promise<{ result: T; pause: Pause | null }> {
  return database.transaction(async () => {
    const lock = async (): Promise<Row | undefined> =>
      (await database.execute<Row>(lockText, [sourceId, tenantId])).rows[0];
    let row = await lock();
    if (row === undefined) {
      await database.execute(
        `insert into source_calls (source_id, tenant_id, base_at) values ($1, $2, $3)
         on conflict (source_id, (coalesce(tenant_id, 0))) do nothing`,
        [sourceId, tenantId, ts(machine.now())],
      );
      row = await lock();
    }
    if (row === undefined) throw new Error('the source or the tenant was removed');
    const { state, result } = step(row.state, machine.now() - row.base_at, row.base_at);
    await database.execute('update source_calls set state = $2 where id = $1', [row.id, JSON.stringify(state)]);
    const { paused_until: until, paused_by: by } = row;
    return { result, pause: until === null ? null : { until, by: by ?? 'limit' } };
  });
}

/** The calls of one batch: what it was allowed, what it has made of that, and its sign of life. */
function allowance(
  deps: Deps,
  owner: CallOwner,
  limits: CallLimits,
  batch: { worker: string; places: (Instant | null)[]; atOnce: number; wanted: readonly Wanted[] },
): Allowance {
  const { worker, places, wanted } = batch;
  const max = Math.min(...[limits.perMinute, limits.perHour, limits.perDay].map((limit) => limit ?? Infinity));
  let open = places.filter((place) => place === null).length;
  let [made, unused] = [0, 0];
  let signAt = deps.machine.now();
  const isGood = (): boolean => deps.machine.now() - signAt < goodForMs;

  const takeMore = async (): Promise<void> => {
    const { result } = await change(deps, owner, (state, now, base) => {
      const more = takeOneMore(state, limits, { worker, now });
      return { state: more.state, result: more.at === null ? null : base + more.at };
    });
    if (result !== null) throw new CallsUsedUp(result);
    signAt = deps.machine.now();
  };

  return {
    places,
    atOnce: batch.atOnce,
    callsOf: (place) => {
      const given = wanted[place];
      let left = given === undefined ? 0 : Math.max(1, Math.min(given.calls, max));
      let mine = 0;
      return {
        before: async () => {
          if (left > 0 && isGood()) left -= 1;
          else await takeMore();
          mine += 1;
        },
        made: () => mine,
        end: (wasQueried) => {
          // A connector that does not count its calls makes one.
          if (wasQueried && mine === 0) [mine, left] = [1, Math.max(0, left - 1)];
          made += mine;
          unused += left;
          open -= 1;
        },
      };
    },
    settle: async () => {
      const isDue = made + unused > 0 || (open > 0 && deps.machine.now() - signAt > signEveryMs);
      if (!isDue) return null;
      const statement = { made, unused };
      [made, unused] = [0, 0];
      const atOnce = Math.max(0, Math.min(batch.atOnce, open));
      const { pause } = await change(deps, owner, (state, now) => ({
        state: settleCalls(state, { worker, ...statement, atOnce, now }),
        result: null,
      }));
      signAt = deps.machine.now();
      return pause;
    },
  };
}

/** Counts calls in the database, one row for each set of keys; times are the machine's. */
export const callKeeper = (deps: Deps): CallKeeper => ({
  take: async (owner, limits, wanted) => {
    const worker = randomUUID();
    const { result } = await change(deps, owner, (state, now, base) => {
      const taken = takeCalls(state, limits, { worker, wanted, now });
      const places = taken.places.map((at) => (at === null ? null : base + at));
      return { state: taken.state, result: { places, atOnce: taken.atOnce } };
    });
    return allowance(deps, owner, limits, { worker, wanted, ...result });
  },
  takeSingly: (owner, limits) =>
    allowance(deps, owner, limits, { worker: randomUUID(), wanted: [], places: [], atOnce: 0 }),
  pause: async ({ sourceId, tenantId }, { until, by }) => {
    await deps.database.execute(
      `insert into source_calls as c (source_id, tenant_id, base_at, paused_until, paused_by) values ($1, $2, $3, $4, $5)
       on conflict (source_id, (coalesce(tenant_id, 0))) do update set paused_until = excluded.paused_until,
         paused_by = excluded.paused_by
       where c.paused_until is null or c.paused_until < excluded.paused_until`,
      [sourceId, tenantId, ts(deps.machine.now()), ts(until), by],
    );
  },
});

/** Moves what runs by the clock of the machine when that clock was set by so much. */
export async function moveCalls(database: Database, byMs: number): Promise<void> {
  await database.execute(
    `update source_calls set base_at = base_at + make_interval(secs => $1), paused_until = paused_until + make_interval(secs => $1)`,
    [byMs / 1_000],
  );
}
