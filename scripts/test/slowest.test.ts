import { expect, test } from 'vitest';
import { slowestLines, timesOfPlaywright, timesOfVitest } from './slowest.ts';

test('files of vitest take the time of their tests', () => {
  const report = {
    testResults: [
      { name: '/home/x/src/a.test.ts', assertionResults: [{ duration: 500 }, { duration: 1_000 }, { duration: null }] },
      { name: '/home/x/src/b.test.ts', assertionResults: [] },
    ],
  };
  expect(timesOfVitest(JSON.stringify(report), '/home/x')).toEqual([
    { name: 'src/a.test.ts', seconds: 1.5 },
    { name: 'src/b.test.ts', seconds: 0 },
  ]);
});

test('journeys of Playwright take the time of all their attempts', () => {
  const spec = (title: string, ...durations: number[]) => ({
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const report = {
    suites: [
      { title: 'tabs.spec.ts', specs: [spec('opens', 2_000)], suites: [{ title: 'zh', specs: [spec('x', 1, 999)] }] },
    ],
  };
  expect(timesOfPlaywright(JSON.stringify(report))).toEqual([
    { name: 'tabs.spec.ts › opens', seconds: 2 },
    { name: 'tabs.spec.ts › zh › x', seconds: 1 },
  ]);
});

test('the slowest come first, and only so many', () => {
  const times = [1, 3, 2].map((seconds) => ({ suite: seconds === 2 ? 'e2e' : 'unit', name: `n${seconds}`, seconds }));
  expect(slowestLines(times, 2)).toEqual(['unit            3.0 s  n3', 'e2e             2.0 s  n2']);
});
