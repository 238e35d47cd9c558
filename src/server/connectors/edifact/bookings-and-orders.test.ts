import { expect, test } from 'vitest';
import { edifactConnector, writeNoticeBody } from './index.ts';
import type { EdiMessage } from './message.ts';
import { readEdifact } from './read-edifact.ts';
import {
  type Body,
  bookingConfirmation,
  bytesOf,
  interchangeOf,
  loadingReport,
  loadList,
  messageOf,
  statusReport,
} from '#testing/connectors/edifact/samples.ts';

async function messageFrom(type: string, body: Body): Promise<EdiMessage> {
  const found: EdiMessage[] = [];
  await readEdifact([bytesOf(interchangeOf([messageOf(type, body)]))], (message) => void found.push(message));
  return found[0] as EdiMessage;
}
const zones: Readonly<Record<string, string>> = { CNSHA: 'Asia/Shanghai', NLRTM: 'Europe/Amsterdam' };
function record(...messages: readonly EdiMessage[]) {
  const bodies = messages.map((message) =>
    writeNoticeBody(
      {
        messageType: message.type ?? '',
        controlRef: 'IC1',
        messageRef: message.messageRef,
        messageTime: message.messageTime,
        preparedAt: '202601050900',
        zone: 'Asia/Shanghai',
      },
      message.notices,
    ),
  );
  const about = { subject: 'bill', billNo: 'MERI123456789', containerNo: null, carrierCode: 'MERI' } as const;
  const reference = { resolvePort: (code: string) => code, zoneOf: (code: string) => zones[code] };
  return edifactConnector.parse(bodies, { ...about, receivedAt: Date.UTC(2026, 0, 20) }, reference);
}

test('a booking confirmation gives the booking, its ship, ports, dates and containers', async () => {
  const message = await messageFrom('IFTMBC', bookingConfirmation);
  expect(message).toMatchObject({ state: 'parsed', problems: [] });
  const { content, refusals } = record(message);
  expect(refusals).toEqual([]);
  expect(content?.booking).toMatchObject({
    bookingNo: 'MERIB00017',
    vesselName: 'BIRCH WAKE',
    vesselImo: '9321483',
    voyage: '207W',
    placeOfReceipt: 'CNSZX',
    portOfLoading: 'CNSHA',
    portOfDischarge: 'NLRTM',
    placeOfDelivery: 'DEDUI',
    etd: Date.parse('2026-01-10T18:00:00+08:00'),
    eta: Date.parse('2026-02-10T07:00:00+01:00'),
    atd: null,
  });
  expect(content?.legs).toMatchObject([{ vesselName: 'BIRCH WAKE', portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM' }]);
  expect(content?.containers).toMatchObject([{ containerNo: 'CSQU3054383', sizeType: '45G1' }]);
  expect(content?.events.find(({ statusCode }) => statusCode === 'BKCF')).toMatchObject({
    portCode: 'CNSHA',
    actual: Date.parse('2026-01-05T09:00:00+08:00'),
  });
  expect(content?.events.filter(({ actual, statusCode }) => actual !== null && statusCode !== 'BKCF')).toEqual([]);
});

test('a booking that was not accepted confirms nothing, and one that is taken back is gone', async () => {
  const refused = await messageFrom('IFTMBC', ['BGM+770+CONF0001+9+RE', ...bookingConfirmation.slice(1)]);
  expect(refused).toMatchObject({
    state: 'parsed',
    notices: [],
    problems: [{ code: 'booking_declined' }, { code: 'no_events' }],
  });
  const back = await messageFrom('IFTMBC', ['BGM+770+CONF0001+1', ...bookingConfirmation.slice(1)]);
  expect(record(await messageFrom('IFTMBC', bookingConfirmation), back)).toMatchObject({ withdrawn: true });
  const bare = bookingConfirmation.filter((segment) => !segment.startsWith('RFF'));
  expect((await messageFrom('IFTMBC', bare)).problems.map(({ code }) => code)).toEqual(['missing_reference']);
});

test('a load list says what a container is and which ship takes it; nothing has happened by it', async () => {
  const message = await messageFrom('COPRAR', loadList);
  expect(message.notices.map(({ kind, code, containerNo }) => [kind, code, containerNo])).toEqual([
    ['BOX', 'TO_LOAD', 'CSQU3054383'],
    ['TRANSPORT', 'DEPA', 'CSQU3054383'],
  ]);
  // A container without a number is an order for any container of its type.
  expect(message).toMatchObject({ state: 'parsed', problems: [{ code: 'not_a_move' }] });
  const { content } = record(message);
  expect(content?.containers).toEqual([
    expect.objectContaining({ containerNo: 'CSQU3054383', sizeType: '45G1', sealNo: 'SH88200', grossWeightKg: 24_200 }),
  ]);
  expect(content?.booking).toMatchObject({
    bookingNo: 'MERIB00017',
    vesselName: 'BIRCH WAKE',
    voyage: '207W',
    portOfLoading: 'CNSHA',
    portOfDischarge: 'NLRTM',
    placeOfDelivery: 'DEDUI',
    etd: Date.parse('2026-01-10T18:00:00+08:00'),
  });
  expect(content?.events.filter(({ actual }) => actual !== null)).toEqual([]);
  const discharge = [...loadList].map((segment) =>
    segment.replace('BGM+45', 'BGM+43').replace('LOC+9+CNSHA', 'LOC+11+NLRTM').replace('DTM+133:', 'DTM+132:'),
  );
  const reported = (await messageFrom('COPRAR', discharge)).notices;
  expect(reported.map(({ code, place }) => [code, place?.code])).toEqual([
    ['TO_DISC', 'NLRTM'],
    ['ARRI', 'NLRTM'],
  ]);
});

test('a load list of a port on the way changes nothing of the booking; beside a terminal it makes no route', async () => {
  const booking = await messageFrom('IFTMBC', bookingConfirmation);
  const alone = record(booking).content;
  const onTheWay = loadList.map((segment) => segment.replace('LOC+9+CNSHA', 'LOC+9+SGSIN').replace('207W', '301E'));
  const order = await messageFrom('COPRAR', onTheWay);
  const both = record(booking, order).content;
  expect([both?.booking, both?.legs]).toEqual([alone?.booking, alone?.legs]);
  expect(both?.containers).toMatchObject([{ containerNo: 'CSQU3054383', grossWeightKg: 24_200 }]);
  const report = await messageFrom('COARRI', loadingReport);
  const [without, beside] = [record(report).content, record(report, order).content];
  expect([beside?.legs, beside?.booking.etd]).toEqual([without?.legs, without?.booking.etd]);
});

test('known messages that are not used are distinguished from those nobody knows', async () => {
  for (const type of ['BAPLIE', 'IFTMIN', 'COPARN', 'VERMAS'])
    expect(await messageFrom(type, ['BGM+1+X+9']), type).toMatchObject({
      state: 'parsed',
      problems: [{ code: 'unused_type' }],
    });
  expect(await messageFrom('ABCDEF', ['BGM+1+X+9'])).toMatchObject({ state: 'refused' });
});

test('codes of the agreement of carriers (agency 22) are those of ocean carriers: a ship has left', async () => {
  const body = statusReport.map((segment) => segment.replace('STS+1+AE:::Loaded on vessel', 'STS+1+VD::22'));
  const { notices, problems } = await messageFrom('IFTSTA', body);
  expect(problems).toEqual([]);
  const departures = notices.filter(({ code, classifier }) => code === 'DEPA' && classifier === 'ACT');
  expect(departures.map(({ time }) => time?.value)).toContain('202601101130');
});
