import { beforeAll, describe, expect, test } from 'vitest';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { NEW_LAYOUT_FROM, willowPage, willowUnknown } from '#simulator/pages/willow-pages.ts';
import { zephyrData, zephyrPage, zephyrUnknown } from '#simulator/pages/zephyr-pages.ts';
import { toDcsaEvent } from '#simulator/reports/dcsa-wire.ts';
import type { Shipment } from '#simulator/shipments/types.ts';
import { type World, createWorld } from '#simulator/world.ts';
import { connectors } from '../index.ts';
import type { ParseReference } from '../types.ts';
import { findParser, readAnswer, shippedReleases, writeAnswerBody, type RobotAnswer } from './index.ts';
import { tablePage } from '#testing/connectors/rpa/samples.ts';

const before = NEW_LAYOUT_FROM - 10 * DAY_MS;
const after = NEW_LAYOUT_FROM + 10 * DAY_MS;
let world: World;
let reference: ParseReference;

beforeAll(() => {
  world = createWorld({ seed: 'pages' });
  const { ports } = world.network;
  reference = { resolvePort: (code) => (ports.has(code) ? code : undefined), zoneOf: (code) => ports.get(code)?.zone };
});

const shipmentsOf = (carrierCode: string, at: number): Shipment[] =>
  world.shipmentsAlive(at).filter(({ carrier }) => carrier.code === carrierCode);

const answerOf = (shipment: Shipment, text: string, at: number): RobotAnswer => ({
  carrierCode: shipment.carrier.code,
  subject: 'bill',
  subjectNo: shipment.billNo,
  collectedAt: at,
  contentType: 'html',
  parserHint: null,
  text,
});

/** What the same carrier would tell over the standard's interface, so far as a page tells it too. */
function reportedByInterface(shipment: Shipment, at: number): ShipmentContent | null {
  const records = world.reportsOf(shipment.carrier.code, { type: 'bill', value: shipment.billNo }, at);
  const events = records.map((record) => toDcsaEvent(world, shipment, record));
  const about = {
    subject: 'bill',
    billNo: shipment.billNo,
    containerNo: null,
    carrierCode: shipment.carrier.code,
  } as const;
  const parsed = connectors.dcsa.parse([Buffer.from(JSON.stringify(events))], { ...about, receivedAt: at }, reference);
  return parsed.content;
}

const minute = (value: number | null): number | null => (value === null ? null : Math.floor(value / 60_000));

/** The values that both ways have to agree on. */
const comparable = (content: ShipmentContent | null) =>
  content && {
    booking: [content.booking.billNo, content.booking.bookingNo, content.booking.vesselName, content.booking.voyage],
    ends: [content.booking.portOfLoading, content.booking.portOfDischarge],
    times: [content.booking.etd, content.booking.atd, content.booking.eta, content.booking.ata].map(minute),
    legs: content.legs.map((leg) => [
      leg.vesselName,
      leg.voyage,
      leg.portOfLoading,
      leg.portOfDischarge,
      minute(leg.ata),
    ]),
    events: content.events
      .map(
        ({ containerNo, statusCode, portCode, occurrence, actual, estimated, planned }) =>
          `${containerNo}|${statusCode}|${portCode}|${occurrence}|${minute(actual)}|${minute(estimated)}|${minute(planned)}`,
      )
      .sort(),
  };

describe.each([
  ['WILL', willowPage],
  ['ZEPH', zephyrPage],
] as const)('pages of %s', (carrierCode, pageOf) => {
  test('give the record that the interface of such a carrier would give', () => {
    const shipments = shipmentsOf(carrierCode, before).slice(0, 25);
    expect(shipments.length).toBeGreaterThan(8);
    for (const shipment of shipments) {
      const answer = answerOf(shipment, pageOf(world, shipment, before), before);
      const { state, record, parser } = readAnswer(answer, shippedReleases(), reference);
      const reported = reportedByInterface(shipment, before);
      if (reported === null) expect(state).toBe('unknown');
      else {
        expect([state, parser?.version], shipment.billNo).toEqual(['parsed', 1]);
        expect(comparable(record.content), shipment.billNo).toEqual(comparable(reported));
        const containers = (content: ShipmentContent | null) =>
          content?.containers.map(({ containerNo }) => containerNo) ?? [];
        expect(containers(record.content)).toEqual(expect.arrayContaining(containers(reported)));
      }
    }
  });
});

