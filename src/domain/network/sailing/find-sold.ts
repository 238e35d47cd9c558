import { findDirect, findRoutes, type Route, type RouteQuestion } from './find-routes.ts';
import type { SailingNetwork } from './network.ts';

const keyOf = (route: Route): string => route.legs.map(({ board, alight }) => `${board}-${alight}`).join('_');

/** Ways that each carrier sells; a way that several sell is one way with several sellers. */
export function findSold(
  network: SailingNetwork,
  question: Omit<RouteQuestion, 'seller'>,
  wanted: readonly string[] | undefined,
): Map<string, { route: Route; sellers: string[] }> {
  const found = new Map<string, { route: Route; sellers: string[] }>();
  for (const seller of network.sellers.keys()) {
    if (wanted !== undefined && !wanted.includes(seller)) continue;
    const requested = { ...question, seller };
    const changing =
      question.maxChanges === 0 ? [] : findRoutes(network, requested).filter(({ changes }) => changes > 0);
    for (const route of [...findDirect(network, requested), ...changing]) {
      const key = keyOf(route);
      const known = found.get(key);
      if (known === undefined) found.set(key, { route, sellers: [seller] });
      else known.sellers.push(seller);
    }
  }
  return found;
}
