import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCsv, parseCsv, parseCsvRecords } from './csv.ts';
import { normalizeCode, normalizeText, searchKey, splitPasted, tidyText, trimEndOf } from './normalize.ts';

describe('CSV', () => {
  test('quotes, line ends and the byte order mark', () => {
    expect(parseCsv('\ufeffa,b\r\n"x, ""y""","line\r\nend"\n')).toEqual([
      ['a', 'b'],
      ['x, "y"', 'line\r\nend'],
    ]);
    expect(parseCsv('a,\n,b')).toEqual([
      ['a', ''],
      ['', 'b'],
    ]);
    expect(parseCsv('a\n\nb\n')).toEqual([['a'], ['b']]);
    expect(parseCsv('')).toEqual([]);
  });

  test('records by header', () => {
    expect(parseCsvRecords('code, name\nA,x\nB')).toEqual([
      { code: 'A', name: 'x' },
      { code: 'B', name: '' },
    ]);
  });

  test('whatever is written reads back the same', () => {
    const field = fc.oneof(fc.string(), fc.constantFrom('', '"', ',', '\r\n', ' x ', '上海'));
    const rows = fc.array(fc.array(field, { minLength: 1, maxLength: 5 }), { maxLength: 6 });
    fc.assert(
      fc.property(rows, fc.boolean(), (table, bom) => {
        fc.pre(!table[0]?.[0]?.startsWith('\ufeff'));
        expect(parseCsv(formatCsv(table, { bom }))).toEqual(table);
      }),
    );
  });
});

test('text is made plain for searching', () => {
  expect(normalizeText('　ＣＯＳＣＯ\u200b   船 ')).toBe('COSCO 船');
  expect(searchKey('Itaguaí São')).toBe('itaguai sao');
  expect(normalizeCode(' mscu 123456-5')).toBe('MSCU1234565');
  expect(splitPasted('A1\r\nA2， A3\tA1;;A4、')).toEqual(['A1', 'A2', 'A3', 'A4']);
});

test('Chinese keeps its marks, all else is made plain', () => {
  expect(tidyText(' 普通箱（端门），４０　英尺；“高箱”… \u200b')).toBe('普通箱（端门），40 英尺；“高箱”…');
  expect(tidyText('ｈｔｔｐ：／／ｘ（１）')).toBe('http://x(1)');
  expect(tidyText(tidyText('上海：外高桥！'))).toBe('上海：外高桥！');
  // However it was typed, it is found.
  expect(searchKey('普通箱（端门）')).toBe(searchKey('普通箱(端门)'));
});

test('endings of one kind are taken off, in one go through the text', () => {
  expect(['https://a.example//', 'a/b', '/', ''].map((text) => trimEndOf(text, '/'))).toEqual([
    'https://a.example',
    'a/b',
    '',
    '',
  ]);
  expect(trimEndOf('xabab', 'ab')).toBe('x');
  expect(trimEndOf('babab', 'ab')).toBe('b');
});
