import type { Instant } from '#shared/time/instant.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { cutoffPath } from '../../intake/fusion/paths.ts';
import { containerNumbersOf, eventsOfContainer } from '../../tracking/containers.ts';
import { milestones } from '../../tracking/model.ts';
import type { ShipmentContent } from '../../tracking/model.ts';
import { hasDeparted } from '../../tracking/whereabouts.ts';
import { mergeContainers } from '../containers.ts';
import { contentOf, evidenceOf, hasHappened, shownZoneOf } from '../facts.ts';
import type { ExceptionRule } from '../types.ts';

/** Until when the terminal takes full containers. */
const closing = 'FCO';

/** Moves before the gate of the terminal; any other one shows that the container has been there. */
const beforeGate: ReadonlySet<string> = new Set([milestones.emptyPickUp, milestones.stuffing]);

const closingOf = ({ cutoffs }: ShipmentContent): Instant | undefined =>
  cutoffs?.find(({ code }) => code === closing)?.time;

/**
 * The terminal has closed for full containers, or closes in a few hours, and a container was not reported in.
 * Silent on containers of which no event at all has happened (their source reports no moves), on a container that any later move was reported
 * of, once the ship has left, and on an ended subscription. The closing is what sources tell, the most trusted first.
 */
export const cutoffMissed: ExceptionRule = {
  code: 'CUTOFF_MISSED',
  judgesContainers: true,
  defaults: { lagHours: 12, warnHours: 4 },
  text: {
    zh: '箱 {{boxNos}} 尚无进港记录，截港时间为 {{closesAt}}{{#missed}}，已过 {{hours}}{{/missed}}',
    en: '{{boxNos}}: not reported in at the terminal, which closes at {{closesAt}}{{#missed}}; that was {{hours}} ago{{/missed}}',
  },
  monotonic: 'increasing',
  judgesSilence: true,
  changeTimes: (view, settings) => {
    const at = closingOf(contentOf(view));
    return at === undefined
      ? []
      : [at - (settings.warnHours ?? 0) * HOUR_MS, at, at + (settings.lagHours ?? 0) * HOUR_MS];
  },
  detect: (view, now, settings, reference) => {
    const content = contentOf(view);
    const at = closingOf(content);
    if (at === undefined || view.subscription.ended || hasDeparted(content)) return [];
    if (now < at - (settings.warnHours ?? 0) * HOUR_MS) return [];
    const isMissed = now >= at + (settings.lagHours ?? 0) * HOUR_MS;
    const zone = shownZoneOf(content.booking.portOfLoading, reference);
    const findings = containerNumbersOf(content).flatMap((containerNo) => {
      const events = eventsOfContainer(content, containerNo).filter(({ actual }) => actual !== null);
      const isReported = events.some((event) => event.containerNo === containerNo);
      const later = events.map(({ statusCode }) => statusCode).filter((code) => !beforeGate.has(code));
      if (!isReported || hasHappened(events, later)) return [];
      return [
        {
          containerNo,
          key: closing,
          params: {
            containerNo,
            closesAt: at,
            closesZone: zone,
            ...(isMissed ? { missed: 1, hours: Math.floor((now - at) / HOUR_MS) } : {}),
          },
          evidence: [evidenceOf(view, cutoffPath(closing), at, zone)],
          severity: isMissed ? ('high' as const) : ('medium' as const),
        },
      ];
    });
    return mergeContainers(findings);
  },
};
