import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lists } from '#lists/index.ts';
import { filterLabel, type List } from '#shared/list/declare.ts';
import { NOBODY } from '#shared/reference/nobody.ts';
import { parseCsvRecords } from '#shared/text/csv.ts';
import { readWords } from './read-words.ts';
import type { FoundName, WordChoice, WordField, WordSort } from './types.ts';

const seed = (name: string): Record<string, string>[] =>
  parseCsvRecords(readFileSync(new URL(`../../../seeds/${name}.csv`, import.meta.url), 'utf8'));
const carriers: WordChoice[] = seed('carriers').map((row) => ({
  value: row['code'] ?? '',
  names: [row['name_cn'] ?? '', row['name_en'] ?? ''],
}));
const types: WordChoice[] = seed('exception-types').map((row) => ({
  value: row['code'] ?? '',
  names: [row['name_cn'] ?? '', row['name_en'] ?? ''],
}));
const dictionary = (type: string): WordChoice[] =>
  seed('dictionary')
    .filter((row) => row['code_type'] === type)
    .map((row) => ({
      value: row['code_value'] ?? '',
      names: [row['display_value_cn'] ?? '', row['display_value_en'] ?? ''],
    }));
const field = (name: string, kind: WordField['kind'], labels: string, more: Partial<WordField> = {}): WordField => ({
  name,
  kind,
  labels: labels.split('|'),
  ...more,
});

const places: Readonly<Record<string, FoundName>> = Object.fromEntries(
  [
    ['USLAX', 'los angeles', '洛杉矶'],
    ['CNSHA', 'shanghai', '上海'],
    ['NLRTM', 'rotterdam', '鹿特丹'],
    ['DEHAM', 'hamburg', '汉堡'],
    ['SGSIN', 'singapore', '新加坡'],
    ['CNNGB', 'ningbo', '宁波'],
    ['CNYTN', 'yantian', '盐田'],
    ['USNYC', 'new york', '纽约'],
  ].flatMap(([value = '', ...names]) =>
    names.map((name): [string, FoundName] => [name, { source: 'ports', value, label: name }]),
  ),
);

const kinds = {
  text: 'text',
  many: 'numbers',
  choice: 'choice',
  flag: 'flag',
  range: 'days',
  id: 'text',
  amount: 'amount',
  recent: 'choice',
} as const;
const choicesOf = (list: List, name: string): WordChoice[] | undefined => {
  const filter = list.filters[name];
  const from = (filter?.kind === 'choice' ? filter.from : undefined) ?? list.columns[name];
  // The page gives these.
  if (name === 'containerType') return ['20GP', '40GP', '40HQ', '45HQ'].map((value) => ({ value, names: [value] }));
  if (name === 'chargeCode') return [{ value: NOBODY, names: ['无责任人', 'Nobody'] }];
  if (from?.kind === 'code')
    return Object.entries(from.values).map(([value, { zh, en }]) => ({ value, names: [zh, en] }));
  if (from?.kind === 'dict') return dictionary(from.dict);
  if (from?.kind !== 'reference') return undefined;
  return { carrier: carriers, exceptionType: types, status: undefined, tenant: undefined }[from.of];
};
/** The filters of a declared list and its tabs, in both languages. */
const filtersOf = (list: List): WordField[] => [
  ...Object.entries(list.filters).map(([name, filter]) => {
    const { zh, en } = filterLabel(list, name);
    const choices = filter.kind === 'flag' ? undefined : choicesOf(list, name);
    return field(name, kinds[filter.kind], `${zh}|${en}`, {
      ...(choices === undefined ? {} : { choices }),
      ...(filter.finds === undefined ? {} : { finds: filter.finds }),
      ...(filter.kind === 'text' && filter.empty === true ? { empty: true } : {}),
      ...(filter.kind === 'amount'
        ? { unit: filter.unit, whole: filter.whole === true, change: filter.change === true }
        : {}),
    });
  }),
  ...(list.tabs === undefined
    ? []
    : [
        field(list.tabs.name, 'text', `${list.tabs.label.zh}|${list.tabs.label.en}`, {
          single: true,
          choices: Object.entries(list.tabs.values).map(([value, { zh, en }]) => ({ value, names: [zh, en] })),
        }),
      ]),
];
const exceptions = filtersOf(lists.exceptions);
const carrierList: WordField[] = [
  field('keyword', 'text', '关键字|Keyword'),
  field('simulated', 'flag', '模拟|Simulated'),
  field('active', 'flag', '启用|In use'),
];
const read = (text: string, fields: readonly WordField[] = exceptions, sorts: readonly WordSort[] = []) => {
  const context = { today: '2026-11-25', me: 'alice', sorts };
  const first = readWords(text, fields, context);
  const found = new Map(first.wanted.map((name) => [name, places[name.toLowerCase()]]));
  const { values, unknown, sort } = readWords(text, fields, { ...context, found });
  return { values: sort === undefined ? values : { ...values, sort: `${sort.columnName}:${sort.sortType}` }, unknown };
};

