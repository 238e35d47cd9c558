import { describe, expect, test } from 'vitest';
import type { DcsaEvent } from '#simulator/reports/dcsa-wire.ts';
import { toVersion3 } from '#simulator/reports/dcsa3-wire.ts';
import { bodyOf, directVoyage, equipmentEvent, exampleBill, exampleReference } from './event-builders.ts';
import type { WireEvent } from './event-builders.ts';
import { collectEvents, standingIds } from './collect-events.ts';
import { splitNotification } from './notification.ts';
import { parseEvents } from './parse.ts';

const about = {
  subject: 'bill',
  billNo: exampleBill,
  containerNo: null,
  carrierCode: 'MERI',
  receivedAt: Date.UTC(2026, 5, 1),
} as const;
const parsed = (body: unknown) => parseEvents([bodyOf(body)], about, exampleReference);
const in3 = (events: readonly WireEvent[]): WireEvent[] =>
  events.map((event) => toVersion3(event as DcsaEvent, 'MERI'));

/** An event of 3.0 of a container, with codes that 2.2 does not know. */
const containerEvent = (id: string, code: string, at: string, more: WireEvent = {}): WireEvent => ({
  ...in3([equipmentEvent({ id, code, port: 'NLRTM', at })])[0],
  ...more,
});

const statusesOf = (body: unknown): string[] =>
  (parsed(body).content?.events ?? []).map(({ statusCode }) => statusCode);

