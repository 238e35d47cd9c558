/**
 * How soon the product is back: a web process after it was killed (SIGKILL), and the whole product after PostgreSQL was restarted.
 * Back means that /readyz says so and that a list answers somebody who had signed in before. Processes are started as `npm start`
 * starts them, a role each, from the bundle; the simulated world keeps the worker busy.
 * Options: --small, --kills=10.
 */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTemporaryPostgres } from '#testing/postgres.ts';
import { median } from './support/load.ts';
import { signIn } from './support/product.ts';
import { isSmall, report } from './support/report.ts';
import { openRoles } from './support/roles.ts';

const webGoalMs = 2_000;
const databaseGoalMs = 3_000;
const askEveryMs = 20;
const giveUpMs = 120_000;
const kills = Number(
  process.argv.find((argument) => argument.startsWith('--kills='))?.split('=')[1] ?? (isSmall() ? 3 : 10),
);
const worldLogin = { userCode: 'operator', password: 'Portolan1' };

/** Waits until `isBack` says so, and gives how long it took. */
async function timeUntil(isBack: () => Promise<boolean>): Promise<number> {
  const from = performance.now();
  while (!(await isBack().catch(() => false))) {
    if (performance.now() - from > giveUpMs) throw new Error('the product did not come back');
    await sleep(askEveryMs);
  }
  return performance.now() - from;
}

const postgres = await startTemporaryPostgres();
if (postgres !== undefined) {
  const roles = await openRoles(postgres.url);
  const { url, start } = roles;
  const isReady = async (): Promise<boolean> => (await fetch(`${url}/readyz`)).ok;
  let web: ChildProcess;
  try {
    start('simulator');
    web = start('web');
    await timeUntil(isReady);
    start('worker');
    let cookie = '';
    await timeUntil(async () => (cookie = await signIn(url, worldLogin)) !== '');
    const listAnswers = async (): Promise<boolean> => {
      const answer = await fetch(`${url}/api/data/exceptionManage/queryExceptionManageInfo`, {
        method: 'POST',
        headers: { source: 'Manual', 'content-type': 'application/json', cookie },
        body: JSON.stringify({ currentPage: 1, pageSize: 20 }),
      });
      return answer.ok && ((await answer.json()) as { status: number }).status === 1;
    };
    await timeUntil(listAnswers);
    // What a process compiled is written down after ten seconds.
    await sleep(15_000);
    const webTimes: number[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const gone = new Promise((resolve) => web.once('exit', resolve));
      web.kill('SIGKILL');
      await gone;
      web = start('web');
      webTimes.push(await timeUntil(async () => (await isReady()) && (await listAnswers())));
    }
    const databaseTimes: number[] = [];
    for (let restart = 0; restart < Math.max(2, kills / 2); restart += 1) {
      await postgres.restart();
      databaseTimes.push(await timeUntil(async () => (await isReady()) && (await listAnswers())));
      await sleep(2_000);
    }
    const figure = (name: string, times: readonly number[], goalMs: number) => ({
      name,
      goal: `<= ${goalMs} ms`,
      measured: `${Math.round(median(times))} ms in the middle, ${Math.round(Math.max(...times))} at worst, of ${times.length}`,
      beside: '-',
      ratio: '-',
      reached: median(times) <= goalMs,
    });
    report([
      figure('web process killed: back', webTimes, webGoalMs),
      figure('PostgreSQL restarted: product back', databaseTimes, databaseGoalMs),
    ]);
  } finally {
    roles.kill();
    await postgres.stop();
  }
}
