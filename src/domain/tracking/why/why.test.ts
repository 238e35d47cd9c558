import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolutionNotes } from '../../exceptions/lifecycle.ts';
import { exceptionRules } from '../../exceptions/rules/index.ts';
import { fuse } from '../../intake/fusion/fuse.ts';
import {
  bookingAttributes,
  businessNoPath,
  containerAttributes,
  eventAttributes,
  isNumericAttribute,
  legAttributes,
  onwardAttributes,
} from '../../intake/fusion/paths.ts';
import { defaultPrecedence } from '../../intake/fusion/precedence.ts';
import type { FusionRule, Provenance } from '../../intake/fusion/types.ts';
import { anyOverrides, anyRecords } from '../../testing/arbitraries.ts';
import { buildRecord } from '../../testing/builders.ts';
import { cutoffCodes } from '#shared/reference/cutoff-codes.ts';
import type { ShipmentContent } from '../model.ts';
import {
  type ExceptionFacts,
  mendOfRule,
  type TaskFacts,
  type Why,
  whyException,
  whyKinds,
  whyTask,
  whyValue,
} from './why.ts';

const seen = new Set<string>();
/** A sentence with everything that is put into it. */
function expectWhole(why: Why | undefined): Why {
  if (why === undefined) throw new Error('no sentence');
  seen.add(why.kind);
  for (const [name, value] of Object.entries(why.params))
    expect(typeof value === 'number' ? Number.isFinite(value) : value, `${why.kind}.${name}`).toBeTruthy();
  return why;
}

const facts: ExceptionFacts = {
  code: 'ARRIVE_DELAY',
  text: 'late',
  reason: 'new',
  open: true,
  resolution: null,
  handleStatus: '0',
  who: null,
  regressions: 0,
  snoozed: false,
  snoozedUntil: null,
};

describe('an exception', () => {
  test.each(exceptionRules.map(({ code }) => code))(
    'of the rule %s has a sentence and says what mends it, if anything',
    (code) => {
      expect(mendOfRule.has(code), 'named in the table of mends').toBe(true);
      for (const reason of ['new', 'regressed', 'escalating'])
        expect(expectWhole(whyException({ ...facts, code, reason, regressions: 1 })).mend ?? null).toBe(
          mendOfRule.get(code),
        );
    },
  );

  test('no rule is named that does not exist', () => {
    const known = new Set(exceptionRules.map(({ code }) => code));
    expect([...mendOfRule.keys()].filter((code) => !known.has(code))).toEqual([]);
  });

  test.each([
    [{ open: false }, 'exceptionResolved'],
    [{ open: false, resolution: 'switchedOff' }, 'exceptionRuleOff'],
    [{ open: false, resolution: 'ended', handleStatus: '2' }, 'exceptionTrackingEnded'],
    [{ snoozed: true }, 'exceptionSnoozed'],
    [{ snoozed: true, snoozedUntil: 5 }, 'exceptionSnoozedUntil'],
    [{ handleStatus: '1', who: '王' }, 'exceptionInProgress'],
    [{ handleStatus: '2', who: '王' }, 'exceptionHandled'],
    [{ handleStatus: '3' }, 'exceptionNoAction'],
    [{ handleStatus: '4' }, 'exceptionOnHold'],
    [{ handleStatus: 'unknown' }, 'exceptionNew'],
  ])('%o is reported as %s', (change, kind) => {
    expect(expectWhole(whyException({ ...facts, ...change })).kind).toBe(kind);
  });

  test('that is closed says what closed it: no two reasons have the same sentence', () => {
    const notes = Object.keys(resolutionNotes);
    const kinds = notes.map((resolution) => expectWhole(whyException({ ...facts, open: false, resolution })).kind);
    expect(new Set(kinds).size).toBe(notes.length);
  });
});

