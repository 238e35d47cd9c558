import type { Instant } from '#shared/time/instant.ts';
import { routesOf, withoutCorrections } from './corrections.ts';
import type { DatedValue, ShipmentView } from './types.ts';

/**
 * When the port of discharge became what it is now; estimates for another port cannot be compared. Before any way from port to
 * port was known, the only port reported of may have been one of transhipment.
 */
function destinationKnownAt({ routeHistory }: ShipmentView, canonical: (port: string) => string): Instant {
  const routes = routesOf(routeHistory);
  const [first] = routes;
  if (first === undefined) return Number.NEGATIVE_INFINITY;
  const ends = routes.map(({ value, knownAt }) => {
    const last = value[value.length - 1];
    return { port: last ? canonical(last) : '', knownAt };
  });
  const current = ends[ends.length - 1];
  const changed = current && ends.findLastIndex(({ port }) => port !== current.port);
  if (changed === undefined || changed < 0) return first.knownAt;
  return ends[changed + 1]?.knownAt ?? first.knownAt;
}

/** The estimated arrivals at the present port of discharge as the world reported them; `canonical` gives ports one name each. */
export function etasOfDestination(
  view: ShipmentView,
  canonical: (port: string) => string = (port) => port,
): readonly DatedValue<Instant>[] {
  const since = destinationKnownAt(view, canonical);
  const reported = withoutCorrections(view.etaHistory);
  return since === Number.NEGATIVE_INFINITY ? reported : reported.filter(({ knownAt }) => knownAt >= since);
}
