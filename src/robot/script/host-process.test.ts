import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { soon } from '#testing/soon.ts';
import { scriptHosts } from './host-process.ts';

/** Processes that any thread of this one has started. */
const children = (): string[] =>
  readdirSync('/proc/self/task')
    .flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' '))
    .filter(Boolean);

test.runIf(process.platform === 'linux')('a process that is kept ready and ends is not given to a script', async () => {
  const hosts = scriptHosts({ heapMb: 32, cpuMs: 60_000 });
  const before = children();
  hosts.prepare();
  const [spare = ''] = children().filter((pid) => !before.includes(pid));
  process.kill(Number(spare), 'SIGKILL');
  await vi.waitFor(() => expect(existsSync(`/proc/${spare}`)).toBe(false), soon);
  const host = hosts.take();
  expect(host.residentMb()).toBeGreaterThan(0);
  host.kill();
  await host.ended;
});
