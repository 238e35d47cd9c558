import { expect, test } from 'vitest';
import { at, buildContent, buildEvent, buildLeg } from '../../testing/builders.ts';
import { bookingPath, containerPath, eventPath, legPath, parseEventKey, parsePath } from './paths.ts';
import { valueAt } from './provenance.ts';

test('paths are taken apart as they are put together', () => {
  const event = buildEvent(null, 'LOBD', 'CNSHA');
  expect(parsePath(bookingPath('eta'))).toEqual({ kind: 'booking', key: '', attribute: 'eta' });
  expect(parsePath(legPath(2, 'vesselName'))).toEqual({ kind: 'leg', key: '2', attribute: 'vesselName' });
  expect(parsePath(containerPath('MERU1234567', 'sealNo'))).toEqual({
    kind: 'container',
    key: 'MERU1234567',
    attribute: 'sealNo',
  });
  expect(parsePath(eventPath(event, 'actual'))).toEqual({ kind: 'event', key: '|LOBD|CNSHA|1', attribute: 'actual' });
});

test('other text is no path', () => {
  for (const text of ['', 'eta', 'booking', 'booking[1].eta', 'leg.eta', 'ship[1].eta', 'leg[1].a.b']) {
    expect(parsePath(text)).toBeUndefined();
  }
});

test('values are found by path', () => {
  const content = buildContent({ booking: { eta: at(1) }, legs: [buildLeg(1, 'CNSHA', null)] });
  expect(valueAt(content, 'booking.eta')).toBe(at(1));
  expect(valueAt(content, 'leg[1].portOfDischarge')).toBeNull();
  for (const path of ['leg[2].eta', 'booking.toString', 'nonsense']) expect(valueAt(content, path)).toBeUndefined();
});

test('the key of an event names container, milestone and port', () => {
  expect(parseEventKey('MERU1234567|LOBD|CNSHA|1')).toEqual({
    containerNo: 'MERU1234567',
    statusCode: 'LOBD',
    portCode: 'CNSHA',
  });
  expect(parseEventKey('|DLPT||1')).toEqual({ containerNo: null, statusCode: 'DLPT', portCode: null });
});
