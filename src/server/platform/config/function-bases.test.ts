import { expect, test } from 'vitest';
import { parseFunctionBases } from './function-bases.ts';
import { loadSettings } from './index.ts';

test.each([
  ['', {}],
  [
    '{"erp": "https://erp.example/api/", "WMS": "http://10.0.0.5:8080"}',
    { ERP: 'https://erp.example/api', WMS: 'http://10.0.0.5:8080' },
  ],
  ['ERP=https://erp.example/a?, WMS=http://wms.example', undefined],
  [
    'ERP=https://erp.example/a, WMS=http://wms.example\nTMS=https://t.example',
    { ERP: 'https://erp.example/a', WMS: 'http://wms.example', TMS: 'https://t.example' },
  ],
  ['ERP', undefined],
  ['=https://erp.example', undefined],
  ['ERP=ftp://erp.example', undefined],
  ['ERP=https://user:secret@erp.example', undefined],
  ['ERP=https://erp.example/#top', undefined],
  ['ERP=https://erp.example\\@evil.example', undefined],
  ['ERP=https://a.example,erp=https://b.example', undefined],
  ['{"ERP": 5}', undefined],
  ['{broken', undefined],
])('%s gives %o', (text, expected) => {
  const bases = parseFunctionBases(text);
  expect(bases === undefined ? undefined : Object.fromEntries(bases)).toEqual(expected);
});

test('a wrong value is one clear line at the start', () => {
  const { problems } = loadSettings({ FUNCTION_BASE_URLS: 'ERP=nowhere' });
  expect(problems).toMatchObject([{ name: 'FUNCTION_BASE_URLS' }]);
  expect(problems?.[0]?.en).toContain('NAME=url');
  const { settings } = loadSettings({ FUNCTION_BASE_URLS: 'ERP=https://erp.example' });
  expect(settings?.functionBases).toEqual(new Map([['ERP', 'https://erp.example']]));
});
