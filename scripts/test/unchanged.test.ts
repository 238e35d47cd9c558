import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openMemory } from './unchanged.ts';

const counts = { passed: 5, failed: 0 };
const took = { seconds: 3, processorSeconds: 4 };

/** A memory of its own, for files that are in the state named by `files.state`. */
function memoryOf(files: { state: string | undefined }) {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-memory-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const readFiles = () => {
    const { state } = files;
    return state === undefined
      ? undefined
      : (suite: string, about: readonly string[]) => [state, suite, ...about].join();
  };
  return (how: { full?: boolean; maySkip?: boolean } = {}) =>
    openMemory(['unit', 'web'], { full: false, maySkip: true, file: join(folder, 'suites.json'), readFiles, ...how });
}

test('a suite that passed need not run again until a file changes', () => {
  const files = { state: 'one' };
  const open = memoryOf(files);
  expect(open().passedBefore('unit')).toBeUndefined();
  open().keep('unit', counts, took);
  expect(open().passedBefore('unit')).toMatchObject({ counts });
  expect(open().passedBefore('web')).toBeUndefined();
  files.state = 'two';
  expect(open().passedBefore('unit')).toBeUndefined();
});

test('it runs all the same in CI, when asked, and in a run of everything', () => {
  const open = memoryOf({ state: 'one' });
  open().keep('unit', counts, took);
  expect(open({ maySkip: false }).passedBefore('unit')).toBeUndefined();
  expect(open({ full: true }).passedBefore('unit')).toBeUndefined();
});

test('what failed, passed only when repeated, or ran while files changed is no success; its time is kept', () => {
  const files = { state: 'one' };
  const open = memoryOf(files);
  open().keep('unit', { passed: 4, failed: 1 }, took);
  expect(open().passedBefore('unit')).toBeUndefined();
  open().keep('unit', { ...counts, repeated: 1 }, took);
  expect(open().passedBefore('unit')).toBeUndefined();
  const running = open();
  files.state = 'two';
  running.keep('unit', counts, took);
  expect(open().passedBefore('unit')).toBeUndefined();
  expect(open().records.unit).toEqual({ took });
});

test('where the files cannot be listed nothing is skipped', () => {
  const open = memoryOf({ state: undefined });
  open().keep('unit', counts, took);
  expect(open().passedBefore('unit')).toBeUndefined();
});
