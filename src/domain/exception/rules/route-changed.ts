import { HOUR_MS } from '#shared/time/instant.ts';
import { canonicalPort } from '../facts.ts';
import { routesOf } from '../corrections.ts';
import type { ExceptionRule, ReferenceData, ShipmentView } from '../types.ts';

/** Canonical ports in order; the port where one leg ends and the next starts counts once. */
function portsOf(route: readonly string[], reference: ReferenceData): string[] {
  return route
    .filter(Boolean)
    .map((code) => canonicalPort(code, reference))
    .filter((port, index, ports) => port !== ports[index - 1]);
}

/** The route as it stood when the sources had had time to tell it. */
function settledRoute(
  history: ShipmentView['routeHistory'],
  learningMs: number,
): ShipmentView['routeHistory'][number] | undefined {
  const [first] = history;
  return first && history.findLast(({ knownAt }) => knownAt <= first.knownAt + learningMs);
}

/**
 * A port was added to the route, left out or resequenced.
 * Silent while the route is still being learned from the sources (first day), when codes are aliases, when a change
 * was taken back, on corrections of ours (a port that was mapped, an expert value), and while less than two ports are known.
 */
export const routeChanged: ExceptionRule = {
  code: 'ROUTE_CHANGED',
  defaults: { learningHours: 24 },
  text: {
    zh: '航线变更：{{oldRoute}} 改为 {{newRoute}}{{#added}}；新增 {{added}}{{/added}}{{#removed}}；取消 {{removed}}{{/removed}}{{#resequenced}}；挂靠顺序调整{{/resequenced}}',
    en: 'Route changed from {{oldRoute}} to {{newRoute}}{{#added}}; added {{added}}{{/added}}{{#removed}}; left out {{removed}}{{/removed}}{{#resequenced}}; order of calls changed{{/resequenced}}',
  },
  pace: 'grows',
  readsHistory: true,
  turns: () => [],
  detect: (view, _now, settings, reference) => {
    const routeHistory = routesOf(view.routeHistory);
    const old = settledRoute(routeHistory, (settings.learningHours ?? 0) * HOUR_MS);
    const current = routeHistory[routeHistory.length - 1];
    if (!old || !current || old === current) return [];
    const before = portsOf(old.value, reference);
    const after = portsOf(current.value, reference);
    if (before.length < 2 || after.length < 2 || before.join() === after.join()) return [];
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
        severity: endsMoved ? 'high' : 'medium',
      },
    ];
  },
};
