import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acceptsType, agingMsPerPoint, mayTake, rankOf, type RobotView, type VersionType } from './choose-robot.ts';
import { waitingReason } from './waiting-reason.ts';

const robot = (id: number, values: Partial<RobotView> = {}): RobotView => ({
  id,
  machineType: 'WALI_ROBOT',
  machineVersion: null,
  state: 'Available',
  slots: 1,
  running: 0,
  ...values,
});
const type = (machineType: string, values: Partial<VersionType> = {}): VersionType => ({
  machineType,
  machineVersion: '1',
  priority: 50,
  weight: 1,
  ...values,
});

describe('choosing a robot', () => {
  test('a robot of another type or version does not fit; one without a version runs all of its type', () => {
    const types = [type('WALI_ROBOT')];
    expect(acceptsType(types, robot(1))).toBe(true);
    expect(acceptsType(types, robot(1, { machineVersion: '2' }))).toBe(false);
    expect(acceptsType(types, robot(1, { machineType: 'SERVER' }))).toBe(false);
    expect(acceptsType([], robot(1, { machineType: 'SERVER' }))).toBe(true);
  });

  test('the type of higher priority gets the job as long as it has a free robot', () => {
    const types = [type('WALI_ROBOT', { priority: 60 }), type('SERVER')];
    const [wali, server] = [robot(1), robot(2, { machineType: 'SERVER' })];
    expect(mayTake(server, { types, robots: [wali, server], seed: 1 })).toBe(false);
    expect(mayTake(wali, { types, robots: [wali, server], seed: 1 })).toBe(true);
    for (const away of [{ state: 'Busy', running: 1 }, { state: 'Unresponsive' }, { state: 'Disabled' }] as const)
      expect(mayTake(server, { types, robots: [{ ...wali, ...away }, server], seed: 1 })).toBe(true);
  });

  test('types of equal priority share by weight; weight 0 only takes what nobody else can', () => {
    const types = [type('WALI_ROBOT', { weight: 3 }), type('SERVER', { weight: 1 })];
    const [wali, server] = [robot(1), robot(2, { machineType: 'SERVER' })];
    const robots = [wali, server];
    const takenBy = (one: RobotView) =>
      Array.from({ length: 4000 }, (_, seed) => mayTake(one, { types, robots, seed })).filter(Boolean).length;
    expect(takenBy(wali) + takenBy(server)).toBe(4000);
    expect(takenBy(wali) / 4000).toBeCloseTo(0.75, 1);
    const idle = [type('WALI_ROBOT', { weight: 0 }), type('SERVER')];
    expect(mayTake(wali, { types: idle, robots, seed: 5 })).toBe(false);
    expect(mayTake(wali, { types: idle, robots: [wali], seed: 5 })).toBe(true);
  });

  test('as long as a fitting robot is free, exactly one type may take a job, and it has a free robot', () => {
    const anyRobot = fc.record({
      machineType: fc.constantFrom('A', 'B', 'C'),
      state: fc.constantFrom('Available', 'Busy', 'Unresponsive', 'Disabled' as const),
    });
    const anyType = fc.record({
      machineType: fc.constantFrom('A', 'B', 'C'),
      priority: fc.integer({ min: 1, max: 3 }),
      weight: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(
        fc.array(anyRobot, { minLength: 1 }),
        fc.uniqueArray(anyType, { minLength: 1, selector: (one) => one.machineType }),
        fc.nat(),
        (some, kinds, seed) => {
          const robots = some.map((one, id) =>
            robot(id, { ...one, running: one.state === 'Busy' ? 1 : 0 } as Partial<RobotView>),
          );
          const types = kinds.map((one) => type(one.machineType, one));
          const free = robots.filter((one) => one.state === 'Available' && acceptsType(types, one));
          const takers = new Set(
            free.filter((one) => mayTake(one, { types, robots, seed })).map((one) => one.machineType),
          );
          expect(takers.size).toBe(free.length === 0 ? 0 : 1);
        },
      ),
    );
  });

  test('nothing starves: a job that waited for its priority difference is before newer ones', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 }), fc.nat(1e9), (low, high, at) => {
        const waited = Math.max(0, high - low) * agingMsPerPoint + 1;
        expect(rankOf(at, low)).toBeLessThan(rankOf(at + waited, high));
      }),
    );
    expect(rankOf(0, 51)).toBeLessThan(rankOf(0, 50));
    expect(rankOf(0, 50)).toBeLessThan(rankOf(1, 50));
  });
});

describe('why a job waits', () => {
  const facts = {
    now: 100,
    notBefore: null,
    caps: [],
    types: [type('WALI_ROBOT')],
    robots: [robot(1)],
    ahead: 0,
    exchange: 'none' as const,
    partsOnly: false,
  };
  test.each([
    ['retryPause', { notBefore: 200 }],
    ['cap', { caps: [{ kind: 'process' as const, running: 3, limit: 3 }] }],
    ['noRobot', { robots: [] }],
    ['noType', { robots: [robot(1, { machineType: 'SERVER' })] }],
    ['disabled', { robots: [robot(1, { state: 'Disabled' })] }],
    ['away', { robots: [robot(1, { state: 'Unresponsive' }), robot(2, { state: 'Disconnected' })] }],
    ['busy', { robots: [robot(1, { state: 'Busy', running: 1 })], ahead: 2 }],
    ['paramExchange', { exchange: 'running' as const, robots: [] }],
    ['paramFailed', { exchange: 'failed' as const }],
    ['siteUnconfirmed', { siteClosed: 'unconfirmed' as const, robots: [] }],
    ['siteStopped', { siteClosed: 'stopped' as const }],
    ['parts', { partsOnly: true, robots: [] }],
    ['next', {}],
  ])('%s', (code, change) => {
    expect(waitingReason({ ...facts, ...change }).code).toBe(code);
  });
});
