import { describe, expect, test } from 'vitest';
import type { EdiMessage } from './message.ts';
import type { EdiNotice } from './notice.ts';
import { readEdifact } from './read-edifact.ts';
import {
  type Body,
  bytesOf,
  gateInReport,
  interchangeOf,
  loadingReport,
  messageOf,
} from '#testing/connectors/edifact/samples.ts';

async function messageFrom(type: string, body: Body): Promise<EdiMessage> {
  const found: EdiMessage[] = [];
  await readEdifact([bytesOf(interchangeOf([messageOf(type, body)]))], (message) => void found.push(message));
  return found[0] as EdiMessage;
}
const short = ({ kind, code, classifier, place, time }: EdiNotice) =>
  [kind, code, classifier, place?.code ?? null, time?.value, time?.format].join(' ');

/** A forwarder's report in the manner of industry: dates and times apart, ports one after the other, then their dates. */
const report = (status: string, ...dates: string[]): Body => [
  'BGM+23+1+9',
  'DTM+137:20260901:102',
  'DTM+137:143000:402',
  'RFF+SI:4500017',
  'RFF+BN:MERIB00017',
  'CNI+1+80012345::10',
  `STS+1+${status}`,
  'RFF+BM:MERI123456789',
  'DTM+95:20260825:102',
  'DTM+334:20260901:102',
  'DTM+334:143000:402',
  'TDT+21+207W+10+13+::11:MERI+++BWAKE:::BIRCH WAKE',
  'LOC+9+BEANR:::Antwerpen',
  'LOC+12+CNSHA:::Shanghai',
  ...dates,
  'EQD+CN+CSQU3054383',
];

describe('a report of a forwarder', () => {
  test('has its date and its time in two segments, and ports before their dates', async () => {
    const dates = ['DTM+132:20261001:102', 'DTM+186:20260901:102', 'DTM+186:1215:401'];
    const { state, problems, notices, messageTime } = await messageFrom('IFTSTA', report('24+40', ...dates));
    expect({ state, problems, messageTime }).toEqual({
      state: 'parsed',
      problems: [],
      messageTime: { value: '20260901143000', format: '204' },
    });
    expect(notices.map(short)).toEqual([
      'TRANSPORT DEPA ACT BEANR 202609011215 203',
      'TRANSPORT ARRI EST CNSHA 20261001 102',
      'TRANSPORT DEPA ACT BEANR 20260901143000 204',
    ]);
    expect(notices[2]).toMatchObject({
      ship: { vesselName: 'BIRCH WAKE', voyage: '207W', mode: 'VESSEL' },
      route: { portOfLoading: 'BEANR', portOfDischarge: 'CNSHA' },
    });
  });

  test('is about the bill it names; the number of its consignment is another reference', async () => {
    const [notice] = (await messageFrom('IFTSTA', report('24'))).notices;
    expect(notice).toMatchObject({ bills: ['MERI123456789'], others: expect.arrayContaining(['80012345']) });
    const without = report('24').filter((segment) => !segment.startsWith('RFF+BM'));
    expect((await messageFrom('IFTSTA', without)).notices[0]).toMatchObject({ bills: ['80012345'] });
  });

  test('tells a discharge where the voyage ends', async () => {
    expect((await messageFrom('IFTSTA', report('29'))).notices.map(short)).toEqual([
      'EQUIPMENT DISC ACT CNSHA 20260901143000 204',
    ]);
  });

  test('of ports with dates of their own leaves each date where it stands', async () => {
    const body = report('24').flatMap((segment) =>
      segment.startsWith('LOC+9')
        ? [segment, 'DTM+186:202609011215:203']
        : segment.startsWith('LOC+12')
          ? [segment, 'DTM+132:202610010800:203', 'DTM+133:202610020800:203']
          : [segment],
    );
    expect((await messageFrom('IFTSTA', body)).notices.map(short)).toEqual([
      'TRANSPORT DEPA ACT BEANR 202609011215 203',
      'TRANSPORT ARRI EST CNSHA 202610010800 203',
      'TRANSPORT DEPA EST CNSHA 202610020800 203',
      'TRANSPORT DEPA ACT BEANR 20260901143000 204',
    ]);
  });
});

