import { HOUR_MS } from '#shared/time/instant.ts';
import type { EventContent, HappenedEvent } from '../tracking/model.ts';
import { actualEvidence, contentOf, happened, noZone, zoneOfEvent } from './facts.ts';
import type { ExceptionRule, Finding, RuleSettings, ShipmentView } from './types.ts';

/** What a rule about waiting is: which events wait for what, and for how long that is usual. */
type Waiting = Pick<ExceptionRule, 'code' | 'modes' | 'text'> & {
  severity: Finding['severity'];
  /** Hours after which waiting is too long. */
  hours: number;
  /** Milestones that begin the waiting, and those that end it. */
  begins: readonly string[];
  ends: readonly string[];
  /** Whether only what happens at the same place ends it. */
  isLocal?: true;
  /** Whether an event counts at all. */
  counts?: (event: EventContent, view: ShipmentView) => boolean;
};

/** Events that nothing has ended since, in the order in which they happened. */
function openOf({ begins, ends, isLocal, counts }: Waiting, view: ShipmentView): HappenedEvent[] {
  const { events } = contentOf(view);
  const over = happened(events, ...ends);
  return happened(events, ...begins)
    .filter((event) => counts?.(event, view) ?? true)
    .filter(
      (event) =>
        !over.some(
          (end) => end.actual >= event.actual && end !== event && (isLocal !== true || end.portCode === event.portCode),
        ),
    );
}

const hoursOf = (settings: RuleSettings): number => settings['thresholdHours'] ?? 0;

/** Makes a rule that finds what has waited for longer than usual at one place; its text has {{port}}, {{sinceAt}} and {{hours}}. */
export function waitingRule(waiting: Waiting): ExceptionRule {
  const { code, modes, text, severity, hours } = waiting;
  return {
    code,
    ...(modes !== undefined && { modes }),
    defaults: { thresholdHours: hours },
    text,
    judgesSilence: true,
    monotonic: 'increasing',
    changeTimes: (view, settings) => openOf(waiting, view).map(({ actual }) => actual + hoursOf(settings) * HOUR_MS),
    detect: (view, now, settings, reference) =>
      openOf(waiting, view).flatMap((event): Finding[] => {
        const waited = (now - event.actual) / HOUR_MS;
        if (waited < hoursOf(settings)) return [];
        return [
          {
            key: event.portCode ?? '',
            params: {
              port: event.portCode ?? '',
              sinceAt: event.actual,
              sinceZone: zoneOfEvent(event, reference) ?? noZone,
              hours: Math.floor(waited),
            },
            evidence: [actualEvidence(view, event, reference)],
            severity,
          },
        ];
      }),
  };
}
