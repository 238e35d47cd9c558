import { describe, expect, test } from 'vitest';
import { diffCauses, findCauseProblem, isUnchanged, maxCauseRemark, maxCauses } from './causes.ts';
import type { StoredCause, WantedCause } from './causes.ts';

const wanted = (parts: Partial<WantedCause<number>> = {}): WantedCause<number> => ({
  id: undefined,
  typeCode: 'NO_DATA',
  remark: null,
  statuses: [],
  ...parts,
});
const stored: StoredCause<number>[] = [
  { id: 1, typeCode: 'NO_DATA', remark: 'a', statuses: [{ id: 11, statusCode: 'WAITING_REPLY' }] },
  { id: 2, typeCode: 'ETA_SLIP', remark: null, statuses: [] },
];
const asWanted = (cause: StoredCause<number>): WantedCause<number> => ({ ...cause });

describe('what may be saved', () => {
  test('each cause needs a type; the first row that lacks one is named', () => {
    expect(findCauseProblem([wanted(), wanted({ typeCode: '' })])).toEqual({ kind: 'typeRequired', row: 2 });
  });

  test('a remark is measured in characters, not in units', () => {
    expect(findCauseProblem([wanted({ remark: '𠮷'.repeat(maxCauseRemark) })])).toBeUndefined();
    expect(findCauseProblem([wanted({ remark: '𠮷'.repeat(maxCauseRemark + 1) })])).toEqual({
      kind: 'remarkTooLong',
      row: 1,
    });
  });

  test('a handle status is named, and once only', () => {
    const statuses = (...codes: string[]) =>
      wanted({ statuses: codes.map((statusCode) => ({ id: undefined, statusCode })) });
    expect(findCauseProblem([statuses('CLOSED', '')])).toEqual({ kind: 'statusRequired', row: 1, statusRow: 2 });
    expect(findCauseProblem([statuses('CLOSED', 'CLOSED')])).toEqual({ kind: 'statusTwice', row: 1, statusRow: 2 });
    expect(findCauseProblem([statuses('CLOSED'), statuses('CLOSED')])).toBeUndefined();
  });

  test('there is an end to it', () => {
    expect(findCauseProblem(Array.from({ length: maxCauses + 1 }, () => wanted()))).toEqual({ kind: 'tooManyCauses' });
  });
});

describe('the difference', () => {
  test('of equal lists is nothing; an empty remark is no remark', () => {
    expect(isUnchanged(diffCauses(stored, stored.map(asWanted)))).toBe(true);
    expect(isUnchanged(diffCauses(stored, [asWanted(stored[0]!), { ...stored[1]!, remark: '' }]))).toBe(true);
  });

  test('names new, changed and missing causes', () => {
    const changes = diffCauses(stored, [wanted({ typeCode: 'ROLLED' }), { ...stored[0]!, remark: 'b' }]);
    expect(changes.insert.map((cause) => cause.typeCode)).toEqual(['ROLLED']);
    expect(changes.update.map(({ before, after }) => [before.remark, after.remark])).toEqual([['a', 'b']]);
    expect(changes.remove.map((cause) => cause.id)).toEqual([2]);
    expect(changes.unknown).toEqual([]);
  });

  test('a change of what was done is a change of its cause', () => {
    const [first] = stored;
    const { update } = diffCauses(stored, [
      { ...first!, statuses: [{ id: undefined, statusCode: 'CLOSED' }] },
      asWanted(stored[1]!),
    ]);
    expect(update).toHaveLength(1);
    expect(update[0]?.statuses).toEqual({
      insert: ['CLOSED'],
      update: [],
      remove: [{ id: 11, statusCode: 'WAITING_REPLY' }],
    });
  });

  test('ids that are not there, of another cause, or given twice are reported', () => {
    expect(diffCauses(stored, [wanted({ id: 9 })]).unknown).toEqual([9]);
    expect(diffCauses(stored, [asWanted(stored[0]!), asWanted(stored[0]!)]).unknown).toEqual([1]);
    expect(diffCauses(stored, [{ ...stored[1]!, statuses: [{ id: 11, statusCode: 'CLOSED' }] }]).unknown).toEqual([11]);
    expect(diffCauses(stored, [wanted({ statuses: [{ id: 11, statusCode: 'CLOSED' }] })]).unknown).toEqual([11]);
  });
});
