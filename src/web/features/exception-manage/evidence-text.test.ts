import { expect, test } from 'vitest';
import { eventParts, historyOf, subjectOf } from './evidence-text.ts';

test('a path says what it is about', () => {
  expect(subjectOf('booking.eta')).toEqual({ kind: 'booking', key: '', attribute: 'eta', isTime: true });
  expect(subjectOf('leg[2].vesselName')).toEqual({ kind: 'leg', key: '2', attribute: 'vesselName', isTime: false });
  expect(subjectOf('event[MERU1234567|LOBD|CNSHA|1].actual')).toMatchObject({ kind: 'event', attribute: 'actual', isTime: true });
  expect(subjectOf('source.lastSuccessAt')).toEqual({ kind: 'other', key: 'source.lastSuccessAt', attribute: 'lastSuccessAt', isTime: true });
});

test('the key of an event names container, milestone and port', () => {
  expect(eventParts('MERU1234567|LOBD|CNSHA|1')).toEqual({ containerNo: 'MERU1234567', statusCode: 'LOBD', portCode: 'CNSHA' });
  expect(eventParts('|DLPT||1')).toEqual({ containerNo: null, statusCode: 'DLPT', portCode: null });
});

test('history is read newest first, and what is no entry is left out', () => {
  const history = [{ at: 1, kind: 'created', actorCode: 'system', text: 'a' }, null, 'x', { kind: 'no time' }, { at: 5, kind: 'assigned', actorCode: 'bob', actorName: 'Bob' }];
  expect(historyOf({ history })).toEqual([
    { at: 5, kind: 'assigned', actor: 'Bob', detail: '' },
    { at: 1, kind: 'created', actor: 'system', detail: 'a' },
  ]);
  expect(historyOf({})).toEqual([]);
});
