import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import type { AttributeValue } from '../../intake/fusion/types.ts';
import { at, reference, t0 } from '../../testing/builders.ts';
import { splitCargo } from '../rules/split-cargo.ts';
import { replayShipment } from './replay.ts';
import type { FusionChange } from './shown-shipment.ts';
import { makeTrack } from './track.ts';

// Containers of one bill that go on board of ships, often together, sometimes apart, as sources come to know it.
const anyMove = fc.record({
  container: fc.constantFrom('MERU0000001', 'MERU0000002', ''),
  status: fc.constantFrom('LOBD', 'DLPT', 'TSLB', 'GITM'),
  port: fc.constantFrom('CNSHA', 'CNSGH', 'SGSIN', ''),
  ship: fc.constantFrom('STAR', 'star', 'MOON', null),
  voyage: fc.constantFrom('1W', '001W', '2E', null),
  actual: fc.option(
    fc.integer({ min: 0, max: 9 }).map((hours) => t0 + hours * HOUR_MS),
    { nil: null, freq: 6 },
  ),
  source: fc.constantFrom('dcsa:MERI', 'ft'),
  gone: fc.boolean(),
});
const anyChange: fc.Arbitrary<FusionChange['changes']> = fc.array(anyMove, { maxLength: 5 }).map((moves) => {
  const changes: Record<string, [AttributeValue, string | null]> = {};
  for (const { container, status, port, ship, voyage, actual, source, gone } of moves) {
    const path = `event[${container}|${status}|${port}|1]`;
    const say = (name: string, value: AttributeValue): void => {
      if (value !== null) changes[`${path}.${name}`] = gone && name === 'voyage' ? [null, null] : [value, source];
    };
    say('actual', actual);
    say('vesselName', ship);
    say('voyage', voyage);
  }
  return changes;
});

test('of containers that went apart, a track tells as much as every change, and nothing of ships where all went together', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.array(anyChange, { minLength: 1, maxLength: 5 }), (stories) => {
      const known = stories.map((changes, index) => ({ knownAt: t0 + index * 24 * HOUR_MS, changes }));
      const subscription = {
        id: 's1',
        tenantId: '1',
        subject: 'bill' as const,
        billNo: 'MERI0001',
        containerNo: null,
        carrierCode: 'MERI',
        subscribedAt: at(-5),
      };
      const keysOf = (kept: FusionChange[] | string) =>
        replayShipment(
          { subscription, ends: [], answersAt: [], known: kept },
          { rule: splitCargo, variants: [{}], window: { from: t0, to: at(9), stepMs: HOUR_MS }, reference },
        )[0]?.map(({ key }) => key) ?? [];
      const wanted = keysOf(known);
      found += wanted.length;
      expect(keysOf(makeTrack(known))).toEqual(expect.arrayContaining(wanted));
      if (!stories.some((story) => JSON.stringify(story).includes('MOON'))) return;
      const together = JSON.parse(
        JSON.stringify(known)
          .replaceAll(/STAR|star/g, 'MOON')
          .replaceAll(/1W|001W|2E/g, '1W'),
      );
      expect(makeTrack(together)).not.toContain('MOON');
    }),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(5);
});
