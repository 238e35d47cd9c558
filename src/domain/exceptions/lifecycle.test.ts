import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyAction } from '../testing/apply-action.ts';
import { at, t0 } from '../testing/builders.ts';
import { handleStatuses } from './handle-status.ts';
import type { HandleStatus } from './handle-status.ts';
import { reconcile } from './lifecycle.ts';
import type { ExistingException, LifecycleAction } from './lifecycle.ts';
import type { Finding, DetectedFinding } from './types.ts';

const { untreated, inProgress, handled, noActionNeeded, onHold } = handleStatuses;

const finding = (key = '', values: Partial<Finding> = {}): Finding => ({
  key,
  params: { days: 3 },
  evidence: [{ path: 'booking.eta', value: t0, observedAt: t0 }],
  severity: 'medium',
  ...values,
});
const found = (code: string, key = '', values: Partial<Finding> = {}): DetectedFinding => ({
  code,
  finding: finding(key, values),
});
const existing = (id: string, values: Partial<ExistingException> = {}): ExistingException => ({
  id,
  code: 'ETA_SLIP',
  key: '',
  state: 'open',
  handleStatus: untreated,
  finding: finding(values.key ?? ''),
  firstSeenAt: at(-3),
  resolvedAt: null,
  ...values,
});

describe('what nobody can change any more', () => {
  const late = { params: { days: 4 }, severity: 'high', over: 'happened' } as const;

  test('opens nothing, and closes what is open with what was found last', () => {
    expect(reconcile([], [found('ETA_SLIP', '', late)], t0)).toEqual([]);
    expect(reconcile([existing('1')], [found('ETA_SLIP', '', late)], t0)).toMatchObject([
      { type: 'resolve', note: 'happened', finding: { params: { days: 4 }, severity: 'high' } },
    ]);
    expect(reconcile([existing('1')], [found('ETA_SLIP', '', { ...late, over: 'merged' })], t0)).toMatchObject([
      { type: 'resolve', note: 'merged' },
    ]);
    expect(reconcile([existing('1', { state: 'resolved' })], [found('ETA_SLIP', '', late)], t0)).toEqual([]);
  });

  test('goes on less severe while somebody works on it', () => {
    const worked = existing('1', { handleStatus: inProgress });
    const [action] = reconcile([worked], [found('ETA_SLIP', '', late)], t0);
    expect(action).toMatchObject({ type: 'update', finding: { severity: 'low', params: { days: 4 } } });
    const lowered = applyAction(worked, action as LifecycleAction, '') as ExistingException;
    expect(reconcile([lowered], [found('ETA_SLIP', '', late)], t0)).toMatchObject([{ type: 'keep', present: false }]);
    expect(reconcile([{ ...worked, snoozed: true }], [found('ETA_SLIP', '', late)], t0)).toMatchObject([
      { type: 'resolve' },
    ]);
  });
});

describe('one problem, one exception', () => {
  test('a new problem opens, and stays one however often it is seen', () => {
    expect(reconcile([], [found('ETA_SLIP')], t0)).toEqual([
      { type: 'open', code: 'ETA_SLIP', key: '', finding: finding(), at: t0 },
    ]);
    expect(reconcile([existing('1')], [found('ETA_SLIP')], t0)).toMatchObject([
      { type: 'keep', id: '1', present: true },
    ]);
  });

  test('other values update, a later look alone does not', () => {
    const slipped = found('ETA_SLIP', '', { params: { days: 4 } });
    expect(reconcile([existing('1')], [slipped], t0)).toMatchObject([{ type: 'update', id: '1' }]);
    const seenAgain = found('ETA_SLIP', '', { evidence: [{ path: 'booking.eta', value: t0, observedAt: at(1) }] });
    expect(reconcile([existing('1')], [seenAgain], t0)).toMatchObject([{ type: 'keep' }]);
  });

  test('keys and codes tell problems apart', () => {
    const actions = reconcile([existing('1')], [found('ETA_SLIP', 'leg:1'), found('ROLLED')], t0);
    expect(actions.map(({ type, code, key }) => [type, code, key]).sort()).toEqual([
      ['open', 'ETA_SLIP', 'leg:1'],
      ['open', 'ROLLED', ''],
      ['resolve', 'ETA_SLIP', ''],
    ]);
  });

  test('a second open row of one problem is closed as a duplicate, the one worked on goes on', () => {
    const rows = [existing('1'), existing('2', { handleStatus: inProgress, firstSeenAt: at(-1) })];
    expect(reconcile(rows, [found('ETA_SLIP')], t0)).toMatchObject([
      { type: 'resolve', id: '1', note: 'duplicate' },
      { type: 'keep', id: '2' },
    ]);
  });
});

describe('gone', () => {
  test('resolves by itself, also when a person has settled it', () => {
    for (const handleStatus of [untreated, handled, noActionNeeded]) {
      expect(reconcile([existing('1', { handleStatus })], [], t0)).toMatchObject([
        { type: 'resolve', note: 'gone', at: t0 },
      ]);
    }
  });

  test('stays open while somebody works on it', () => {
    for (const handleStatus of [inProgress, onHold]) {
      expect(reconcile([existing('1', { handleStatus })], [], t0)).toMatchObject([{ type: 'keep', present: false }]);
    }
  });

  test('nothing is concluded from a rule that failed', () => {
    expect(reconcile([existing('1')], [], t0, new Set(['ETA_SLIP']))).toMatchObject([{ type: 'keep', present: false }]);
  });

  test('a resolved one that stays away needs nothing', () => {
    expect(reconcile([existing('1', { state: 'resolved', resolvedAt: at(-1) })], [], t0)).toEqual([]);
  });
});

