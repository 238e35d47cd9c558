import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packageVersion } from '#entities/package-version.ts';
import type { Entity, Field } from '#shared/entity/declare.ts';
import type { Row } from './entity-calls.ts';
import type { DraftValue } from './form-state.ts';
import {
  contestedParts,
  type EnteredPart,
  isDirty,
  keepableParts,
  mergedInput,
  mergeParts,
  ontoTheirs,
  type Part,
  partsToSave,
  withNewPart,
  withoutPart,
  withPartValue,
  yieldedInput,
} from './parts-state.ts';

const row = (id: number, version: string, more: Row = {}): Row => ({
  wlPackageVersionId: String(id),
  packageId: '7',
  packageVersion: version,
  packageVersionStatus: 'AVAILABLE',
  independentFlag: 0,
  cronExpression: null,
  unionFlag: 0,
  recordVersion: 1,
  ...more,
});
const fixed = { packageId: '7' };
const keys = (parts: readonly { key: string }[]): string[] => parts.map((part) => part.key);
const merged = (base: readonly Row[], mine: readonly EnteredPart[], theirs?: readonly Row[]): Part[] =>
  mergeParts(packageVersion, { base, mine, theirs });

/** The input with one value entered on these rows. */
const entered = (
  base: readonly Row[],
  mine: readonly EnteredPart[],
  key: string,
  name: string,
  value: DraftValue,
): readonly EnteredPart[] => withPartValue(packageVersion, { base, mine }, key, name, value);
const removed = (base: readonly Row[], mine: readonly EnteredPart[], key: string): EnteredPart[] =>
  withoutPart(mine, merged(base, mine).find((part) => part.key === key) as Part);

describe('parts', () => {
  test('as they were read nothing is to be saved', () => {
    const parts = merged([row(1, '1'), row(2, '2')], []);
    expect(keys(parts)).toEqual(['1', '2']);
    expect(parts.some((part) => isDirty(packageVersion, part))).toBe(false);
    expect(partsToSave(packageVersion, parts, fixed)).toEqual([]);
  });

  test('new ones are sent first, then changed ones with their version, then those to be removed', () => {
    const rows = [row(1, '1'), row(2, '2'), row(3, '3')];
    let mine = entered(rows, [], '1', 'packageVersion', '1.1');
    mine = removed(rows, mine, '2');
    mine = withNewPart(packageVersion, mine, fixed);
    mine = entered(rows, mine, 'new-1', 'packageVersion', '4');
    const sent = partsToSave(packageVersion, merged(rows, mine), fixed);
    expect(sent.map(({ part }) => part.key)).toEqual(['new-1', '1', '2']);
    expect(sent.map(({ input }) => input)).toMatchObject([
      { packageId: '7', packageVersion: '4' },
      { wlPackageVersionId: '1', packageVersion: '1.1', recordVersion: 1 },
      { wlPackageVersionId: '2', recordVersion: 1, rowStatus: 8 },
    ]);
    expect(sent[0]?.input).not.toHaveProperty('wlPackageVersionId');
  });

  test('a value set back is no input, and a new part that is taken away again is none', () => {
    const rows = [row(1, '1')];
    const there = entered(rows, [], '1', 'packageVersion', '9');
    expect(there).toHaveLength(1);
    expect(entered(rows, there, '1', 'packageVersion', '1')).toEqual([]);
    const added = withNewPart(packageVersion, [], fixed);
    expect(removed(rows, added, 'new-1')).toEqual([]);
  });

  test('new parts have names of their own, also beside those that were kept', () => {
    const kept: EnteredPart[] = [{ key: 'new-4', draft: {}, gone: false }];
    const mine = withNewPart(packageVersion, withNewPart(packageVersion, kept, fixed), fixed);
    expect(keys(mine)).toEqual(['new-4', 'new-5', 'new-6']);
    expect(keys(withNewPart(packageVersion, kept, fixed, 7))).toEqual(['new-4', 'new-8']);
    expect(keys(withNewPart(packageVersion, kept, fixed, 2))).toEqual(['new-4', 'new-5']);
  });

  test('what is sent are exactly the parts that differ', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('same', 'other', 'gone'), { maxLength: 12 }), (acts) => {
        const rows = acts.map((_, index) => row(index + 1, String(index)));
        const mine = acts.reduce<readonly EnteredPart[]>((input, act, index) => {
          if (act === 'gone') return removed(rows, input, String(index + 1));
          return act === 'same' ? input : entered(rows, input, String(index + 1), 'cronExpression', '0 8 * * *');
        }, []);
        const sent = partsToSave(packageVersion, merged(rows, mine), fixed).map(({ part }) => part.key);
        const differing = acts.flatMap((act, index) => (act === 'same' ? [] : [String(index + 1)]));
        expect([...sent].sort()).toEqual([...differing].sort());
      }),
    );
  });

  test('hidden values are not kept', () => {
    const key: Field = { kind: 'secret', label: { zh: '密钥', en: 'Key' }, max: 50 };
    const entity: Entity = { ...packageVersion, fields: { ...packageVersion.fields, key } };
    const [kept] = keepableParts(entity, [
      { key: 'new-1', draft: { packageVersion: '1', key: 'hunter2' }, gone: false },
    ]);
    expect(kept?.draft).toEqual({ packageVersion: '1', key: '' });
  });
});

