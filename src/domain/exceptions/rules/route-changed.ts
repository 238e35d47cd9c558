import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { hasArrived } from '../../tracking/whereabouts.ts';
import { canonicalPort, contentOf } from '../facts.ts';
import { routesOf } from '../corrections.ts';
import type { ExceptionRule, ReferenceData, ShipmentView } from '../types.ts';

/** Canonical ports in order; the port where one leg ends and the next starts counts once. */
function portsOf(route: readonly string[], reference: ReferenceData): string[] {
  return route
    .filter(Boolean)
    .map((code) => canonicalPort(code, reference))
    .filter((port, index, ports) => port !== ports[index - 1]);
}

/** When the whole route could first be known: single messages tell a part of it, an answer to a question tells all. */
function answeredFrom({ sources }: ShipmentView): Instant {
  const first = sources.flatMap(({ isQueried, reports, firstAnsweredAt: at }) =>
    isQueried === true && reports === undefined && at !== undefined ? [at ?? Number.POSITIVE_INFINITY] : [],
  );
  return first.length === 0 ? Number.NEGATIVE_INFINITY : Math.min(...first);
}

/** The route as it stood when the sources had had time to tell it. */
function settledRoute(
  view: ShipmentView,
  history: ShipmentView['routeHistory'],
  learningMs: number,
): ShipmentView['routeHistory'][number] | undefined {
  const [first] = history;
  if (first === undefined) return undefined;
  const from = Math.max(first.knownAt, answeredFrom(view));
  return history.findLast(({ knownAt }) => knownAt <= from + learningMs);
}

/** Whether the ports are the same, but for codes that nobody knows in the place of others. */
const isSameByOtherNames = (before: readonly string[], after: readonly string[], reference: ReferenceData): boolean =>
  before.length === after.length &&
  after.every((port, index) => port === before[index] || reference.resolvePort(port) === undefined);

/**
 * A port was added to the route, left out or resequenced.
 * Silent while the route is still being learned from the sources (the first day, counted from the first answer of one that is
 * asked: messages that came before may tell of the first leg only), when codes are aliases, when a change
 * was taken back, on a code that nobody knows in the place of a port (PORT_UNMATCHED), on corrections of ours (a port that was mapped, an expert value), and while less than two ports are known. After the arrival it is an outcome.
 */
export const routeChanged: ExceptionRule = {
  code: 'ROUTE_CHANGED',
  defaults: { learningHours: 24 },
  text: {
    zh: '航线变更：{{oldRoute}} 改为 {{newRoute}}{{#added}}；新增 {{added}}{{/added}}{{#removed}}；取消 {{removed}}{{/removed}}{{#resequenced}}；挂靠顺序调整{{/resequenced}}',
    en: 'Route changed from {{oldRoute}} to {{newRoute}}{{#added}}; added {{added}}{{/added}}{{#removed}}; left out {{removed}}{{/removed}}{{#resequenced}}; order of calls changed{{/resequenced}}',
  },
  monotonic: 'increasing',
  readsHistory: true,
  changeTimes: () => [],
  detect: (view, _now, settings, reference) => {
    const routeHistory = routesOf(view.routeHistory);
    const old = settledRoute(view, routeHistory, (settings.learningHours ?? 0) * HOUR_MS);
    const current = routeHistory[routeHistory.length - 1];
    if (!old || !current || old === current) return [];
    const before = portsOf(old.value, reference);
    const after = portsOf(current.value, reference);
    if (before.length < 2 || after.length < 2 || isSameByOtherNames(before, after, reference)) return [];
    const added = after.filter((port) => !before.includes(port));
    const removed = before.filter((port) => !after.includes(port));
    const endsMoved = before[0] !== after[0] || before[before.length - 1] !== after[after.length - 1];
    return [
      {
        key: '',
        params: {
          oldRoute: before.join(' → '),
          newRoute: after.join(' → '),
          ...(added.length > 0 && { added: added.join(' ') }),
          ...(removed.length > 0 && { removed: removed.join(' ') }),
          ...(added.length + removed.length === 0 && { resequenced: 1 }),
        },
        evidence: [old, current].map(({ value, knownAt }) => ({
          path: 'legs',
          value: value.join(' → '),
          observedAt: knownAt,
        })),
        ...(hasArrived(contentOf(view)) && { over: 'happened' as const }),
        severity: endsMoved ? 'high' : 'medium',
      },
    ];
  },
};
