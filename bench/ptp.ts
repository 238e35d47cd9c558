/**
 * Questions from port to port over 1,000,000 port calls: 600 services in 12 weeks, calls of one service some hours apart.
 * Beside it the same question as a self-join in SQL, on PostgreSQL with the indexes it wants. Both find the ways that no
 * other way beats by departure, arrival and changes; the answers are compared. Option: --small.
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { findDirect, findRoutes, type RouteQuestion } from '#domain/sailing/find-routes.ts';
import { buildNetwork, type NetworkCall, type SailingNetwork, toMinutes } from '#domain/sailing/network.ts';
import { createRandom } from '#shared/random/prng.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { startKeptPostgres } from './support/postgres.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';

const callsWanted = isSmall() ? 100_000 : 1_000_000;
const services = 600;
const portCount = 900;
const start = Date.UTC(2026, 0, 5);
const weeks = 12;
const connection = 24 * HOUR_MS;
const mostTransitMs = 60 * DAY_MS;

/** 600 rotations of 8 to 14 ports, sailed again and again until there are enough calls. */
function makeCalls(): NetworkCall[] {
  const random = createRandom('ptp');
  const perService = Math.ceil(callsWanted / services);
  const calls: NetworkCall[] = [];
  for (let service = 0; service < services; service += 1) {
    // Big ports are called at by many services, most by few.
    const rotation = Array.from({ length: random.int(8, 14) }, () => Math.floor(portCount * random.next() ** 2.2));
    const hours = rotation.map(() => ({ sea: random.int(20, 130), stay: random.int(10, 34) }));
    const sailings = Math.ceil(perService / rotation.length);
    for (let sailing = 0; sailing < sailings; sailing += 1) {
      let at = start + Math.round((sailing * weeks * 7 * DAY_MS) / sailings / MINUTE_MS) * MINUTE_MS;
      for (const [place, port] of rotation.entries()) {
        const { sea, stay } = hours[place] as { sea: number; stay: number };
        const arrivesAt = at + (sea + random.int(-3, 3)) * HOUR_MS;
        const departsAt = arrivesAt + stay * HOUR_MS;
        calls.push({
          id: calls.length + 1,
          chain: `${service}/${sailing}`,
          carrierCode: 'X',
          portCode: `P${port}`,
          arrivesAt,
          departsAt,
          sellers: ['X'],
        });
        at = departsAt;
      }
    }
  }
  return calls.slice(0, callsWanted);
}

const random = createRandom('ptp questions');

function questionOf(mostChanges: number): RouteQuestion {
  const fromPort = `P${Math.floor(portCount * random.next() ** 2.2)}`;
  const earliest = start + random.int(14, 42) * DAY_MS;
  return {
    fromPort,
    toPort: `P${Math.floor(portCount * random.next() ** 2.2)}`,
    earliest,
    latest: earliest + 28 * DAY_MS,
    mostChanges,
    seller: null,
    withPartners: true,
    mostTransitMs,
    connectionMs: () => connection,
  };
}

type Triple = string;

const answer = (network: SailingNetwork, question: RouteQuestion): Triple[] =>
  (question.mostChanges === 0 ? findDirect(network, question) : findRoutes(network, question))
    .map(({ departure, arrival, changes }) => `${departure} ${arrival} ${changes}`)
    .toSorted();