describe('a fused value', () => {
  const sentenceOf = ({ rule, winner, others }: Provenance): Why =>
    expectWhole(
      whyValue({
        rule,
        winner: { ...winner, name: winner.sourceCode },
        others: others.map((claim) => ({ ...claim, name: claim.sourceCode })),
      }),
    );

  test('has a sentence that names which source reported it, whatever was notified of which attribute', () => {
    fc.assert(
      fc.property(anyRecords, anyOverrides, (records, overrides) => {
        const { provenance } = fuse(records, overrides, defaultPrecedence);
        for (const entry of Object.values(provenance)) {
          expect(sentenceOf(entry).params['who']).toBe(entry.winner.sourceCode);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('has one for every attribute that is fused', () => {
    const filled = <T extends object>(names: readonly string[], rest: object = {}): T =>
      ({ ...Object.fromEntries(names.map((name) => [name, isNumericAttribute(name) ? 5 : 'X'])), ...rest }) as T;
    const content: ShipmentContent = {
      booking: filled(bookingAttributes),
      legs: [filled(legAttributes, { sequence: 1 })],
      containers: [filled(containerAttributes)],
      events: [filled(eventAttributes, { containerNo: 'X', statusCode: 'LOBD', portCode: 'X', occurrence: 1 })],
      cutoffs: cutoffCodes.map((code) => ({ code, time: 5 })),
      onward: filled(onwardAttributes),
      businessNo: 'X',
    };
    const { provenance } = fuse(
      [buildRecord('a', content), buildRecord('b', content, { sourceType: 'FT' })],
      [],
      defaultPrecedence,
    );
    const reported = new Set(
      Object.entries(provenance).map(([path, entry]) => (sentenceOf(entry), path.replace(/\[[^\]]*\]/, ''))),
    );
    const named = (kind: string, names: readonly string[]): string[] => names.map((name) => `${kind}.${name}`);
    const all = [
      ...named('booking', bookingAttributes),
      ...named('leg', legAttributes),
      ...named('container', containerAttributes),
      ...named('event', eventAttributes),
      ...named('onward', onwardAttributes),
      'cutoff.time',
      businessNoPath,
    ];
    expect(all.filter((path) => !reported.has(path))).toEqual([]);
  });

  test('has one for every rule that may have chosen it; those who agree are not called differing', () => {
    const rules: readonly (FusionRule | 'recorded')[] = [
      'override',
      'classifier',
      'precedence',
      'newest',
      'only',
      'agreed',
      'route',
      'recorded',
    ];
    const claim = (name: string, value: string) => ({ name, value, observedAt: 1 });
    for (const rule of rules) {
      const why = expectWhole(whyValue({ rule, winner: claim('A', 'x'), others: [claim('B', 'x'), claim('C', 'y')] }));
      expect(why.params['others']).toBe('C');
    }
    expect(whyValue({ rule: 'unheard of', winner: claim('A', 'x'), others: [] })).toBeUndefined();
  });
});

describe('a task', () => {
  const [now, pull] = [1_000_000, { of: 'pull', failures: 0, error: null, nextAt: null, lastAt: null } as const];
  const record = { of: 'record', error: null, who: '王', at: 5 } as const;
  const plan = {
    of: 'schedule',
    kind: 'process',
    status: 'Running',
    failures: 0,
    problem: null,
    nextAt: now + 1,
    lastAt: null,
    pausedUntil: null,
    now,
  } as const;
  const run = { of: 'run', text: '' } as const;
  const task = { of: 'task', attempts: 0, error: null, runAt: 5, now } as const;
  test.each<[TaskFacts, string, string | undefined]>([
    [{ ...pull, now, failures: 2, error: 'timeout' }, 'pullFailing', 'askAgain'],
    [{ ...pull, now, nextAt: now - 120_001 }, 'pullOverdue', 'askAgain'],
    [{ ...pull, now, nextAt: now - 120_000 }, 'pullPlanned', undefined],
    [{ ...pull, now, nextAt: now + 1, planned: 'departure' }, 'pullDeparture', undefined],
    [{ ...pull, now, nextAt: now + 1, planned: 'transhipment' }, 'pullTranshipment', undefined],
    [{ ...pull, now, nextAt: now + 1, planned: 'arrival' }, 'pullArrival', undefined],
    [{ ...pull, now, nextAt: now + 1, planned: 'free_time' }, 'pullFreeTime', undefined],
    [{ ...pull, now, nextAt: now + 1, planned: 'quiet' }, 'pullQuiet', undefined],
    [{ ...pull, now, nextAt: now + 1, planned: 'calls' }, 'pullCalls', undefined],
    [{ ...pull, now, nextAt: now + 1, planned: 'limit' }, 'pullLimit', undefined],
    [{ ...pull, now, nextAt: now + 1, planned: 'maintenance' }, 'pullMaintenance', undefined],
    [{ ...pull, now, nextAt: now + 1, planned: 'planned_maintenance' }, 'pullPlannedMaintenance', undefined],
    [{ ...pull, now, nextAt: now - 120_001, planned: 'calls' }, 'pullOverdue', 'askAgain'],
    [{ ...pull, now }, 'pullNever', 'askAgain'],
    [{ ...pull, now, lastAt: 5 }, 'pullByItself', undefined],
    [{ ...record, state: 'pending' }, 'recordPending', undefined],
    [{ ...record, state: 'pending', error: 'timeout' }, 'recordFailing', 'askAgain'],
    [{ ...record, state: 'pulled' }, 'recordPulled', undefined],
    [{ ...record, state: 'cancelled', who: null, at: null }, 'recordCancelled', 'askAgain'],
    [{ ...task, status: 'waiting', runAt: now + 1 }, 'taskPlanned', undefined],
    [{ ...task, status: 'waiting' }, 'taskDue', undefined],
    [{ ...task, status: 'waiting', attempts: 1, error: 'x' }, 'taskRetrying', undefined],
    [{ ...task, status: 'running', attempts: 1 }, 'taskRunning', undefined],
    [{ ...task, status: 'dead', attempts: 8, error: '' }, 'taskDead', 'retryTask'],
    [plan, 'schedulePlanned', undefined],
    [{ ...plan, status: 'Stopped' }, 'scheduleStopped', 'startSchedule'],
    [{ ...plan, status: 'Ended' }, 'scheduleEnded', undefined],
    [{ ...plan, pausedUntil: now + 5 }, 'schedulePaused', 'startSchedule'],
    [{ ...plan, problem: 'no such zone' }, 'scheduleUnplannable', 'editSchedule'],
    [{ ...plan, nextAt: null }, 'scheduleOver', 'editSchedule'],
    [{ ...plan, kind: 'source', failures: 2, problem: 'timeout' }, 'pullFailing', 'askAgain'],
    [{ ...plan, kind: 'source' }, 'pullPlanned', undefined],
    [{ ...run, state: 'running' }, 'runRunning', undefined],
    [{ ...run, state: 'done' }, 'runDone', undefined],
    [{ ...run, state: 'failed', text: 'timeout' }, 'runFailed', 'askAgain'],
  ])('%o is reported as %s, mended by %s', (given, kind, mend) => {
    const { params, ...why } = whyTask(given);
    expect(why).toEqual({ kind, ...(mend !== undefined && { mend }) });
    seen.add(kind);
    for (const value of Object.values(params)) expect(value).not.toBeUndefined();
  });
});

test('every kind of sentence is stated by something', () => {
  expect(whyKinds.filter((kind) => !seen.has(kind))).toEqual([]);
});
