import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuse } from '#domain/intake/fusion/fuse.ts';
import { provenanceByPath } from '#domain/intake/fusion/provenance.ts';
import { anyCorrected, anyPrecedence } from '#domain/testing/arbitraries.ts';
import { packProvenance } from './packed-provenance.ts';
import { Statement, statementChanges } from './statement-changes.ts';
import type { StatementChanges } from './statement-changes.ts';

type Items = NonNullable<StatementChanges['items']>;

/** What is kept, as the database gives it back. */
const kept = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

test('at every step of any story, which source stated what is known again with everybody who lost', () => {
  const anyStep = fc.record({ reported: anyCorrected, precedence: anyPrecedence, byEarlierVersion: fc.boolean() });
  // One record a source, as there is one row of each in the database.
  const oneEach = <T extends { sourceCode: string }>(records: readonly T[]): T[] =>
    records.map((record, index) => ({ ...record, sourceCode: `source-${index}` }));
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 5 }), (steps) => {
      const reported = steps.map(({ reported: { records, overrides }, precedence, byEarlierVersion }) => ({
        items: kept(fuse(oneEach(records), overrides, precedence).items),
        byEarlierVersion,
      }));
      const statement = new Statement();
      reported.forEach(({ items, byEarlierVersion }, step) => {
        const before = step === 0 ? null : kept(packProvenance(reported[step - 1]?.items ?? {}));
        const after = packProvenance(items);
        const changes = statementChanges(before, after);
        const former = { speakers: after.speakers, items: changes?.items ?? {} };
        if (changes !== null) statement.apply(kept(byEarlierVersion ? former : changes));
        for (const [path, { winner, rule, others }] of Object.entries(provenanceByPath(items)))
          expect(statement.why(path, winner.value, winner.sourceCode)).toEqual({ rule, winner, others });
      });
    }),
    { numRuns: 60 },
  );
});

const packed = (hours: number, ...entries: [string, Items[string][string] & object][]) => ({
  speakers: [
    ['7', 'CARRIER', 'dcsa', hours],
    ['8', 'FT', 'ft', 1],
  ] as const,
  items: { booking: Object.fromEntries(entries) },
});
const only = [4, 0, 'STAR'] as const;
const contested = [2, 0, 'STAR', 1, 'MOON'] as const;

test('nothing is kept where nobody says anything else, and only who speaks where nobody contradicts', () => {
  const one = packed(5, ['vesselName', only]);
  expect(statementChanges(one, structuredClone(one) as never)).toBeNull();
  expect(statementChanges(null, one as never)).toEqual({ speakers: one.speakers });
  expect(statementChanges(one, packed(6, ['vesselName', only]) as never)).toEqual({ spoke: { 0: 6 } });
});

test('who contradicts is kept, and forgotten when nobody does any more', () => {
  const [before, after] = [packed(5, ['vesselName', only]), packed(5, ['vesselName', contested])];
  expect(statementChanges(before, after as never)?.items).toEqual({ booking: { vesselName: contested } });
  expect(statementChanges(after, before as never)?.items).toEqual({ booking: { vesselName: null } });
  expect(statementChanges(after, packed(5) as never)?.items).toEqual({ booking: { vesselName: null } });
  expect(statementChanges(before, packed(5) as never)).toBeNull();
});

describe('whose word changed', () => {
  const speakers = [
    ['7', 'CARRIER', 'dcsa', 5],
    ['8', 'FT', 'ft', 1],
    ['9', 'RPA', 'robot', 1],
  ] as const;
  const row = (vesselName: Items[string][string]): StatementChanges => ({
    speakers,
    items: { booking: { vesselName } },
  });
  const changed = (...rows: StatementChanges[]): string[][] => {
    const statement = new Statement();
    return rows.map((one) => [...statement.apply(one)].sort());
  };

  test('is notified of those who say something else, begin to speak or fall silent', () => {
    expect(
      changed(
        row([2, 0, 'STAR', 1, 'MOON']),
        row([2, 0, 'STAR', 1, 'SUN']),
        row([2, 0, 'STAR', 1, 'SUN', 2, 'MOON']),
        row([2, 0, 'STAR', 2, 'SUN']),
        row(null),
      ).slice(1),
    ).toEqual([['ft'], ['robot'], ['ft', 'robot'], ['robot']]);
  });

  test('is notified of who agrees or contradicts for the first time, not of who was alone', () => {
    expect(changed(row(null), row([5, 0, 'STAR', 1, 'STAR']), row(null))).toEqual([[], ['ft'], ['ft']]);
  });

  test('is nobody where another rule chooses or somebody spoke again', () => {
    const again = { speakers: speakers.map(([id, type, code]) => [id, type, code, 9] as const), items: {} };
    expect(changed(row([2, 0, 'STAR', 1, 'MOON']), row([3, 0, 'STAR', 1, 'MOON']), again).slice(1)).toEqual([[], []]);
  });
});

test('of what was written before this was kept, nothing is made up', () => {
  expect(new Statement().why('booking.eta', 1, 'ft')).toBeUndefined();
});
