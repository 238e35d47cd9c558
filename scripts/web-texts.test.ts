import { expect, test } from 'vitest';
import { inOneLanguage, nameOfTexts, textChunks } from './web-texts.ts';

const source = `import type { TextTree } from '#web/i18n/all-texts.ts';
export const gate = {
  title: { zh: '闸口', en: 'Gates' },
  state: { open: { en: "It's open", zh: '开' }, names: shared },
  both: { zh: 'a', en: 'b', fr: 'c' },
} as const satisfies TextTree;
`;

test('every pair becomes the text of the language, and nothing else changes', () => {
  expect(inOneLanguage('gate.texts.ts', source, 'en')).toBe(`import type { TextTree } from '#web/i18n/all-texts.ts';
export const gate = {
  title: 'Gates',
  state: { open: "It's open", names: shared },
  both: { zh: 'a', en: 'b', fr: 'c' },
} as const satisfies TextTree;
`);
  expect(inOneLanguage('gate.texts.ts', source, 'zh')).toContain(
    "title: '闸口',\n  state: { open: '开', names: shared }",
  );
});

test('a file that cannot be read is named', () => {
  expect(() => inOneLanguage('gate.texts.ts', 'export const gate = {', 'zh')).toThrow(/^gate\.texts\.ts: /);
});

test('files are chunks by their names, and what another file joins is in its chunk', () => {
  expect(nameOfTexts('/web/features/x/trace-detail.texts.ts')).toBe('traceDetail');
  const files = new Map([
    ['/web/app/first.texts.ts', "export { common } from '#web/base/common.texts.ts';\n"],
    ['/web/base/common.texts.ts', 'export const common = {};\n'],
    ['/web/features/x/trace-detail.texts.ts', 'export const traceDetail = {};\n'],
  ]);
  expect([...textChunks(files)]).toEqual([
    ['first', '/web/app/first.texts.ts'],
    ['traceDetail', '/web/features/x/trace-detail.texts.ts'],
  ]);
});
