import { expect, test } from 'vitest';
import { pastedNumbers, searchedNumber, searchedText } from './pasted-numbers.ts';

test('numbers are split at blanks, commas, semicolons and line ends, each once in upper case', () => {
  expect(pastedNumbers('meru1\tMERU2\r\nMERU3，MERU4；MERU1、 MERU5;;')).toEqual([
    'MERU1',
    'MERU2',
    'MERU3',
    'MERU4',
    'MERU5',
  ]);
  expect(pastedNumbers(' \n ')).toEqual([]);
});

test('a container and an air waybill are found however they are written', () => {
  for (const written of [
    'MERU112057-0',
    'MERU 112057 0',
    'meru-112 057.0',
    'ＭＥＲＵ１１２０５７０',
    'MERU\u200b1120570\u200b',
    '\ufeffMERU\u2011112057\u20110',
  ]) {
    expect(pastedNumbers(`A1 ${written}\nB2`)).toEqual(['A1', 'MERU1120570', 'B2']);
    expect([searchedNumber(written), searchedText(written)]).toEqual(['MERU1120570', 'MERU1120570']);
  }
  expect(pastedNumbers('784 – 1234 5675，78412345675')).toEqual(['784-12345675', '78412345675']);
});

test('other numbers and texts stay as they are but for invisible characters', () => {
  expect(pastedNumbers('po-1234\u200b, HLCU-SHA 2601')).toEqual(['PO-1234', 'HLCU-SHA', '2601']);
  expect(searchedText('\u200b上海（外高桥） Star ')).toBe('上海（外高桥） Star');
});