describe('a terminal named under the other port', () => {
  const discharge = (...head: string[]): Body => [
    'BGM+44+X+9',
    'TDT+20+008E+1++EMI+++3ENH8:103::LEO GLADE',
    ...head,
    'EQD+CN+CSQU3054383+4300:102:5++3+5',
    'DTM+203:201304092109:203',
  ];
  const placeFrom = async (body: Body) => (await messageFrom('COARRI', body)).notices[0]?.place;

  test.each<[string, Awaited<ReturnType<typeof placeFrom>>]>([
    ['LOC+9+IDJKT:139:6+T1:TER:ZZZ', { code: 'IDJKT', name: null, facility: 'T1' }],
    ['LOC+9+JICT1:TER:ZZZ', { code: null, name: 'JICT1', facility: null }],
    ['LOC+9+:::JICT', { code: null, name: 'JICT', facility: null }],
  ])('%s alone is where a ship was discharged', async (loc, place) => {
    expect(await placeFrom(discharge(loc))).toEqual(place);
  });

  test('a port alone may be where the cargo came from, and tells no place', async () => {
    expect(await placeFrom(discharge('LOC+9+TWKHH:139:6'))).toBeNull();
  });

  test('the port that the container names is the one of a terminal without code', async () => {
    const body = [...discharge('LOC+9+:::JICT'), 'LOC+11+IDJKT:139:6'];
    expect(await placeFrom(body)).toEqual({ code: 'IDJKT', name: 'JICT', facility: null });
  });

  test('a loading is read alike', async () => {
    const body = discharge('LOC+11+:::JICT').map((one) => one.replace('BGM+44', 'BGM+46').replace('++3+5', '++2+5'));
    expect(await placeFrom(body)).toMatchObject({ name: 'JICT' });
  });
});

test.each(['LOC+14+:::Duisburg+:::DE', 'LOC+14+:::Duisburg+DE', 'LOC+14+:::Duisburg+:::Germany'])(
  'the country in %s is no facility',
  async (loc) => {
    const body = [
      ...report('24')
        .filter((one) => !/^(LOC|TDT)/.test(one))
        .slice(0, -1),
      loc,
      'EQD+CN+CSQU3054383',
    ];
    expect((await messageFrom('IFTSTA', body)).notices[0]?.place).toEqual({
      code: null,
      name: 'Duisburg',
      facility: null,
    });
  },
);

test('a container of an owner outside the register is a container', async () => {
  const body = gateInReport.map((segment) => segment.replace('CSQU3054383', 'TESI1120274'));
  const { notices, problems } = await messageFrom('CODECO', body);
  expect(notices[0]).toMatchObject({ code: 'GTIN', containerNo: 'TESI1120274' });
  expect(problems.map(({ code }) => code)).toEqual(['container_check_digit']);
});

test('a gate report titled in and out alike says neither', async () => {
  const body = ['BGM+M+CONTAINER GATE IN/OUT+9', ...gateInReport.slice(1)];
  expect((await messageFrom('CODECO', body)).problems.map(({ code }) => code)).toEqual(['unknown_direction']);
});

test('a report named after the other side than its code says is read by its name where ports and containers agree', async () => {
  const named = ['BGM+44:::LOADING REPORT+LOAD0001+9', ...loadingReport.slice(1)];
  expect((await messageFrom('COARRI', named)).notices.map(short)).toEqual([
    'EQUIPMENT LOAD ACT CNSHA 202601101130 203',
    'TRANSPORT DEPA EST CNSHA 202601101800 203',
    'EQUIPMENT LOAD ACT CNSHA 202601101145 203',
    'TRANSPORT DEPA EST CNSHA 202601101800 203',
  ]);
  const discharged = named.map((one) => (one.startsWith('LOC+9+CNSHA') ? one.replace('LOC+9', 'LOC+11') : one));
  expect((await messageFrom('COARRI', discharged)).notices[0]?.code).toBe('DISC');
});

test('what has a call sign is a ship, whatever its mode is called', async () => {
  const body = ['BGM+34+1+9', 'TDT+20+207W+3+207W+MERI:172:20+++3ENH8:103::BIRCH WAKE', ...gateInReport.slice(2)];
  expect((await messageFrom('CODECO', body)).notices[0]?.ship).toMatchObject({
    vesselName: 'BIRCH WAKE',
    mode: 'VESSEL',
  });
});

describe('status codes of the newer editions of the recommendation', () => {
  test.each([
    ['127', 'TRANSPORT DEPA'],
    ['346', 'EQUIPMENT DISC'],
    ['229', 'SHIPMENT HOLD'],
    ['371', 'EQUIPMENT STRP'],
    ['372', 'EQUIPMENT STUF'],
    ['379', 'SHIPMENT RELS'],
  ])('%s is %s', async (code, meaning) => {
    const { notices, problems } = await messageFrom('IFTSTA', report(code));
    expect(notices.map(({ kind, code: reported }) => `${kind} ${reported}`)).toEqual([meaning]);
    expect(problems).toEqual([]);
  });

  test.each(['105', '273', '359'])('%s is known and no step', async (code) => {
    const { notices, problems } = await messageFrom('IFTSTA', report(code));
    expect([notices, problems.map((problem) => problem.code)]).toEqual([[], ['silent_status', 'no_events']]);
  });

  test('a number beyond the list is unknown', async () => {
    expect((await messageFrom('IFTSTA', report('380'))).problems.map(({ code }) => code)).toEqual(['unknown_status']);
  });
});
