import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { checkExpressions } from './expression-times.ts';
import { type Finding, parseSource, readSources, root, type SourceFile } from './read-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'portolan-expressions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let written = 0;
/** What is found in a file with this text; nothing is taken from the cache or kept in it. */
async function findings(text: string, path = `src/server/example-${(written += 1)}.ts`): Promise<Finding[]> {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  return checkExpressions([parseSource(path, text)], { folder, known: new Map(), keep: () => undefined });
}

/** The sources, and the scripts that run before the product starts. */
const shipped = (): SourceFile[] => [
  ...readSources(),
  ...readdirSync(join(root, 'scripts'))
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => parseSource(`scripts/${name}`, readFileSync(join(root, 'scripts', name), 'utf8'))),
];

// New expressions take a moment each; all of them half a minute, and some minutes where the checker runs as JavaScript only.
test('no regular expression of the product takes more than linear time', { timeout: 1_800_000 }, async () => {
  const slow = await checkExpressions(shipped());
  expect(slow.map(({ path, line, message }) => `${path}:${line}  ${message}`)).toEqual([]);
});

describe('what the check finds', () => {
  test.each([
    ['exponential', String.raw`export const one = /^(\w+\s?)*$/;`],
    [
      'polynomial',
      String.raw`export const one = 'x';` +
        '\n' +
        String.raw`export const two = (text: string) => text.replace(/\s+$/, one);`,
    ],
    ['polynomial', String.raw`const part = '\\d+'; export const one = new RegExp(part + '.' + part + '$', 'u');`],
    [
      'exponential',
      String.raw`const of = (name: string) => RegExp('^(' + name + '+)+$'); export const all = ['a', 'b'].map(of);`,
    ],
  ])('an expression that takes %s time', async (kind, text) => {
    const found = await findings(text);
    expect(found.length).toBeGreaterThan(0);
    for (const { line, message } of found) {
      expect(line).toBe(text.split('\n').length);
      expect(message).toContain(`takes ${kind} time, for example on '`);
    }
  });

  test('each expression that a function builds, with the place that builds it', async () => {
    const text =
      "const of = (name: string) =>\n  new RegExp(name);\nexport const all = ['safe', 'a*a*$', 'b*b*$'].map(of);";
    const found = await findings(text);
    expect(found.map(({ line, message }) => `${line}: ${message.split(' ')[0]}`)).toEqual(['2: /a*a*$/', '2: /b*b*$/']);
  });

  test.each([
    ['in a function', 'export const has = (text: string, word: string) => new RegExp(word).test(text);'],
    ['by match', 'export const has = (text: string, word: string) => text.match(`${word}+`);'],
    ['by search', "export const has = (text: string) => text.search('a+');"],
  ])('an expression that is built of a text at run time: %s', async (_name, text) => {
    expect((await findings(text)).map(({ message }) => message)).toEqual([
      'a regular expression is built of a text that is known at run time only: build it of constants when the module is loaded, or use RE2JS',
    ]);
  });

  test('an expression in a file that cannot be loaded', async () => {
    const [found] = await findings("throw new Error('no');\nexport const one = new RegExp('a');");
    expect(found?.message).toContain('cannot be loaded (no)');
  });

  test('an expression that the checker does not know', async () => {
    const [found] = await findings('export const one = /[\\p{L}--[a-z]]+x/v;');
    expect(found?.message).toContain('cannot be checked');
  });
});

test('what is linear, what tests hold and what is text passes', async () => {
  expect(await findings(String.raw`export const one = /^\w+$/; export const two = '(a+)+$'; // /(a+)+$/`)).toEqual([]);
  expect(await findings("export const one = new RegExp('^a+$'); export const at = 'abc'.split('a+');")).toEqual([]);
  for (const path of ['src/testing/example.ts', 'src/server/example.test.ts', 'e2e/example.ts'])
    expect(await findings('export const one = /(a+)+$/;', path)).toEqual([]);
});

test('verdicts are kept and used again, with the version of the checker', async () => {
  const kept: string[][] = [];
  const file = parseSource('src/server/kept.ts', 'export const one = /a+$/;');
  const known = new Map([['/a+$/', 'takes its time']]);
  const found = await checkExpressions([file], { folder, known, keep: (verdicts) => kept.push([...verdicts.keys()]) });
  expect(found.map(({ message }) => message)).toEqual(['/a+$/ takes its time']);
  expect(kept).toEqual([['/a+$/']]);
});
