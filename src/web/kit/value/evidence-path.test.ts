import { expect, test } from 'vitest';
import { subjectOf } from './evidence-path.ts';

test('a path says what it is about', () => {
  expect(subjectOf('booking.eta')).toEqual({ kind: 'booking', key: '', attribute: 'eta', isTime: true });
  expect(subjectOf('leg[2].vesselName')).toEqual({ kind: 'leg', key: '2', attribute: 'vesselName', isTime: false });
  expect(subjectOf('event[MERU1234567|LOBD|CNSHA|1].actual')).toMatchObject({
    kind: 'event',
    attribute: 'actual',
    isTime: true,
  });
  expect(subjectOf('cutoff[FCO].time')).toEqual({ kind: 'cutoff', key: 'FCO', attribute: 'time', isTime: true });
  expect(subjectOf('warning[MERU1234567|WDUMP|CNSHA].time')).toMatchObject({
    kind: 'warning',
    key: 'WDUMP',
    isTime: true,
  });
  expect(subjectOf('position.at')).toMatchObject({ kind: 'other', attribute: 'at', isTime: true });
  expect(subjectOf('position.speed')).toMatchObject({ isTime: false });
  expect(subjectOf('source.lastSuccessAt')).toEqual({
    kind: 'other',
    key: 'source.lastSuccessAt',
    attribute: 'lastSuccessAt',
    isTime: true,
  });
});
