import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { searchColumnsInput } from '#contract/search-columns.ts';
import { decodeQuery } from './query-values.ts';

const schema = z.object({
  keyword: z.string().optional(),
  pageSize: z.coerce.number().default(10),
  ids: z.array(z.number()).optional(),
  codes: z.union([z.string(), z.array(z.string())]).optional(),
  searchColumns: searchColumnsInput,
  anything: z.any().optional(),
});

describe('query strings', () => {
  test('repeated keys are an array of JSON-encoded elements', () => {
    expect(decodeQuery(schema, { ids: ['1', '2'], codes: ['"a"', '"b,c"'] })).toEqual({
      ids: [1, 2],
      codes: ['a', 'b,c'],
    });
  });

  test('one key is an array of one where an array is wanted', () => {
    expect(decodeQuery(schema, { ids: '7' })).toEqual({ ids: [7] });
    expect(decodeQuery(schema, { searchColumns: '{"columnName":"codeType","operation":"equal","value":"X"}' })).toEqual(
      {
        searchColumns: [{ columnName: 'codeType', operation: 'equal', value: 'X' }],
      },
    );
  });

  test('text stays text where text is accepted, even when it looks like JSON', () => {
    expect(decodeQuery(schema, { keyword: '"quoted"', pageSize: '20' })).toEqual({
      keyword: '"quoted"',
      pageSize: '20',
    });
    expect(decodeQuery(schema, { codes: 'CNSHA' })).toEqual({ codes: 'CNSHA' });
    expect(decodeQuery(schema, { codes: '"CNSHA"' })).toEqual({ codes: ['CNSHA'] });
  });

  test('a repeated key for a single value is left for the schema to refuse', () => {
    const decoded = decodeQuery(schema, { keyword: ['a', 'b'] });
    expect(schema.safeParse(decoded).success).toBe(false);
  });

  test('broken JSON stays text, so that the schema names the field', () => {
    expect(decodeQuery(schema, { searchColumns: '{broken' })).toEqual({ searchColumns: ['{broken'] });
    expect(schema.safeParse(decodeQuery(schema, { searchColumns: '{broken' })).success).toBe(false);
  });

  test('a whole array in one key is taken as the array', () => {
    expect(decodeQuery(schema, { ids: '[1,2]' })).toEqual({ ids: [1, 2] });
  });

  test('the literal call of the dictionary works', () => {
    const parsed = schema.parse(
      decodeQuery(schema, {
        searchColumns: ['{"propertyName":"codeType","operation":"equal","value":"HANDLE_STATUS"}'],
      }),
    );
    expect(parsed.searchColumns?.[0]).toMatchObject({ propertyName: 'codeType', value: 'HANDLE_STATUS' });
  });
});