const percentile = (took: readonly number[], share: number): number =>
  took.toSorted((a, b) => a - b)[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;

function measure(network: SailingNetwork, mostChanges: number, count: number): { p95: number; found: number } {
  const took: number[] = [];
  let found = 0;
  for (let turn = 0; turn < count + 20; turn += 1) {
    const question = questionOf(mostChanges);
    const before = performance.now();
    const routes = answer(network, question);
    if (turn < 20) continue;
    took.push(performance.now() - before);
    found += Number(routes.length > 0);
  }
  return { p95: percentile(took, 0.95), found };
}

/** The same question as joins of the calls with themselves: one pair for each ride. */
function selfJoin({ fromPort, toPort, earliest, latest, mostChanges }: RouteQuestion): string {
  const port = (code: string): string => code.slice(1);
  const rides = Array.from({ length: mostChanges + 1 }, (_, changes) => {
    const joins = Array.from({ length: changes + 1 }, (_unused, ride) => {
      const [on, off] = [`b${ride}`, `a${ride}`];
      const board =
        ride === 0
          ? `call ${on}`
          : `join call ${on} on ${on}.port = a${ride - 1}.port and ${on}.port <> ${port(fromPort)}
              and ${on}.dep >= a${ride - 1}.arr + ${connection / MINUTE_MS} and ${on}.dep < b0.dep + ${mostTransitMs / MINUTE_MS}`;
      return `${board} join call ${off} on ${off}.chain = ${on}.chain and ${off}.place > ${on}.place`;
    });
    return `select b0.dep, a${changes}.arr, ${changes} as changes from ${joins.join(' ')}
      where b0.port = ${port(fromPort)} and b0.dep >= ${toMinutes(earliest)} and b0.dep < ${toMinutes(latest)}
        and a${changes}.port = ${port(toPort)} and a${changes}.arr <= b0.dep + ${mostTransitMs / MINUTE_MS}`;
  });
  return `with w as materialized (select distinct * from (${rides.join(' union all ')}) r)
    select dep || ' ' || arr || ' ' || changes as t from w
    where not exists (select from w o where o.dep >= w.dep and o.arr <= w.arr and o.changes <= w.changes
      and (o.dep, o.arr, o.changes) <> (w.dep, w.arr, w.changes))`;
}

async function loadPeer(client: pg.Client, network: SailingNetwork): Promise<void> {
  await client.query('create table call (chain int, place int, port int, arr int, dep int)');
  const size = 20_000;
  for (let from = 0; from < network.calls.length; from += size) {
    const to = Math.min(network.calls.length, from + size);
    const slice = (array: Int32Array): number[] => [...array.subarray(from, to)];
    await client.query('insert into call select * from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[])', [
      slice(network.chainOf),
      Array.from({ length: to - from }, (_, index) => from + index),
      network.calls.slice(from, to).map(({ portCode }) => Number(portCode.slice(1))),
      slice(network.arrival),
      slice(network.departure),
    ]);
  }
  await client.query('create index on call (port, dep)');
  await client.query('create index on call (chain, place)');
  await client.query('analyze call');
  await client.query('set max_parallel_workers_per_gather = 0');
}

/** The peer's time for some questions, and how many of its answers are ours; what takes it longer than the limit counts as the limit. */
async function measurePeer(
  client: pg.Client,
  network: SailingNetwork,
  mostChanges: number,
  count: number,
  limitMs: number,
) {
  const took: number[] = [];
  const counts = { equal: 0, answered: 0 };
  await client.query(`set statement_timeout = ${limitMs}`);
  for (let turn = 0; turn < count; turn += 1) {
    const question = questionOf(mostChanges);
    if (question.fromPort === question.toPort) continue;
    const before = performance.now();
    try {
      const { rows } = await client.query<{ t: string }>(selfJoin(question));
      took.push(performance.now() - before);
      counts.answered += 1;
      const own = findRoutes(network, question)
        .map(({ departure, arrival, changes }) => `${departure} ${arrival} ${changes}`)
        .toSorted();
      counts.equal += Number(
        own.join() ===
          rows
            .map(({ t }) => t)
            .toSorted()
            .join(),
      );
    } catch {
      took.push(limitMs);
    }
  }
  return { ...counts, p95: percentile(took, 0.95) };
}

const calls = makeCalls();
const before = performance.now();
const network = buildNetwork(calls);
console.error(
  `${calls.length} calls in ${network.chainCount} sailings put in order in ${rounded(performance.now() - before)} ms`,
);

const server = await startKeptPostgres(path.join(tmpdir(), 'portolan-bench-ptp'));
const figures: Figure[] = [];
const client = server === undefined ? undefined : new pg.Client({ connectionString: server.url });
try {
  if (client !== undefined) {
    await client.connect();
    await loadPeer(client, network);
  }
  for (const { changes, goal, peers, limitMs } of [
    { changes: 0, goal: 50, peers: 40, limitMs: 30_000 },
    { changes: 2, goal: 150, peers: 4, limitMs: 60_000 },
  ]) {
    const { p95, found } = measure(network, changes, 200);
    const peer = client && (await measurePeer(client, network, changes, peers, limitMs));
    const agreed = peer === undefined || peer.equal === peer.answered;
    console.error(`${changes} changes: ${found} of 200 questions have an answer; peer ${JSON.stringify(peer ?? null)}`);
    figures.push({
      name: `port to port, ${changes === 0 ? 'direct' : `up to ${changes} changes`}, ${calls.length} calls`,
      goal: `p95 <= ${goal} ms, same answers as the peer`,
      measured: `p95 ${rounded(p95)} ms${peer === undefined ? '' : `, ${peer.equal} of ${peer.answered} answers equal`}`,
      beside: peer === undefined ? '-' : `self-join p95 ${rounded(peer.p95)} ms`,
      ratio: peer === undefined ? '-' : rounded(peer.p95 / p95),
      reached: p95 <= goal && agreed,
    });
  }
} finally {
  await client?.end();
  await server?.stop();
}
report(figures);
