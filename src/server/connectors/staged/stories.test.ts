import { describe, expect, test } from 'vitest';
import { findContainerNumberProblem } from '#shared/ids/container-number.ts';
import { isTestNumber, readTestReference, testBill, testContainer, testStories } from '#shared/ids/test-reference.ts';
import { testStoryTexts } from '#shared/reference/test-stories.ts';
import { keysOf } from '#shared/values/objects.ts';
import { findDcsaProblems } from '#testing/simulator/dcsa-check.ts';
import { exampleReference } from '../dcsa/event-builders.ts';
import { isDue, stagedConnector, stepAt, stepsOf } from './index.ts';

const stories = keysOf(testStories);
const start = Date.UTC(2026, 5, 1, 12);
const reading = { carrierCode: 'ZZZZ', receivedAt: start + 3_600_000 };

describe.each(stories)('the story %s', (story) => {
  test('has numbers that are read back, with a right check digit, and no others', () => {
    for (const run of ['0000', '0001', '9999']) {
      const [bill, container] = [testBill({ story, run }), testContainer({ story, run })];
      expect(readTestReference(bill)).toEqual({ story, run, subject: 'bill' });
      expect(readTestReference(container)).toEqual({ story, run, subject: 'container' });
      expect(findContainerNumberProblem(container)).toBeUndefined();
      const wrong = `${container.slice(0, 10)}${(Number(container[10]) + 1) % 10}`;
      expect([readTestReference(wrong), isTestNumber(wrong)]).toEqual([undefined, true]);
    }
  });

  test('has its steps at the seconds that people read of', () => {
    expect(stepsOf({ story })).toEqual(testStoryTexts[story].steps.map(({ second }) => second));
  });

  test.each(['bill', 'container'] as const)('is read without refusals at each step, tracked by its %s', (subject) => {
    const reference = { story, run: '0001', subject };
    const [billNo, containerNo] = [testBill(reference), testContainer(reference)];
    for (const second of stepsOf({ story })) {
      const now = start + second * 1000;
      const { events } = stepAt(reference, { start, now, seconds: second });
      if (events === null) continue;
      for (const event of events) expect(findDcsaProblems(event), JSON.stringify(event)).toEqual([]);
      const about = subject === 'bill' ? { billNo, containerNo: null } : { billNo: null, containerNo };
      const body = new TextEncoder().encode(JSON.stringify(events));
      const record = stagedConnector.parse([body], { subject, ...about, ...reading }, exampleReference);
      expect(record.refusals).toEqual([]);
      expect(record.content === null).toBe(story === 'unknown');
    }
  });
});

test('a story never reports what happens after the present, also where the world stands still', () => {
  const events = stories.flatMap((story) =>
    stepsOf({ story }).flatMap(
      (second) => stepAt({ story, run: '0001', subject: 'bill' }, { start, now: start, seconds: second }).events ?? [],
    ),
  );
  const happened = events.filter((event) => event['eventClassifierCode'] === 'ACT');
  expect(happened.length).toBeGreaterThan(20);
  expect(happened.filter((event) => Date.parse(String(event['eventDateTime'])) > start)).toEqual([]);
});

test('a source is asked when its story goes on, and again while it fails', () => {
  const due = (number: string, seconds: number, etag: string | null) =>
    isDue({ number, objectId: `${start}/1000000`, etag }, 1_000_000 + seconds * 1000, 2_000);
  const late = testBill({ story: 'late', run: '0001' });
  expect([due(late, 5, '0'), due(late, 19, '0'), due(late, 20, '0'), due(late, 30, '1')]).toEqual([
    false,
    false,
    true,
    false,
  ]);
  const down = testBill({ story: 'sourceDown', run: '0001' });
  expect([due(down, 31, '0'), due(down, 35, '0'), due(down, 41, '0'), due(down, 110, '0')]).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(isDue({ number: late, objectId: null, etag: null }, 0, 2_000)).toBe(false);
});
