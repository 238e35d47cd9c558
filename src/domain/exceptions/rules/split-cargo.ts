import { eventPath } from '../../intake/fusion/paths.ts';
import { milestones } from '../../tracking/model.ts';
import type { EventContent } from '../../tracking/model.ts';
import { everyContainerArrived } from '../../tracking/whereabouts.ts';
import { canonicalPort, contentOf, evidenceOf, provenanceOf } from '../facts.ts';
import { foldVessel, isSameVoyage } from '../../tracking/ship.ts';
import type { ExceptionRule, Finding, ReferenceData, ShipmentView } from '../types.ts';

/** Moves that put a container on a ship or take it from one. */
const onBoard: ReadonlySet<string> = new Set([
  milestones.loaded,
  milestones.departed,
  milestones.transhipmentLoaded,
  milestones.transhipmentDeparted,
]);

function isOtherShip(a: EventContent, b: EventContent): boolean {
  if (a.vesselName && b.vesselName && foldVessel(a.vesselName) !== foldVessel(b.vesselName)) return true;
  return Boolean(a.voyage && b.voyage && !isSameVoyage(a.voyage, b.voyage));
}

/** Whether one record tells the ship of both containers, so that no difference between sources is taken for a split. */
function isOneVoice(view: ShipmentView, a: EventContent, b: EventContent): boolean {
  const attribute = a.vesselName && b.vesselName ? 'vesselName' : 'voyage';
  const first = provenanceOf(view, eventPath(a, attribute))?.winner;
  const second = provenanceOf(view, eventPath(b, attribute))?.winner;
  return !first || !second || first.recordId === second.recordId;
}

function groupByCall(events: readonly EventContent[], reference: ReferenceData): Map<string, EventContent[]> {
  const groups = new Map<string, EventContent[]>();
  for (const event of events) {
    if (!event.containerNo || event.actual === null || !onBoard.has(event.statusCode)) continue;
    const key = `${event.statusCode}|${event.portCode ? canonicalPort(event.portCode, reference) : ''}`;
    const group = groups.get(key);
    if (group) group.push(event);
    else groups.set(key, [event]);
  }
  return groups;
}

/** First two containers of a call that are on different ships by the word of one record. */
function findSplit(view: ShipmentView, events: readonly EventContent[]): [EventContent, EventContent] | undefined {
  for (const [index, a] of events.entries()) {
    const b = events
      .slice(index + 1)
      .find((other) => other.containerNo !== a.containerNo && isOtherShip(a, other) && isOneVoice(view, a, other));
    if (b) return [a, b];
  }
  return undefined;
}

const shipOf = (event: EventContent): string => [event.vesselName, event.voyage].filter(Boolean).join(' ');

/**
 * Containers of one bill really went on board different ships or voyages.
 * Silent on plans and estimates, when the ships are reported by different sources (they may lag or spell differently),
 * when only one container names a ship, and on the subscription of a single container. One port is one problem;
 * an outcome once every container has arrived.
 */
export const splitCargo: ExceptionRule = {
  code: 'SPLIT_CARGO',
  defaults: {},
  text: {
    zh: '同一提单的箱子在 {{port}} 分装不同船：{{firstContainer}} 在 {{firstShip}}，{{secondContainer}} 在 {{secondShip}}',
    en: 'Containers of one bill travel apart from {{port}}: {{firstContainer}} on {{firstShip}}, {{secondContainer}} on {{secondShip}}',
  },
  monotonic: 'increasing',
  readsDetails: 'toExcuse',
  changeTimes: () => [],
  detect: (view, _now, _settings, reference) => {
    if (view.subscription.subject !== 'bill') return [];
    const isOver = everyContainerArrived(contentOf(view));
    return [...groupByCall(contentOf(view).events, reference).values()].flatMap((events): Finding[] => {
      const split = findSplit(view, events);
      if (!split) return [];
      const [first, second] = split;
      return [
        {
          key: first.portCode ? canonicalPort(first.portCode, reference) : '',
          params: {
            port: first.portCode ?? '-',
            firstContainer: first.containerNo ?? '',
            firstShip: shipOf(first),
            secondContainer: second.containerNo ?? '',
            secondShip: shipOf(second),
          },
          evidence: split.map((event) => evidenceOf(view, eventPath(event, 'vesselName'), shipOf(event))),
          ...(isOver && { over: 'happened' as const }),
          severity: 'medium',
        },
      ];
    });
  },
};