describe('back', () => {
  const gone = { state: 'resolved', resolvedAt: at(-1) } as const;

  test('regresses to untreated', () => {
    for (const handleStatus of [untreated, handled]) {
      expect(reconcile([existing('1', { ...gone, handleStatus })], [found('ETA_SLIP')], t0)).toMatchObject([
        { type: 'regress', id: '1', handleStatus: untreated },
      ]);
    }
  });

  test('the judgement that nothing is to be done holds until it gets worse', () => {
    const row = existing('1', { ...gone, handleStatus: noActionNeeded });
    expect(reconcile([row], [found('ETA_SLIP')], t0)).toMatchObject([
      { type: 'regress', handleStatus: noActionNeeded },
    ]);
    expect(reconcile([row], [found('ETA_SLIP', '', { severity: 'high' })], t0)).toMatchObject([
      { type: 'regress', handleStatus: untreated },
    ]);
  });

  test('the one resolved last comes back, older ones stay', () => {
    const rows = [existing('1', { ...gone, resolvedAt: at(-5) }), existing('2', gone)];
    expect(reconcile(rows, [found('ETA_SLIP')], t0)).toMatchObject([{ type: 'regress', id: '2' }]);
  });

  test('what a person has handled and is still there stays quiet, unless it gets worse', () => {
    const row = existing('1', { handleStatus: handled });
    expect(reconcile([row], [found('ETA_SLIP')], t0)).toMatchObject([{ type: 'keep' }]);
    expect(reconcile([row], [found('ETA_SLIP', '', { params: { days: 4 } })], t0)).toMatchObject([{ type: 'update' }]);
    expect(reconcile([row], [found('ETA_SLIP', '', { severity: 'high' })], t0)).toMatchObject([{ type: 'regress' }]);
  });
});

const anyFinding: fc.Arbitrary<Finding> = fc.record({
  key: fc.constantFrom('', 'a', 'b'),
  params: fc.record({ days: fc.nat(2) }),
  evidence: fc.constant<Finding['evidence']>([]),
  severity: fc.constantFrom('low' as const, 'medium' as const, 'high' as const),
});
const anyCode = fc.constantFrom('A', 'B');
const anyFound = fc.array(fc.record({ code: anyCode, finding: anyFinding }), { maxLength: 6 });
const anyExisting = fc
  .array(
    fc.record({
      code: anyCode,
      finding: anyFinding,
      state: fc.constantFrom('open' as const, 'resolved' as const),
      handleStatus: fc.constantFrom<HandleStatus>(0, 1, 2, 3, 4),
      firstSeenAt: fc.integer({ min: 0, max: 2 }),
      resolvedAt: fc.integer({ min: 0, max: 2 }),
    }),
    { maxLength: 6 },
  )
  .map((rows) =>
    rows.map((row, index): ExistingException => ({
      ...row,
      id: `${index}`,
      key: row.finding.key,
      resolvedAt: row.state === 'open' ? null : row.resolvedAt,
    })),
  );
const anyFailed = fc.uniqueArray(anyCode, { maxLength: 1 }).map((codes) => new Set<string>(codes));

function carryOut(rows: readonly ExistingException[], actions: readonly LifecycleAction[]): ExistingException[] {
  const after = new Map(rows.map((row) => [row.id, row]));
  actions.forEach((action, index) => {
    const id = action.type === 'open' ? `new-${index}` : action.id;
    const row = applyAction(after.get(id), action, id);
    if (row) after.set(id, row);
  });
  return [...after.values()];
}

describe('laws of reconciling', () => {
  test('once carried out, reconciling again only keeps', () => {
    fc.assert(
      fc.property(anyExisting, anyFound, anyFailed, (rows, findings, failed) => {
        const after = carryOut(rows, reconcile(rows, findings, t0, failed));
        const again = reconcile(after, findings, t0 + 1, failed);
        expect(again.filter(({ type }) => type !== 'keep')).toEqual([]);
      }),
    );
  });

  test('the order of rows and findings plays no part', () => {
    fc.assert(
      fc.property(anyExisting, anyFound, anyFailed, (rows, findings, failed) => {
        expect(reconcile(rows.toReversed(), findings.toReversed(), t0, failed)).toEqual(
          reconcile(rows, findings, t0, failed),
        );
      }),
    );
  });

  test('afterwards every problem found has exactly one open exception, and no work is lost', () => {
    fc.assert(
      fc.property(anyExisting, anyFound, (rows, findings) => {
        const after = carryOut(rows, reconcile(rows, findings, t0));
        const open = after.filter(({ state }) => state === 'open').map(({ code, key }) => `${code} ${key}`);
        expect(new Set(open).size).toBe(open.length);
        for (const one of findings) expect(open).toContain(`${one.code} ${one.finding.key}`);
        for (const row of rows) {
          const isWork = row.state === 'open' && (row.handleStatus === inProgress || row.handleStatus === onHold);
          if (isWork) expect(open).toContain(`${row.code} ${row.key}`);
        }
      }),
    );
  });
});