const tables: Readonly<Record<string, readonly WordField[]>> = {
  x: exceptions,
  s: filtersOf(lists.subscriptions),
  t: filtersOf(lists.traceIndex),
  o: filtersOf(lists.orders),
  e: filtersOf(lists.shipmentEvents),
  b: filtersOf(lists.bookingRecords),
  j: filtersOf(lists.jobs),
  q: filtersOf(lists.spotOffers),
  p: filtersOf(lists.agentPrices),
  c: carrierList,
};

const sort = (name: string, ...labels: string[]): WordSort => ({ name, labels });
const sortsOf = (list: List): WordSort[] =>
  Object.entries(list.columns).flatMap(([name, { sortable, label }]) =>
    sortable === true ? [sort(name, label.zh, label.en)] : [],
  );
const orders: Readonly<Record<string, readonly WordSort[]>> = {
  x: [
    sort('createTime', '创建时间', 'Created'),
    sort('eta', '预计到港', 'ETA'),
    sort('severity', '严重程度', 'Severity'),
    sort('moneyAtRisk', '风险金额', 'Money at risk'),
    sort('subscribeTime', '订阅时间', 'Subscribed'),
  ],
  t: sortsOf(lists.traceIndex),
  o: sortsOf(lists.orders),
  e: sortsOf(lists.shipmentEvents),
  b: sortsOf(lists.bookingRecords),
  j: sortsOf(lists.jobs),
  q: sortsOf(lists.spotOffers),
  p: sortsOf(lists.agentPrices),
};

type Wanted = { values: Record<string, string | string[]>; unknown: readonly string[] };

/** What a sentence should mean, from "name=value,value name!left-out ?unknown". */
function wanted(text: string, fields: readonly WordField[]): Wanted {
  const values: Record<string, string | string[]> = {};
  const unknown: string[] = [];
  for (const part of text
    .replaceAll(/\bLATE\b/g, 'DEPART_DELAY,ARRIVE_DELAY,ETA_SLIP')
    .split(/ (?=\w+[=!]|\?)|^(?=\?)/)) {
    const [, name = '', sign, value = ''] = /^(\w*)([=!?])(.*)$/.exec(part) ?? [];
    if (sign === '?') unknown.push(value);
    else {
      const own = fields.find((one) => one.name === name);
      const isMany = own !== undefined && (own.kind === 'choice' || own.kind === 'numbers');
      const given = value.split(',');
      if (sign === '!')
        values[name] = (own?.choices ?? []).map((choice) => choice.value).filter((one) => !given.includes(one));
      else values[name] = isMany ? given : value;
    }
  }
  return { values, unknown };
}

const inOrder = ({ values, unknown }: Wanted) => ({
  unknown,
  values: Object.fromEntries(
    Object.entries(values)
      .map(([name, value]): [string, string | string[]] => [name, Array.isArray(value) ? value.toSorted() : value])
      .toSorted(([one], [other]) => one.localeCompare(other)),
  ),
});

test.each(['zh', 'en'])('at least nine of ten sentences in %s mean what people mean by them', (lang) => {
  const lines = readFileSync(new URL(`sentences/${lang}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const wrong = lines.flatMap((line) => {
    const [list = '', sentence = '', meaning = ''] = line.split(' | ');
    const fields = tables[list] ?? [];
    const got = JSON.stringify(inOrder(read(sentence, fields, orders[list])));
    const expected = JSON.stringify(inOrder(wanted(meaning, fields)));
    return got === expected ? [] : [`${sentence}\n  ${got}\n  ${expected}`];
  });
  expect(lines.length).toBeGreaterThanOrEqual(200);
  expect(wrong.length / lines.length, wrong.join('\n')).toBeLessThanOrEqual(0.1);
});
