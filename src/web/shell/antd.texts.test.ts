import { globSync, readFileSync } from 'node:fs';
import enModule from 'antd/es/locale/en_US.js';
import zhModule from 'antd/es/locale/zh_CN.js';
import { expect, test } from 'vitest';
import { inLanguage } from '#testing/texts.ts';
import { antd } from './antd.texts.ts';

const wholeOf = (module: object): Record<string, unknown> =>
  'default' in module ? (module.default as never) : (module as never);

/** Widgets that screens take from the kit, and those that stand inside of others. */
function usedWidgets(): Set<string> {
  const sources = globSync('src/web/**/*.tsx').map((file) => readFileSync(file, 'utf8'));
  const imported = sources.flatMap((source) =>
    [...source.matchAll(/import \{([^}]*)\} from 'antd'/g)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []),
  );
  return new Set([...imported, 'Empty', 'Pagination', 'global']);
}

test.each([
  ['zh', zhModule],
  ['en', enModule],
] as const)('the words of every widget in use are there, and are those of the kit (%s)', (lang, module) => {
  const whole = wholeOf(module);
  const words = inLanguage(antd, lang);
  const used = usedWidgets();
  expect(used).toContain('Table');
  // All rules of forms have messages of their own, which the next test looks at.
  const spoken = Object.keys(whole).filter((name) => used.has(name) && name !== 'Form');
  expect(Object.keys(words).toSorted()).toEqual(['locale', ...spoken].toSorted());
  for (const name of ['locale', ...spoken]) expect({ [name]: words[name] }).toEqual({ [name]: whole[name] });
});

test('no rule of a form relies on a message of the kit', () => {
  const silent = globSync('src/web/**/*.tsx').filter((file) => {
    const source = readFileSync(file, 'utf8');
    const rules = [...source.matchAll(/\brules=\{\[([\s\S]*?)\]\}/g)].flatMap(([, list = '']) => list.split('},'));
    return rules.some((rule) => /\b(?:required|pattern|max|min|type):/.test(rule) && !rule.includes('message'));
  });
  expect(silent).toEqual([]);
});
