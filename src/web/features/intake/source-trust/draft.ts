import {
  defaultOrderFor,
  differingAttributes,
  normalOrders,
  orderFor,
  orderableAttributes,
  standardOrder,
  toPrecedence,
} from '#domain/intake/fusion/precedence-orders.ts';
import type { PrecedenceOrders } from '#domain/intake/fusion/precedence-orders.ts';
import type { SourceType } from '#domain/tracking/model.ts';

/** Every attribute in the order of the screen: what holds for all others first. */
export const shownAttributes: readonly string[] = [standardOrder, ...orderableAttributes];

/** The orders that are in force, of what the server says of each attribute. */
export const ordersOf = (
  attributes: readonly { attribute: string; order: readonly string[]; own: 0 | 1 }[],
): PrecedenceOrders =>
  normalOrders(
    Object.fromEntries(
      attributes
        .filter(({ attribute, own }) => own === 1 || attribute === standardOrder)
        .map(({ attribute, order }) => [attribute, order as SourceType[]]),
    ),
  );

/** The order of one attribute by orders that may not be saved yet. */
export const shownOrder = (orders: PrecedenceOrders, attribute: string): readonly SourceType[] =>
  orderFor(toPrecedence(orders), attribute);

/** The columns of the matrix: sources as the product comes with them, the most trusted first. */
export const matrixSources: readonly SourceType[] = defaultOrderFor(standardOrder);

/** A cell of the matrix: the place of a source, from 1 on, and how many places higher than for all other fields. */
export type Placed = { type: SourceType; place: number; shift: number; unsaved: boolean };

/** The cells of one attribute; one is unsaved where the saved orders give the source another place. */
export function matrixRow(orders: PrecedenceOrders, attribute: string, saved: PrecedenceOrders): readonly Placed[] {
  const [own, standard] = [shownOrder(orders, attribute), shownOrder(orders, standardOrder)];
  const before = shownOrder(saved, attribute);
  return matrixSources.map((type) => {
    const index = own.indexOf(type);
    return {
      type,
      place: index + 1,
      shift: standard.indexOf(type) - index,
      unsaved: before.indexOf(type) !== index,
    };
  });
}

/** Orders with one attribute set again. */
export const withOrder = (
  orders: PrecedenceOrders,
  attribute: string,
  order: readonly SourceType[],
): PrecedenceOrders => normalOrders({ ...orders, [attribute]: order });

/** Orders in which one attribute is as the product comes with it. */
export function withoutOrder(orders: PrecedenceOrders, attribute: string): PrecedenceOrders {
  const { [attribute]: _, ...others } = orders;
  return normalOrders(others);
}

/** A list with one entry moved to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [one] = next.splice(from, 1);
  if (one !== undefined) next.splice(to, 0, one);
  return next;
}

/** My changes of the orders that were in force before, made to those that are in force now. */
export function mergeOrders(before: PrecedenceOrders, mine: PrecedenceOrders, now: PrecedenceOrders): PrecedenceOrders {
  const changed = differingAttributes(mine, before);
  const others = Object.entries(now).filter(([attribute]) => !changed.includes(attribute));
  const own = Object.entries(mine).filter(([attribute]) => changed.includes(attribute));
  return normalOrders(Object.fromEntries([...others, ...own]));
}

/** What differs between two sets of orders, as a set. */
export const differing = (a: PrecedenceOrders, b: PrecedenceOrders): ReadonlySet<string> =>
  new Set(differingAttributes(a, b));

/** Which part of a shipment an attribute belongs to, and its own name. */
export function partsOf(attribute: string): {
  kind: 'standard' | 'booking' | 'leg' | 'container' | 'event';
  name: string;
} {
  const [kind = '', name = ''] = attribute.split('.');
  return attribute === standardOrder
    ? { kind: 'standard', name: '' }
    : { kind: kind as 'booking' | 'leg' | 'container' | 'event', name };
}
