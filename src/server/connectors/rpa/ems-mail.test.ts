import { expect, test } from 'vitest';
import { readAnswer } from './read-answer.ts';
import { shippedReleases } from './registry.ts';

const no = 'EA473124829CN';
const zones: Readonly<Record<string, string>> = { PVG: 'Asia/Shanghai', FRA: 'Europe/Berlin' };
const reference = { resolvePort: () => undefined, zoneOf: (code: string) => zones[code] };
const row = (time: string, place: string, event: string, words: string): string =>
  `<tr><td>${time}<td>${place}<td>${event}<td>${words}`;
const page = (rows: readonly string[], number = no, weight = '1.25 kg'): string =>
  `<main id="mail" data-no="${number}"><dl id="mail-facts"><dt>邮件号<dd>${number}<dt>寄件地<dd>上海 (PVG)<dt>寄达地<dd>法兰克福（FRA）<dt>重量<dd>${weight}</dl>
<table id="mail-trace"><tr><th>时间<th>地点<th>事件<th>动态${rows.join('\n')}</table></main>`;
const read = (text: string) =>
  readAnswer(
    {
      carrierCode: 'EMS',
      subject: 'bill',
      subjectNo: no,
      collectedAt: Date.UTC(2026, 2, 20),
      contentType: 'html',
      parserHint: null,
      text,
    },
    shippedReleases(),
    reference,
  );

test('events of the postal union and words are read, each on the clocks of its place, with the raw code beside', () => {
  const { state, record } = read(
    page([
      row('2026-03-12 09:05', '法兰克福 (FRA)', 'EMH', '未妥投：地址不详'),
      row('2026-03-11 08:00', '法兰克福（FRA）', 'EMD', '邮件到达处理中心'),
      row('2026/03/09 18:30', '上海 (PVG)', '', '已收寄'),
    ]),
  );
  expect(state).toBe('parsed');
  expect(
    record.content?.events.map(({ statusCode, portCode, actual, place }) => [statusCode, portCode, actual, place]),
  ).toEqual([
    ['XPU', 'PVG', Date.UTC(2026, 2, 9, 10, 30), '已收寄'],
    ['XAR', 'FRA', Date.UTC(2026, 2, 11, 7), 'EMD · 邮件到达处理中心'],
    ['XBA', 'FRA', Date.UTC(2026, 2, 12, 8, 5), 'EMH · 未妥投：地址不详'],
  ]);
  expect(record.content?.booking).toMatchObject({ portOfLoading: 'PVG', portOfDischarge: 'FRA', carrierCode: 'EMS' });
  expect(record.content?.containers).toMatchObject([{ containerNo: no, grossWeightKg: 1.25 }]);
});

test.each([
  ['an unknown word', row('2026-03-11 08:00', '上海 (PVG)', 'EQQ', '心情不错'), 'bad_enumeration'],
  ['a place without a zone', row('2026-03-11 08:00', '某地', 'EMA', '已收寄'), 'no_zone'],
  ['a date that does not exist', row('2026-02-30 08:00', '上海 (PVG)', 'EMA', '已收寄'), 'bad_time'],
  ['no time', row('', '上海 (PVG)', 'EMA', '已收寄'), 'missing_field'],
  ['a time ahead of the page', row('2026-03-21 08:00', '上海 (PVG)', 'EMA', '已收寄'), 'future_report'],
])('a row with %s is refused and costs no other', (_what, bent, reason) => {
  const good = [
    row('2026-03-10 08:00', '上海 (PVG)', 'EMA', '已收寄'),
    row('2026-03-10 20:00', '上海 (PVG)', 'EMC', '离开'),
  ];
  const { state, record } = read(page([bent, ...good]));
  expect(state).toBe('partly');
  expect(record.content?.events.map(({ statusCode }) => statusCode)).toEqual(['XPU', 'XDP']);
  expect(record.refusals).toMatchObject([{ reason, index: 0 }]);
});

test('the page of another item is refused, and one the courier does not know says so', () => {
  expect(read(page([row('2026-03-10 08:00', '上海 (PVG)', 'EMA', '已收寄')], 'EA473124832CN'))).toMatchObject({
    state: 'refused',
    record: { content: null },
  });
  expect(read(`<main id="mail"><p class="mail-none">未查到</p></main>`).state).toBe('unknown');
});

test('a weight in another unit than grams and kilograms is refused and the rest is read', () => {
  const { record } = read(page([row('2026-03-10 08:00', '上海 (PVG)', 'EMA', '已收寄')], no, '3 lb'));
  expect(record.content?.containers).toMatchObject([{ grossWeightKg: null }]);
  expect(record.refusals).toMatchObject([{ reason: 'bad_type', field: 'weight' }]);
  expect(
    read(page([row('2026-03-10 08:00', '上海 (PVG)', 'EMA', '已收寄')], no, '800 克')).record.content?.containers,
  ).toMatchObject([{ grossWeightKg: 0.8 }]);
});
