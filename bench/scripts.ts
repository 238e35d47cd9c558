/**
 * How long scripts of robots take in their sandbox: from a job to the first line of its script, in an agent that has run a script before;
 * a page of a megabyte fetched, searched and its forms read; the same of a page that never ends a tag. Beside each its floor without a
 * sandbox: a bare Node process that writes a line, and the same work done in this process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Job, JobTools } from '../src/robot/types.ts';
import { formsOf } from '../src/robot/script/host/forms.ts';
import { scriptExecutor } from '../src/robot/script/run-script.ts';
import { median } from './support/median.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';

const startLimitMs = 50;
const pageLimitMs = 1_000;
const pageBytes = 1_000_000;
const rounds = isSmall() ? 5 : 25;

const row = (n: number): string =>
  `<tr class="row"><td>MSCU${1_000_000 + n}</td><td>2026-03-${10 + (n % 20)}</td><td>到港 &amp; gate in</td></tr>\n`;
const form = (n: number): string =>
  `<form name="f${n}" action="/find?n=${n}" method="post"><input name="bl" value="B${n}"><input type="hidden" name="token" value="x &lt; y">
  <select name="port"><option value="CNSHA">上海<option value="NLRTM" selected>Rotterdam</select><textarea name="note">a &amp; b</textarea></form>\n`;

function pageOf(): string {
  const parts: string[] = [];
  let length = 0;
  for (let n = 0; length < pageBytes; n += 1) {
    parts.push(n % 10 === 0 ? form(n) : row(n));
    length += parts.at(-1)?.length ?? 0;
  }
  return `<!doctype html><html><body><table>${parts.join('')}</table></body></html>`;
}

const pages: Readonly<Record<string, string>> = {
  '/page': pageOf(),
  '/areas': `<form>${'<textarea '.repeat(pageBytes / 10)}`,
};
const site = createServer((request, response) => response.end(pages[request.url ?? '']));
site.listen(0, '127.0.0.1');
await once(site, 'listening');
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;

const execute = scriptExecutor();
const never = new AbortController().signal;

/** Runs a script; gives the milliseconds until its first line, and until its end. */
async function run(script: string): Promise<{ firstMs: number; allMs: number; output: unknown }> {
  const began = performance.now();
  let firstMs = Number.NaN;
  const tools: JobTools = {
    log: () => {
      firstMs = performance.now() - began;
    },
    progress: () => {},
    artifact: async () => {},
    asset: async () => ({ value: '', secret: false }),
    stopping: never,
    killed: never,
    call: async () => null,
    robotName: 'bench',
  };
  const job: Job = {
    jobId: '1',
    fence: 1,
    attempt: 1,
    processType: '',
    processName: 'bench',
    packageVersion: '1',
    input: {},
    runSeconds: 300,
    subscription: null,
    work: { kind: 'script', script, hosts: [host] },
  };
  const output = await execute(job, tools);
  return { firstMs, allMs: performance.now() - began, output };
}

async function bareProcess(): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, ['-e', 'process.stdout.write("x")'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {},
  });
  await once(child.stdout, 'data');
  const took = performance.now() - began;
  await once(child, 'exit');
  return took;
}

async function bareRead(path: string): Promise<number> {
  const began = performance.now();
  const text = await (await fetch(`http://${host}${path}`)).text();
  search(text);
  formsOf(text);
  return performance.now() - began;
}
const search = (text: string): number =>
  (text.match(/<td>[A-Z]{4}\d{7}<\/td>/g) ?? []).length + text.split('\n').length;

const readScript = (path: string): string => `const page = await robot.fetch('http://${host}${path}');
const found = (page.text.match(/<td>[A-Z]{4}\\d{7}<\\/td>/g) ?? []).length + page.text.split('\\n').length;
return [found, page.forms().length];`;

const figures: Figure[] = [];

function add(name: string, limit: number, times: readonly number[], floor: readonly number[], what: string): void {
  const [measured, beside] = [median(times), median(floor)];
  figures.push({
    name,
    goal: `<= ${limit} ms`,
    measured: `${rounded(measured)} ms (slowest ${rounded(Math.max(...times))})`,
    beside: `${rounded(beside)} ms (${what})`,
    ratio: (measured / beside).toFixed(2),
    reached: measured <= limit,
  });
}

/** Until the process for the next script is ready: a few times what a bare one takes on this machine at its load. */
const settleMs = Math.max(400, 5 * (await bareProcess()));
const settle = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, settleMs));

await run('return 1;');
const [starts, colds]: [number[], number[]] = [[], []];
for (let round = 0; round < rounds; round += 1) {
  await settle();
  starts.push((await run(`robot.log('x');`)).firstMs);
  await settle();
  colds.push(await bareProcess());
}
add('start of a script in a warm agent', startLimitMs, starts, colds, 'a bare Node process');
for (const path of Object.keys(pages)) {
  const [inside, outside]: [number[], number[]] = [[], []];
  const expected = [search(pages[path] ?? ''), formsOf(pages[path] ?? '').length];
  for (let round = 0; round < rounds; round += 1) {
    await settle();
    const { output, allMs } = await run(readScript(path));
    if (JSON.stringify(output) !== JSON.stringify(expected)) throw new Error(`${path} was read as ${String(output)}`);
    inside.push(allMs);
    outside.push(await bareRead(path));
  }
  const what = path === '/page' ? 'a page of 1 MB, searched and its forms read' : '1 MB of <textarea without end';
  add(what, pageLimitMs, inside, outside, 'without a sandbox');
}
report(figures);
site.close();
process.exit();
