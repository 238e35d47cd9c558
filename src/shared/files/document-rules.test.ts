import { expect, test } from 'vitest';
import { MAX_DOCUMENT_BYTES, findDocumentProblem, findNameProblem } from './document-rules.ts';

const pdf = Buffer.from('%PDF-1.7 ...');

test.each([
  ['装箱单.pdf', null],
  ['invoice 2026.v2.PDF', null],
  ['', 'name'],
  ['../etc/passwd.pdf', 'name'],
  ['a\\b.pdf', 'name'],
  // Reads as invoiceexe.pdf on a screen.
  ['invoice\u202efdp.exe', 'name'],
  ['invoice.pdf\u0000', 'name'],
  ['invoice.pdf.exe', 'program'],
  ['invoice.exe.pdf', 'program'],
  ['list.xlsm', 'program'],
  ['page.html', 'type'],
  ['noending', 'type'],
])('the name %j', (name, problem) => {
  expect(findNameProblem(name)).toBe(problem);
});

test('a content has to be what the name says', () => {
  expect(findDocumentProblem('a.pdf', pdf)).toBeNull();
  expect(findDocumentProblem('a.png', pdf)).toBe('content');
  expect(findDocumentProblem('a.xlsx', Buffer.from('PK\u0003\u0004'))).toBeNull();
  expect(findDocumentProblem('a.txt', Buffer.from('每行一个'))).toBeNull();
  expect(findDocumentProblem('a.txt', Buffer.from('MZ\u0000\u0001'))).toBe('content');
  expect(findDocumentProblem('a.pdf', Buffer.alloc(0))).toBe('empty');
  expect(findDocumentProblem('a.txt', Buffer.alloc(MAX_DOCUMENT_BYTES, 65))).toBeNull();
  expect(findDocumentProblem('a.txt', Buffer.alloc(MAX_DOCUMENT_BYTES + 1, 65))).toBe('tooLarge');
});
