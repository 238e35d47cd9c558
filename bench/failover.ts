/**
 * Failover and upgrade under load, on three machines of their own (network namespaces, each with a disk and a clock) with etcd, Patroni
 * and PostgreSQL each, two web processes and two workers. Faults in random order, one after the other: see `support/faults.ts`. Meanwhile
 * people write at a steady rate, and carriers report more about each shipment round by round. A second database without faults
 * takes in the same rounds at the same time. At the end every acknowledged write is read back, and both databases are compared.
 * Runs only when it is named. Needs Linux, root, and Debian's packages of deploy/ha and libfaketime.
 * An upgrade starts the processes from a build with one more migration, which the first of them applies while the others write. With
 * `--from=<commit>` the run begins with the product of that commit, and the first upgrade leads to these sources.
 * Options: --minutes=60 (5 with --small), --seed=<day>, --rate=200, --shipments=400 (120 with --small), --only=<part of the name of faults>,
 * --from=<commit>, --messages=<file for what the servers wrote>.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createRandom } from '#shared/random/prng.ts';
import { missingForMachinesOfCluster, type PatroniCluster, startPatroniCluster } from '#testing/patroni-cluster.ts';
import { startTemporaryPostgres, type TemporaryPostgres } from '#testing/postgres.ts';
import { launchFlags } from '../scripts/node-flags.mjs';
import { type Build, buildOf, presentBuild, withMigration } from './support/builds.ts';
import { settle, type Source, startSource } from './support/compared-runs.ts';
import { drawFaults, untilWhole } from './support/faults.ts';
import { checkHistory } from './support/history.ts';
import { quantile } from './support/load.ts';
import { numberOf, optionOf } from './support/options.ts';
import { type Parts, startParts } from './support/product-parts.ts';
import { signIn } from './support/product.ts';
import { isSmall, report, rounded } from './support/report.ts';
import { openRoles } from './support/roles.ts';
import { differences, readState } from './support/state-of-run.ts';
import { startSteadyWriters, type SteadyWriters, type WrittenShipment } from './support/steady-writers.ts';

const minutes = numberOf('minutes', isSmall() ? 5 : 60);
const seed = optionOf('seed') ?? new Date().toISOString().slice(0, 10);
const perSecond = numberOf('rate', 200);
const shipments = numberOf('shipments', isSmall() ? 120 : 400);
const only = optionOf('only') ?? '';
const commit = optionOf('from');
const messages = optionOf('messages');
/** A round of reports takes about so long; the first comes before the faults. */
const roundSeconds = 90;
const rounds = 2 + Math.floor((minutes * 60) / roundSeconds);
const roundLimitMs = 600_000;
const drainMs = 180_000;
/** Calls of one session do not all run at once. */
const sessions = 12;

/** A statement on a database that may be away: sent again until it is answered. */
async function ask<T extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  for (const from = performance.now(); ; await sleep(500)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 15_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<T>(text, values)).rows;
    } catch (error) {
      if (performance.now() - from > roundLimitMs) throw error;
    } finally {
      void client.end().catch(() => {});
    }
  }
}

const due =
  "update task set run_at = now() + (id % $1) * interval '1 second' where kind = 'pull' and status = 'waiting'";
// A shipment that ended is not asked about any more. What was asked by a clock that was ahead is asked again.
const isUnheard = 'next_pull_at is not null and (last_success_at is null or last_success_at not between $1 and $2)';
const unheard = `select count(*)::int as count from subscription_source where ${isUnheard}`;
// A pull that a killed worker had begun was not there to be made due.
const dueAgain = `update task set run_at = least(run_at, now()) where kind = 'pull' and status = 'waiting'
  and singleton_key in (select id::text from subscription_source where ${isUnheard})`;

/** Makes all pulls due over so many seconds, and waits until every source was heard. */
async function oneRound(url: string, seconds: number): Promise<void> {
  const from = new Date();
  await ask(url, due, [seconds]);
  await sleep(seconds * 1000);
  for (let turn = 1; ; turn += 1) {
    const times = [from, new Date()];
    const [row] = await ask<{ count: number }>(url, unheard, times);
    if (row?.count === 0) return;
    if (Date.now() - from.getTime() > roundLimitMs) throw new Error(`${row?.count} sources were not heard`);
    if (turn % 10 === 0) await ask(url, dueAgain, times);
    await sleep(1000);
  }
}

