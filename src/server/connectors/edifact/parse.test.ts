import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { exampleReference } from '../dcsa/event-builders.ts';
import type { EdiMessage } from './message.ts';
import { parseNotices, writeNoticeBody } from './parse.ts';
import { readEdifact } from './read-edifact.ts';
import {
  type Body,
  bytesOf,
  gateInReport,
  interchangeOf,
  loadingReport,
  messageOf,
  statusReport,
} from '#testing/connectors/edifact/samples.ts';
import { noticesOf, writeIftsta, type WriteOptions } from './write-iftsta.ts';

const receivedAt = Date.UTC(2026, 2, 1);
const about = { subject: 'bill', billNo: 'MERI123456789', containerNo: null, carrierCode: 'MERI', receivedAt } as const;

async function readAll(bytes: Uint8Array): Promise<EdiMessage[]> {
  const found: EdiMessage[] = [];
  await readEdifact([bytes], (message) => void found.push(message));
  return found;
}

async function bodyOf(type: string, body: Body, messageTime = '202601200000', ref = '1'): Promise<Uint8Array> {
  const [message] = await readAll(bytesOf(interchangeOf([messageOf(type, body, ref)])));
  const source = {
    messageType: type,
    controlRef: 'IC1',
    messageRef: ref,
    messageTime: { value: messageTime, format: '203' },
    preparedAt: null,
    zone: null,
  };
  return writeNoticeBody(source, (message as EdiMessage).notices);
}
const eventsOf = (content: ShipmentContent | null): unknown[] =>
  (content?.events ?? []).map(({ containerNo, statusCode, portCode, estimated, actual }) => [
    containerNo,
    statusCode,
    portCode,
    actual ?? estimated,
  ]);
const change = (body: Body, from: string, to: string): Body => body.map((segment) => segment.replace(from, to));

