import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { anyCorrected, anyPrecedence, anyRecords } from '../../testing/arbitraries.ts';
import { buildRecord } from '../../testing/builders.ts';
import { sideOf } from '../../tracking/containers.ts';
import type { EventContent, ShipmentContent, SourceRecord } from '../../tracking/model.ts';
import { endNamed, isOfOtherEnd } from '../../testing/ends-of-way.ts';
import { onRoute } from '../../testing/on-route.ts';
import { fuse } from './fuse.ts';
import { callOrders } from './call-orders.ts';
import { acceptsValue } from './overrides.ts';
import { bookingAttributes, bookingPath, containerPath, eventPath, parsePath } from './paths.ts';
import { claimsIn, valueAt } from './provenance.ts';
import type { AttributeValue, FieldOverride, FusedShipment, Precedence } from './types.ts';

// What the rules say, reported once more without the code that follows them, for whatever order of trust.
const runs = { numRuns: 300 };

const statesNothing = (value: unknown): boolean => value === null || value === '';
const folded = (value: AttributeValue): AttributeValue =>
  typeof value === 'string' ? value.trim().replace(/\s+/g, ' ').toUpperCase() : value;

type Statement = { record: SourceRecord; value: AttributeValue };

/** Everybody which source stated something about an attribute, anyone who wins first. */
function inOrder(statement: readonly Statement[], attribute: string, precedence: Precedence): Statement[] {
  const order = precedence.byAttribute[attribute] ?? precedence.standard;
  const rank = ({ record }: Statement): number => {
    const at = order.indexOf(record.sourceType);
    return at < 0 ? order.length : at;
  };
  return [...statement].sort(
    (a, b) => rank(a) - rank(b) || b.record.observedAt - a.record.observedAt || (a.record.id < b.record.id ? -1 : 1),
  );
}

function ruleOf(sorted: readonly Statement[], attribute: string, precedence: Precedence): string {
  const [winner, ...others] = sorted;
  const rival = others.find(({ value }) => folded(value) !== folded(winner?.value ?? null));
  if (others.length === 0) return 'only';
  if (rival === undefined) return 'agreed';
  const order = precedence.byAttribute[attribute] ?? precedence.standard;
  const place = (one: Statement | undefined): number => {
    const at = order.indexOf(one?.record.sourceType ?? 'EXPERT');
    return at < 0 ? order.length : at;
  };
  return place(winner) < place(rival) ? 'precedence' : 'newest';
}

/** Every record tells a milestone at a place once. */
const reportedOnce = (records: readonly SourceRecord[]): SourceRecord[] =>
  records.map((record) => {
    const seen = new Set<string>();
    const events = record.content.events.filter(({ containerNo, statusCode, portCode }) => {
      const key = `${containerNo}|${statusCode}|${portCode}`;
      return !seen.has(key) && seen.add(key);
    });
    return { ...record, content: { ...record.content, events } };
  });

const isOfCall = (attribute: string): attribute is 'atd' | 'ata' => attribute === 'atd' || attribute === 'ata';

/** Of ships that do not carry the cargo no times are shown. */
const mayBeOfOtherShip = ({ statusCode, vesselName }: EventContent): boolean =>
  callOrders[statusCode] !== undefined && Boolean(vesselName);

const placeOf = (event: EventContent): string =>
  `${event.containerNo ?? ''}|${event.statusCode}|${event.portCode ?? ''}`;

