import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuse } from '#domain/intake/fusion/fuse.ts';
import { provenanceByPath } from '#domain/intake/fusion/provenance.ts';
import { anyCorrected, anyPrecedence } from '#domain/testing/arbitraries.ts';
import { packProvenance } from './packed-provenance.ts';
import { Said, saidChanges } from './said-changes.ts';
import type { SaidChanges } from './said-changes.ts';

/** What is kept, as the database gives it back. */
const kept = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

test('at every step of any story, who said what is known again with everybody who lost', () => {
  const anyStep = fc.record({ told: anyCorrected, precedence: anyPrecedence });
  // One record a source, as there is one row of each in the database.
  const oneEach = <T extends { sourceCode: string }>(records: readonly T[]): T[] =>
    records.map((record, index) => ({ ...record, sourceCode: `source-${index}` }));
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 5 }), (steps) => {
      const told = steps.map(({ told: { records, overrides }, precedence }) =>
        kept(fuse(oneEach(records), overrides, precedence).items),
      );
      const said = new Said();
      told.forEach((items, step) => {
        const before = step === 0 ? null : kept(packProvenance(told[step - 1] ?? {}));
        const changes = saidChanges(before, packProvenance(items));
        if (changes !== null) said.apply(kept(changes));
        for (const [path, { winner, rule, others }] of Object.entries(provenanceByPath(items)))
          expect(said.why(path, winner.value, winner.sourceCode)).toEqual({ rule, winner, others });
      });
    }),
    { numRuns: 60 },
  );
});

const packed = (hours: number, ...entries: [string, SaidChanges['items'][string][string] & object][]) => ({
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
  expect(saidChanges(one, structuredClone(one) as never)).toBeNull();
  expect(saidChanges(null, one as never)).toEqual({ speakers: one.speakers, items: {} });
  expect(saidChanges(one, packed(6, ['vesselName', only]) as never)).toEqual({
    speakers: packed(6).speakers,
    items: {},
  });
});

test('who contradicts is kept, and forgotten when nobody does any more', () => {
  const [before, after] = [packed(5, ['vesselName', only]), packed(5, ['vesselName', contested])];
  expect(saidChanges(before, after as never)?.items).toEqual({ booking: { vesselName: contested } });
  expect(saidChanges(after, before as never)?.items).toEqual({ booking: { vesselName: null } });
  expect(saidChanges(after, packed(5) as never)?.items).toEqual({ booking: { vesselName: null } });
  expect(saidChanges(before, packed(5) as never)).toBeNull();
});

describe('whose word changed', () => {
  const speakers = [
    ['7', 'CARRIER', 'dcsa', 5],
    ['8', 'FT', 'ft', 1],
    ['9', 'RPA', 'robot', 1],
  ] as const;
  const row = (vesselName: SaidChanges['items'][string][string]): SaidChanges => ({
    speakers,
    items: { booking: { vesselName } },
  });
  const changed = (...rows: SaidChanges[]): string[][] => {
    const said = new Said();
    return rows.map((one) => [...said.apply(one)].sort());
  };

  test('is told of those who say something else, begin to speak or fall silent', () => {
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

  test('is told of who agrees or contradicts for the first time, not of who was alone', () => {
    expect(changed(row(null), row([5, 0, 'STAR', 1, 'STAR']), row(null))).toEqual([[], ['ft'], ['ft']]);
  });

  test('is nobody where another rule chooses or somebody spoke again', () => {
    const again = { speakers: speakers.map(([id, type, code]) => [id, type, code, 9] as const), items: {} };
    expect(changed(row([2, 0, 'STAR', 1, 'MOON']), row([3, 0, 'STAR', 1, 'MOON']), again).slice(1)).toEqual([[], []]);
  });
});

test('of what was written before this was kept, nothing is made up', () => {
  expect(new Said().why('booking.eta', 1, 'ft')).toBeUndefined();
});
