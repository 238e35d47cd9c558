/**
 * Endurance: what the processes of a living product hold after hours. Every half minute it notes the memory, open files and sockets
 * of each process and how long the oldest task has been due; at the end it prints what they were at quarters of the time and
 * how much they grow in its second half. Ten reading calls a second keep the web busy.
 * Options: --minutes=60 (10 with --small), --postgres: a process of each role instead of one on the embedded database.
 */
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallData } from '#contract/index.ts';
import { startTemporaryPostgres } from '#testing/postgres.ts';
import { ask, spread } from './support/ask.ts';
import { signIn, startProductProcess } from './support/product.ts';
import { isSmall, report, rounded } from './support/report.ts';
import { openRoles } from './support/roles.ts';

const mebi = 1024 * 1024;
const sampleEveryMs = 30_000;
const pauseMs = 100;
const maxStartMs = 300_000;
/** Memory may grow by so much of itself an hour and still count as flat. */
const flatShare = 0.05;
const goalsMb: Readonly<Record<string, number>> = { all: 600, web: 250, worker: 350 };
const minutesRequested = process.argv.find((argument) => argument.startsWith('--minutes='))?.split('=')[1];
const minutes = Number(minutesRequested ?? (isSmall() ? 10 : 60));

type Sample = { atMs: number; memoryMb: number; files: number; sockets: number };
/** A product under load: its processes by role, and how to end it. */
type Soaked = { url: string; pids: Readonly<Record<string, number>>; stop: () => Promise<void> };

/** What the system says a process holds now. */
function sampleOf(pid: number, atMs: number): Sample {
  const kibi = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]);
  const open = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return {
    atMs,
    memoryMb: (kibi * 1024) / mebi,
    files: open.length,
    sockets: open.filter((name) => name.startsWith('socket:')).length,
  };
}

/** Growth per hour by the straight line nearest to the samples. */
function growthPerHour(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(samples.map(({ atMs }) => atMs));
  const memory = mean(samples.map(({ memoryMb }) => memoryMb));
  const above = samples.reduce((sum, one) => sum + (one.atMs - at) * (one.memoryMb - memory), 0);
  const below = samples.reduce((sum, one) => sum + (one.atMs - at) ** 2, 0);
  return below === 0 ? 0 : (above / below) * 3_600_000;
}

async function startEmbedded(): Promise<Soaked> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portolan-soak-'));
  const product = await startProductProcess([], {
    NODE_ENV: 'development',
    LOG_LEVEL: 'fatal',
    SIMULATOR: 'on',
    SIMULATOR_PORT: '0',
    JT808_PORT: '0',
    GT06_PORT: '0',
    DATA_DIR: dataDir,
  });
  return {
    url: product.url,
    pids: { all: product.pid },
    stop: async () => {
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function startRoles(): Promise<Soaked | undefined> {
  const postgres = await startTemporaryPostgres();
  if (postgres === undefined) return undefined;
  const roles = await openRoles(postgres.url);
  const simulator = roles.start('simulator');
  const web = roles.start('web');
  const from = performance.now();
  while (
    !(await fetch(`${roles.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (performance.now() - from > maxStartMs) throw new Error('the product did not start');
    await sleep(200);
  }
  const worker = roles.start('worker');
  return {
    url: roles.url,
    pids: { web: web.pid ?? 0, worker: worker.pid ?? 0, simulator: simulator.pid ?? 0 },
    stop: async () => {
      roles.kill();
      await postgres.stop();
    },
  };
}

const product = await (process.argv.includes('--postgres') ? startRoles() : startEmbedded());
if (product !== undefined) {
  const { url, pids } = product;
  const samples = new Map<string, Sample[]>(Object.keys(pids).map((role) => [role, []]));
  const lateSeconds: number[] = [];
  const tookMs: number[] = [];
  try {
    const operator = await signInWhenSeeded(url);
    const admin = await signIn(url, { userCode: 'admin', password: 'Portolan1' });
    const questions = [
      ['/api/data/exceptionManage/queryExceptionManageInfo', { currentPage: 1, pageSize: 50 }],
      ['/api/data-center/overview', undefined],
      ['/api/data/exceptionManage/queryExceptionSubscribeInfo', { currentPage: 1, pageSize: 50 }],
      ['/api/data/order/query', { pageSize: 50 }],
    ] as const;
    const startedAt = performance.now();
    let nextSample = 0;
    for (let turn = 0; performance.now() - startedAt < minutes * 60_000; turn += 1) {
      const [call, body] = questions[turn % questions.length] as (typeof questions)[number];
      const answer = await ask(url, operator, call, body);
      tookMs.push(answer.tookMs);
      const passed = performance.now() - startedAt;
      if (passed >= nextSample) {
        nextSample += sampleEveryMs;
        for (const [role, pid] of Object.entries(pids)) samples.get(role)?.push(sampleOf(pid, passed));
        const { data } = await ask<CallData<'overview'>>(url, admin, '/api/data-center/overview');
        const oldest = (data.queue?.kinds ?? []).flatMap(({ oldestDueTime }) => oldestDueTime ?? []);
        lateSeconds.push(Math.max(0, data.now - Math.min(data.now, ...oldest)) / 1000);
      }
      await sleep(pauseMs);
    }
    report([
      ...[...samples].flatMap(([role, all]) => figuresOf(role, all)),
      {
        name: 'oldest task that is due',
        goal: '-',
        measured: `${rounded(spread(lateSeconds).middle)} s in the middle, p95 ${rounded(spread(lateSeconds).p95)} s`,
        beside: '-',
        ratio: '-',
        reached: undefined,
      },
      {
        name: 'reading calls',
        goal: '-',
        measured: `${rounded(spread(tookMs).middle)} ms in the middle, p95 ${rounded(spread(tookMs).p95)} ms, of ${tookMs.length}`,
        beside: '-',
        ratio: '-',
        reached: undefined,
      },
    ]);
  } finally {
    await product.stop();
  }
}

/** The people of the world can sign in once it is seeded. */
async function signInWhenSeeded(from: string): Promise<string> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await signIn(from, { userCode: 'operator', password: 'Portolan1' });
    } catch (error) {
      if (performance.now() - startedAt > maxStartMs) throw error;
      await sleep(500);
    }
  }
}

function figuresOf(role: string, all: readonly Sample[]) {
  const at = (share: number): Sample => all[Math.round(share * (all.length - 1))] as Sample;
  const quarters = [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(at(share).memoryMb)).join(', ');
  const last = at(1);
  const grows = growthPerHour(all.slice(Math.floor(all.length / 2)));
  const goal = goalsMb[role];
  return [
    {
      name: `${role}: memory after ${minutes} min`,
      goal: goal === undefined ? '-' : `<= ${goal} MB`,
      measured: `${Math.round(last.memoryMb)} MB; at quarters ${quarters}`,
      beside: '-',
      ratio: '-',
      reached: goal === undefined ? undefined : last.memoryMb <= goal,
    },
    {
      name: `${role}: growth in the second half`,
      goal: `<= ${flatShare * 100} % an hour`,
      measured: `${rounded(grows)} MB an hour; files ${at(0.5).files} -> ${last.files}, sockets ${at(0.5).sockets} -> ${last.sockets}`,
      beside: '-',
      ratio: '-',
      reached: grows <= flatShare * last.memoryMb,
    },
  ];
}
