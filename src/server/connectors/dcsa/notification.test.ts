import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  bodyOf,
  directVoyage,
  documentEvent,
  equipmentEvent,
  exampleBill,
  exampleBooking,
  exampleContainer,
  transportEvent,
} from './event-builders.ts';
import { splitNotification, verifySignature } from './notification.ts';

describe('the signature of a notification', () => {
  const secret = Buffer.from('a secret of thirty-two bytes....').toString('base64');
  const body = bodyOf(directVoyage());
  const sign = (bytes: Uint8Array, key: string): string =>
    `sha256=${createHmac('sha256', Buffer.from(key, 'base64')).update(bytes).digest('hex')}`;

  test('is right for the body as received, in either case of letters', () => {
    expect(verifySignature(body, sign(body, secret), secret)).toBe(true);
    expect(
      verifySignature(
        body,
        sign(body, secret).replace(/[a-f]/g, (letter) => letter.toUpperCase()),
        secret,
      ),
    ).toBe(true);
  });

  test.each<[string, string | null | undefined]>([
    ['missing', undefined],
    ['null', null],
    ['empty', ''],
    ['of another method', sign(body, secret).replace('sha256', 'sha1')],
    ['cut off', sign(body, secret).slice(0, -2)],
    ['longer', `${sign(body, secret)}00`],
    ['not hexadecimal', `sha256=${'z'.repeat(64)}`],
    ['zero', `sha256=${'0'.repeat(64)}`],
    ['of another body', sign(bodyOf([]), secret)],
    ['of another secret', sign(body, Buffer.from('another').toString('base64'))],
  ])('%s is wrong', (_, header) => {
    expect(verifySignature(body, header, secret)).toBe(false);
  });

  test('cannot be made with an empty secret', () => {
    expect(verifySignature(body, sign(body, ''), '')).toBe(false);
  });
});

describe('a notification', () => {
  const at = '2026-01-10T12:00:00Z';
  const loading = equipmentEvent({ id: 'e1', code: 'LOAD', port: 'CNSHA', at });

  test('is taken apart into events with what each concerns and its own bytes', async () => {
    const { events, refusals } = await splitNotification(bodyOf([loading]));
    expect(refusals).toEqual([]);
    expect(events).toEqual([
      {
        eventId: 'e1',
        raw: loading,
        createdAt: Date.parse(at),
        bills: [exampleBill],
        bookings: [exampleBooking],
        containers: [exampleContainer],
      },
    ]);
  });

  test('may be one event alone', async () => {
    expect((await splitNotification(bodyOf(loading))).events).toHaveLength(1);
  });

  test('with bad events keeps the good ones and says what is wrong with each', async () => {
    const bad = { ...loading, eventID: 'e2', eventDateTime: '2026-01-10T12:00:00' };
    const { events, refusals } = await splitNotification(
      bodyOf([bad, loading, 'x', { ...loading, eventID: 'e3', equipmentReference: 7 }]),
    );
    expect(events.map(({ eventId }) => eventId)).toEqual(['e1']);
    expect(refusals.map(({ index, eventId, reason, field }) => [index, eventId, reason, field])).toEqual([
      [0, 'e2', 'no_offset', 'eventDateTime'],
      [2, null, 'malformed_event', null],
      [3, 'e3', 'bad_type', 'equipmentReference'],
    ]);
  });

  test('about nothing that can be found is refused', async () => {
    const customs = documentEvent({ id: 'd1', code: 'RELS', document: 'CUS', at });
    const departure = transportEvent({ id: 't1', code: 'DEPA', port: 'CNSHA', at, more: { documentReferences: [] } });
    const { events, refusals } = await splitNotification(bodyOf([customs, departure]));
    expect(events).toEqual([]);
    expect(refusals.map(({ reason, eventId }) => [reason, eventId])).toEqual([
      ['unknown_reference', 'd1'],
      ['unknown_reference', 't1'],
    ]);
  });

  test('may take back an event by its id and say nothing else', async () => {
    const bare = { eventID: 'e1', isRetracted: true };
    const full = { ...loading, isRetracted: true };
    for (const retraction of [bare, { ...bare, eventClassification: { eventTypeCode: 'EQUIPMENT' } }]) {
      const split = await splitNotification(bodyOf([retraction]));
      expect(split).toEqual({ events: [], retractions: [{ eventId: 'e1', raw: retraction }], refusals: [] });
    }
    // One that names its bill is found by it.
    expect(await splitNotification(bodyOf([full]))).toMatchObject({ events: [{ eventId: 'e1' }], retractions: [] });
    for (const nothing of [{ isRetracted: true }, { eventID: ' ', isRetracted: true }, { eventID: 'e1' }])
      expect((await splitNotification(bodyOf([{ ...nothing, eventType: 'EQUIPMENT' }]))).retractions).toEqual([]);
  });

  test('that cannot be read is one refusal', async () => {
    expect((await splitNotification(new TextEncoder().encode('[{'))).refusals.map(({ reason }) => reason)).toEqual([
      'unreadable',
    ]);
    expect((await splitNotification(bodyOf({ hello: 1 }))).refusals.map(({ reason }) => reason)).toEqual([
      'not_an_array',
    ]);
  });
});

test('a notification of 4.9 MB is read in slices between which others have their turn', async () => {
  const filler = 'x'.repeat(500);
  const events = Array.from({ length: 6_000 }, (_, index) => ({
    ...equipmentEvent({ id: `e${index}`, code: 'DISC', port: 'NLRTM', at: '2026-02-10T09:00:00Z' }),
    filler,
  }));
  const body = bodyOf(events);
  expect(body.length).toBeGreaterThan(4_900_000);
  let turns = 0;
  let done = false;
  const tick = (): void => {
    turns += 1;
    if (!done) setImmediate(tick);
  };
  setImmediate(tick);
  const split = await splitNotification(body);
  done = true;
  expect(split.events).toHaveLength(6_000);
  // Some 60 ms of work in slices of ten.
  expect(turns).toBeGreaterThanOrEqual(3);
});