describe('who is believed', () => {
  test('of a booking, and everybody who lost is named with what they stated', () => {
    fc.assert(
      fc.property(anyRecords, anyPrecedence, (records, precedence) => {
        const { content, provenance } = fuse(records, [], precedence);
        for (const attribute of bookingAttributes) {
          // When the ship left and came is reported in other places too: `calls.laws.test.ts`.
          if (isOfCall(attribute)) continue;
          const path = bookingPath(attribute);
          const statement = records.flatMap((record): Statement[] => {
            const value = record.content.booking[attribute];
            return statesNothing(value) ? [] : [{ record, value }];
          });
          if (statement.length === 0) {
            if (attribute !== 'eta' && attribute !== 'etd') expect(content.booking[attribute]).toBeNull();
            continue;
          }
          const end = endNamed(attribute);
          const common =
            end === undefined ? null : (end === 'portOfLoading' ? content.legs[0] : content.legs.at(-1))?.[end];
          const isPassed = ({ record }: Statement): boolean =>
            end !== undefined &&
            common != null &&
            records.some((one) => one.content.booking[end] === common) &&
            isOfOtherEnd(record, end, content);
          const passed = statement.filter(isPassed);
          const entry = provenance[path];
          if (passed.length === statement.length) continue;
          const sorted = [
            ...inOrder(
              statement.filter((one) => !isPassed(one)),
              path,
              precedence,
            ),
            ...passed,
          ];
          expect(content.booking[attribute]).toBe(sorted[0]?.value);
          expect(entry?.winner).toMatchObject({
            recordId: sorted[0]?.record.id,
            sourceCode: sorted[0]?.record.sourceCode,
            observedAt: sorted[0]?.record.observedAt,
          });
          expect(entry?.rule).toBe(passed.length > 0 ? 'route' : ruleOf(sorted, path, precedence));
          const others = entry?.others.map(({ recordId, value }) => [recordId, value]) ?? [];
          expect(others.toSorted()).toEqual(
            sorted
              .slice(1)
              .map(({ record, value }) => [record.id, value])
              .toSorted(),
          );
        }
      }),
      runs,
    );
  });

  test('of containers: every container that anybody knows, value by value', () => {
    fc.assert(
      fc.property(anyRecords, anyPrecedence, (records, precedence) => {
        const { content, provenance } = fuse(records, [], precedence);
        const containers = records.flatMap((record) => record.content.containers.map((unit) => ({ record, unit })));
        expect(content.containers.map(({ containerNo }) => containerNo)).toEqual(
          [...new Set(containers.map(({ unit }) => unit.containerNo))].sort(),
        );
        for (const { containerNo, sealNo } of content.containers) {
          const statement = containers
            .filter(({ unit }) => unit.containerNo === containerNo && !statesNothing(unit.sealNo))
            .map(({ record, unit }): Statement => ({ record, value: unit.sealNo }));
          const sorted = inOrder(statement, 'container.sealNo', precedence);
          expect(sealNo).toBe(sorted[0]?.value ?? null);
          const entry = provenance[containerPath(containerNo, 'sealNo')];
          expect(
            entry === undefined
              ? []
              : claimsIn(entry)
                  .map(({ recordId }) => recordId)
                  .toSorted(),
          ).toEqual(sorted.map(({ record }) => record.id).toSorted());
        }
      }),
      runs,
    );
  });

  test('an estimate that nobody gives is the planned time of the most trusted', () => {
    fc.assert(
      fc.property(anyRecords, anyPrecedence, (records, precedence) => {
        const { content, provenance } = fuse(records, [], precedence);
        if (records.some((record) => record.content.booking.eta !== null)) return;
        const statement = records.flatMap((record): Statement[] => {
          const value = record.content.booking.plannedArrival;
          return value === null ? [] : [{ record, value }];
        });
        // Who knows the first legs only plans no arrival at the end of the way.
        if (statement.some(({ record }) => isOfOtherEnd(record, 'portOfDischarge', content))) return;
        expect(content.booking.eta).toBe(inOrder(statement, 'booking.eta', precedence)[0]?.value ?? null);
        expect(provenance['booking.eta']?.rule).toBe(statement.length === 0 ? undefined : 'classifier');
      }),
      runs,
    );
  });

  test('of legs: every value was stated of some leg by the one it is attributed to', () => {
    fc.assert(
      fc.property(anyRecords, anyPrecedence, (records, precedence) => {
        const { content, provenance } = fuse(records, [], precedence);
        for (const [path, entry] of Object.entries(provenance)) {
          const parsed = parsePath(path);
          if (parsed?.kind !== 'leg') continue;
          for (const claim of claimsIn(entry)) {
            const record = records.find(({ id }) => id === claim.recordId);
            const { legs = [], booking, events = [] } = record?.content ?? {};
            const values: AttributeValue[] = legs.map((leg) => leg[parsed.attribute as 'eta']);
            if (parsed.attribute === 'etd' || parsed.attribute === 'eta')
              values.push(booking?.[parsed.attribute] ?? null);
            if (isOfCall(parsed.attribute))
              values.push(booking?.[parsed.attribute] ?? null, ...events.map(({ actual }) => actual));
            expect(values).toContain(claim.value);
          }
        }
        const [best] = inOrder(
          records.filter(({ content: { legs } }) => legs.length > 0).map((record) => ({ record, value: null })),
          'leg.portOfLoading',
          precedence,
        );
        if (best === undefined) expect(content.legs).toEqual([]);
        else expect(content.legs.length).toBeGreaterThan(0);
      }),
      runs,
    );
  });
});

