import { expect, test } from 'vitest';
import type { RobotAnswer } from '#server/connectors/rpa/index.ts';
import { compareLayouts } from './compare-layouts.ts';

const answer = (contentType: 'html' | 'json', text: string): RobotAnswer => ({
  carrierCode: 'X',
  subject: 'bill',
  subjectNo: 'X1',
  collectedAt: 0,
  contentType,
  parserHint: null,
  text,
});

test('data: attributes that are gone and new, lists as one, values left out', () => {
  const before = answer('json', '{"data":{"events":[{"date":"1","place":"A"},{"date":"2","place":"B"}]}}');
  const after = answer('json', '{"data":{"moves":[{"at":"9","place":"C"}]}}');
  expect(compareLayouts(before, after)).toEqual({
    gone: ['data.events', 'data.events[].date', 'data.events[].place'],
    added: ['data.moves', 'data.moves[].at', 'data.moves[].place'],
  });
  expect(compareLayouts(before, answer('json', '{"data":{"events":[{"date":"3","place":"D"}]}}'))).toEqual({
    gone: [],
    added: [],
  });
});

test('a page: elements with a name and heads of tables', () => {
  const before = answer('html', '<table id="moves" class="t a"><tr><th>Date</th><th>Place</th></tr></table>');
  const after = answer(
    'html',
    '<div class="moves"><table id="moves" class="t a"><tr><th>When</th><th>Place</th></tr></table></div>',
  );
  expect(compareLayouts(before, after)).toEqual({ gone: ['<th> Date'], added: ['<div class="moves">', '<th> When'] });
});

test('what is no answer at all has no layout', () => {
  expect(compareLayouts(answer('json', '{"a":1}'), answer('json', 'not JSON'))).toEqual({ gone: ['a'], added: [] });
});
