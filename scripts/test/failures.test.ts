import { expect, test } from 'vitest';
import { failureLines, failuresOfPlaywright, failuresOfVitest } from './failures.ts';

test('failed tests of vitest, and files that could not be loaded', () => {
  const report = {
    testResults: [
      {
        name: '/home/x/src/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'sums are right',
            failureMessages: [
              '\n\u001B[31mAssertionError: expected 1 to be 2\u001B[39m\n    at x (/y/node_modules/z.js:1:2)\n    at f (/home/x/src/a.test.ts:3:5)',
            ],
          },
        ],
      },
      { name: '/home/x/src/b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      { name: '/home/x/src/c.test.ts', status: 'passed', assertionResults: [] },
    ],
  };
  expect(failuresOfVitest(JSON.stringify(report), '/home/x')).toEqual([
    {
      name: 'src/a.test.ts › sums are right',
      reasons: ['AssertionError: expected 1 to be 2', 'at f (/home/x/src/a.test.ts:3:5)'],
    },
    { name: 'src/b.test.ts', reasons: ['Cannot find module'] },
  ]);
});

test('journeys of Playwright that failed, passed only when repeated, or could not begin', () => {
  const spec = (title: string, status: string, ...messages: (string | undefined)[]) => ({
    title,
    tests: [
      {
        status,
        results: messages.map((message) =>
          message === undefined
            ? {}
            : {
                error: { message, location: { file: 'tabs.spec.ts', line: 7 } },
                attachments: [{ name: 'error-context', path: `${message}.md` }, { name: 'screenshot' }],
              },
        ),
      },
    ],
  });
  const report = {
    suites: [
      {
        title: 'tabs.spec.ts',
        specs: [spec('opens', 'expected', undefined)],
        suites: [
          {
            title: 'zh',
            specs: [spec('x', 'flaky', 'too late', undefined), spec('y', 'unexpected', 'gone\n\nLocator: x', 'late')],
          },
        ],
      },
    ],
    errors: [{ message: 'no browser' }],
  };
  const outline =
    '# Page\n- main:\n  - heading "Orders"\n  - alert [ref=e1]:\n    - text: Try again\n    - button "Again"\n  - link "x"';
  const read = (path: string): string => (path === 'too late.md' ? outline : '');
  expect(failuresOfPlaywright(JSON.stringify(report), read)).toEqual([
    {
      name: 'tabs.spec.ts › zh › x (passed when repeated)',
      reasons: [
        'too late',
        'at tabs.spec.ts:7',
        'shown: - heading "Orders"',
        'shown: - alert [ref=e1]:',
        'shown: - text: Try again',
        'shown: - button "Again"',
      ],
    },
    {
      name: 'tabs.spec.ts › zh › y',
      reasons: ['gone', 'Locator: x', 'at tabs.spec.ts:7', 'late', 'at tabs.spec.ts:7'],
    },
    { name: 'outside the journeys', reasons: ['no browser'] },
  ]);
  expect(failureLines([{ suite: 'e2e', name: 'tabs.spec.ts › zh › y', reasons: ['gone', 'late'] }])).toEqual([
    'e2e          tabs.spec.ts › zh › y',
    '               gone',
    '               late',
  ]);
});