test('the new layout is refused by version 1 and read by version 2 as the old one was', () => {
  const [v1, v2] = [shippedReleases(), new Map([...shippedReleases(), ['willow-track', 2]])];
  const refused: string[] = [];
  for (const shipment of shipmentsOf('WILL', after)) {
    const answer = answerOf(shipment, willowPage(world, shipment, after), after);
    const [first, second] = [readAnswer(answer, v1, reference), readAnswer(answer, v2, reference)];
    expect(comparable(second.record.content)).toEqual(comparable(reportedByInterface(shipment, after)));
    if (first.state !== 'refused') expect(second.record).toEqual(first.record);
    else {
      refused.push(shipment.billNo);
      expect(first.record.refusals).toMatchObject([{ reason: 'no_parser' }]);
      expect(second.record.content?.containers.every(({ sealNo, sizeType }) => sealNo && sizeType)).toBe(true);
    }
  }
  expect(refused.length).toBeGreaterThan(2);
});

describe('cut-offs of a page', () => {
  const newest = new Map([...shippedReleases(), ['willow-track', 2]]);
  const recordOf = (bill: string, contentType: 'html' | 'json', text: string, collectedAt: number) => {
    const about = {
      carrierCode: text.includes('id="wb-') ? 'WILL' : 'ZEPH',
      subject: 'bill',
      subjectNo: bill,
    } as const;
    return readAnswer({ ...about, collectedAt, contentType, parserHint: null, text }, newest, reference).record;
  };

  test.each(['WILL', 'ZEPH'])('of %s are those before the departure it tells', (carrierCode) => {
    let shown = 0;
    for (const shipment of shipmentsOf(carrierCode, after).slice(0, 25)) {
      const at = Math.min(shipment.bookedAt + 2 * DAY_MS, after);
      const container = shipment.containers[0]?.number ?? '';
      const pages =
        carrierCode === 'WILL'
          ? [['html', willowPage(world, shipment, at)] as const]
          : ([
              ['html', zephyrPage(world, shipment, at)],
              ['json', JSON.stringify(zephyrData(world, shipment, container, at))],
            ] as const);
      for (const [contentType, text] of pages) {
        const { content } = recordOf(shipment.billNo, contentType, text, at);
        if (content === null) continue;
        const leaves = Math.floor((content.booking.etd ?? content.booking.plannedDeparture ?? 0) / HOUR_MS);
        const hours = content.cutoffs?.map(({ code, time }) => [code, leaves - time / HOUR_MS]);
        expect(hours, shipment.billNo).toEqual([
          ['CCO', 18],
          ['DCO', 48],
          ['FCO', 24],
          ['VCO', 30],
        ]);
        shown += 1;
      }
    }
    expect(shown).toBeGreaterThan(10);
  });

  test('are kept where they can be read, in the time of the port of loading where they tell no zone', () => {
    const page = tablePage('WILL000000001', 'WBLU0000015', undefined, [
      ['截港', '2026-02-11 12:00'],
      ['截单', '2026-02-10 18:00 (UTC+09:00)'],
      ['截VGM', ''],
      ['截止吧', '2026-02-10 18:00'],
      ['截放行', '明天'],
    ]);
    const { content, refusals } = recordOf('WILL000000001', 'html', page, after);
    expect(content?.cutoffs).toEqual([
      { code: 'DCO', time: Date.UTC(2026, 1, 10, 9) },
      { code: 'FCO', time: Date.UTC(2026, 1, 11, 4) },
    ]);
    expect(refusals).toMatchObject([
      { reason: 'bad_enumeration', field: 'cutoff', value: '截止吧' },
      { reason: 'bad_time', field: 'cutoff', value: '明天' },
    ]);
  });

  test('are shown by the newer layout too', () => {
    const seen = shipmentsOf('WILL', after)
      .map(({ billNo, ...shipment }) => [billNo, willowPage(world, { billNo, ...shipment }, after)] as const)
      .filter(([, text]) => text.includes('id="wb-due"'))
      .map(([billNo, text]) => recordOf(billNo, 'html', text, after).content?.cutoffs?.length);
    expect(seen.length).toBeGreaterThan(2);
    expect(new Set(seen)).toEqual(new Set([4]));
  });
});

test('a later version reads more of the same page', () => {
  const [shipment] = shipmentsOf('ZEPH', before);
  if (shipment === undefined) throw new Error('no shipment');
  const answer = answerOf(shipment, zephyrPage(world, shipment, before), before);
  const read = (version: number) =>
    readAnswer(answer, new Map([['zephyr-shipment', version]]), reference).record.content?.containers[0]?.sizeType;
  expect(read(1)).toBeNull();
  expect(read(2)).toBe(shipment.containers[0]?.isoCode);
});

