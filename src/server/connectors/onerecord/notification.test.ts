import { expect, test } from 'vitest';
import { splitObjectNotices } from './notification.ts';

const waybill = '784-12345675';
const object = (id: string) => ({ '@id': `https://one.example/logistics-objects/waybill-${id}` });
const notice = (more: Record<string, unknown> = {}) => ({
  '@context': { api: 'https://onerecord.iata.org/ns/api#' },
  '@type': 'api:Notification',
  'api:hasEventType': { '@id': 'api:LOGISTICS_EVENT_RECEIVED' },
  'api:hasLogisticsObject': object(waybill),
  ...more,
});
const split = (value: unknown) => splitObjectNotices(Buffer.from(JSON.stringify(value)));
const reasonsOf = (value: unknown) => split(value).refusals.map(({ reason, field }) => `${reason} ${field ?? ''}`);

test('a notification names the waybill that has news, in short and in whole names', () => {
  expect(split(notice())).toEqual({ notices: [{ waybill, index: 0 }], opaque: [], refusals: [] });
  const long = {
    '@type': ['https://onerecord.iata.org/ns/api#Notification'],
    'https://onerecord.iata.org/ns/api#hasEventType': {
      '@id': 'https://onerecord.iata.org/ns/api#LOGISTICS_OBJECT_UPDATED',
    },
    'https://onerecord.iata.org/ns/api#hasLogisticsObject': [object('78412345675')],
  };
  expect(split([long, notice()]).notices).toEqual([
    { waybill, index: 0 },
    { waybill, index: 1 },
  ]);
  expect(split({ '@graph': [notice()] }).notices).toHaveLength(1);
});

test('what is no news of a waybill is refused with its reason', () => {
  expect(reasonsOf(notice({ 'api:hasEventType': { '@id': 'api:ACCESS_GRANTED' } }))).toEqual([
    'bad_enumeration hasEventType',
  ]);
  expect(reasonsOf(notice({ 'api:hasEventType': undefined }))).toEqual(['missing_field hasEventType']);
  expect(reasonsOf(notice({ 'api:hasLogisticsObject': undefined }))).toEqual(['missing_field hasLogisticsObject']);
  expect(reasonsOf(notice({ 'api:hasLogisticsObject': object('784-12345674') }))).toEqual([
    'bad_check_digit hasLogisticsObject',
  ]);
  expect(reasonsOf(notice({ 'api:hasLogisticsObject': { '@id': 'http://169.254.169.254/x' } }))).toEqual([
    'unknown_reference hasLogisticsObject',
  ]);
  expect(reasonsOf({ '@type': 'api:Subscription' })).toEqual(['malformed_event Notification']);
  expect(reasonsOf(7)).toEqual(['missing_field Notification']);
  expect(splitObjectNotices(Buffer.from('{')).refusals).toMatchObject([{ reason: 'unreadable' }]);
  expect(split(Array.from({ length: 1_200 }, () => notice())).notices).toHaveLength(1_000);
});

test('an object that may be called anything is named by itself where it came along, else by its id alone', () => {
  const at = (address: string) => notice({ 'api:hasLogisticsObject': { '@id': address } });
  const address = 'https://one.example/logistics-objects/1a8ded38-1804-467c-a369-81a411416b7c';
  expect(split([at(address), at(`${address}/logistics-events/7`), at(`${address}?at=20261120T000000Z`)])).toEqual({
    notices: [],
    opaque: [0, 1, 2].map((index) => ({ objectId: '1a8ded38-1804-467c-a369-81a411416b7c', index })),
    refusals: [],
  });
  const inside = {
    '@id': address,
    '@type': 'cargo:Waybill',
    'cargo:waybillPrefix': '784',
    'cargo:waybillNumber': '12345675',
  };
  expect(split(notice({ 'api:hasLogisticsObject': inside })).notices).toEqual([{ waybill, index: 0 }]);
  expect(split({ '@graph': [at(address), inside] }).notices).toEqual([{ waybill, index: 0 }]);
  const wrong = { ...inside, 'cargo:waybillNumber': '12345674' };
  expect(reasonsOf(notice({ 'api:hasLogisticsObject': wrong }))).toEqual(['bad_check_digit hasLogisticsObject']);
  for (const bad of [
    'https://one.example/logistics-objects/..',
    'https://one.example/logistics-objects/a%2Fb',
    `${address}${'x'.repeat(100)}`,
  ])
    expect(reasonsOf(at(bad)), bad).toEqual(['unknown_reference hasLogisticsObject']);
});

test('an object with very many properties is read like any other', () => {
  const body = Buffer.from(
    JSON.stringify(Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`k${index}`, {}]))),
  );
  expect(splitObjectNotices(body).notices).toEqual([]);
});
