/**
 * The exception list on PostgreSQL: requests a second of the product beside node:http with hand-written pg giving the very same
 * pages, both in processes of their own, taking turns over several rounds, 16 connections in a closed loop.
 * Options: --small, --rounds=5, --seconds=4, --only=<case>.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { benchTenants } from './data/load-exceptions.ts';
import { fullSize, openLoadedPostgres, smallSize } from './data/open-data.ts';
import { type ListCase, listCases } from './exception-list/cases.ts';
import {
  childrenSeconds,
  httpRequest,
  type LoadGenerator,
  median,
  processorSeconds,
  startLoadGenerator,
} from './support/load.ts';
import { signIn, startProductProcess } from './support/product.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';

const connections = 16;
const callPath = '/api/data/exceptionManage/queryExceptionManageInfo';
const peerGoal = 0.6;
const countingGoal = 20;

const option = (name: string, fallback: number): number =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
const rounds = option('rounds', 5);
const seconds = option('seconds', 4);
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);

const say = (text: string): void => console.error(text);

/** One of the two servers under load. */
type Contender = { port: number; pid: number; requests: (list: ListCase) => string[] };

async function startPeer(databaseUrl: string): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(fileURLToPath(new URL('exception-list/peer.ts', import.meta.url)), {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  const port = await new Promise<number>((resolve) =>
    child.once('message', (message: { port: number }) => resolve(message.port)),
  );
  return { child, port };
}

async function askOnce(port: number, request: string): Promise<string> {
  const [head = '', body = ''] = request.split('\r\n\r\n');
  const cookie = /cookie: (.*)\r\n/.exec(head)?.[1] ?? '';
  const answer = await fetch(`http://127.0.0.1:${port}${head.split(' ')[1]}`, {
    method: 'POST',
    headers: { source: 'Manual', 'x-lang': 'zh', 'content-type': 'application/json', cookie },
    body,
  });
  return answer.text();
}

/** Both must give the very same bytes, or the comparison says nothing. */
async function compareAnswers(list: ListCase, product: Contender, peer: Contender): Promise<number> {
  const wanted = peer.requests(list);
  let bytes = 0;
  for (const [index, request] of product.requests(list).entries()) {
    if (index >= 25) break;
    const [ours, theirs] = await Promise.all([
      askOnce(product.port, request),
      askOnce(peer.port, wanted[index] as string),
    ]);
    if (ours !== theirs)
      throw new Error(`${list.name}: the answers differ\n${ours.slice(0, 600)}\n${theirs.slice(0, 600)}`);
    if (!ours.startsWith('{"status":1') || ours.includes('"records":[]'))
      throw new Error(`${list.name}: no page: ${ours.slice(0, 300)}`);
    bytes += ours.length;
  }
  return Math.round(bytes / Math.min(25, wanted.length));
}

type Sample = { perSecond: number; processorMs: number; databaseMs: number };

async function loadOnce(
  generator: LoadGenerator,
  contender: Contender,
  databasePid: number,
  requests: string[],
  durationMs: number,
): Promise<Sample> {
  const before = [processorSeconds(contender.pid), childrenSeconds(databasePid)] as const;
  const result = await generator.run({ port: contender.port, connections, durationMs, requests });
  if (result.failures > 0) throw new Error(`${result.failures} answers were no success`);
  const perRequest = (now: number, then: number): number => ((now - then) * 1000) / result.requests;
  return {
    perSecond: result.requests / result.seconds,
    processorMs: perRequest(processorSeconds(contender.pid), before[0]),
    databaseMs: perRequest(childrenSeconds(databasePid), before[1]),
  };
}

const middle = (samples: readonly Sample[]): Sample => ({
  perSecond: median(samples.map((sample) => sample.perSecond)),
  processorMs: median(samples.map((sample) => sample.processorMs)),
  databaseMs: median(samples.map((sample) => sample.databaseMs)),
});

async function measure(
  list: ListCase,
  generator: LoadGenerator,
  databasePid: number,
  product: Contender,
  peer: Contender,
): Promise<Figure> {
  const bytes = await compareAnswers(list, product, peer);
  const samples = { product: [] as Sample[], peer: [] as Sample[] };
  for (const [contender, requests] of [
    [product, product.requests(list)],
    [peer, peer.requests(list)],
  ] as const) {
    await loadOnce(generator, contender, databasePid, requests, 1500);
  }
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['product', 'peer'] as const) : (['peer', 'product'] as const);
    for (const name of order) {
      const contender = name === 'product' ? product : peer;
      samples[name].push(await loadOnce(generator, contender, databasePid, contender.requests(list), seconds * 1000));
    }
  }
  const ours = middle(samples.product);
  const theirs = middle(samples.peer);
  const ratio = median(
    samples.product.map((sample, index) => sample.perSecond / (samples.peer[index] as Sample).perSecond),
  );
  const goal = list.goal === 'peer' ? peerGoal : countingGoal;
  const cost = ({ processorMs, databaseMs }: Sample): string =>
    `${rounded(processorMs)} + ${rounded(databaseMs)} ms processor`;
  say(
    `${list.name}: ${rounded(ours.perSecond)} against ${rounded(theirs.perSecond)}, ratio ${rounded(ratio)}; ${cost(ours)} against ${cost(theirs)}; ${bytes} bytes`,
  );
  return {
    name: `exception list, ${list.title}`,
    goal: `>= ${goal} x ${list.goal === 'peer' ? 'hand-written' : 'counting'}`,
    measured: `${rounded(ours.perSecond)}/s (${cost(ours)})`,
    beside: `${rounded(theirs.perSecond)}/s (${cost(theirs)})`,
    ratio: rounded(ratio),
    reached: ratio >= goal,
  };
}

async function main(): Promise<void> {
  const size = isSmall() ? smallSize : fullSize;
  const server = await openLoadedPostgres(size, say);
  if (server === undefined) return report([]);
  say(`PostgreSQL ${server.version}, ${size.exceptions} exceptions, largest tenant ${benchTenants[0].share} %`);
  const generator = startLoadGenerator();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const cases = (await listCases(client)).filter(({ name }) => only === undefined || name === only);
  await client.end();
  const profile = process.argv.includes('--profile') ? ['--cpu-prof', '--cpu-prof-dir=/tmp/portolan-profile'] : [];
  const product = await startProductProcess(['--role=web'], { DATABASE_URL: server.url }, profile);
  const peer = await startPeer(server.url);
  try {
    const cookie = await signIn(product.url);
    const ours: Contender = {
      ...product,
      requests: (list) => list.variants.map(({ body }) => httpRequest(callPath, body, cookie)),
    };
    const theirs: Contender = {
      port: peer.port,
      pid: peer.child.pid ?? 0,
      requests: (list) =>
        list.variants.map(({ question }) =>
          httpRequest(`/${list.goal === 'peer' ? 'kept' : 'counted'}/${list.name}`, question, cookie),
        ),
    };
    const figures: Figure[] = [];
    for (const list of cases) figures.push(await measure(list, generator, server.pid, ours, theirs));
    report(figures);
  } finally {
    peer.child.disconnect();
    generator.stop();
    await product.stop();
    await server.stop();
  }
}

await main();