const prepareScript = path.relative(
  path.join(import.meta.dirname, '..'),
  fileURLToPath(new URL('support/prepare-compared.ts', import.meta.url)),
);

/** Makes the schema of a build and what the run begins with. */
const prepare = (url: string, source: Source, { root }: Build): void =>
  void execFileSync(process.execPath, [...launchFlags, prepareScript, url, source.url, String(shipments)], {
    cwd: root,
    stdio: 'inherit',
  });

/** Where upgrades lead: to these sources first when the run begins with a commit, from then on to one more migration each time. */
function openBuilds(folder: string): { first: Build; present: Build; next: () => Build } {
  const present = presentBuild();
  const first = commit === undefined ? present : buildOf(commit, path.join(folder, 'from'));
  let [last, migrations] = [first, 0];
  const next = (): Build => {
    if (last === first && first !== present) return (last = present);
    migrations += 1;
    return (last = withMigration(last, migrations, path.join(folder, String(migrations))));
  };
  return { first, present, next };
}

const writtenShipments = (url: string): Promise<WrittenShipment[]> =>
  ask<WrittenShipment>(
    url,
    `select s.id::text as "subscriptionId", s.record_version::int as "recordVersion", min(e.id)::text as "exceptionId" from shipment_exception e
     join subscription s on s.id = e.subscription_id join tenant t on t.id = s.tenant_id where t.code = 'ALPHA' group by s.id order by s.id`,
  );

/** What is kept of the writes, in the order in which it was written: the rows themselves, and what the audit says of them. */
async function readWrites(url: string): Promise<Map<string, string[]>> {
  const rows = await ask<{ object: string; value: string }>(
    url,
    `select 'comment ' || exception_id as object, body as value from (select * from exception_comment order by id) c
     union all select 'audit of comment ' || (after ->> 'exception_id'), after ->> 'body'
       from (select * from audit_log where entity = 'exception_comment' and action = 'add' order by id) a
     union all select 'remark ' || entity_id, after ->> 'remark'
       from (select * from audit_log where entity = 'subscription' and action = 'remark' order by id) b`,
  );
  const kept = new Map<string, string[]>();
  for (const { object, value } of rows) kept.set(object, [...(kept.get(object) ?? []), value]);
  return kept;
}

/** Subscriptions whose remark is not the one that was written last. */
const wrongRemarks = (url: string): Promise<{ id: string }[]> =>
  ask(
    url,
    `select s.id::text as id from subscription s join lateral (select after ->> 'remark' as remark from audit_log
       where entity = 'subscription' and action = 'remark' and entity_id = s.id::text order by id desc limit 1) a on true
     where s.remark is distinct from a.remark`,
  );

const away: { name: string; ms: number }[] = [];
/** Faults after which a server did not follow by itself, and whether it did once it was made again as deploy/ha says. */
const notWhole: { name: string; again: boolean }[] = [];
const startedAt = performance.now();
const moment = (): string => {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
};