test('data about one container tell of this container alone', () => {
  const shipment = shipmentsOf('ZEPH', before).find(({ containers }) => containers.length > 1);
  const container = shipment?.containers[1]?.number;
  if (shipment === undefined || container === undefined) throw new Error('no shipment');
  const answer: RobotAnswer = {
    ...answerOf(shipment, JSON.stringify(zephyrData(world, shipment, container, before)), before),
    subject: 'container',
    subjectNo: container,
    contentType: 'json',
  };
  const { state, record } = readAnswer(answer, shippedReleases(), reference);
  expect(state).toBe('parsed');
  expect(record.content?.containers.map(({ containerNo }) => containerNo)).toEqual([container]);
  expect(record.content?.booking.billNo).toBe(shipment.billNo);
  const other = readAnswer(
    { ...answer, subjectNo: shipment.containers[0]?.number ?? '' },
    shippedReleases(),
    reference,
  );
  expect(other.state).toBe('refused');
});

describe('what is not taken', () => {
  const nowhere = { subject: 'bill', subjectNo: 'X1', collectedAt: before, parserHint: null } as const;
  const read = (carrierCode: string, contentType: 'html' | 'json', text: string) =>
    readAnswer({ ...nowhere, carrierCode, contentType, text }, shippedReleases(), reference);

  test('a carrier that does not know the shipment is no failure', () => {
    for (const [carrierCode, text] of [
      ['WILL', willowUnknown()],
      ['ZEPH', zephyrUnknown()],
    ] as const)
      expect(read(carrierCode, 'html', text)).toMatchObject({
        state: 'unknown',
        record: { content: null, refusals: [] },
      });
    expect(read('ZEPH', 'json', '{"site":"zephyr-sea-line","shipment":null}').state).toBe('unknown');
  });

  test.each([
    ['a page of somebody else', 'WILL', 'html', '<html><body><h1>Access denied</h1></body></html>', 'no_parser'],
    ['nothing', 'WILL', 'html', '', 'no_parser'],
    ['a carrier without a parser', 'MERI', 'html', '<table id="wb-track"></table>', 'no_parser'],
    ['broken data', 'ZEPH', 'json', '{"site":', 'unreadable'],
    ['other data', 'ZEPH', 'json', '[]', 'no_parser'],
    ['a table without rows', 'WILL', 'html', '<div id="wb-cargo"><table id="wb-track"></table></div>', 'parsed_badly'],
  ] as const)('%s', (_name, carrierCode, contentType, text, reason) => {
    const { state, record } = read(carrierCode, contentType, text);
    expect(state).toBe('refused');
    expect(record.content).toBeNull();
    expect(record.refusals.map((one) => one.reason)).toContain(reason);
  });

  test('a page whose rows cannot be read for the greater part; a few bad rows are left out', () => {
    const [shipment] = shipmentsOf('WILL', before).filter(
      (one) => world.reportsOf('WILL', { type: 'bill', value: one.billNo }, before).length > 20,
    );
    if (shipment === undefined) throw new Error('no shipment');
    const page = willowPage(world, shipment, before);
    const few = readAnswer(
      answerOf(shipment, page.replace('订舱确认', '订舱已确'), before),
      shippedReleases(),
      reference,
    );
    expect(few).toMatchObject({
      state: 'partly',
      refusedEvents: 1,
      record: { refusals: [{ reason: 'bad_enumeration' }] },
    });
    expect(few.record.content).not.toBeNull();
    const many = readAnswer(
      answerOf(shipment, page.replaceAll('(UTC+', '(GMT+'), before),
      shippedReleases(),
      reference,
    );
    expect(many.state).toBe('refused');
    expect(many.record.refusals.map((one) => one.reason)).toContain('parsed_badly');
  });
});

test('a stored answer is read again by the version that read it', () => {
  const [shipment] = shipmentsOf('WILL', before);
  const parser = findParser('willow-track', 1);
  if (shipment === undefined || parser === undefined) throw new Error('no shipment');
  const answer = answerOf(shipment, willowPage(world, shipment, before), before);
  const about = { subject: 'bill', billNo: shipment.billNo, containerNo: null, carrierCode: 'WILL' } as const;
  const stored = connectors.rpa.parse([writeAnswerBody(answer, parser)], { ...about, receivedAt: after }, reference);
  expect(stored).toEqual({ ...readAnswer(answer, shippedReleases(), reference).record, observedAt: before });
  const broken = connectors.rpa.parse([Buffer.from('{}')], { ...about, receivedAt: after }, reference);
  expect(broken).toMatchObject({ content: null, refusals: [{ reason: 'unreadable' }] });
});
