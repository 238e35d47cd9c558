import type { PriceQuestion, SurchargeLine } from './all-in-price.ts';

type Place = Pick<PriceQuestion, 'carrierId' | 'polId' | 'podId'>;

const keyOf = (carrierId: number | null, polId: number | null, podId: number | null): string =>
  `${carrierId ?? ''}|${polId ?? ''}|${podId ?? ''}`;

/**
 * Surcharges by where they apply: gives those that may concern a carrier and two ports, in the order they came in, without looking
 * at the others.
 */
export function indexSurcharges(lines: readonly SurchargeLine[]): (place: Place) => readonly SurchargeLine[] {
  const byPlace = Map.groupBy(
    lines.map((line, order) => ({ line, order })),
    ({ line }) => keyOf(line.carrierId, line.polId, line.podId),
  );
  return ({ carrierId, polId, podId }) =>
    [carrierId, null]
      .flatMap((carrier) => [polId, null].flatMap((pol) => [podId, null].map((pod) => keyOf(carrier, pol, pod))))
      .flatMap((key) => byPlace.get(key) ?? [])
      .sort((a, b) => a.order - b.order)
      .map(({ line }) => line);
}
