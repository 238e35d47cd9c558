import { sourceTypes } from '../../tracking/model.ts';
import type { SourceType } from '../../tracking/model.ts';
import { bookingAttributes, containerAttributes, eventAttributes, legAttributes } from './paths.ts';
import { defaultPrecedence } from './precedence.ts';
import type { Precedence } from './types.ts';

/** Stands for all attributes that have no order of their own. */
export const standardOrder = 'standard';

/**
 * Attributes whose order of sources can be changed, such as `booking.ata`. A container's number is its identity,
 * both ports of a leg are chosen together, by the order of the port of loading, and when a ship left and came is one
 * fact of booking, leg and milestones, decided by the order of the booking.
 */
export const orderableAttributes: readonly string[] = [
  ...bookingAttributes.map((name) => `booking.${name}`),
  ...legAttributes
    .filter((name) => name !== 'portOfDischarge' && name !== 'atd' && name !== 'ata')
    .map((name) => `leg.${name}`),
  ...containerAttributes.filter((name) => name !== 'containerNo').map((name) => `container.${name}`),
  ...eventAttributes.map((name) => `event.${name}`),
];

/** What an operator has set, by attribute or `standard`: source types from most to least trusted. */
export type PrecedenceOrders = Readonly<Record<string, readonly SourceType[]>>;

/** What is wrong with a wanted order. */
export type OrderProblem = { attribute: string; problem: 'unknown_attribute' | 'not_every_source' | 'expert_first' };

const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((type, index) => type === b[index]);

/** Problems of orders given by a person: each names every source type once, experts first. */
export function findOrderProblems(orders: Readonly<Record<string, readonly string[]>>): OrderProblem[] {
  const known = new Set([standardOrder, ...orderableAttributes]);
  return Object.entries(orders).flatMap(([attribute, order]): OrderProblem[] => {
    if (!known.has(attribute)) return [{ attribute, problem: 'unknown_attribute' }];
    if (order.length !== sourceTypes.length || sourceTypes.some((type) => !order.includes(type)))
      return [{ attribute, problem: 'not_every_source' }];
    return order[0] === 'EXPERT' ? [] : [{ attribute, problem: 'expert_first' }];
  });
}

/** The precedence that orders make of the default. */
export function toPrecedence(orders: PrecedenceOrders): Precedence {
  const { [standardOrder]: standard, ...own } = orders;
  const byAttribute = { ...defaultPrecedence.byAttribute, ...own };
  // Both ports of a leg are chosen together.
  const route = byAttribute['leg.portOfLoading'];
  if (route !== undefined) byAttribute['leg.portOfDischarge'] = route;
  return { standard: standard ?? defaultPrecedence.standard, byAttribute };
}

/** The order that is in force for an attribute, or the standard one. */
export const orderFor = (precedence: Precedence, attribute: string): readonly SourceType[] =>
  precedence.byAttribute[attribute] ?? precedence.standard;

/** The order the product comes with. */
export const defaultOrderFor = (attribute: string): readonly SourceType[] => orderFor(defaultPrecedence, attribute);

/**
 * Orders without those that say nothing: what is the default, where the default is an order of its own, or what the
 * standard order of these same orders says anyway. Equal precedences have equal normal orders.
 */
export function normalOrders(orders: PrecedenceOrders): Record<string, readonly SourceType[]> {
  const standard = orders[standardOrder] ?? defaultPrecedence.standard;
  const normal: Record<string, readonly SourceType[]> = {};
  if (!isEqual(standard, defaultPrecedence.standard)) normal[standardOrder] = standard;
  for (const attribute of orderableAttributes) {
    const order = orders[attribute];
    if (order !== undefined && !isEqual(order, defaultPrecedence.byAttribute[attribute] ?? standard))
      normal[attribute] = order;
  }
  return normal;
}

/** Attributes (and `standard`) for which two sets of orders trust sources in another order. */
export function differingAttributes(a: PrecedenceOrders, b: PrecedenceOrders): string[] {
  const [one, other] = [toPrecedence(a), toPrecedence(b)];
  return [standardOrder, ...orderableAttributes].filter(
    (attribute) => !isEqual(orderFor(one, attribute), orderFor(other, attribute)),
  );
}
