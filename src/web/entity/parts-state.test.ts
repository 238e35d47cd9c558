import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packageVersion } from '#entities/package-version.ts';
import { isDirty, mergeParts, newPart, type Part, partsToSave, withPartValue } from './parts-state.ts';

const row = (id: number, version: string) => ({
  wlPackageVersionId: String(id),
  packageId: '7',
  packageVersion: version,
  packageVersionStatus: 'AVAILABLE',
  independentFlag: 0,
  cronExpression: null,
  unionFlag: 0,
  recordVersion: 1,
});
const fixed = { packageId: '7' };
const keys = (parts: readonly Part[]): string[] => parts.map((part) => part.key);

describe('parts', () => {
  test('as they were read nothing is to be saved', () => {
    const parts = mergeParts(packageVersion, [], [row(1, '1'), row(2, '2')]);
    expect(parts.some((part) => isDirty(packageVersion, part))).toBe(false);
    expect(partsToSave(packageVersion, parts, fixed)).toEqual([]);
  });

  test('new ones are sent first, then changed ones with their version, then those to be removed', () => {
    let parts: readonly Part[] = mergeParts(packageVersion, [], [row(1, '1'), row(2, '2'), row(3, '3')]);
    parts = withPartValue(packageVersion, parts, '1', 'packageVersion', '1.1');
    parts = parts.map((part) => (part.key === '2' ? { ...part, gone: true } : part));
    parts = [...parts, newPart(packageVersion, 'new-1', fixed)];
    parts = withPartValue(packageVersion, parts, 'new-1', 'packageVersion', '4');
    const sent = partsToSave(packageVersion, parts, fixed);
    expect(sent.map(({ part }) => part.key)).toEqual(['new-1', '1', '2']);
    expect(sent.map(({ input }) => input)).toMatchObject([
      { packageId: '7', packageVersion: '4' },
      { wlPackageVersionId: '1', packageVersion: '1.1', recordVersion: 1 },
      { wlPackageVersionId: '2', recordVersion: 1, rowStatus: 8 },
    ]);
    expect(sent[0]?.input).not.toHaveProperty('wlPackageVersionId');
  });

  test('a value set back is no change', () => {
    const read = mergeParts(packageVersion, [], [row(1, '1')]);
    const there = withPartValue(packageVersion, read, '1', 'packageVersion', '9');
    const back = withPartValue(packageVersion, there, '1', 'packageVersion', '1');
    expect([there, back].map(([part]) => isDirty(packageVersion, part as Part))).toEqual([true, false]);
  });

  test('input that is not saved survives reading again; saved rows follow the server', () => {
    const read = mergeParts(packageVersion, [], [row(1, '1'), row(2, '2')]);
    const edited = [
      ...withPartValue(packageVersion, read, '1', 'packageVersion', 'mine'),
      newPart(packageVersion, 'new-1', fixed),
    ];
    const again = mergeParts(packageVersion, edited, [row(1, 'theirs'), row(2, 'changed'), row(3, '3')]);
    expect(keys(again)).toEqual(['1', '2', '3', 'new-1']);
    expect(again.map((part) => part.draft['packageVersion'])).toEqual(['mine', 'changed', '3', '']);
    // What was removed meanwhile goes, unless it is being changed.
    expect(keys(mergeParts(packageVersion, edited, []))).toEqual(['1', 'new-1']);
  });

  test('what is sent are exactly the parts that differ', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('same', 'other', 'gone'), { maxLength: 12 }), (acts) => {
        const rows = acts.map((_, index) => row(index + 1, String(index)));
        const parts = mergeParts(packageVersion, [], rows).map((part, index) => {
          if (acts[index] === 'gone') return { ...part, gone: true };
          if (acts[index] === 'same') return part;
          return withPartValue(packageVersion, [part], part.key, 'cronExpression', '0 8 * * *')[0] as Part;
        });
        const sent = partsToSave(packageVersion, parts, fixed).map(({ part }) => part.key);
        const differing = acts.flatMap((act, index) => (act === 'same' ? [] : [String(index + 1)]));
        expect([...sent].sort()).toEqual([...differing].sort());
      }),
    );
  });
});
