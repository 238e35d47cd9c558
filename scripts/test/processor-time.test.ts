import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { run } from './process.ts';
import { measureProcessor, processorSecondsOf, secondsOfTimes, watchBelow } from './processor-time.ts';

const busy = 'const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);';

test('the times of a shell are those of its children', () => {
  expect(secondsOfTimes('0m0.010s 0m0.020s\n1m2.500s 0m0.250s\n')).toBeCloseTo(62.75);
  expect(secondsOfTimes('')).toBe(0);
});

test.runIf(process.platform !== 'win32')(
  'a task has the processor time of what it ran, and of nothing else',
  async () => {
    const inside = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}]); process.exit(3)`;
    const [first, second] = await Promise.all([
      measureProcessor(() => run(process.execPath, ['-e', inside], { quiet: true })),
      measureProcessor(() => run('sh', ['-c', 'echo quick'], { quiet: true })),
    ]);
    expect(first.result.code).toBe(3);
    expect(first.processorSeconds).toBeGreaterThanOrEqual(0.3);
    expect(second.result).toEqual({ code: 0, message: 'quick\n' });
    expect(second.processorSeconds).toBeLessThan(0.3);
  },
);

test.runIf(process.platform === 'linux')('the processor time of a server is read while it runs', async () => {
  const server = spawn('sh', ['-c', `"${process.execPath}" -e '${busy}'; echo; read line`]);
  await once(server.stdout, 'data');
  expect(processorSecondsOf(server.pid ?? 0)).toBeGreaterThanOrEqual(0.3);
  server.stdin.end('\n');
  await once(server, 'close');
  expect(processorSecondsOf(server.pid ?? 0)).toBe(0);
});

test.runIf(process.platform === 'linux')('what nobody waits for counts, also after its parent has ended', async () => {
  const idle = 'console.log(process.pid); setInterval(() => {}, 1_000);';
  const shell = spawn('sh', ['-c', `"${process.execPath}" -e '${busy} ${idle}' & read line`]);
  const seconds = watchBelow(shell.pid ?? 0, 10);
  const [left] = (await once(shell.stdout, 'data')) as [Buffer];
  shell.stdin.end('\n');
  await once(shell, 'exit');
  expect(seconds()).toBeGreaterThanOrEqual(0.3);
  process.kill(Number(left), 'SIGKILL');
});
