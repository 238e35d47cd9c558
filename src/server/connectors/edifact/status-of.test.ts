import { describe, expect, test } from 'vitest';
import type { EdiMessage } from './message.ts';
import { parseNotices, writeNoticeBody } from './parse.ts';
import { readEdifact } from './read-edifact.ts';
import { type Body, bytesOf, interchangeOf, messageOf } from './samples.ts';
import { meaningOfWords } from './status-words.ts';
import { exampleReference } from '../dcsa/event-builders.ts';

const report = (sts: string): Body => [
  'BGM+23+X+9',
  'CNI+1',
  sts,
  'RFF+BM:MERI123456789',
  'DTM+334:202601101130:203',
  'LOC+175+CNSHA:139:6',
  'EQD+CN+CSQU3054383+45G1:102:5+++5',
];

async function messageFrom(sts: string): Promise<EdiMessage> {
  const found: EdiMessage[] = [];
  await readEdifact([bytesOf(interchangeOf([messageOf('IFTSTA', report(sts))]))], (one) => void found.push(one));
  return found[0] as EdiMessage;
}

const reported = async (sts: string): Promise<string[]> => {
  const { notices, problems } = await messageFrom(sts);
  return [...notices.map(({ kind, code }) => `${kind} ${code}`), ...problems.map(({ code }) => code)];
};

describe('a status without a code', () => {
  test.each(['STS+1', 'STS+1:D2:21', 'STS+24', 'STS+1+', 'STS+1++19', 'STS'])(
    '%s names a category at most',
    async (sts) => {
      expect(await reported(sts)).toEqual(['missing_status']);
    },
  );

  test('tells by its words alone, which may stand with the category', async () => {
    expect(await reported('STS+1+:::Loaded on vessel')).toEqual(['EQUIPMENT LOAD']);
    expect(await reported('STS+1:::Loaded on vessel')).toEqual(['EQUIPMENT LOAD']);
  });

  test('is its code where the sender leaves the category out', async () => {
    expect(await reported('STS+VD')).toEqual(['TRANSPORT DEPA']);
  });

  test('makes no leg and no arrival', async () => {
    const { notices } = await messageFrom('STS+1:D2:21');
    const source = {
      messageType: 'IFTSTA',
      controlRef: 'IC1',
      messageRef: '1',
      messageTime: null,
      preparedAt: null,
      zone: 'UTC',
    };
    const about = {
      subject: 'bill' as const,
      billNo: 'MERI123456789',
      containerNo: null,
      carrierCode: 'MERI',
      receivedAt: Date.UTC(2026, 0, 12),
    };
    const { content } = parseNotices([writeNoticeBody(source, notices)], about, exampleReference);
    expect(content).toBeNull();
  });
});

test.each(['2', '3', '12', '17'])('category %s is not about transport', async (category) => {
  expect(await reported(`STS+${category}+24`)).toEqual(['silent_status', 'no_events']);
});

describe('a code of another list', () => {
  test.each([
    'STS+1+I::87:DELIVERED',
    'STS+1+Q::87:ARRIVED AT POST OFFICE',
    'STS+1+1::87',
    'STS+1+24:CARR',
    'STS+1+VD:Z01:86:Vessel departed',
    'STS+1+XY1::184:Container loaded on board',
    'STS+1+5::87:BDAR',
    'STS+1+VD::6',
    'STS+1+24::116',
  ])('%s is unknown', async (sts) => {
    expect(await reported(sts)).toEqual(['unknown_list']);
  });

  test('is shown with its list and its words', async () => {
    const { problems } = await messageFrom('STS+1+I::87:DELIVERED');
    expect(problems[0]).toMatchObject({ code: 'unknown_list', severity: 'event', value: 'I (87) DELIVERED' });
  });

  test.each([
    ['STS+1+24::6', 'TRANSPORT DEPA'],
    ['STS+1+VD::116', 'TRANSPORT DEPA'],
    ['STS+1+P::HS:Rail departed from yard', 'TRANSPORT DEPA'],
  ])('%s is of a list that is known', async (sts, meaning) => {
    expect(await reported(sts)).toEqual([meaning]);
  });
});

describe('words', () => {
  test.each([
    'STS+1+I:::DELIVERED',
    'STS+1+VA:::Vessel departed',
    'STS+1+AE:::Not loaded on vessel',
    'STS+1+UV:::Discharge cancelled',
    'STS+1+PA:::Customs hold released',
    'STS+1+29:::Delivered to consignee',
  ])('%s contradicts its code', async (sts) => {
    expect(await reported(sts)).toEqual(['contradicting_status']);
  });

  test.each([
    'STS+1+Q:::ARRIVED AT POST OFFICE',
    'STS+1+:::Arrived at depot',
    'STS+1+:::Departed from warehouse',
    'STS+1+:::Arrival notice sent',
    'STS+1+:::Not loaded on vessel',
    'STS+1+:::Vessel arrival cancelled',
    'STS+1+:::Free time not available',
  ])('%s is no step of a ship', async (sts) => {
    expect(await reported(sts)).toEqual(['unknown_status']);
  });

  test.each([
    ['STS+1+I:::Empty container returned', 'EQUIPMENT GTIN'],
    ['STS+1+OA:::Empty container picked up', 'EQUIPMENT GTOT'],
    ['STS+1+AV:::Customs released, available', 'SHIPMENT RELS'],
    ['STS+1+VA:::Arrived', 'TRANSPORT ARRI'],
    ['STS+1+:::Customs hold released', 'SHIPMENT RELS'],
    ['STS+1+:::Vessel arrived at port', 'TRANSPORT ARRI'],
    ['STS+1+:::Arrived at port of discharge', 'TRANSPORT ARRI'],
    ['STS+1+:::Arrived by rail', 'TRANSPORT ARRI'],
  ])('%s agree with the code', async (sts, meaning) => {
    expect(await reported(sts)).toEqual([meaning]);
  });
});

test('words mean what they do in one line and in their order', () => {
  const code = (text: string): string | undefined => {
    const meaning = meaningOfWords(text);
    return typeof meaning === 'object' ? meaning.code : meaning;
  };
  expect(code('Customs hold, then released')).toBe('RELS');
  expect(code('released by customs')).toBe('RELS');
  expect(code('Hold of customs')).toBe('HOLD');
  expect(code('customs\nhold')).toBeUndefined();
  expect(code('Loaded on a truck')).toBe('LOAD');
  expect(code('truck, loaded')).toBeUndefined();
  expect(code('arrival at the port of discharge')).toBe('ARRI');
  expect(code('port of discharge: arrived')).toBe('ARRI');
  expect(code('return of the empty box')).toBe('DROP');
});

test('goods at a port (40) are no ship that arrives', async () => {
  expect(await reported('STS+1+40')).toEqual(['silent_status', 'no_events']);
});
