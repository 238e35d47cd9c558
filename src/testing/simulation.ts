import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { createWorker } from '#server/platform/queue/index.ts';
import { taskHandlers } from '#server/product.ts';
import { createRandom, type Random } from '#shared/random/prng.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { buildUser } from './people.ts';
import { testProductModules } from './product-modules.ts';
import { testApp, type TestClient } from './test-app.ts';
import { mortalTestDatabase } from './test-database.ts';
import { startWorldThread } from './world-thread.ts';

const start = Date.UTC(2026, 4, 4);
const shipmentsFollowed = 12;
/** Minutes by which the clock jumps to the next moment. */
const betweenMoments = { min: 40, max: 200 };
/** A process ends after so many steps of background work, or of a call. */
const stepsToCrash = { work: 3_000, call: 40 };
/** A person looks at the exceptions at one moment of so many. */
const momentsToLook = 4;

/** What a simulation is made from. The same values give the same end. */
export type SimulationOptions = {
  seed: string;
  days: number;
  /** Whether processes end in the middle of their work. */
  crashes: boolean;
  /** Port of the simulated sources, so that their addresses are the same in each run; any free one for the first. */
  port?: number;
};

/** The end of a simulation. */
export type Simulated = {
  /** A hash of the rows of each table, but for what is random on purpose and what the database's own clock wrote. */
  tables: Record<string, string>;
  /** What is known of the shipments, and what was done about exceptions, without ids: the same however often processes ended. */
  effects: Record<string, readonly object[]>;
  crashes: number;
  acts: number;
  port: number;
};

/** Secrets, tokens and ids that must not be guessed do not come from a seed; nor do versions of rules. */
const randomTables = ['app_state', 'decision_version', 'session'];
const randomColumns = [
  'asset_value',
  'auth_sealed',
  'credential',
  'default_value',
  'judged_at',
  'judged_by',
  'password_hash',
  'push_secret',
  'request_id',
  'sealed',
  'usable_until',
];

async function hashTables(database: Database): Promise<Simulated['tables']> {
  const tables = await database.query<{ name: string; dropped: string[] }>(
    `select t.table_name as name, array(select c.column_name::text from information_schema.columns c
       where c.table_schema = 'public' and c.table_name = t.table_name
         and (c.column_name = any($1) or c.column_default ~ 'now\\(\\)|timestamp\\(\\)') ) as dropped
     from information_schema.tables t where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and not t.table_name = any($2)
       and not (select k.relispartition from pg_class k where k.oid = to_regclass(quote_ident(t.table_name)))
     order by 1`,
    [randomColumns, randomTables],
  );
  const hashes: Simulated['tables'] = {};
  for (const { name, dropped } of tables) {
    const rows = await database.query<{ row: string }>(
      `select row from (select (to_jsonb(t) - $1::text[])::text as row from "${name}" t) r order by row collate "C"`,
      [dropped],
    );
    hashes[name] = createHash('sha256')
      .update(rows.map(({ row }) => row).join('\n'))
      .digest('hex');
  }
  return hashes;
}

/** What counts for people: each of these rows is there once, however often the process that wrote it ended. */
const effectTexts = {
  shipments: `select u.bill_no, s.source_code, s.content, s.ended from shipment s join subscription u on u.id = s.subscription_id
    order by 1, s.fused, 2`,
  changes: `select u.bill_no, s.source_code, c.known_at, encode(c.packed, 'hex') as changes from shipment_change c join shipment s on s.id = c.shipment_id
    join subscription u on u.id = s.subscription_id order by 1, s.fused, 2, 3, c.packed`,
  exceptions: `select u.bill_no, e.type_code, e.problem_key, e.open, e.handle_status, e.handle_remark from shipment_exception e
    join subscription u on u.id = e.subscription_id order by 1, 2, 3`,
  events: `select u.bill_no, e.type_code, v.at, v.kind, v.actor_code, v.detail from exception_event v join shipment_exception e on e.id = v.exception_id
    join subscription u on u.id = e.subscription_id order by 1, 2, v.at, v.id`,
  answers: `select u.bill_no, s.code, count(*)::int as answers from raw_answer a join subscription u on u.id = a.subscription_id
    join source s on s.id = a.source_id group by 1, 2 order by 1, 2`,
  waiting: `select kind, count(*)::int as tasks from task where status <> 'dead' group by 1 order by 1`,
  dead: `select kind, last_error from task where status = 'dead' order by 1, 2`,
};

type Thread = Awaited<ReturnType<typeof startWorldThread>>;

/** Follows shipments of the world that are under way and in trouble for its tenants in turn. */
async function follow(database: Database, { world, subscribe }: Thread): Promise<void> {
  const tenants = await database.query<{ id: number }>('select id from tenant order by id');
  const underWay = world
    .shipmentsAlive(start)
    .filter(({ milestones }) => Math.max(...milestones.map(({ actual }) => actual)) > start + 10 * DAY_MS);
  const troubled = underWay.filter((shipment) => world.causesOf(shipment).some(({ codes }) => codes.length > 0));
  const followed = troubled.slice(0, shipmentsFollowed);
  await subscribe(
    followed.map((shipment, index) => ({ tenantId: tenants[index % tenants.length]?.id ?? 0, shipment })),
    start,
  );
}

