import { describe, expect, test } from 'vitest';
import { countLastLine, countPlaywright, countVitest, suiteLine, summaryLine } from './counts.ts';

const vitest = (report: object): string =>
  JSON.stringify({ success: true, numPassedTests: 3, numFailedTests: 0, testResults: [], ...report });

describe('counts of vitest', () => {
  test('passed and failed tests', () => {
    expect(countVitest(vitest({}))).toEqual({ passed: 3, failed: 0 });
    const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] }];
    expect(countVitest(vitest({ success: false, numFailedTests: 1, testResults }))).toEqual({ passed: 3, failed: 1 });
  });

  test('a file that cannot be loaded counts as failed', () => {
    const testResults = [{ status: 'failed', assertionResults: [] }];
    expect(countVitest(vitest({ success: false, testResults })).failed).toBe(1);
  });

  test('an error outside of tests counts as failed', () => {
    expect(countVitest(vitest({ success: false })).failed).toBe(1);
  });
});

describe('counts of Playwright', () => {
  const report = (stats: object, errors: unknown[] = []): string => JSON.stringify({ stats, errors });

  test('a journey that passed only when repeated has passed, and its suite says so', () => {
    const counts = countPlaywright(report({ expected: 4, unexpected: 1, flaky: 1 }));
    expect(counts).toEqual({ passed: 5, failed: 1, repeated: 1 });
    expect(suiteLine('e2e', counts, { seconds: 9, processorSeconds: 12.4 })).toBe(
      'e2e          5 passed, 1 failed, 1 only when repeated: unsteady (9 s, 12 s of processor time)',
    );
  });

  test('a run with errors outside of its tests has failed', () => {
    expect(countPlaywright(report({ expected: 0, unexpected: 0, flaky: 0 }, [{}]))).toMatchObject({ failed: 1 });
  });
});

test('the last line of a script is read', () => {
  expect(countLastLine('ok\n5 passed, 2 failed\n')).toEqual({ passed: 5, failed: 2 });
  expect(countLastLine('killed')).toBeUndefined();
});

test('the last line of the run names what was skipped only if something was', () => {
  expect(
    summaryLine(
      [
        { passed: 2, failed: 1 },
        { passed: 3, failed: 0 },
      ],
      0,
    ),
  ).toBe('5 passed, 1 failed');
  expect(summaryLine([{ passed: 2, failed: 0 }], 1)).toBe('2 passed, 0 failed, 1 skipped');
  const before = { passed: 4, failed: 0 };
  expect(summaryLine([{ passed: 2, failed: 0 }, before], 0, [before])).toBe(
    '6 passed, 0 failed (4 of them passed earlier, on the same files)',
  );
});