/** Lets one fault after the other happen until the time is over. */
async function disturb(
  cluster: PatroniCluster,
  { parts }: Parts,
  writers: SteadyWriters,
  nextBuild: () => Build,
): Promise<void> {
  const random = createRandom(seed);
  const until = performance.now() + minutes * 60_000;
  for (const { name, happen } of drawFaults(cluster, parts, random, { only, nextBuild })) {
    if (performance.now() > until) return;
    await sleep(random.between(3_000, 10_000));
    const [from, at] = [performance.now(), moment()];
    const concerned = await happen();
    const isWhole = await untilWhole(cluster);
    const wholeAfter = (performance.now() - from) / 1000;
    if (messages !== undefined) appendFileSync(messages, `\n\n== ${at} ${name} (${concerned})\n${cluster.message()}`);
    // Writes that waited for the servers show in the pause.
    await sleep(1_000);
    const ms = writers.longestPauseMs(from);
    away.push({ name, ms });
    console.error(
      `${at} ${name} (${concerned}; primary now ${await cluster.primary()}): writes away ${(ms / 1000).toFixed(1)} s, ${isWhole ? 'whole' : 'NOT WHOLE'} after ${wholeAfter.toFixed(1)} s, ${writers.waiting()} wait`,
    );
    if (isWhole) continue;
    // Whether it helped is asked of the whole cluster.
    const behind = await cluster.notFollowing().catch(() => []);
    for (const one of behind) await cluster.reinitialize(one).catch((error: unknown) => console.error(String(error)));
    const again = await untilWhole(cluster);
    console.error(`${moment()} made again: ${again ? 'whole' : 'NOT WHOLE'}`);
    notWhole.push({ name, again });
    if (!again) return;
  }
}

/** Both databases take in one round after the other, at the same time, until all were reported. */
async function reportRounds(source: Source, urls: readonly string[]): Promise<void> {
  for (let round = 1; round < rounds; round += 1) {
    await source.report({ round });
    const seconds = round === rounds - 1 ? 1 : Math.floor(roundSeconds * 0.9);
    await Promise.all(urls.map((url) => oneRound(url, seconds)));
    console.error(`${moment()} round ${round} of ${rounds - 1} was heard by both`);
  }
}

type Products = { cluster: PatroniCluster; plain: TemporaryPostgres; source: Source; parts: Parts };

async function judge({ cluster, plain, source, parts }: Products, writers: SteadyWriters, from: number): Promise<void> {
  const unanswered = await writers.end(drainMs);
  const seconds = (performance.now() - from) / 1000;
  const urls = [cluster.url, plain.url];
  const settled = await Promise.all(
    urls.map((url) => settle(async (text) => ({ rows: await ask<{ open: number }>(url, text) }))),
  );
  const { acknowledged, refusals, tookMs } = writers;
  const inAudit = acknowledged
    .filter(({ object }) => object.startsWith('comment '))
    .map((one) => ({ ...one, object: `audit of ${one.object}` }));
  const audited = unanswered.map((one) => ({ ...one, object: `audit of ${one.object}` }));
  const faults = checkHistory([...acknowledged, ...inAudit], await readWrites(cluster.url), [
    ...unanswered,
    ...audited,
  ]);
  for (const one of faults.slice(0, 20)) console.error(one);
  const remarks = await wrongRemarks(cluster.url);
  const states = [];
  for (const url of urls) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    states.push(await readState(client));
    await client.end();
  }
  const [disturbed, undisturbed] = states as [(typeof states)[0], (typeof states)[0]];
  // Live events are only kept for a while.
  const found = differences(undisturbed, disturbed, ['live']);
  for (const one of found.slice(0, 20)) console.error('different:', one);
  for (const [effect, of] of Map.groupBy(found, (one) => one.effect)) console.error(`${of.length} x ${effect}`);
  const { notified } = await source.report({});
  for (const [what, times] of [...refusals].sort((a, b) => b[1] - a[1])) console.error(`${times} x ${what}`);
  const countOf = (...kinds: string[]): number => faults.filter(({ kind }) => kinds.includes(kind)).length;
  const plainFigure = { beside: '-', ratio: '-' };
  const [madeAgain = [], lost = []] = [true, false].map((again) =>
    notWhole.filter((one) => one.again === again).map(({ name }) => name),
  );
  const slowest = away.toSorted((a, b) => b.ms - a.ms)[0];
  report([
    {
      ...plainFigure,
      name: `writes over ${away.length} faults, seed ${seed}`,
      goal: `${perSecond}/s`,
      measured: `${rounded(acknowledged.length / seconds)}/s, ${acknowledged.length} acknowledged, ${writers.waiting()} not; p50 ${Math.round(quantile(tookMs, 0.5))} ms, p95 ${Math.round(quantile(tookMs, 0.95))} ms from when they were due`,
      reached: writers.waiting() === 0,
    },
    {
      ...plainFigure,
      name: 'lost; doubled; out of order; that nobody sent; last remark another',
      goal: '0; 0; 0; 0; 0',
      measured: `${countOf('lost')}; ${countOf('doubled')}; ${countOf('out of order')}; ${countOf('never sent')}; ${remarks.length}`,
      reached: faults.length === 0 && remarks.length === 0,
    },
    {
      ...plainFigure,
      name: 'servers that did not come back; that were made again; longest time without writes',
      goal: '0; 0',
      measured: `${lost.join(', ') || '0'}; ${madeAgain.join(', ') || '0'}; ${rounded((slowest?.ms ?? 0) / 1000)} s (${slowest?.name})`,
      reached: notWhole.length === 0,
    },
    {
      ...plainFigure,
      name: 'shipments whose values, changes, exceptions or notices differ',
      goal: '0',
      measured: `${new Set(found.map(({ bill }) => bill)).size} of ${undisturbed.size} after ${rounds} rounds${settled.includes(false) ? ', not all work was done' : ''}; ${Object.keys(notified).length} webhooks`,
      beside: 'the undisturbed database',
      reached: found.length === 0 && !settled.includes(false),
    },
    {
      ...plainFigure,
      name: 'processes of the product that ended by themselves',
      goal: '0',
      measured: parts.endedByThemselves().join(', ') || '0',
      reached: parts.endedByThemselves().length === 0,
    },
  ]);
}

