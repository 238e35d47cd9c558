import { expect, test } from 'vitest';
import { parseSource } from './read-source.ts';
import { checkClassNames, checkSheets, checkVariables, type Sheet } from './sheets.ts';

const truth = 'src/web/features/intake/source-trust/truth.css';
const orders = 'src/web/features/commerce/orders/orders.css';
const kit = 'src/web/kit/kit.css';

const faultsOf = (...sheets: Sheet[]): string[] => checkSheets(sheets).map(({ path, line }) => `${path}:${line}`);

test('a class that two sheets style is a fault of both', () => {
  const sheets = [
    { path: truth, text: '.pt-order li {\n  display: flex;\n}\n' },
    { path: orders, text: '/* { a comment } */\n.pt-order {\n  gap: 8px;\n}\n' },
  ];
  expect(faultsOf(...sheets)).toEqual([`${truth}:1`, `${orders}:2`]);
});

test.each([
  ['an element', 'h2 {}'],
  ['an attribute', "[data-change='up'] {}"],
  ['a class of antd', '.ant-drawer-header {}'],
  ['a class of the kit with what is in it', '.pt-link .anticon {}'],
  ['a class of the kit beside an element', '.pt-mine, .pt-link + h2 {}'],
  ['a class of the kit without one of our own', '.pt-link:not(.pt-mine) {}'],
  ['a class of the kit on narrow screens', '@media (max-width: 640px) {\n  .pt-link {}\n}'],
])('%s needs a class of the sheet', (_, text) => {
  const faults = checkSheets([
    { path: truth, text },
    { path: kit, text: '.pt-link {}' },
  ]);
  expect(faults.filter(({ path }) => path === truth)).toHaveLength(1);
});

test('a class of another sheet may stand beside one of its own', () => {
  const text =
    "@keyframes pt-turn {\n  from {}\n  50% {}\n}\n.pt-mine .pt-link, .pt-link.pt-other:is(a, b)::before { content: '{'; }";
  expect(faultsOf({ path: truth, text }, { path: kit, text: '.pt-link {}\n.pt-table :is(.pt-link, td) {}' })).toEqual(
    [],
  );
});

test.each([
  ['src/web/features/intake/sources/Keys.tsx', '<td className="pt-number" />', 1],
  ['src/web/kit/Keys.tsx', '<td className={`a pt-number ${b}`} />', 1],
  ['src/web/features/commerce/orders/Keys.tsx', '<td className="pt-number" />', 0],
  ['src/web/features/intake/sources/Keys.tsx', '<td className="pt-number-other pt-link" />', 0],
  ['src/web/shell/Host.tsx', '<td className="pt-number" />;\nimport "#web/features/commerce/orders/Page.tsx";', 0],
])('in %s, %s uses a class of another feature: %i', (path, markup, count) => {
  const sheets = [
    { path: orders, text: '.pt-number {}' },
    { path: kit, text: '.pt-link {}' },
  ];
  expect(checkClassNames([parseSource(path, `export const x = ${markup};`)], sheets)).toHaveLength(count);
});

test.each([
  ['.pt-mine { color: var(--pt-soft, #eee); }', 1],
  ['.pt-mine { color: var(--pt-warn); }', 1],
  ['.pt-mine { color: var(--pt-text, #111); }', 1],
  ['.pt-mine { color: var(--pt-text); inset: var(--pt-start, 0); margin: var(--pt-columns); }', 0],
])('variables of %s: %i faults', (text, count) => {
  const theme = { path: 'src/web/app/theme.css', text: ':root {\n  --pt-text: #111;\n}' };
  const component = {
    path: 'src/web/kit/Grid.tsx',
    text: "element.style.setProperty('--pt-start', x); const style = { '--pt-columns': 4 }; const bar = `var(--pt-bar-${n})`;",
  };
  expect(checkVariables([component], [theme, { path: truth, text }])).toHaveLength(count);
});