describe('milestones', () => {
  test('reports of one event are one milestone with one actual time: two days apart at a ship, or a minute elsewhere, are two events', () => {
    fc.assert(
      fc.property(anyRecords, anyPrecedence, (records, precedence) => {
        const { events } = fuse(records, [], precedence).content;
        for (const visits of Map.groupBy(events, placeOf).values()) {
          const sorted = visits.toSorted((a, b) => a.occurrence - b.occurrence);
          expect(sorted.map(({ occurrence }) => occurrence)).toEqual(sorted.map((_, index) => index + 1));
          if (sorted.length === 1) continue;
          sorted.slice(1).forEach((visit, index) => {
            const before = sorted[index]?.actual ?? Number.NaN;
            const isOfShip = sideOf(visit.statusCode) !== undefined;
            expect((visit.actual ?? Number.NaN) - before).toBeGreaterThan(isOfShip ? 48 * HOUR_MS : MINUTE_MS);
          });
        }
      }),
      runs,
    );
  });

  test('no milestone is lost or invented, and anyone who gave a time is named', () => {
    fc.assert(
      fc.property(anyRecords.map(reportedOnce), anyPrecedence, (records, precedence) => {
        const { content, provenance } = fuse(records, [], precedence);
        const reported = onRoute(records, content).flatMap((record) =>
          record.content.events.map((event) => ({ record, event: { ...event, portCode: event.portCode || null } })),
        );
        const shown = new Set(content.events.map(placeOf));
        const known = new Set(reported.map(({ event }) => placeOf(event)));
        for (const place of shown) expect(known).toContain(place);
        for (const { event } of reported) if (event.portCode !== null) expect(shown).toContain(placeOf(event));
        for (const attribute of ['planned', 'estimated', 'actual'] as const) {
          const isCallTime = ({ statusCode }: EventContent): boolean =>
            attribute === 'actual' && callOrders[statusCode] !== undefined;
          const claimed = content.events.flatMap((event) => {
            if (isCallTime(event)) return [];
            const entry = provenance[eventPath(event, attribute)];
            return entry === undefined ? [] : claimsIn(entry);
          });
          const statement = reported.flatMap(({ record, event }) => {
            const value = event[attribute];
            return value === null || isCallTime(event) || mayBeOfOtherShip(event) ? [] : [{ record, value, event }];
          });
          for (const { recordId, value } of claimed)
            expect(reported.some(({ record, event }) => record.id === recordId && event[attribute] === value)).toBe(
              true,
            );
          for (const one of statement) {
            // A report without a place may join the only place known, and then counts as the same voice.
            if (one.event.portCode === null) continue;
            const joined = reported.some(
              ({ record, event }) =>
                record.id === one.record.id &&
                event !== one.event &&
                event.statusCode === one.event.statusCode &&
                (event.portCode === null || placeOf(event) === placeOf(one.event)),
            );
            if (joined) continue;
            expect(claimed.map(({ recordId, value }) => [recordId, value])).toContainEqual([one.record.id, one.value]);
          }
        }
      }),
      runs,
    );
  });
});

/** Paths that one call of a ship is reported at: they share their provenance. */
const sharing = (path: string, ...fused: readonly FusedShipment[]): string[] => [
  path,
  ...fused.flatMap(({ provenance }) =>
    Object.keys(provenance).filter((other) => provenance[path] !== undefined && provenance[other] === provenance[path]),
  ),
];

const isOfShipCall = (path: string): boolean =>
  path.startsWith('event[') && callOrders[path.split('|')[1] ?? ''] !== undefined;

