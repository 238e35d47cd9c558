import { expect, test } from 'vitest';
import { z } from 'zod';
import type { CallShape } from './call.ts';
import { closeInputs } from './closed.ts';
import { calls } from './index.ts';

/** Parts of inputs that take whatever their caller wants, each with the reason; everything else names what it takes. */
const open: Readonly<Record<string, string>> = {
  'dictValues.searchColumns': 'conditions, read and refused one by one by the call',
  'queryExceptions.searchColumns': 'conditions, read and refused one by one by the call',
  'exportExceptions.searchColumns': 'conditions, read and refused one by one by the call',
  'querySubscriptions.searchColumns': 'conditions, read and refused one by one by the call',
  'exportSubscriptions.searchColumns': 'conditions, read and refused one by one by the call',
  pushDcsa: 'a message of a carrier, read event by event',
  'preferenceSave.value': 'what a page keeps for a user, returned as it is',
  'robotComplete.output': 'what a job brought, of a form that its process knows',
  'jobRun.input.*': 'the input of a process, of a form that its script knows',
  'exportOrder.query.*': 'what a list is asked with, read by the contract of that list',
  'reportSave.filters.*': 'what a list is asked with, read by the contract of that list',
};
/** The same for names: the caller chooses them. */
const freelyNamed: Readonly<Record<string, string>> = {
  'importRows.rows[]': 'columns of a file',
  'exportOrder.query': 'filters of the list that is named',
  'reportSave.filters': 'filters of the list of the report',
  'actOnIncident.versions': 'ids of rows',
  'precedencePreview.orders': 'codes of attributes',
  'precedenceSave.orders': 'codes of attributes',
  'savedViewSave.content.search': 'the address of a page',
  'savedViewSave.content.columns.widths': 'columns of a list',
  'sourceKeySave.values': 'fields of the keys of a counterpart, checked by its profile',
  'sourceTest.values': 'fields of the keys of a counterpart, checked by its profile',
  'tryFunction.values': 'parameters of a function',
  'jobRun.input': 'parameters of a process',
  'ruleSettingInsert.values': 'thresholds, checked by their rule',
  'ruleSettingUpdate.values': 'thresholds, checked by their rule',
  'ruleTry.values': 'thresholds, checked by their rule',
};

type Json = { [key: string]: unknown };
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Fields of rows that are sent back whole are named, but not read. */
const isNotRead = (schema: Json): boolean => Object.keys(schema).every((key) => key === '$schema');

/** Places of an input that are open in some way. */
function openPlaces(schema: unknown, place: string, isNamed = false): string[] {
  if (!isJson(schema)) return [];
  const inner = Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : [];
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []));
  const more = schema['additionalProperties'];
  return [
    ...(isNotRead(schema) && !isNamed ? [place] : []),
    ...(schema['type'] === 'object' && more !== false ? [`${place} {}`] : []),
    ...(isJson(more) ? openPlaces(more, `${place}.*`) : []),
    ...Object.entries(isJson(schema['properties']) ? schema['properties'] : {}).flatMap(([name, part]) =>
      openPlaces(part, `${place}.${name}`, !read.has(`${place}.${name}`)),
    ),
    ...[...branches, ...inner].flatMap((part) => openPlaces(part, place, isNamed)),
    ...openPlaces(schema['items'], `${place}[]`),
  ];
}
const read = new Set(Object.keys(open));

const found = Object.entries<CallShape>(calls).flatMap(([name, { query, body }]) =>
  [query, body].flatMap((shape) =>
    shape === undefined ? [] : openPlaces(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }), name),
  ),
);

test('calls name every field that they take, but for places with a reason', () => {
  const reasons = [...Object.keys(open), ...Object.keys(freelyNamed).map((place) => `${place} {}`)];
  expect([...new Set(found)].sort()).toEqual(reasons.sort());
});

test('an object is closed at every depth, and what may be absent stays so', () => {
  const row = z.object({ name: z.string(), tags: z.array(z.object({ tag: z.string() })).default([]) });
  const { save } = closeInputs({
    save: {
      summary: { zh: '', en: '' },
      body: z.union([row, z.array(row), z.looseObject({ any: z.literal(1) })]).nullish(),
      data: z.null(),
    },
  });
  const takes = (value: unknown): boolean => save.body.safeParse(value).success;
  expect(
    [undefined, null, { name: 'a' }, [{ name: 'a', tags: [{ tag: 'b' }] }], { any: 1, more: 2 }].map(takes),
  ).toEqual([true, true, true, true, true]);
  expect(
    [{ name: 'a', more: 1 }, [{ name: 'a', more: 1 }], { name: 'a', tags: [{ tag: 'b', more: 1 }] }].map(takes),
  ).toEqual([false, false, false]);
  // Each parse gets a list of its own.
  const first = save.body.parse({ name: 'a' });
  if (first !== null && first !== undefined && 'tags' in first && Array.isArray(first.tags))
    first.tags.push({ tag: 'x' });
  expect(save.body.parse({ name: 'a' })).toEqual({ name: 'a', tags: [] });
});

test('a schema that cannot be looked into is refused when the contract is read', () => {
  const body = z.lazy(() => z.object({ a: z.string() }));
  const call = { summary: { zh: '', en: '' }, body, data: z.null() };
  expect(() => closeInputs({ call })).toThrow('lazy');
});
