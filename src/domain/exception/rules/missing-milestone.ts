import type { Instant } from '#shared/time/instant.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { milestones } from '../../tracking/model.ts';
import type { EventContent } from '../../tracking/model.ts';
import {
  arrivalOf,
  containerNumbersOf,
  contentOf,
  departureOf,
  evidenceOf,
  eventsOfContainer,
  firstActual,
  happened,
  zoneOrUtc,
} from '../facts.ts';
import type { Shown } from '../facts.ts';
import type { ExceptionRule, Finding, ShipmentView } from '../types.ts';

const { loaded, discharged, gateIn, available, gateOutFull, stripping, emptyReturn } = milestones;
const { transhipmentDischarged, transhipmentLoaded } = milestones;

/** Moves of the box itself that can only follow the discharge. */
const afterDischarge = [available, gateOutFull, stripping, emptyReturn] as const;

/** Moves of the box itself that can only follow the loading; ship's calls are copied to every box of a bill. */
const afterLoad = [
  transhipmentDischarged,
  transhipmentLoaded,
  discharged,
  gateOutFull,
  stripping,
  emptyReturn,
] as const;

function finding(
  view: ShipmentView,
  containerNo: string,
  status: string,
  since: Shown,
  hours: number,
  zone: string,
): Finding {
  return {
    key: `${containerNo}|${status}`,
    params: {
      containerNo,
      missingStatus: status,
      ...(status === discharged ? { arrived: 1 } : { departed: 1 }),
      sinceAt: since.value,
      sinceZone: zone,
      hours: Math.floor(hours),
    },
    evidence: [evidenceOf(view, since.path, since.value, zone)],
    severity: 'medium',
  };
}

function lacks(events: readonly EventContent[], status: string, later: readonly string[]): boolean {
  return happened(events, status, ...later).length === 0;
}

/** A box on another ship of a split bill may load after the departure that the booking shows. */
function isLaterBox(events: readonly EventContent[], departure: Instant): boolean {
  const entered = firstActual(events, gateIn);
  return entered !== null && entered > departure;
}

/**
 * The ship is gone and a box was not reported loaded, or she is there for two days and a box was not reported
 * discharged.
 * Silent on boxes of which no event at all has happened (their source reports no moves), when a later move of the
 * box proves the missing one, while sources may still lag (grace hours), and for the loading of a box that came
 * through the gate after the ship had left.
 */
export const missingMilestone: ExceptionRule = {
  code: 'MISSING_MILESTONE',
  defaults: { dischargeHours: 48, loadHours: 24 },
  text: {
    zh: '箱 {{containerNo}} {{#arrived}}到港{{/arrived}}{{#departed}}离港{{/departed}}（{{sinceAt}}）后 {{hours}} 小时仍无{{missingStatus}}记录',
    en: '{{containerNo}}: no "{{missingStatus}}" {{hours}} h after {{#arrived}}arrival{{/arrived}}{{#departed}}departure{{/departed}} on {{sinceAt}}',
  },
  detect: (view, now, settings, reference) => {
    const content = contentOf(view);
    const departure = departureOf(content);
    const arrival = arrivalOf(content);
    const { portOfLoading, portOfDischarge } = content.booking;
    return containerNumbersOf(content).flatMap((containerNo) => {
      const events = eventsOfContainer(content, containerNo);
      const own = events.filter((event) => event.containerNo === containerNo);
      if (own.every(({ actual }) => actual === null)) return [];
      const findings: Finding[] = [];
      const sinceDeparture = departure ? (now - departure.value) / HOUR_MS : 0;
      if (departure && sinceDeparture > (settings.loadHours ?? 0) && !isLaterBox(events, departure.value)) {
        if (lacks(events, loaded, afterLoad)) {
          const zone = zoneOrUtc(portOfLoading, reference);
          findings.push(finding(view, containerNo, loaded, departure, sinceDeparture, zone));
        }
      }
      const sinceArrival = arrival ? (now - arrival.value) / HOUR_MS : 0;
      if (arrival && sinceArrival > (settings.dischargeHours ?? 0) && lacks(events, discharged, afterDischarge)) {
        const zone = zoneOrUtc(portOfDischarge, reference);
        findings.push(finding(view, containerNo, discharged, arrival, sinceArrival, zone));
      }
      return findings;
    });
  },
};