/** All background work of a new process; pulls one after the other, since answers that come at the same time come in any order. */
function newProcess({ queue, deps }: Thread): () => Promise<void> {
  const { pull, ...others } = taskHandlers(deps);
  const puller = createWorker({ queue, handlers: pull === undefined ? {} : { pull: { ...pull, batchSize: 1 } } });
  const worker = createWorker({ queue, handlers: others });
  return async () => {
    while ((await worker.processAll()).done + (await puller.processAll()).done > 0);
  };
}

/** Somebody who handles one open exception at a time; who gets no answer looks whether it was done, and does it again if not. */
function handler(database: Database, person: TestClient, random: Random) {
  let acts = 0;
  /** Chooses what is done next; undefined: nothing is open. */
  const choose = async () => {
    const open = await database.query<{ id: number; record_version: number }>(
      'select id, record_version from shipment_exception where open order by id',
    );
    const one = open[random.int(0, open.length - 1)];
    if (one === undefined) return undefined;
    acts += 1;
    const handleRemark = `act ${acts}`;
    const body = {
      obmAutotestResultId: String(one.id),
      handleStatus: random.pick(['1', '2']),
      handleRemark,
      recordVersion: one.record_version,
    };
    const act = async (): Promise<void> => {
      const { http, status, msg } = await person.call('updateException', { body });
      if (status !== 1 && http < 500) throw new Error(`an exception could not be handled: ${http} ${msg}`);
    };
    const isDone = async (): Promise<boolean> => {
      const [now] = await database.query<{ handle_remark: string | null }>(
        'select handle_remark from shipment_exception where id = $1',
        [one.id],
      );
      return now?.handle_remark === handleRemark;
    };
    return { act, isDone };
  };
  return { choose, acts: () => acts };
}

/**
 * Runs the world, its sources, the pipeline and a person who handles exceptions through simulated days, in one process on the embedded
 * database in memory, with everything drawn from one seed. Processes end at statements and commits of the seed's choice; a new one goes
 * on. Outside of it: several processes at a time, real time limits, the network, disks, sealed secrets.
 */
export async function simulate({ seed, days, crashes, port = 0 }: SimulationOptions): Promise<Simulated> {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  try {
    const { database, ...process } = await mortalTestDatabase();
    const keys = [Buffer.alloc(32, 7)];
    const thread = await startWorldThread(database, { start, seed, land: true, bookingFeed: true, port, keys });
    const sessionMs = 90 * DAY_MS;
    const { signedIn } = await testApp(database, {
      clock: thread.clock,
      queue: thread.queue,
      modules: await testProductModules(database, { clock: thread.clock, queue: thread.queue, keys }),
      settings: { sessionIdleMs: sessionMs, sessionMaxMs: sessionMs },
    });
    const [own] = await database.query<{ id: number }>('select id from tenant order by id limit 1');
    const { userCode } = await buildUser(database, {
      tenantId: own?.id ?? 0,
      userType: 'admin',
      allTenants: true,
      userCode: 'simulated',
    });
    const person = handler(database, await signedIn(userCode), createRandom(seed).fork('person'));
    await follow(database, thread);

    const [moments, deaths] = [createRandom(seed).fork('moments'), createRandom(seed).fork('crashes')];
    let work = newProcess(thread);
    let ended = 0;
    /** Gives whether the process ended in the middle. */
    const endsIn = async (what: () => Promise<void>, steps: number): Promise<boolean> => {
      process.dieAfter(crashes ? deaths.int(1, steps) : Infinity);
      await what().catch((error: unknown) => {
        if (!process.isDead()) throw error;
      });
      const isDead = process.isDead();
      process.revive();
      if (!isDead) return false;
      ended += 1;
      // Its leases run out, and another process goes on.
      await database.execute("update task set lease_until = '2000-01-01' where status = 'running'");
      work = newProcess(thread);
      return true;
    };
    const end = start + days * DAY_MS;
    for (let now = start; now <= end; now += moments.int(betweenMoments.min, betweenMoments.max) * MINUTE_MS) {
      thread.clock.set(now);
      vi.setSystemTime(now);
      while (await endsIn(() => work(), stepsToCrash.work));
      if (moments.int(1, momentsToLook) > 1) continue;
      const chosen = await person.choose();
      if (chosen === undefined) continue;
      do await endsIn(chosen.act, stepsToCrash.call);
      while (!(await chosen.isDone()));
    }
    const effects: Simulated['effects'] = {};
    for (const [name, text] of Object.entries(effectTexts)) effects[name] = await database.query<object>(text);
    const simulated = {
      tables: await hashTables(database),
      effects,
      crashes: ended,
      acts: person.acts(),
      port: Number(new URL(thread.simulator.baseUrl).port),
    };
    await thread.simulator.stop();
    return simulated;
  } finally {
    vi.useRealTimers();
  }
}