describe('what somebody else saved', () => {
  const rows = [row(1, '1'), row(2, '2'), row(3, '3')];
  const mine = withNewPart(packageVersion, entered(rows, [], '1', 'packageVersion', 'mine'), fixed);
  /** The input after somebody else saved; undefined when a person has to decide. */
  const after = (input: readonly EnteredPart[], theirs: readonly Row[]): EnteredPart[] | undefined =>
    mergedInput(packageVersion, { base: rows, mine: input, theirs });
  const contested = (input: readonly EnteredPart[], theirs: readonly Row[]) =>
    contestedParts(packageVersion, { base: rows, mine: input, theirs });

  test('shows on rows that were not changed here, and asks nobody', () => {
    const theirs = [row(1, '1'), row(2, 'changed'), row(4, '4')];
    const input = after(mine, theirs) ?? [];
    expect(input).toEqual(mine);
    const parts = merged(theirs, input);
    expect(keys(parts)).toEqual(['1', '2', '4', 'new-1']);
    expect(parts.map((part) => part.draft['packageVersion'])).toEqual(['mine', 'changed', '4', '']);
  });

  test('is contested on a row that was changed here; until it is decided all other rows follow', () => {
    const theirs = [row(1, 'theirs', { recordVersion: 2 }), row(2, 'changed')];
    expect(after(mine, theirs)).toBeUndefined();
    expect([...contested(mine, theirs)]).toEqual([['1', theirs[0]]]);
    const shown = merged(rows, mine, theirs);
    expect(shown.map((part) => part.draft['packageVersion'])).toEqual(['mine', 'changed', '']);
  });

  test('may concern another value of the row: kept, mine goes onto their version', () => {
    const theirs = [row(1, '1', { cronExpression: '0 8 * * *', recordVersion: 2 })];
    expect(after(mine, theirs)).toBeUndefined();
    const input = ontoTheirs(packageVersion, { base: rows, mine, theirs });
    const [, sent] = partsToSave(packageVersion, merged(theirs, input), fixed);
    expect(sent?.input).toMatchObject({ packageVersion: 'mine', cronExpression: '0 8 * * *', recordVersion: 2 });
  });

  test('is nothing to decide when it is the same, or when only what nobody enters changed', () => {
    const same = [row(1, 'mine', { recordVersion: 2 }), row(2, '2'), row(3, '3')];
    expect(keys(after(mine, same) ?? [])).toEqual(['new-1']);
    const touched = [row(1, '1', { recordVersion: 2, packageName: 'OTHER' })];
    const [sent] = partsToSave(packageVersion, merged(touched, after(mine, touched) ?? []), fixed).slice(1);
    expect(sent?.input).toMatchObject({ packageVersion: 'mine', recordVersion: 2 });
  });

  test('may be that the row is gone: loaded, mine goes too; kept, it becomes a new part', () => {
    const theirs = [row(2, '2')];
    expect([...contested(mine, theirs)]).toEqual([['1', undefined]]);
    expect(keys(yieldedInput(packageVersion, { base: rows, mine, theirs }))).toEqual(['new-1']);
    const input = ontoTheirs(packageVersion, { base: rows, mine, theirs });
    const sent = partsToSave(packageVersion, merged(theirs, input), fixed);
    expect(sent.map(({ input: one }) => one)).toMatchObject([{ packageVersion: 'mine' }, { packageVersion: '' }]);
    expect(sent[0]?.input).not.toHaveProperty('wlPackageVersionId');
  });

  test('is contested on a row that was to be removed here, but not when they removed it themselves', () => {
    const input = removed(rows, [], '3');
    expect(after(input, [row(1, '1'), row(2, '2'), row(3, 'theirs')])).toBeUndefined();
    expect(after(input, [row(1, '1'), row(2, '2')])).toEqual([]);
    const entered3 = entered(rows, [], '3', 'packageVersion', 'theirs');
    expect(after(removed(rows, entered3, '3'), [row(3, 'theirs')])).toBeUndefined();
  });

  test('loaded, it replaces only what both changed', () => {
    const both = entered(rows, mine, '2', 'cronExpression', '0 9 * * *');
    const theirs = [row(1, 'theirs', { recordVersion: 2 }), row(2, '2')];
    const parts = merged(theirs, yieldedInput(packageVersion, { base: rows, mine: both, theirs }));
    expect(parts.map(({ draft }) => [draft['packageVersion'], draft['cronExpression']])).toEqual([
      ['theirs', ''],
      ['2', '0 9 * * *'],
      ['', ''],
    ]);
  });

  test('may be changed further while it is not decided: a row that only they changed is put on their version', () => {
    const theirs = [row(1, 'theirs'), row(2, 'changed')];
    const further = withPartValue(packageVersion, { base: rows, mine, theirs }, '2', 'cronExpression', '0 9 * * *');
    expect([...contested(further, theirs).keys()]).toEqual(['1']);
    const [, second] = merged(theirs, ontoTheirs(packageVersion, { base: rows, mine: further, theirs }));
    expect(second?.draft).toMatchObject({ packageVersion: 'changed', cronExpression: '0 9 * * *' });
  });

  test('may be a new row, which can be changed before the rest is decided', () => {
    const theirs = [row(1, 'theirs'), row(4, '4', { unionFlag: 1 })];
    const further = withPartValue(packageVersion, { base: rows, mine, theirs }, '4', 'unionFlag', 0);
    const [, fourth] = merged(theirs, ontoTheirs(packageVersion, { base: rows, mine: further, theirs }));
    expect(fourth?.draft).toMatchObject({ packageVersion: '4', unionFlag: 0 });
  });

  test('is taken where a contested value is set back to what it was before', () => {
    const theirs = [row(1, 'theirs')];
    const back = withPartValue(packageVersion, { base: rows, mine, theirs }, '1', 'packageVersion', '1');
    expect(keys(back)).toEqual(['new-1']);
    expect(keys(after(back, theirs) ?? [])).toEqual(['new-1']);
  });
});
