import { describe, expect, test } from 'vitest';
import { fillTemplate, readDataObject, stepFields, stepTexts } from './step-values.ts';

describe('values of steps', () => {
  test('are the fields of input and output; the output wins', () => {
    const fields = stepFields({ a: 1, b: 'x', c: null }, { b: 'y', d: { e: [1] } });
    expect(fields).toEqual({ a: 1, b: 'y', d: { e: [1] } });
    expect(stepTexts(fields)).toEqual({ a: '1', b: 'y', d: '{"e":[1]}' });
  });
  test.each([[null], [undefined], ['text'], [[1, 2]], [7]])('%j has none', (given) => {
    expect(stepFields(given)).toEqual({});
  });
});

describe('a template', () => {
  test('gives JSON with the fields of the result', () => {
    const fields = stepFields({ billNo: 'A"1', boxes: [{ no: 'X' }], weight: 12.5, text: '[not a list' });
    expect(
      fillTemplate(
        '{"bill":"{{billNo}}","list":{{boxes}},"own":{{text}},"kg":{{weight}},"note":"about {{ text }}"}',
        fields,
      ),
    ).toEqual({ value: { bill: 'A"1', list: [{ no: 'X' }], own: '[not a list', kg: 12.5, note: 'about [not a list' } });
  });
  test('names a field that the result does not have', () => {
    expect(fillTemplate('{"bill":"{{billNo}}"}', {})).toEqual({ missing: 'billNo' });
  });
  test('that is not JSON is refused', () => {
    expect(fillTemplate('{"bill":', {})).toEqual({ invalid: true });
  });
  test('cannot be left by a value', () => {
    const fields = stepFields({ name: '","admin":"1' });
    expect(fillTemplate('{"name":"{{name}}"}', fields)).toEqual({ value: { name: '","admin":"1' } });
  });
});

test('only an object is taken from an answer', () => {
  expect(readDataObject('{"a":1}')).toEqual({ a: 1 });
  for (const text of [null, '', '[1]', '"x"', 'null', '{']) expect(readDataObject(text)).toBeUndefined();
});
