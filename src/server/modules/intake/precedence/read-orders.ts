import { findOrderProblems } from '#domain/intake/fusion/precedence-orders.ts';
import type { PrecedenceOrders } from '#domain/intake/fusion/precedence-orders.ts';
import type { Lang } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';

/** Orders given by a person; refuses what is no order of all sources with experts first. */
export function readOrders(orders: Readonly<Record<string, readonly string[]>>, lang: Lang): PrecedenceOrders {
  const [first] = findOrderProblems(orders);
  if (first !== undefined) {
    const problem = serverText(`precedence.problem.${first.problem}`, {}, lang);
    throw refused('precedence.badOrder', { attribute: first.attribute, problem });
  }
  return orders as PrecedenceOrders;
}
