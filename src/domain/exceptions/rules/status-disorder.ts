import { HOUR_MS } from '#shared/time/instant.ts';
import { isActual, milestones } from '../../tracking/model.ts';
import type { EventContent, HappenedEvent } from '../../tracking/model.ts';
import { seaPortMilestones, transhipmentMilestones } from '../../tracking/sea-port-milestones.ts';
import { mergeContainers } from '../containers.ts';
import type { ContainerFinding } from '../containers.ts';
import { containerNumbersOf, eventsOfContainer, otherSailingsOf } from '../../tracking/containers.ts';
import { actualEvidence, canonicalPort, contentOf, isBeforeAt, noZone, zoneOfEvent } from '../facts.ts';
import type { ExceptionRule, ReferenceData } from '../types.ts';

/** What a container does one after the other; papers (releases, holds, inspections) come in any order. */
const physical: ReadonlySet<string> = new Set([
  milestones.emptyPickUp,
  milestones.stuffing,
  milestones.gateIn,
  ...seaPortMilestones,
  milestones.gateOutFull,
  milestones.stripping,
  milestones.emptyReturn,
]);

const transhipment: ReadonlySet<string> = new Set(transhipmentMilestones);

type Rank = readonly [stage: number, call: number, status: number];

/** All visits of a container to one point of its life. */
type Step = { rank: Rank; visits: HappenedEvent[] };

/** Where an event stands in the life of a container; undefined when that is not known. */
function rankOf(event: HappenedEvent, ports: readonly string[], reference: ReferenceData): Rank | undefined {
  const order = physical.has(event.statusCode) ? reference.orderOf(event.statusCode) : undefined;
  if (!order) return undefined;
  let call = 0;
  if (transhipment.has(event.statusCode)) {
    call = event.portCode ? ports.indexOf(canonicalPort(event.portCode, reference)) : -1;
    if (call < 0) return undefined;
  }
  return [order.stageSequence, call, order.statusSequence];
}

function compareRank(a: Rank, b: Rank): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function stepsOf(events: readonly EventContent[], ports: readonly string[], reference: ReferenceData): Step[] {
  const steps: Step[] = [];
  for (const event of events) {
    if (!isActual(event)) continue;
    const rank = rankOf(event, ports, reference);
    if (!rank) continue;
    const same = steps.find((step) => compareRank(step.rank, rank) === 0);
    if (same) same.visits.push(event);
    else steps.push({ rank, visits: [event] });
  }
  return steps.sort((a, b) => compareRank(a.rank, b.rank));
}

/** Neighbouring steps that stand the wrong way round; the first visit before and the last visit after count. */
function findPairs(
  steps: readonly Step[],
  toleranceMs: number,
  reference: ReferenceData,
): [before: HappenedEvent, after: HappenedEvent][] {
  return steps.flatMap((step, index) => {
    const next = steps[index + 1];
    if (!next) return [];
    const before = step.visits.reduce((first, event) => (event.actual < first.actual ? event : first));
    const after = next.visits.reduce((last, event) => (event.actual > last.actual ? event : last));
    const isEarlier = isBeforeAt(
      { instant: after.actual, zone: zoneOfEvent(after, reference) },
      { instant: before.actual, zone: zoneOfEvent(before, reference) },
    );
    return isEarlier && before.actual - after.actual > toleranceMs ? [[before, after]] : [];
  });
}

/**
 * A milestone of a container happened before the one that has to come before it.
 * Silent on releases, holds and inspections (they come in any order), on planned and estimated times, within the
 * tolerance for sources whose clocks differ, for dates without a time on one day, on transhipments at ports that
 * the route does not show, when one of several visits fits, and on ships that sailed without the container.
 */
export const statusDisorder: ExceptionRule = {
  code: 'STATUS_DISORDER',
  judgesContainers: true,
  defaults: { toleranceHours: 2 },
  text: {
    zh: '箱 {{boxNos}} 节点顺序矛盾：{{laterStatus}} {{laterAt}} 早于 {{earlierStatus}} {{earlierAt}}',
    en: '{{boxNos}}: milestones out of order, {{laterStatus}} {{laterAt}} lies before {{earlierStatus}} {{earlierAt}}',
  },
  monotonic: 'increasing',
  readsDetails: 'toExcuse',
  changeTimes: () => [],
  detect: (view, _now, settings, reference) => {
    const content = contentOf(view);
    const ports = content.legs.map(({ portOfDischarge }) =>
      portOfDischarge ? canonicalPort(portOfDischarge, reference) : '',
    );
    const toleranceMs = (settings.toleranceHours ?? 0) * HOUR_MS;
    const findings = containerNumbersOf(content).flatMap((containerNo) => {
      const events = eventsOfContainer(content, containerNo);
      const isOther = otherSailingsOf(content, containerNo);
      const pairs = findPairs(stepsOf(events, ports, reference), toleranceMs, reference);
      return pairs
        .filter((pair) => !pair.some(isOther))
        .map(([before, after]): ContainerFinding => ({
          containerNo,
          key: `${after.statusCode}|${after.portCode ?? ''}`,
          params: {
            containerNo,
            earlierStatus: before.statusCode,
            earlierAt: before.actual,
            earlierZone: zoneOfEvent(before, reference) ?? noZone,
            laterStatus: after.statusCode,
            laterAt: after.actual,
            laterZone: zoneOfEvent(after, reference) ?? noZone,
          },
          evidence: [actualEvidence(view, after, reference), actualEvidence(view, before, reference)],
          severity: 'low',
        }));
    });
    return mergeContainers(findings);
  },
};
