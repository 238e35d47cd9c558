import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseSource, root } from './read-source.ts';
import { checkUnscoped } from './unscoped.ts';
import { checkProse, checkWords } from './words.ts';

const words = (text: string, path = 'src/domain/a.ts'): string[] =>
  checkWords(parseSource(path, text)).map(({ line, message }) => `${line}: ${message}`);
const unscoped = (text: string, path = 'src/server/modules/intake/edi/a.ts'): number[] =>
  checkUnscoped(parseSource(path, text)).map(({ line }) => line);

test.each([
  ['const told = 1;', '1: told: the field says reported'],
  ['export const lastSaid = 1;', '1: lastSaid: the field says stated'],
  ['type EventTellers = string;', '1: EventTellers: the field says valueSources'],
  ['const f = (said: string) => said;', '1: said: the field says stated'],
  ['function holdEnds() {}', '1: holdEnds: the field says postponeCompletion'],
  ['const mostRows = 5;', '1: mostRows: the field says max… or limit'],
  ['const f = (most: number) => most;', '1: most: the field says max… or limit'],
  ['const ROWS_MOST = 5;', '1: ROWS_MOST: the field says max… or limit'],
  ['const bytesMost = 5;', '1: bytesMost: the field says max… or limit'],
  ['type KnownRow = string;', '1: KnownRow: the field says what it is, such as Stored… or Saved…'],
  ['type Kept = string;', '1: Kept: the field says what it is, such as Stored… or Saved…'],
  ['type RunLane = string;', '1: RunLane: the field says RunQueue'],
  ['function indicatorOf() {}', '1: indicatorOf: the field says eventItemOf'],
  ['const otherBox = 1;', '1: otherBox: the field says container'],
  ['const boxesApart = 1;', '1: boxesApart: the field says containers'],
  ['// Nobody is told.', '1: "told": the field says reported, notified'],
  ['/** One.\n * Whoever asks. */', '2: "Whoever": the field says a caller who, anyone who'],
])('%s is a word of its own', (text, finding) => {
  expect(words(text)).toEqual([finding]);
});

test.each([
  ['const { said: stated } = row;'],
  ['const reported = row.said;'],
  ["const text = 'said';"],
  ['// The column `said` has them.'],
  ['// What the specification calls “told”.'],
  ['const untoldable = 1;'],
  ['const outermost = 1;'],
  ['const lane = row.lane;'],
  ['const isKnown = true;'],
  ['const inbox = checkbox;'],
  ['const { most: limit } = input;'],
])('%s is not complained about', (text) => {
  expect(words(text)).toEqual([]);
});

test('a box of a page is no container', () => {
  expect(words('const box = 1;', 'src/web/kit/a.tsx')).toEqual([]);
  expect(words('const boxes = 1;', 'src/server/modules/network/position/a.ts')).toEqual([]);
});

test('documents use the terms of the field', () => {
  const tracked = spawnSync('git', ['ls-files', '*.md', 'docs/**/*.md'], { cwd: root, encoding: 'utf8' }).stdout;
  const documents = tracked.split('\n').filter((path) => path.endsWith('.md') && path !== 'STYLE.md');
  expect(documents.length).toBeGreaterThan(50);
  expect(documents.flatMap((path) => checkProse(path, readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

test('what leaves the tenants of the caller has a reason', () => {
  expect(unscoped("await ctx.unscoped.query('select 1');")).toEqual([1]);
  expect(unscoped('const { unscoped: database } = ctx;')).toEqual([1]);
  expect(unscoped("// unscoped: ports have no tenant\nawait ctx.unscoped.query('select 1');")).toEqual([]);
  expect(unscoped("a();\nawait f(ctx.unscoped); // unscoped: by id\nawait ctx.unscoped.query('select 1');")).toEqual([
    3,
  ]);
  expect(unscoped("// unscoped: ports have no tenant\nimport 'a';\n\nawait f(ctx.unscoped);")).toEqual([]);
  expect(unscoped("// unscoped:\nawait ctx.unscoped.query('select 1');")).toEqual([2]);
  expect(unscoped('await ctx.unscoped.transaction(run);')).toEqual([]);
  expect(unscoped('await f(ctx.unscoped);', 'src/server/platform/run/a.ts')).toEqual([]);
});