describe('Track & Trace 3.0', () => {
  test('says the same of a voyage as 2.2', () => {
    const [two, three] = [parsed(directVoyage()), parsed({ events: in3(directVoyage()) })];
    expect(three.refusals).toEqual([]);
    expect(three).toEqual(two);
  });

  test('in the words of its later edition says the same', async () => {
    const text = `ACT ACTUAL EST ESTIMATED PLN PLANNED ARRI ARRIVED DEPA DEPARTED LOAD LOADED DISC DISCHARGED GTIN GATED_IN
      GTOT GATED_OUT PICK PICKED_UP DROP DROPPED_OFF STUF STUFFED STRP STRIPPED CONF CONFIRMED ISSU ISSUED RECE RECEIVED
      BKG BOOKING TRD TRANSPORT_DOCUMENT SHI SHIPPING_INSTRUCTIONS EQ EQUIPMENT_REFERENCE`;
    const words = new Map([...text.matchAll(/(\w+)\s+(\w+)/g)].map(([, code = '', word = '']) => [code, word]));
    const written = JSON.stringify(in3(directVoyage())).replaceAll(
      /"(\w+?)Code":"(\w+)"/g,
      (whole, name: string, code: string) =>
        ['UNLocation', 'ISOEquipment', 'party', 'carrierService'].includes(name)
          ? whole
          : `"${name}":"${words.get(code) ?? code}"`,
    );
    expect(written).toContain('"equipmentEventType":"LOADED"');
    expect(written).toContain('"type":"TRANSPORT_DOCUMENT"');
    expect(written).not.toContain('TypeCode');
    expect(parsed({ events: JSON.parse(written) as unknown })).toEqual(parsed(directVoyage()));
    const near = { eventID: 'n', eventClassification: { eventType: 'TRANSPORT', transportEventType: 'APPROACHING' } };
    expect(await splitNotification(bodyOf({ events: [near] }))).toEqual({ events: [], retractions: [], refusals: [] });
  });

  test.each([
    ['CUSR', 'PASS'],
    ['CUSS', 'CUIP'],
    ['CUSI', 'INSP'],
    ['AVPU', 'AVPU'],
  ])('%s is the milestone %s, and no event of 2.2', (code, status) => {
    const at = '2026-02-11T10:00:00+01:00';
    expect(statusesOf([...in3(directVoyage()), containerEvent('x', code, at)])).toContain(status);
    const { refusals } = parsed([...directVoyage(), equipmentEvent({ id: 'x', code, port: 'NLRTM', at })]);
    expect(refusals).toMatchObject([{ reason: 'bad_enumeration', field: 'equipmentEventTypeCode', value: code }]);
  });

  test('an event taken back counts no longer, whichever version arrives first', () => {
    const at = '2026-02-12T10:00:00+01:00';
    const reported = containerEvent('gone', 'STRP', at);
    const back = { ...reported, isRetracted: true, eventUpdatedDateTime: '2026-02-13T00:00:00Z' };
    const others = in3(directVoyage()).filter(({ eventID }) => eventID !== 'e7');
    expect(statusesOf([...others, reported])).toContain('STRP');
    expect(statusesOf([...others, reported, back])).not.toContain('STRP');
    expect(statusesOf([back, ...others, reported])).not.toContain('STRP');
  });

  test('measurements are known and left aside', async () => {
    const measured = ['IOT', 'REEFER'].map((eventTypeCode, index) => ({
      ...containerEvent(`m${index}`, 'LOAD', '2026-02-12T10:00:00Z'),
      eventClassification: { eventTypeCode, eventClassifierCode: 'ACT' },
    }));
    const [plain, more] = [parsed(in3(directVoyage())), parsed([...in3(directVoyage()), ...measured])];
    expect(more).toEqual(plain);
    expect(await splitNotification(bodyOf({ events: measured }))).toEqual({
      events: [],
      retractions: [],
      refusals: [],
    });
  });

  test.each([
    [
      'eventClassifierCode',
      (event: WireEvent) => ({
        eventClassification: { ...(event['eventClassification'] as object), eventClassifierCode: 'NOPE' },
      }),
      'bad_enumeration',
    ],
    [
      'eventType',
      (event: WireEvent) => ({
        eventClassification: { ...(event['eventClassification'] as object), eventTypeCode: 'OTHER' },
      }),
      'bad_enumeration',
    ],
    ['eventDateTime', () => ({ eventDateTime: '2026-01-01T00:00:00' }), 'no_offset'],
    ['eventCreatedDateTime', () => ({ eventUpdatedDateTime: 17 }), 'bad_type'],
    ['eventID', () => ({ eventID: ' ' }), 'missing_field'],
    ['equipmentReference', () => ({ equipmentDetails: { equipmentReference: 'NO' } }), 'bad_reference'],
  ])('a wrong %s is refused with its reason', (field, change, reason) => {
    const good = containerEvent('x', 'LOAD', '2026-02-12T10:00:00Z');
    const { refusals } = parsed([{ ...good, ...change(good) }]);
    expect(refusals).toMatchObject([{ reason, field }]);
  });

  test('what is taken back by its id alone is gone, and so is what is taken back at the same moment', () => {
    const loaded = containerEvent('x', 'LOAD', '2026-02-12T10:00:00Z');
    expect(parsed([loaded]).content).not.toBeNull();
    const bare = { eventID: 'x', isRetracted: true };
    for (const retraction of [bare, { ...bare, eventClassification: {} }, { ...loaded, isRetracted: true }]) {
      for (const reported of [
        [loaded, retraction],
        [retraction, loaded],
      ]) {
        expect(parsed(reported)).toMatchObject({
          withdrawn: true,
          content: { containers: [], events: [] },
          refusals: [],
        });
      }
    }
    // Nothing reported takes nothing back.
    expect(parsed([])).toMatchObject({ content: null });
    expect(parsed([])).not.toHaveProperty('withdrawn');
    expect(parsed([{ ...bare, isRetracted: 'yes' }]).refusals).toMatchObject([{ field: 'eventType' }]);
  });

  test('what a retraction by id would change is found in what was reported', () => {
    const reported = bodyOf([
      containerEvent('a/1', 'LOAD', '2026-02-12T10:00:00Z'),
      containerEvent('b', 'DISC', '2026-02-13T10:00:00Z'),
    ]);
    const back = bodyOf([{ eventID: 'b', isRetracted: true }]);
    expect(standingIds([reported], ['a/1', 'b', 'c'])).toEqual(['a/1', 'b']);
    expect(standingIds([reported, back], ['a/1', 'b', 'c'])).toEqual(['a/1']);
    const escaped = new TextEncoder().encode(new TextDecoder().decode(reported).replaceAll('a/1', 'a\\/\\u0031'));
    expect(standingIds([escaped], ['a/1'])).toEqual(['a/1']);
    expect(standingIds([bodyOf([])], ['b'])).toEqual([]);
  });

  test('ids may have 500 characters, and differ by every one of them', () => {
    const [one, two] = ['1', '2'].map((end, day) =>
      containerEvent(`${'x'.repeat(499)}${end}`, 'LOAD', `2026-02-1${day}T10:00:00Z`),
    );
    expect(collectEvents([bodyOf([one, two])]).events).toHaveLength(2);
    const tooLong = containerEvent('x'.repeat(501), 'LOAD', '2026-02-12T10:00:00Z');
    expect(parsed([tooLong]).refusals).toMatchObject([{ reason: 'bad_reference', field: 'eventID' }]);
  });

  test.each([
    null,
    1,
    'x',
    [],
    {},
    { eventClassification: null },
    { eventClassification: {} },
    { eventClassification: [] },
  ])('nothing like an event: %j', (value) => {
    expect(() => parsed([value])).not.toThrow();
    expect(parsed([value]).content).toBeNull();
  });
});
