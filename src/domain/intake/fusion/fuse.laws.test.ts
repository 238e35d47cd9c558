import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCorrected, anyOverrides, anyRecords } from '../../testing/arbitraries.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { buildEvent, buildLeg, buildRecord, t0 } from '../../testing/builders.ts';
import type { EventContent } from '../../tracking/model.ts';
import { isEmpty, isSameValue } from './claims.ts';
import { fuse } from './fuse.ts';
import { defaultPrecedence } from './precedence.ts';
import { recompute } from '../../testing/recompute.ts';
import { provenanceAt, valueAt } from './provenance.ts';

const runs = { numRuns: 300 };

const left = (portCode: string | null, values: Partial<EventContent>): EventContent =>
  buildEvent(null, 'DLPT', portCode, values);
const containerLeft = (values: Partial<EventContent>): EventContent => buildEvent('MERU1234567', 'DLPT', null, values);

describe('laws of fusion', () => {
  test('the order of records and overrides plays no part', () => {
    fc.assert(
      fc.property(
        anyRecords.chain((records) =>
          fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length })),
        ),
        anyOverrides,
        ([records, shuffled], overrides) => {
          const ids = overrides.map((override, index) => ({ ...override, id: `o${index}` }));
          expect(fuse(shuffled, ids.toReversed(), defaultPrecedence)).toEqual(fuse(records, ids, defaultPrecedence));
        },
      ),
      runs,
    );
  });

  test('fusing the fused content again changes nothing', () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        const { content } = fuse(records, [], defaultPrecedence);
        expect(fuse([buildRecord('again', content)], [], defaultPrecedence).content).toEqual(content);
      }),
      runs,
    );
  });

  test.each<[string, Parameters<typeof buildRecord>[1][]]>([
    [
      'a visit whose only time belongs to a ship that is not shown',
      [
        { events: [left('CNSHA', { planned: t0, vesselName: 'B' })] },
        { events: [left(null, { actual: t0 + 54 * HOUR_MS }), left(null, { actual: t0, vesselName: 'A' })] },
      ],
    ],
    [
      'a call takes the time of another visit',
      [
        { booking: { atd: t0 + 54 * HOUR_MS }, legs: [buildLeg(1, null, null, { vesselName: 'B' })] },
        {
          events: [
            containerLeft({ actual: t0 + 54 * HOUR_MS, vesselName: 'A' }),
            containerLeft({ actual: t0, vesselName: 'B' }),
          ],
        },
      ],
    ],
    [
      'a call moves its visit behind a later one',
      [
        {
          legs: [buildLeg(1, null, null, { atd: t0 })],
          events: [
            containerLeft({ actual: t0 - 54 * HOUR_MS }),
            containerLeft({ actual: t0 - 108 * HOUR_MS, vesselName: 'B' }),
          ],
        },
        { legs: [buildLeg(1, null, null, { vesselName: 'B' })] },
      ],
    ],
    [
      'a time goes with the ship that it was told of',
      [
        {
          legs: [buildLeg(1, null, null, { vesselName: 'B' })],
          events: [containerLeft({ vesselName: '' }), containerLeft({ actual: t0, vesselName: 'A' })],
        },
      ],
    ],
  ])('and so it is where ships differ at one call: %s', (_what, contents) => {
    const records = contents.map((content, index) => buildRecord(`r${index}`, content));
    const { content } = fuse(records, [], defaultPrecedence);
    expect(fuse([buildRecord('again', content)], [], defaultPrecedence).content).toEqual(content);
  });

  test('the order of attributes in a document plays no part, so that one read back fuses to the same bytes', () => {
    const turned = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(turned)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([key, item]) => [key, turned(item)]),
            )
          : value;
    fc.assert(
      fc.property(anyRecords, (records) => {
        const readBack = records.map((record) => ({
          ...record,
          content: turned(record.content) as typeof record.content,
        }));
        expect(JSON.stringify(fuse(readBack, [], defaultPrecedence))).toBe(
          JSON.stringify(fuse(records, [], defaultPrecedence)),
        );
      }),
      runs,
    );
  });

  test('inputs are left as they are', () => {
    fc.assert(
      fc.property(anyRecords, anyOverrides, (records, overrides) => {
        const before = structuredClone({ records, overrides });
        fuse(records, overrides, defaultPrecedence);
        expect({ records, overrides }).toEqual(before);
      }),
      runs,
    );
  });

  test('a record that says nothing changes nothing', () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        const silent = buildRecord('silent', {}, { sourceType: 'EXPERT', observedAt: Number.MAX_SAFE_INTEGER });
        expect(fuse([...records, silent], [], defaultPrecedence)).toEqual(fuse(records, [], defaultPrecedence));
      }),
      runs,
    );
  });

  test('a booking value that any record gives is never lost, and none is invented', () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        const { booking, legs } = fuse(records, [], defaultPrecedence).content;
        for (const attribute of ['eta', 'portOfLoading', 'vesselName'] as const) {
          const statement = records.map(({ content }) => content.booking[attribute]).filter((value) => !isEmpty(value));
          const planned = attribute === 'eta' ? records.map(({ content }) => content.booking.plannedArrival) : [];
          // When a source that knows the first legs only expects the goods is stated of the leg that ends there, unless it says
          // of that leg itself when it ends.
          const isEta = attribute === 'eta';
          const shown = [booking[attribute], ...(isEta ? legs.map(({ eta }) => eta) : [])];
          const ofLegs = isEta ? records.flatMap(({ content }) => content.legs.map(({ eta }) => eta)) : [];
          const reported = [...statement, ...ofLegs.filter((eta) => eta !== null)];
          if (statement.length > 0) expect(shown.some((value) => reported.includes(value))).toBe(true);
          if (!statement.includes(booking[attribute])) expect([null, ...planned]).toContain(booking[attribute]);
        }
      }),
      runs,
    );
  });

  test('provenance is the same by path and item by item', () => {
    fc.assert(
      fc.property(anyCorrected, ({ records, overrides }) => {
        const fused = fuse(records, overrides, defaultPrecedence);
        const paths = Object.keys(fused.provenance);
        expect(Object.values(fused.items).flatMap((item) => Object.keys(item))).toHaveLength(paths.length);
        for (const path of paths) expect(provenanceAt(fused, path)).toBe(fused.provenance[path]);
        for (const nothing of ['', 'booking', 'booking.', 'booking.toString', 'constructor.name', 'leg[99].eta'])
          expect(provenanceAt(fused, nothing)).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });

  test('provenance tells what is shown, for every filled attribute, and can be checked by hand', () => {
    fc.assert(
      fc.property(anyRecords, anyOverrides, (records, overrides) => {
        const { content, provenance } = fuse(records, overrides, defaultPrecedence);
        for (const [path, entry] of Object.entries(provenance)) {
          expect([path, valueAt(content, path)]).toEqual([path, entry.winner.value]);
          // Who ends early on the common route does not count for its end.
          if (entry.rule !== 'route') expect(recompute(path, entry, defaultPrecedence)).toBe(entry.winner.value);
          const agrees = entry.others.map((claim) => isSameValue(claim.value, entry.winner.value));
          expect(agrees).toEqual([...agrees].sort());
        }
        const filled = [
          ...Object.entries(content.booking).map(([name, value]) => [`booking.${name}`, value] as const),
          ...content.legs.flatMap(({ sequence, ...leg }) =>
            Object.entries(leg).map(([name, value]) => [`leg[${sequence}].${name}`, value] as const),
          ),
          ...content.containers.flatMap((container) =>
            Object.entries(container).map(
              ([name, value]) => [`container[${container.containerNo}].${name}`, value] as const,
            ),
          ),
        ].filter(([, value]) => value !== null);
        for (const [path] of filled) expect(provenance).toHaveProperty([path]);
      }),
      runs,
    );
  });

  test('an override wins where it fits, and withdrawing it restores what was', () => {
    fc.assert(
      fc.property(anyRecords, anyOverrides, (records, overrides) => {
        const { content, provenance } = fuse(records, overrides, defaultPrecedence);
        for (const entry of Object.values(provenance)) {
          if (entry.rule !== 'override') continue;
          expect(overrides.some(({ id, active }) => active && id === entry.winner.recordId)).toBe(true);
        }
        const withdrawn = overrides.map((override) => ({ ...override, active: false }));
        expect(fuse(records, withdrawn, defaultPrecedence)).toEqual(fuse(records, [], defaultPrecedence));
        const only = overrides.filter(({ active, path }) => active && path === 'booking.eta');
        const [single] = only;
        if (only.length === 1 && single && typeof single.value !== 'string') {
          expect(content.booking.eta).toBe(single.value);
        }
      }),
      runs,
    );
  });

  test('legs are numbered without gaps and neighbours are never the same leg', () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        const { legs } = fuse(records, [], defaultPrecedence).content;
        legs.forEach((leg, index) => {
          expect(leg.sequence).toBe(index + 1);
          const next = legs[index + 1];
          const known = leg.portOfLoading !== null && leg.portOfDischarge !== null;
          if (next && known)
            expect([next.portOfLoading, next.portOfDischarge]).not.toEqual([leg.portOfLoading, leg.portOfDischarge]);
        });
      }),
      runs,
    );
  });
});
