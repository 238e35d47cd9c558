import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../lint/read-source.ts';
import { faults, withFault } from './faults.ts';
import { applied, mutantLine, mutantsOf, textOf } from './mutants.ts';
import { mutatedRules, otherMutated } from './mutated-files.ts';

describe('seeded faults', () => {
  test.each(faults)('$name: fits its file at one place, and its tests are there', (fault) => {
    const text = textOf(fault.file);
    expect(withFault(fault, text)).not.toBe(text);
    expect(withFault(fault, text)).toBeDefined();
    expect(fault.tests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test('are twenty, each with a name of its own', () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(20);
  });

  test('one that no longer fits, or fits twice, is none', () => {
    const fault = { name: '', file: '', find: 'a + b', replace: 'a', project: 'unit' as const, tests: [] };
    expect(withFault(fault, 'x = a + b;')).toBe('x = a;');
    expect(withFault(fault, 'x = a - b;')).toBeUndefined();
    expect(withFault(fault, 'x = a + b; y = a + b;')).toBeUndefined();
  });
});

const textsOf = (source: string): string[] => mutantsOf('a.ts', source).map((mutant) => applied(source, mutant));

describe('mutants', () => {
  test('have another operator, condition, method, value or body', () => {
    expect(textsOf('x = a < b;')).toEqual(['x = a <= b;', 'x = a >= b;']);
    expect(textsOf('x = a ?? b;')).toEqual(['x = a && b;']);
    expect(textsOf('if (a) b();')).toEqual(['if (true) b();', 'if (false) b();']);
    expect(textsOf('x = a ? 1 : 2;')).toEqual(['x = true ? 1 : 2;', 'x = false ? 1 : 2;']);
    expect(textsOf('x = all.filter(known).some(old);')).toEqual([
      'x = all.some(old);',
      'x = all.filter(known).every(old);',
    ]);
    expect(textsOf('x = [true];')).toEqual(['x = [];', 'x = [false];']);
    expect(textsOf('const f = (a) => a;')).toEqual(['const f = (a) => undefined;']);
    expect(textsOf('function f() { g(); }')).toEqual(['function f() {}']);
    expect(textsOf('x = !a;')).toEqual(['x = a;']);
    expect(textsOf('i++;')).toEqual(['i--;']);
  });

  test('are programs: what could not be read is left out, types and texts are left alone', () => {
    expect(textsOf("type A = 'x' | 'y'; const a: A = 'x';")).toEqual([]);
    // Without parentheses, ?? and || cannot be mixed.
    expect(textsOf('x = (a ?? b) || c;')).toHaveLength(2);
    expect(textsOf('x = a && b && c;')).toEqual(['x = a || b && c;', 'x = a && b || c;']);
  });

  test('are named by their line', () => {
    const source = 'a();\nx = a < b;';
    expect(mutantsOf('a.ts', source).map((mutant) => mutantLine(source, mutant))).toEqual(['2: < -> <=', '2: < -> >=']);
  });

  test('are tried in twelve files, with tests that are there', () => {
    const files = [...mutatedRules, ...otherMutated];
    expect([mutatedRules.length, new Set(files.map(({ path }) => path)).size]).toEqual([6, 12]);
    const missing = files
      .flatMap(({ path, tests }) => [path, ...tests])
      .filter((path) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });
});
