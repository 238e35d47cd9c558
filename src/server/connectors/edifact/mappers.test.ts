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
  statusReport,
} from '#testing/connectors/edifact/samples.ts';

async function messageFrom(type: string, body: Body): Promise<EdiMessage> {
  const found: EdiMessage[] = [];
  await readEdifact([bytesOf(interchangeOf([messageOf(type, body)]))], (message) => void found.push(message));
  return found[0] as EdiMessage;
}
const noticesFrom = async (type: string, body: Body): Promise<EdiNotice[]> => (await messageFrom(type, body)).notices;
const problemsFrom = async (type: string, body: Body): Promise<string[]> =>
  (await messageFrom(type, body)).problems.map(({ code }) => code);
const short = ({ kind, code, classifier, containerNo, place, time }: EdiNotice) => [
  kind === 'EQUIPMENT' ? code : `${kind} ${code}`,
  classifier,
  containerNo,
  place?.code ?? null,
  time?.value,
];
const change = (body: Body, from: string, to: string): Body => body.map((segment) => segment.replace(from, to));

describe('COARRI', () => {
  test('tells each container with ship, port, load, weight and seal', async () => {
    const [first, estimate, second] = await noticesFrom('COARRI', loadingReport);
    expect(first).toMatchObject({
      kind: 'EQUIPMENT',
      code: 'LOAD',
      classifier: 'ACT',
      containerNo: 'CSQU3054383',
      isoCode: '45G1',
      empty: 'LADEN',
      bills: ['MERI123456789'],
      bookings: ['MERIB00017'],
      place: { code: 'CNSHA', facility: 'YSP4' },
      time: { value: '202601101130', format: '203' },
      ship: { vesselName: 'BIRCH WAKE', vesselImo: '9321483', voyage: '207W', mode: 'VESSEL', carrierCode: 'MERI' },
      route: { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM' },
      grossWeightKg: 24_200,
      seals: ['SH88200'],
      withdrawn: false,
    });
    expect(short(estimate as EdiNotice)).toEqual(['TRANSPORT DEPA', 'EST', 'CSQU3054383', 'CNSHA', '202601101800']);
    expect(second).toMatchObject({ containerNo: 'MSKU6011672', empty: 'EMPTY', isTranshipment: true, seals: [] });
  });

  const inHead = (bgm: string, ...more: string[]): Body => [bgm, ...more, ...loadingReport.slice(1)];
  const withoutStatus = (body: Body): Body => body.map((segment) => segment.replace(/\+\+[26]\+([45])$/, '+++$1'));
  test.each<[string, Body, string]>([
    ['44 is a discharge', inHead('BGM+44+X+9'), 'DISC'],
    ['46 is a loading', inHead('BGM+46+X+9'), 'LOAD'],
    ['words say it', inHead('BGM+98:::DISCHARGE REPORT+X+9'), 'DISC'],
    ['a remark says it', inHead('BGM+270+X+9', 'FTX+OSI++L'), 'LOAD'],
    ['the ports say it', withoutStatus(inHead('BGM+45+X+9')), 'LOAD'],
    ['the status says it', inHead('BGM+45+X+9').filter((segment) => !segment.startsWith('LOC+9')), 'LOAD'],
  ])('%s', async (_name, body, code) => {
    expect((await noticesFrom('COARRI', body)).find(({ kind }) => kind === 'EQUIPMENT')?.code).toBe(code);
  });

  test('without any hint it is not guessed', async () => {
    const body = withoutStatus(inHead('BGM+45+X+9')).filter((segment) => !segment.startsWith('LOC'));
    expect(await messageFrom('COARRI', body)).toMatchObject({ state: 'partly', notices: [], refusedEvents: 2 });
    expect(await problemsFrom('COARRI', body)).toEqual(['unknown_direction', 'unknown_direction']);
  });

  test.each([
    ['BGM+98+Discharge/Loading report+9', 'LOC+11+CNSHA:139:6', 'DISC'],
    ['BGM+270+Discharge/Loading report+9', 'LOC+9+CNSHA:139:6', 'LOAD'],
    ['BGM+270++9', 'LOC+9+CNSHA:139:6', 'LOAD'],
    ['BGM+119+X+9', 'LOC+11+CNSHA:139:6', 'DISC'],
    ['BGM+122+X+9', 'LOC+9+CNSHA:139:6', 'LOAD'],
    ['BGM+45++9', 'LOC+9+CNSHA:139:6', 'LOAD'],
    ['BGM+45++9', 'LOC+11+CNSHA:139:6', 'DISC'],
  ])('%s at %s tells what was done, though the containers do not', async (bgm, port, code) => {
    const body: Body = [bgm, 'TDT+20+85N+1', port, 'EQD+CN+CSQU3054383+45G1+++5', 'DTM+203:202601101130:203'];
    expect((await noticesFrom('COARRI', body)).map(short)).toEqual([
      [code, 'ACT', 'CSQU3054383', 'CNSHA', '202601101130'],
    ]);
  });

  test.each([
    ['BGM+98++9', '11', '9', 'DISC'],
    ['BGM+270++9', '9', '11', 'LOAD'],
  ])(
    '%s: of the two ports of the head the containers name the one where the ship lies',
    async (bgm, side, far, code) => {
      const head = [bgm, 'TDT+20+129W+1', `LOC+${side}+HKHKG:139:6`, `LOC+${far}+PHMNL:139:6+MICT`];
      const container = ['EQD+CN+CSQU3054383+42G1:102:5+++5', 'DTM+203:202601101130:203'];
      const ports = [`LOC+${side}+PHMNL:139:6`, `LOC+${far}+TWKHH:139:6`];
      const [notice] = await noticesFrom('COARRI', [...head, ...container, ...ports]);
      expect(notice).toMatchObject({ code, place: { code: 'PHMNL', facility: 'MICT' } });
    },
  );

  test('containers that stay on board, are shifted or did not come are no moves', async () => {
    for (const status of ['4', '5', '7', '14']) {
      const message = await messageFrom('COARRI', change(loadingReport, '++2+5', `++${status}+5`));
      expect(message.notices.every(({ containerNo }) => containerNo === 'MSKU6011672')).toBe(true);
      expect(message).toMatchObject({ state: 'parsed', problems: [{ code: 'not_a_move' }] });
    }
  });

  test('a discharge is at the port where the ship lies, with the terminal’s word on her arrival', async () => {
    const body: Body = [
      'BGM+44+X+9',
      'TDT+20+008E+1++EMI+++3ENH8:103::LEO GLADE',
      'LOC+11+IDJKT:139:6+T1:TER:ZZZ',
      'DTM+178:201304091500:203',
      'EQD+CN+CSQU3054383+4300:102:5++3+5',
      'DTM+203:201304092109:203',
      'LOC+9+TWKHH:139:6',
      'LOC+11+IDJKT:139:6',
      'DAM+1+DENT:::Dented left side',
    ];
    const notices = await noticesFrom('COARRI', body);
    expect(notices.map(short)).toEqual([
      ['DISC', 'ACT', 'CSQU3054383', 'IDJKT', '201304092109'],
      ['TRANSPORT ARRI', 'ACT', 'CSQU3054383', 'IDJKT', '201304091500'],
    ]);
    expect(notices[0]).toMatchObject({
      damage: 'Dented left side',
      ship: { callSign: '3ENH8', vesselName: 'LEO GLADE', vesselImo: null },
    });
  });

  test.each<[string, string]>([
    ['TDT+20+V1+1++CAR+++9321483:11:ZZZ:BIRCH WAKE', '9321483/BIRCH WAKE'],
    ['TDT+20+V1+1++CAR+++IMO9321483::11:BIRCH WAKE', '9321483/BIRCH WAKE'],
    ['TDT+20+V1+1++CAR+++BIRCH WAKE', 'null/BIRCH WAKE'],
    ['TDT+20+V1+1++CAR+++:146::BIRCH WAKE', 'null/BIRCH WAKE'],
    ['TDT+20+V1+1++CAR', 'null/null'],
  ])('the ship of %s', async (tdt, ship) => {
    const [first] = await noticesFrom(
      'COARRI',
      change(loadingReport, 'TDT+20+207W+1++MERI:172:20+++9321483:146::BIRCH WAKE', tdt),
    );
    expect(`${first?.ship?.vesselImo}/${first?.ship?.vesselName}`).toBe(ship);
  });

  test('one bad container costs itself only', async () => {
    expect(await messageFrom('COARRI', change(loadingReport, 'CSQU3054383', 'NONE'))).toMatchObject({
      state: 'partly',
      refusedEvents: 1,
      notices: [{ containerNo: 'MSKU6011672' }, { containerNo: 'MSKU6011672' }],
    });
    expect(await problemsFrom('COARRI', change(loadingReport, 'CSQU3054383', 'CSQU3054384'))).toEqual([
      'container_check_digit',
    ]);
    expect(await problemsFrom('COARRI', change(loadingReport, 'DTM+203:202601101130:203', 'FTX+AAA'))).toEqual([
      'missing_time',
    ]);
    expect(await problemsFrom('COARRI', change(loadingReport, 'EQD+CN+CSQU', 'EQD+CH+CSQU'))).toEqual(['not_a_move']);
  });

  test.each<[string, number | null]>([
    ['MEA+WT+G+KGM:24200', 24_200],
    ['MEA+WT++KGM:24200', 24_200],
    ['MEA+AAE+G+TNE:24,2', 24_200],
    ['MEA+AAE+VGM+LBR:1000', 453.6],
    ['MEA+AAE+EGW+KGM:24200', 24_200],
    ['MEA+AAE+T+KGM:3800', null],
    ['MEA+AAE+G+KGM:heavy', null],
  ])('%s', async (segment, weight) => {
    expect(
      (await noticesFrom('COARRI', change(loadingReport, 'MEA+AAE+VGM+KGM:24200', segment)))[0]?.grossWeightKg,
    ).toBe(weight);
  });

  test('cancelling and replacing are understood', async () => {
    expect((await noticesFrom('COARRI', change(loadingReport, '0001+9', '0001+1')))[0]).toMatchObject({
      withdrawn: true,
    });
    expect((await noticesFrom('COARRI', change(loadingReport, '0001+9', '0001+5')))[0]).toMatchObject({
      replaces: true,
    });
  });
});

describe('CODECO', () => {
  const gate = (bgm: string, eqd: string): Body =>
    change(
      change(gateInReport, 'BGM+34+GATE0001', bgm),
      'EQD+CN+CSQU3054383+45G1:102:5++2+5',
      `EQD+CN+CSQU3054383+45G1:102:5++${eqd}`,
    );
  test.each<[string, Body, string, string | null]>([
    ['full in', gate('BGM+34+X', '2+5'), 'GTIN', 'LADEN'],
    ['full out', gate('BGM+36+X', '3+5'), 'GTOT', 'LADEN'],
    ['empty out', gate('BGM+36+X', '2+4'), 'PICK', 'EMPTY'],
    ['empty in', gate('BGM+34+X', '3+4'), 'DROP', 'EMPTY'],
    ['empty in to be positioned', gate('BGM+34+X', '2+4'), 'GTIN', 'EMPTY'],
    ['no word on the load', gate('BGM+36+X', ''), 'GTOT', null],
    ['in by words', gate('BGM+ZZZ:::GATE-IN+X', '2+5'), 'GTIN', 'LADEN'],
  ])('%s', async (_name, body, code, empty) => {
    const notices = await noticesFrom('CODECO', body);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatchObject({
      code,
      empty,
      place: { code: 'CNSHA', facility: 'YSP4' },
      time: { value: '202601080930' },
    });
    // The truck is not the ship.
    expect(notices[0]?.ship).toBeNull();
  });

  test('a depot known by its own code only is a name, in the port of its side', async () => {
    const [first] = await noticesFrom(
      'CODECO',
      change(gateInReport, 'LOC+165+CNSHA:139:6+YSP4:TER:ZZZ', 'LOC+165+DEP07:139:ZZZ:Depot Seven'),
    );
    expect(first?.place).toMatchObject({ code: 'CNSHA', name: 'Depot Seven' });
  });

  test('neither in nor out is not guessed', async () => {
    expect(await problemsFrom('CODECO', gate('BGM+999+X', '2+5'))).toEqual(['unknown_direction']);
  });
});

describe('IFTSTA', () => {
  test('tells the status of the container and, beside it, when the ship comes and goes', async () => {
    const notices = await noticesFrom('IFTSTA', statusReport);
    expect(notices.map(short)).toEqual([
      ['TRANSPORT DEPA', 'ACT', 'CSQU3054383', 'CNSHA', '202601101930'],
      ['TRANSPORT ARRI', 'EST', 'CSQU3054383', 'NLRTM', '202602100715'],
      ['LOAD', 'ACT', 'CSQU3054383', 'CNSHA', '202601101130'],
    ]);
    expect(notices[2]).toMatchObject({
      bills: ['MERI123456789'],
      bookings: ['MERIB00017'],
      seals: ['SH88200'],
      isoCode: '45G1',
      status: { code: 'AE', text: 'Loaded on vessel' },
      ship: { vesselImo: '9321483', voyage: '207W' },
      route: { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM' },
    });
  });

  const status = (sts: string, ...more: string[]): Body => [
    'BGM+23+X+9',
    'CNI+1',
    sts,
    'RFF+BM:MERI123456789',
    'DTM+334:202601101130:203',
    'LOC+175+CNSHA:139:6',
    ...more,
    'EQD+CN+CSQU3054383+45G1:102:5+++5',
  ];
  test.each<[string, string]>([
    ['STS+1+24', 'TRANSPORT DEPA'],
    ['STS+1+1', 'TRANSPORT ARRI'],
    ['STS+1+29', 'DISC'],
    ['STS+1+28', 'STRP'],
    ['STS+1+12', 'SHIPMENT RELS'],
    ['STS+1+48', 'LOAD'],
    ['STS+1+79', 'LOAD'],
    ['STS+1+59', 'DISC'],
    ['STS+1+93', 'STUF'],
    ['STS+1+94', 'STUF'],
    ['STS+1+70', 'LOAD'],
    ['STS+1+26', 'DISC'],
    ['STS+1+VD', 'TRANSPORT DEPA'],
    ['STS+1+UV', 'DISC'],
    ['STS+1+I', 'GTIN'],
    ['STS+1+OA', 'GTOT'],
    ['STS+1+EE', 'PICK'],
    ['STS+1+RD', 'DROP'],
    ['STS+1+GTOT', 'GTOT'],
    ['STS+1+TSLB', 'OWN TSLB'],
    ['STS+1+ZZZ:::BDAR', 'OWN BDAR'],
    ['STS+1+XY1:::Container loaded on board', 'LOAD'],
    ['STS+1+XY1:::Empty container returned', 'DROP'],
    ['STS+1+XY1:::Gate out from terminal', 'GTOT'],
    ['STS+1+XY1:::Vessel sailed', 'TRANSPORT DEPA'],
    ['STS+1+XY1:::Customs released', 'SHIPMENT RELS'],
    ['STS+1+XY1:::Container unstuffed', 'STRP'],
    ['STS+VD', 'TRANSPORT DEPA'],
  ])('%s', async (sts, code) => {
    expect((await noticesFrom('IFTSTA', status(sts))).map((notice) => short(notice)[0])).toEqual([code]);
  });

  test.each(['20', '49', '56', '98'])('%s of the code list is no step, and no fault', async (code) => {
    expect(await messageFrom('IFTSTA', status(`STS+1+${code}`))).toMatchObject({
      state: 'parsed',
      problems: [{ code: 'silent_status' }, { code: 'no_events' }],
    });
  });

  test('the code of a terminal in the list of ports is one of its port', async () => {
    const [notice] = await noticesFrom('IFTSTA', change(status('STS+1+48'), 'CNSHA:139:6', 'CNSHA45:139:6'));
    expect(notice?.place).toEqual({ code: 'CNSHA', name: null, facility: 'CNSHA45' });
    const [other] = await noticesFrom('IFTSTA', change(status('STS+1+48'), 'CNSHA:139:6', 'CNSHA45:139:ZZZ'));
    expect(other?.place).toEqual({ code: null, name: 'CNSHA45', facility: null });
  });

  test('what is unknown is counted', async () => {
    expect(await messageFrom('IFTSTA', status('STS+1+Q9Q'))).toMatchObject({
      state: 'partly',
      refusedEvents: 1,
      problems: [{ code: 'unknown_status', value: 'Q9Q' }],
    });
    expect(await problemsFrom('IFTSTA', status('STS+1+constructor'))).toEqual(['unknown_status']);
  });

  test.each<[string, string]>([
    ['DTM+334:202601101130:203', 'ACT'],
    ['DTM+7:202601101130:203', 'ACT'],
    ['DTM+133:202601101130:203', 'EST'],
    ['DTM+189:202601101130:203', 'PLN'],
    ['DTM+137:202601101130:203', 'ACT'],
  ])('%s is %s', async (dtm, classifier) => {
    const [notice] = await noticesFrom('IFTSTA', change(status('STS+1+VD'), 'DTM+334:202601101130:203', dtm));
    expect(notice?.classifier).toBe(classifier);
  });

  test('expected by its words is no fact', async () => {
    expect((await noticesFrom('IFTSTA', status('STS+1+VA:::Estimated arrival')))[0]?.classifier).toBe('EST');
    expect((await noticesFrom('IFTSTA', status('STS+1+E')))[0]).toMatchObject({ code: 'ARRI', classifier: 'EST' });
  });

  test('a train is no ship', async () => {
    expect((await noticesFrom('IFTSTA', status('STS+1+P::HS:Rail departed from yard')))[0]?.ship?.mode).toBe('RAIL');
    expect((await noticesFrom('IFTSTA', status('STS+1+UR', 'TDT+20+V1+2++RAILCO')))[0]?.ship).toMatchObject({
      mode: 'RAIL',
      voyage: 'V1',
    });
  });

  test('older directories put statuses and containers without a consignment', async () => {
    const body: Body = [
      'BGM+23+X+9',
      'RFF+BM:MERI123456789',
      'EQD+CN+CSQU3054383',
      'STS+1+AE',
      'LOC+9+CNSHA',
      'DTM+7:202603021400:203',
    ];
    expect((await noticesFrom('IFTSTA', body)).map(short)).toEqual([
      ['LOAD', 'ACT', 'CSQU3054383', 'CNSHA', '202603021400'],
    ]);
  });

  test('several containers of one status, and containers named by references', async () => {
    const two = await noticesFrom('IFTSTA', status('STS+1+AE', 'EQD+CN+MSKU6011672'));
    expect(two.map(({ containerNo }) => containerNo)).toEqual(['MSKU6011672', 'CSQU3054383']);
    const named = status('STS+1+AE', 'RFF+EQ:MSKU6011672').slice(0, -1);
    expect((await noticesFrom('IFTSTA', named)).map(({ containerNo }) => containerNo)).toEqual(['MSKU6011672']);
  });

  test('several consignments keep their references apart', async () => {
    const body: Body = [
      'BGM+23+X+9',
      ...['MERI000000001', 'MERI000000002'].flatMap((bill, index) => [
        `CNI+${index + 1}+${bill}`,
        'STS+1+VD',
        'DTM+334:202601101130:203',
        'LOC+9+CNSHA',
      ]),
    ];
    expect((await noticesFrom('IFTSTA', body)).map(({ bills }) => bills)).toEqual([
      ['MERI000000001'],
      ['MERI000000002'],
    ]);
  });

  test('a misshapen container is refused, and not named by what is notified of the ship either', async () => {
    const message = await messageFrom('IFTSTA', change(statusReport, 'CSQU3054383', 'CSQ03054383'));
    expect(message).toMatchObject({ state: 'partly', problems: [{ code: 'bad_container' }] });
    expect(message.notices.map(short)).toEqual([
      ['TRANSPORT DEPA', 'ACT', null, 'CNSHA', '202601101930'],
      ['TRANSPORT ARRI', 'EST', null, 'NLRTM', '202602100715'],
    ]);
  });

  test('the country beside a place is no facility, a number of a ship no call sign', async () => {
    const body = change(statusReport, 'LOC+9+CNSHA:139:6:Shanghai', 'LOC+9+CNSHA:139:6:Shanghai+CN:162:5');
    const [first, , event] = await noticesFrom('IFTSTA', change(body, '9321483:146', '1234568:146'));
    expect(event?.place).toMatchObject({ code: 'CNSHA', facility: null });
    expect(first?.ship).toMatchObject({ vesselName: 'BIRCH WAKE', vesselImo: null, callSign: null });
  });

  test('a status without any reference is refused', async () => {
    const body = status('STS+1+AE').filter((segment) => !/^(RFF|EQD)/.test(segment));
    expect(await problemsFrom('IFTSTA', body)).toEqual(['missing_reference']);
  });
});