describe('what experts enter', () => {
  const ruling = (overrides: readonly FieldOverride[], paths: readonly string[]): FieldOverride | undefined =>
    overrides
      .filter((override) => paths.includes(override.path) && override.active)
      .toSorted((a, b) => b.enteredAt - a.enteredAt || (a.id < b.id ? 1 : -1))[0];

  test('is shown instead, the newest of several, with all that was stated kept; and nothing else changes', () => {
    fc.assert(
      fc.property(anyCorrected, ({ records, overrides: entered }) => {
        // Another ship or port of a leg changes who may speak of its departure and arrival, and another time of a call which
        // visit it is.
        const overrides = entered.filter(({ path }) => !/\.(vessel|portOf)/.test(path) && !isOfShipCall(path));
        const precedence: Precedence = { standard: ['CARRIER', 'FT'], byAttribute: {} };
        const automatic = fuse(records, [], precedence);
        const corrected = fuse(records, overrides, precedence);
        for (const path of new Set([...Object.keys(automatic.provenance), ...Object.keys(corrected.provenance)])) {
          const override = ruling(overrides, sharing(path, automatic, corrected));
          const fits = override && acceptsValue(parsePath(path)?.attribute ?? '', override.value);
          const before = automatic.provenance[path];
          const after = corrected.provenance[path];
          if (!override || !fits) {
            expect([path, after]).toEqual([path, before]);
            expect(valueAt(corrected.content, path)).toBe(valueAt(automatic.content, path));
            continue;
          }
          expect([path, valueAt(corrected.content, path)]).toEqual([path, override.value]);
          expect(after).toMatchObject({
            rule: 'override',
            winner: { recordId: override.id, sourceCode: 'expert:expert', observedAt: override.enteredAt },
          });
          const statement = before === undefined ? [] : claimsIn(before);
          const key = (claim: { recordId: string; value: AttributeValue }) => `${claim.recordId} ${claim.value}`;
          expect(after?.others.map(key).toSorted()).toEqual(statement.map(key).toSorted());
        }
      }),
      runs,
    );
  });

  test('stays as it is when the result is fused again, and taken back leaves what was', () => {
    fc.assert(
      fc.property(anyCorrected, anyPrecedence, ({ records, overrides }, precedence) => {
        // Actual times and ships tell one visit from another: with others it may be another visit.
        const kept = overrides.filter(({ path }) => !/\.(actual|atd|ata|vesselName)$/.test(path));
        const { content } = fuse(records, kept, precedence);
        expect(fuse([buildRecord('again', content)], kept, precedence).content).toEqual(content);
        overrides.forEach((_, index) => {
          const without = overrides.filter((__, at) => at !== index);
          const off = overrides.map((override, at) => (at === index ? { ...override, active: false } : override));
          expect(fuse(records, off, precedence)).toEqual(fuse(records, without, precedence));
        });
      }),
      runs,
    );
  });
});

/** Records whose legs are known from port to port, as far as they know any. */
const routed = (records: readonly SourceRecord[]): SourceRecord[] =>
  records.map((record) => {
    const legs = record.content.legs
      .filter(({ portOfLoading: from, portOfDischarge: to }) => from && to && from !== to)
      .map((leg, index) => ({ ...leg, sequence: index + 1 }));
    return { ...record, content: { ...record.content, legs } };
  });

/** A content without legs and without what is stated of the calls of ships. */
const withoutRoute = ({ booking, events, containers }: ShipmentContent) => ({
  booking: { ...booking, atd: null, ata: null },
  events: events.filter(({ statusCode }) => callOrders[statusCode] === undefined),
  containers,
});

describe('what sources say again', () => {
  test('changes nothing when it is the same, in any order of arrival', () => {
    fc.assert(
      fc.property(anyRecords, anyPrecedence, fc.nat(), (all, precedence, pick) => {
        for (const records of [all, routed(all)]) {
          const { content } = fuse(records, [], precedence);
          expect(fuse(records.toReversed(), [], precedence).content).toEqual(content);
          const one = records[pick % Math.max(1, records.length)];
          if (one === undefined) return;
          const again = fuse([{ ...one, id: `${one.id}-again` }, ...records], [], precedence).content;
          // A leg without ports has no place of its own, so that a second voice may give it another one, with its calls.
          if (records === all) expect(withoutRoute(again)).toEqual(withoutRoute(content));
          else expect(again).toEqual(content);
        }
      }),
      runs,
    );
  });

  test('less than before takes nothing away that others say', () => {
    fc.assert(
      fc.property(anyRecords, anyPrecedence, (records, precedence) => {
        const [first, ...others] = records;
        if (first === undefined) return;
        const rest = fuse(others, [], precedence).content;
        const silent = { ...first, content: buildRecord('x', {}).content };
        expect(fuse([silent, ...others], [], precedence).content).toEqual(rest);
        // What the one knew alone is gone with it, and only that.
        const { content: all, provenance } = fuse(records, [], precedence);
        for (const attribute of bookingAttributes) {
          // Who names another ship takes away what was stated of the one before.
          if (isOfCall(attribute)) continue;
          // So does who knows that the way goes on, with what was stated of its end, and who knows whence the cargo came.
          const ofEnd = endNamed(attribute) !== undefined;
          if (ofEnd && (all.booking[attribute] === null || provenance[bookingPath(attribute)]?.rule === 'route'))
            continue;
          if (rest.booking[attribute] !== null) expect(all.booking[attribute]).not.toBeNull();
          if (first.content.booking[attribute] === null && attribute !== 'eta' && attribute !== 'etd')
            expect(all.booking[attribute]).toBe(rest.booking[attribute]);
        }
      }),
      runs,
    );
  });
});
