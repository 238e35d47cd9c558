import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyOverrides, anyRecords } from '../testing/arbitraries.ts';
import type { ShipmentContent } from '../tracking/model.ts';
import { fuse } from './fuse.ts';
import { applyChanges, contentOfValues } from './known-values.ts';
import type { KnownValue, ValueChanges } from './known-values.ts';
import { defaultPrecedence } from './precedence.ts';

/** A leg or milestone of which nothing at all is said cannot be shown and is no part of what is known. */
const hasOnlySaid = ({ legs, events }: ShipmentContent): boolean =>
  legs.every(({ sequence: _sequence, ...rest }) => Object.values(rest).some((value) => value !== null)) &&
  events.every(({ planned, estimated, actual, vesselName, voyage, zone, place }) =>
    [planned, estimated, actual, vesselName, voyage, zone, place].some((value) => value !== null),
  );

test('a run of fusions kept as changes gives back every moment of it', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyRecords, anyOverrides), { minLength: 1, maxLength: 5 }), (run) => {
      const known = new Map<string, KnownValue>();
      for (const [index, [records, overrides]] of run.entries()) {
        const { content, provenance } = fuse(records, overrides, defaultPrecedence);
        fc.pre(hasOnlySaid(content));
        const changes: Record<string, [string | number | null, string | null]> = {};
        for (const [path, { winner }] of Object.entries(provenance)) {
          const before = known.get(path);
          if (before?.value !== winner.value || before.sourceCode !== winner.sourceCode)
            changes[path] = [winner.value, winner.sourceCode];
        }
        for (const path of known.keys()) if (!(path in provenance)) changes[path] = [null, null];
        applyChanges(known, changes as ValueChanges, index);
        expect(contentOfValues(known)).toEqual(content);
        for (const [path, { winner }] of Object.entries(provenance))
          expect(known.get(path)?.sourceCode).toBe(winner.sourceCode);
      }
    }),
    { numRuns: 300, seed: 20260310 },
  );
});