async function main(): Promise<void> {
  const missing = missingForMachinesOfCluster();
  if (missing.length > 0) {
    console.error(`This machine lacks: ${missing.join(', ')}.`);
    return report([]);
  }
  const [home, otherHome, folder] = ['disturbed', 'undisturbed', 'builds'].map((name) =>
    mkdtempSync(path.join(tmpdir(), `portolan-${name}-`)),
  ) as [string, string, string];
  const ends: (() => unknown)[] = [home, otherHome, folder].map(
    (one) => () => rmSync(one, { recursive: true, force: true }),
  );
  const end = async (): Promise<void> => {
    for (const one of ends.splice(0).reverse()) await one();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().then(() => process.exit(1)));
  try {
    const { first, present, next } = openBuilds(folder);
    const cluster = await startPatroniCluster({ onMachines: true });
    ends.push(() => cluster.stop());
    const plain = await startTemporaryPostgres();
    if (plain === undefined) throw new Error('there is no PostgreSQL');
    ends.push(() => plain.stop());
    const source = await startSource(shipments, 1, rounds);
    ends.push(() => source.stop());
    const settings = { NODE_ENV: 'production', SIMULATOR: 'off', NOTIFY_ALLOWED_URLS: source.url };
    await source.report({ round: 0 });
    prepare(cluster.url, source, first);
    prepare(plain.url, source, present);
    const undisturbed = await openRoles(plain.url, settings);
    ends.push(() => undisturbed.kill());
    const alone = await startParts(undisturbed, otherHome, ['worker'], present.entry);
    ends.push(alone.stop);
    const roles = await openRoles(cluster.url, settings);
    ends.push(() => roles.kill());
    const parts = await startParts(roles, home, ['web', 'web', 'worker', 'worker'], first.entry);
    ends.push(parts.stop);
    await Promise.all([oneRound(cluster.url, 1), oneRound(plain.url, 1)]);
    const written = await writtenShipments(cluster.url);
    const urls = parts.parts.filter(({ role }) => role === 'web').map(({ url }) => url);
    const cookies: string[] = [];
    for (let one = 0; one < sessions; one += 1) cookies.push(await signIn(urls[0] ?? ''));
    console.error(`${moment()} ready: ${written.length} of ${shipments} shipments are written about; seed ${seed}`);
    const random = createRandom(seed).fork('writes');
    const writers = startSteadyWriters({ urls, cookies, random, perSecond }, written);
    const from = performance.now();
    await Promise.all([disturb(cluster, parts, writers, next), reportRounds(source, [cluster.url, plain.url])]);
    await judge({ cluster, plain, source, parts }, writers, from);
  } finally {
    await end();
  }
}

await main();