describe('a record of messages', () => {
  test('has milestones in the time of their port, containers, seals and weights', async () => {
    const bodies = [
      await bodyOf('COARRI', change(loadingReport, '++6+4', '++2+4')),
      await bodyOf('CODECO', gateInReport),
    ];
    const { content, refusals, observedAt } = parseNotices(bodies, about, exampleReference);
    expect(refusals).toEqual([]);
    expect(observedAt).toBe(Date.UTC(2026, 0, 20));
    expect(eventsOf(content)).toEqual([
      ['CSQU3054383', 'GITM', 'CNSHA', Date.UTC(2026, 0, 8, 1, 30)],
      ['CSQU3054383', 'LOBD', 'CNSHA', Date.UTC(2026, 0, 10, 3, 30)],
      ['MSKU6011672', 'LOBD', 'CNSHA', Date.UTC(2026, 0, 10, 3, 45)],
      [null, 'DLPT', 'CNSHA', Date.UTC(2026, 0, 10, 10)],
    ]);
    expect(content?.containers).toMatchObject([
      { containerNo: 'CSQU3054383', sealNo: 'SH88200', sizeType: '45G1' },
      { containerNo: 'MSKU6011672', sizeType: '22G1' },
    ]);
    // A terminal says nothing about the route of the cargo beyond what it was reported.
    expect(content).toMatchObject({
      legs: [],
      booking: { vesselName: null, portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM', atd: null },
    });
  });

  test('of a carrier has the leg with its ship and times', async () => {
    const { content } = parseNotices([await bodyOf('IFTSTA', statusReport)], about, exampleReference);
    expect(content?.legs).toMatchObject([
      {
        vesselName: 'BIRCH WAKE',
        vesselImo: '9321483',
        voyage: '207W',
        portOfLoading: 'CNSHA',
        portOfDischarge: 'NLRTM',
        atd: Date.UTC(2026, 0, 10, 11, 30),
        eta: Date.UTC(2026, 1, 10, 6, 15),
        ata: null,
      },
    ]);
    expect(content?.booking).toMatchObject({
      billNo: 'MERI123456789',
      bookingNo: 'MERIB00017',
      carrierCode: 'MERI',
      voyage: '207W',
    });
  });

  test('forgets what was cancelled, and takes a replacement for what it replaces', async () => {
    const first = await bodyOf('CODECO', gateInReport);
    const cancelled = await bodyOf('CODECO', change(gateInReport, 'GATE0001+9', 'GATE0001+1'), '202601210000', '2');
    const moved = change(change(gateInReport, 'GATE0001+9', 'GATE0001+5'), '202601080930', '202601081000');
    const replaced = await bodyOf('CODECO', moved, '202601210000', '2');
    const gone = parseNotices([first, cancelled], about, exampleReference);
    expect(gone).toMatchObject({ withdrawn: true, content: { events: [], legs: [], containers: [] } });
    expect(parseNotices([], about, exampleReference)).toMatchObject({ withdrawn: true, content: { events: [] } });
    expect(eventsOf(parseNotices([first, replaced], about, exampleReference).content)).toEqual([
      ['CSQU3054383', 'GITM', 'CNSHA', Date.UTC(2026, 0, 8, 2)],
    ]);
  });

  test('shows a move reported with two times as two, and one reported twice as one', async () => {
    const first = await bodyOf('CODECO', gateInReport);
    const other = await bodyOf('CODECO', change(gateInReport, '202601080930', '202601081000'), '202601210000', '2');
    expect(parseNotices([first, first], about, exampleReference).content?.events).toHaveLength(1);
    expect(
      parseNotices([first, other], about, exampleReference).content?.events.map(({ occurrence }) => occurrence),
    ).toEqual([1, 2]);
  });

  test('a message dated in the far future does not outrank its correction', async () => {
    const fixed = await bodyOf(
      'CODECO',
      change(change(gateInReport, 'GATE0001+9', 'GATE0001+5'), '202601080930', '202601081000'),
    );
    const bad = await bodyOf('CODECO', gateInReport, '209901010000', '2');
    const prepared = (body: Uint8Array): Uint8Array =>
      Buffer.from(Buffer.from(body).toString().replace('"preparedAt":null', '"preparedAt":"2601100900"'));
    for (const bodies of [
      [prepared(bad), fixed],
      [fixed, prepared(bad)],
    ]) {
      const { content } = parseNotices(bodies, about, exampleReference);
      expect(content?.events.map(({ actual }) => actual)).toEqual([Date.UTC(2026, 0, 8, 2)]);
    }
  });

  test('does not depend on the order in which messages came', async () => {
    const bodies = await Promise.all([
      bodyOf('CODECO', gateInReport, '202601080930'),
      bodyOf('COARRI', loadingReport, '202601101200'),
      bodyOf('IFTSTA', statusReport, '202601110000'),
      bodyOf('CODECO', change(change(gateInReport, 'BGM+34', 'BGM+36'), 'CNSHA', 'NLRTM'), '202602110000'),
    ]);
    const whole = parseNotices(bodies, about, exampleReference);
    fc.assert(
      fc.property(fc.shuffledSubarray(bodies, { minLength: bodies.length }), (shuffled) => {
        expect(parseNotices(shuffled, about, exampleReference)).toEqual(whole);
      }),
      { numRuns: 24 },
    );
  });

  test('of one container leaves out the others', async () => {
    const { content } = parseNotices(
      [await bodyOf('COARRI', loadingReport)],
      { ...about, subject: 'container', billNo: null, containerNo: 'MSKU6011672' },
      exampleReference,
    );
    expect(content?.containers.map(({ containerNo }) => containerNo)).toEqual(['MSKU6011672']);
  });

  test('refuses what cannot be placed in time, and what is no body', async () => {
    const unknown = await bodyOf(
      'CODECO',
      change(change(gateInReport, 'LOC+165+CNSHA', 'LOC+165+CNZZZ'), 'LOC+9+CNSHA', 'LOC+9+CNZZZ'),
    );
    const { content, refusals } = parseNotices(
      [unknown, bytesOf('{'), bytesOf('{"v":1,"source":{},"notices":[3]}')],
      about,
      exampleReference,
    );
    expect(content).toBeNull();
    expect(refusals.map(({ reason }) => reason)).toEqual(['no_zone', 'unreadable', 'unreadable']);
  });
});

const options: WriteOptions = {
  sender: { id: 'PORTOLAN', qualifier: 'ZZZ' },
  receiver: { id: "O'NEIL + CO", qualifier: null },
  controlRef: '000000001',
  messageRef: '1',
  documentNo: 'DOC:1?',
  madeAt: Date.UTC(2026, 0, 20, 10),
};

/** What a shipment’s events say, apart from what a message has no room for. */
const minute = fc
  .integer({ min: Date.UTC(2024, 0, 1) / 60_000, max: Date.UTC(2027, 0, 1) / 60_000 })
  .map((value) => value * 60_000);
const text = fc.string({
  unit: fc.constantFrom('A', 'z', '0', ' ', '+', "'", ':', '?', '*', 'é', 'Ж', '上', '\n', '\\', '&', '<'),
  maxLength: 40,
});
const content: fc.Arbitrary<ShipmentContent> = fc
  .uniqueArray(
    fc.record({
      containerNo: fc.constantFrom('CSQU3054383', 'MSKU6011672', null),
      statusCode: fc.constantFrom(
        'STSP',
        'GITM',
        'LOBD',
        'DLPT',
        'TSBA',
        'TSDC',
        'TSLB',
        'TSDP',
        'POCA',
        'BDAR',
        'DSCH',
        'STCS',
        'RCVE',
        'OCLD',
        'CUIP',
        'AVPU',
      ),
      portCode: fc.constantFrom('CNSHA', 'SGSIN', 'NLRTM'),
      planned: fc.option(minute),
      estimated: fc.option(minute),
      actual: fc.option(minute),
      vesselName: fc.constantFrom('BIRCH WAKE', "O'NEIL: 2?+1", 'ÅNGSTRÖM', '海兴'),
      voyage: fc.constantFrom('207W', '1/26:A'),
      place: text,
    }),
    { selector: (event) => `${event.containerNo}|${event.statusCode}|${event.portCode}`, maxLength: 20 },
  )
  .map((events) => ({
    booking: { billNo: 'MERI123456789', bookingNo: 'B+1', carrierCode: 'MERI' } as ShipmentContent['booking'],
    legs: [],
    containers: [
      {
        containerNo: 'CSQU3054383',
        sealNo: "S'1/S2",
        sizeType: '45G1',
        quantity: null,
        grossWeightKg: null,
        volumeM3: null,
      },
    ],
    events: events
      .filter(({ planned, estimated, actual }) => planned !== null || estimated !== null || actual !== null)
      .map((event) => ({
        ...event,
        occurrence: 1,
        zone: exampleReference.zoneOf(event.portCode) ?? null,
        place: event.place.replace(/\s+/g, ' ').trim() || null,
      })),
  }));

describe('IFTSTA out', () => {
  test('what is written is read as the same events, whatever stands in the texts', async () => {
    await fc.assert(
      fc.asyncProperty(content, async (shipment) => {
        const { bytes } = writeIftsta(noticesOf(shipment), options);
        const [message] = await readAll(bytes);
        const unwanted = message?.problems.filter(({ code }) => code !== 'no_events');
        expect(unwanted).toEqual([]);
        const source = {
          messageType: 'IFTSTA',
          controlRef: 'X',
          messageRef: '1',
          messageTime: null,
          preparedAt: null,
          zone: null,
        };
        const body = writeNoticeBody(source, message?.notices ?? []);
        const read = parseNotices([body], about, exampleReference).content;
        const sorted = (events: readonly ShipmentContent['events'][number][]): string[] =>
          events.map((event) => JSON.stringify(Object.entries(event).sort())).sort();
        expect(sorted(read?.events ?? [])).toEqual(sorted(shipment.events));
      }),
      { numRuns: 200 },
    );
  });

  test('declares the smallest character set, and ends as it should', async () => {
    const [event] = noticesOf(
      (await fc.sample(content, { seed: 3, numRuns: 40 })).find(({ events }) => events.length > 0) as ShipmentContent,
    );
    const named = (name: string) =>
      writeIftsta([{ ...event!, place: { code: 'CNSHA', name: null, facility: name }, ship: null }], {
        ...options,
        receiver: { id: 'X', qualifier: null },
        documentNo: 'D',
      });
    expect(['YARD 1', 'Süd', '上海'].map((name) => named(name).syntaxId)).toEqual(['UNOA', 'UNOC', 'UNOY']);
    const lines = named('YARD 1').bytes.toString('latin1').trim().split('\n');
    expect(lines[0]).toBe("UNA:+.? '");
    expect(lines[1]).toMatch(/^UNB\+UNOA:3\+[^+]+\+[^+]+\+\d{6}:\d{4}\+/);
    // UTF-8 came with version 4 of the syntax (ISO 9735), which writes the century and knows a repetition separator.
    const [service, header] = named('上海').bytes.toString('utf8').split('\n');
    expect(service).toBe("UNA:+.?*'");
    expect(service).toBe(`UNA${named('上海').service}`);
    expect(header).toMatch(/^UNB\+UNOY:4\+[^+]+\+[^+]+\+\d{8}:\d{4}\+/);
    expect(lines.at(-1)).toBe("UNZ+1+000000001'");
    expect(lines.at(-2)).toBe(`UNT+${lines.length - 3}+1'`);
  });
});
