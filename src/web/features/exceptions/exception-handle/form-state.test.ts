import { describe, expect, test } from 'vitest';
import type { CauseRecord, HandlingDetail } from '#contract/exceptions/handling.ts';
import { adopt, causesInput, changesOf, keepMine, problemOf, startForm } from './form-state.ts';
import type { FormState, ServerState } from './form-state.ts';

const cause = (id: string, parts: Partial<CauseRecord> = {}): CauseRecord => ({
  wlExceptionCauseId: id,
  businessType: 'AUTOTEST_RESULT',
  sourceOrderId01: '7',
  appType: 'AUTOTEST',
  exceptionTypeCode: 'ROLLED',
  exceptionTypeName: '甩柜',
  remark: null,
  createTime: 1,
  creatorName: '安娜',
  lastModifyTime: 1,
  lastModifierName: '安娜',
  recordVersion: 1,
  wlExceptionHandleStatusList: [],
  ...parts,
});
const server = (parts: Partial<HandlingDetail> = {}, causes: CauseRecord[] = [cause('1')]): ServerState => ({
  detail: { handleStatus: '0', handleRemark: null, recordVersion: 1, ...parts } as HandlingDetail,
  causes,
});
const edit = (state: FormState, draft: Partial<FormState['draft']>): FormState => ({
  ...state,
  draft: { ...state.draft, ...draft },
});
const begun = startForm(server());

describe('what a save has to do', () => {
  test('is nothing at first, and the steps that were edited then', () => {
    expect(changesOf(begun)).toEqual({ handling: false, causes: false });
    expect(changesOf(edit(begun, { remark: ' ' }))).toEqual({ handling: false, causes: false });
    expect(changesOf(edit(begun, { status: '1' }))).toEqual({ handling: true, causes: false });
    expect(changesOf(edit(begun, { causes: [] }))).toEqual({ handling: false, causes: true });
  });

  test('a new cause without a type counts, so that it is asked about and not lost', () => {
    const state = edit(begun, {
      causes: [...begun.draft.causes, { key: 'n', typeCode: '', remark: '', statuses: [] }],
    });
    expect(changesOf(state).causes).toBe(true);
    expect(problemOf(state.draft)).toEqual({ kind: 'typeRequired', row: 2 });
  });

  test('sends the whole list and what it began from', () => {
    const state = edit(begun, {
      causes: [
        { ...begun.draft.causes[0]!, remark: ' 台风 ' },
        { key: 'n', typeCode: 'NO_DATA', remark: '', statuses: [{ key: 's', code: 'CLOSED' }] },
      ],
    });
    expect(causesInput('7', state)).toMatchObject({
      sourceOrderId01: '7',
      baseline: [{ wlExceptionCauseId: '1', recordVersion: 1 }],
      wlExceptionCauseList: [
        { wlExceptionCauseId: '1', exceptionTypeCode: 'ROLLED', remark: '台风' },
        { wlExceptionCauseId: null, wlExceptionHandleStatusList: [{ exceptionHandleStatusCode: 'CLOSED' }] },
      ],
    });
  });
});

describe('while somebody else works on it', () => {
  test('what was not edited follows the server', () => {
    const next = adopt(
      begun,
      server({ handleStatus: '2', recordVersion: 5 }, [cause('1', { remark: 'x', recordVersion: 2 })]),
    );
    expect(next.draft).toMatchObject({ status: '2', causes: [{ remark: 'x' }] });
    expect([next.recordVersion, next.conflict]).toEqual([5, false]);
  });

  test('a new detection does not disturb what is being typed', () => {
    const typing = edit(begun, { remark: '在查' });
    const next = adopt(typing, server({ recordVersion: 9 }));
    expect([next.draft.remark, next.recordVersion, next.conflict]).toEqual(['在查', 9, false]);
  });

  test('the same part changed by both is a conflict; the old version goes with a save', () => {
    const next = adopt(edit(begun, { status: '1' }), server({ handleStatus: '2', recordVersion: 5 }));
    expect(next.draft.status).toBe('1');
    expect([next.recordVersion, next.conflict]).toEqual([1, true]);
  });

  test('different parts are none', () => {
    const next = adopt(edit(begun, { status: '1' }), server({}, [cause('1', { remark: 'x', recordVersion: 2 })]));
    expect(next.draft).toMatchObject({ status: '1', causes: [{ remark: 'x' }] });
    expect(next.conflict).toBe(false);
  });

  test('a save of the first step alone leaves the second to do', () => {
    const both = edit(begun, { status: '1', causes: [] });
    const next = adopt(both, server({ handleStatus: '1', recordVersion: 2 }));
    expect(changesOf(next)).toEqual({ handling: false, causes: true });
    expect(next.conflict).toBe(false);
  });

  test('keeping the own input makes it a change of what is there now', () => {
    const mine = edit(begun, { causes: [{ ...begun.draft.causes[0]!, remark: '我的' }] });
    const gone = keepMine(adopt(mine, server({}, [])));
    expect(gone.conflict).toBe(false);
    expect(causesInput('7', gone)).toMatchObject({
      baseline: [],
      wlExceptionCauseList: [{ wlExceptionCauseId: null, remark: '我的' }],
    });
    const changed = keepMine(adopt(mine, server({}, [cause('1', { remark: '别人', recordVersion: 2 })])));
    expect(causesInput('7', changed)).toMatchObject({
      baseline: [{ wlExceptionCauseId: '1', recordVersion: 2 }],
      wlExceptionCauseList: [{ wlExceptionCauseId: '1', remark: '我的' }],
    });
  });
});
