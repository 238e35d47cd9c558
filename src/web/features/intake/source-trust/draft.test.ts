import { describe, expect, test } from 'vitest';
import { defaultOrderFor } from '#domain/intake/fusion/precedence-orders.ts';
import type { SourceType } from '#domain/tracking/model.ts';
import {
  differing,
  matrixRow,
  mergeOrders,
  moved,
  ordersOf,
  partsOf,
  shownAttributes,
  shownOrder,
  withOrder,
  withoutOrder,
} from './draft.ts';

const standard = defaultOrderFor('standard');
const ftFirst: SourceType[] = ['EXPERT', 'FT', ...standard.filter((type) => type !== 'EXPERT' && type !== 'FT')];

describe('orders on the screen', () => {
  test('of the default are none', () => {
    const attributes = shownAttributes.map((attribute) => ({
      attribute,
      order: defaultOrderFor(attribute),
      own: attribute === 'booking.ata' ? (1 as const) : (0 as const),
    }));
    expect(ordersOf(attributes)).toEqual({});
  });

  test('of one attribute are set, and are gone once it is as before', () => {
    const orders = withOrder({}, 'booking.eta', ftFirst);
    expect(shownOrder(orders, 'booking.eta')).toEqual(ftFirst);
    expect([...differing(orders, {})]).toEqual(['booking.eta']);
    expect(withOrder(orders, 'booking.eta', standard)).toEqual({});
    expect(withoutOrder(orders, 'booking.eta')).toEqual({});
  });

  test('are a row of places, which says where they deviate from all other fields and what is not saved', () => {
    const shiftsOf = (row: ReturnType<typeof matrixRow>): string =>
      row.map(({ type, place, shift, unsaved }) => `${type} ${place} ${shift}${unsaved ? ' new' : ''}`).join(', ');
    expect(matrixRow({}, 'booking.eta', {}).every(({ shift, unsaved }) => shift === 0 && !unsaved)).toBe(true);
    expect(shiftsOf(matrixRow({}, 'booking.atd', {}))).toBe(
      'EXPERT 1 0, CARRIER 4 -2, EDI 5 -2, TERMINAL 2 2, RPA 6 -1, FT 7 -1, CUSTOMS 8 -1, AIS 3 5',
    );
    expect(shiftsOf(matrixRow(withOrder({}, 'booking.eta', ftFirst), 'booking.eta', {}))).toBe(
      'EXPERT 1 0, CARRIER 3 -1 new, EDI 4 -1 new, TERMINAL 5 -1 new, RPA 6 -1 new, FT 2 4 new, CUSTOMS 7 0, AIS 8 0',
    );
  });

  test('follow another standard where they have none of their own', () => {
    const orders = withOrder({}, 'standard', ftFirst);
    expect(shownOrder(orders, 'booking.eta')).toEqual(ftFirst);
    expect(shownOrder(orders, 'booking.ata')).toEqual(defaultOrderFor('booking.ata'));
  });

  test('move one source and keep the others', () => {
    expect(moved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c']);
    expect(moved(['a', 'b'], 0, 0)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 5, 0)).toEqual(['a', 'b']);
  });

  test('keep my changes on what somebody else has saved, and nothing else of mine', () => {
    const before = withOrder({}, 'booking.ata', ftFirst);
    const mine = withOrder(withoutOrder(before, 'booking.ata'), 'booking.eta', ftFirst);
    const now = withOrder(before, 'booking.etd', ftFirst);
    expect(mergeOrders(before, mine, now)).toEqual(
      withOrder(withOrder({}, 'booking.etd', ftFirst), 'booking.eta', ftFirst),
    );
  });

  test('are named by the part of the shipment they are about', () => {
    expect(partsOf('event.actual')).toEqual({ kind: 'event', name: 'actual' });
    expect(partsOf('standard')).toEqual({ kind: 'standard', name: '' });
  });
});
