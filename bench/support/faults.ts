import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '#shared/random/prng.ts';
import type { Machine } from '#testing/machines.ts';
import type { PatroniCluster } from '#testing/patroni-cluster.ts';
import type { Build } from './builds.ts';
import type { Part } from './product-parts.ts';

/** Something that fails and is mended; gives what it concerned. */
export type Fault = { name: string; happen: () => Promise<string> };

const healedWithinMs = 150_000;
const askEveryMs = 200;
/** Longer than the lease of a primary (20 s), so that another one takes over. */
const outageMs = 35_000;
const briefMs = 5_000;

async function within(limitMs: number, isSo: () => Promise<boolean>): Promise<boolean> {
  for (const from = performance.now(); performance.now() - from < limitMs; await sleep(askEveryMs))
    if (await isSo()) return true;
  return false;
}

/** Waits until all servers are back; gives whether that came. */
export const untilWhole = (cluster: PatroniCluster): Promise<boolean> => within(healedWithinMs, cluster.isWhole);

/** The name of a server that has a role now. */
async function named(role: () => Promise<string>): Promise<string> {
  let name = '';
  if (!(await within(healedWithinMs, async () => (name = await role()) !== ''))) throw new Error('nobody has the role');
  return name;
}

function faultsOfServers(cluster: PatroniCluster): Fault[] {
  const { primary, synchronous, machine, machines } = cluster;
  const replacedOr = (name: string, limitMs: number): Promise<boolean> =>
    within(limitMs, async () => !['', name].includes(await primary()));
  const lose = async (name: string): Promise<void> => {
    cluster.lose(name);
    await replacedOr(name, outageMs);
    await cluster.bringBack(name);
  };
  /** Something is wrong with the machine of a role for a while. */
  const during = async (
    role: () => Promise<string>,
    durationMs: number,
    begin: (one: Machine) => void,
    end: (one: Machine) => void,
  ): Promise<string> => {
    const name = await named(role);
    begin(machine(name));
    await sleep(durationMs);
    end(machine(name));
    return name;
  };
  const othersOf = (one: Machine): Machine[] => machines.filter((other) => other !== one);
  const full = (one: Machine): void => one.setDiskFull(true);
  const notFull = (one: Machine): void => one.setDiskFull(false);
  return [
    {
      name: 'primary killed',
      happen: async () => {
        const name = await named(primary);
        await lose(name);
        return name;
      },
    },
    {
      name: 'synchronous replica killed',
      happen: async () => {
        const name = await named(synchronous);
        cluster.lose(name);
        await sleep(briefMs);
        await cluster.bringBack(name);
        return name;
      },
    },
    {
      name: "etcd's leader killed",
      happen: async () => {
        const name = await cluster.loseEtcdLeader();
        await sleep(briefMs);
        cluster.bringEtcdBack(name);
        return name;
      },
    },
    {
      name: `machine of the primary stands still for ${outageMs / 1000} s`,
      happen: () =>
        during(
          primary,
          outageMs,
          (one) => one.freeze(),
          (one) => one.wake(),
        ),
    },
    {
      name: `primary cut off from everybody for ${outageMs / 1000} s`,
      happen: () =>
        during(
          primary,
          outageMs,
          (one) => one.setLink(false),
          (one) => one.setLink(true),
        ),
    },
    {
      name: `network in two for ${outageMs / 1000} s: the primary reaches the product, not the other machines`,
      happen: () =>
        during(
          primary,
          outageMs,
          (one) => one.setReach(othersOf(one), false),
          (one) => one.setReach(othersOf(one), true),
        ),
    },
    { name: 'disk of the primary full for 20 s', happen: () => during(primary, 20_000, full, notFull) },
    { name: 'disk of the synchronous replica full for 20 s', happen: () => during(synchronous, 20_000, full, notFull) },
    {
      name: 'clock of the primary 10 minutes ahead for 20 s',
      happen: () =>
        during(
          primary,
          20_000,
          (one) => one.setClock(600),
          (one) => one.setClock(0),
        ),
    },
    {
      name: 'primary changed as planned',
      happen: async () => {
        const name = await named(primary);
        await cluster.switchOver();
        await replacedOr(name, outageMs);
        return name;
      },
    },
  ];
}

function faultsOfProduct(parts: readonly Part[], random: Random, nextBuild: () => Build): Fault[] {
  const killed = (role: Part['role']) => async (): Promise<string> => {
    const part = random.pick(parts.filter((one) => one.role === role));
    await part.end('SIGKILL');
    await sleep(briefMs);
    await part.start();
    return part.name;
  };
  const clockAhead = (seconds: number) => async (): Promise<string> => {
    const some = (['web', 'worker'] as const).map((role) => random.pick(parts.filter((one) => one.role === role)));
    for (const part of some) part.setClock(seconds);
    await sleep(20_000);
    for (const part of some) part.setClock(0);
    return some.map(({ name }) => name).join(', ');
  };
  return [
    { name: 'web killed', happen: killed('web') },
    { name: 'worker killed', happen: killed('worker') },
    { name: 'clocks of a web and a worker an hour ahead for 20 s', happen: clockAhead(3_600) },
    { name: 'clocks of a web and a worker an hour behind for 20 s', happen: clockAhead(-3_600) },
    {
      name: 'upgrade: every process of the product started from the next build in turns',
      happen: async () => {
        const { name: build, entry } = nextBuild();
        const turns = random.shuffle(parts);
        for (const part of turns) {
          await part.end('SIGTERM');
          await part.start(entry);
        }
        return `to ${build}: ${turns.map(({ name }) => name).join(', ')}`;
      },
    },
  ];
}

/**
 * Without end: all faults whose name has `only` in it in an order drawn from the seed, then all of them in another order. `nextBuild`
 * gives what an upgrade leads to.
 */
export function* drawFaults(
  cluster: PatroniCluster,
  parts: readonly Part[],
  random: Random,
  { only, nextBuild }: { only: string; nextBuild: () => Build },
): Generator<Fault, void> {
  const all = [...faultsOfServers(cluster), ...faultsOfProduct(parts, random.fork('parts'), nextBuild)];
  const some = all.filter(({ name }) => name.includes(only));
  while (some.length > 0) yield* random.shuffle(some);
}
