import type { Instant } from '#shared/time/instant.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { milestones } from '../../tracking/model.ts';
import type { EventContent } from '../../tracking/model.ts';
import { mergeContainers } from '../containers.ts';
import type { ContainerFinding } from '../containers.ts';
import { containerNumbersOf, eventsOfContainer } from '../../tracking/containers.ts';
import { arrivalOf, departureOf } from '../../tracking/whereabouts.ts';
import { contentOf, evidenceOf, firstActual, hasHappened, shownZoneOf } from '../facts.ts';
import type { Shown } from '../../tracking/whereabouts.ts';
import type { ExceptionRule, ShipmentView } from '../types.ts';

const { loaded, discharged, gateIn, available, gateOutFull, stripping, emptyReturn } = milestones;
const { transhipmentDischarged, transhipmentLoaded } = milestones;

/** Moves of the container itself that can only follow the discharge. */
const afterDischarge = [available, gateOutFull, stripping, emptyReturn] as const;

/** Moves of the container itself that can only follow the loading; ship's calls are copied to every container of a bill. */
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
  now: Instant,
  zone: string,
  isProven: boolean,
): ContainerFinding {
  return {
    containerNo,
    key: status,
    params: {
      containerNo,
      missingStatus: status,
      ...(status === discharged ? { arrived: 1 } : { departed: 1 }),
      sinceAt: since.value,
      sinceZone: zone,
      hours: Math.floor((now - since.value) / HOUR_MS),
      ...(isProven && { proven: 1 }),
    },
    evidence: [evidenceOf(view, since.path, since.value, zone)],
    // A later move shows that it happened: only the report is missing.
    severity: isProven ? 'low' : 'medium',
  };
}

/** A container on another ship of a split bill may load after the departure that the booking shows. */
function isLaterContainer(events: readonly EventContent[], departure: Instant): boolean {
  const entered = firstActual(events, gateIn);
  return entered !== null && entered > departure;
}

/**
 * The ship is gone and a container was not reported loaded, or she is there for two days and a container was not reported
 * discharged. Less severe when a later move of the container shows that it happened all the same.
 * Silent on containers of which no event at all has happened (their source reports no moves), while sources may still lag
 * (grace hours), for the loading of a container that came through the gate after the ship had left, and after an arrival
 * that lies before a departure (ATA_BEFORE_ATD).
 */
export const missingMilestone: ExceptionRule = {
  code: 'MISSING_MILESTONE',
  judgesContainers: true,
  defaults: { dischargeHours: 48, loadHours: 24 },
  text: {
    zh: '箱 {{boxNos}} {{#arrived}}到港{{/arrived}}{{#departed}}离港{{/departed}}（{{sinceAt}}）后 {{hours}}仍无{{missingStatus}}记录{{#proven}}，后续节点表明已发生{{/proven}}',
    en: '{{boxNos}}: no "{{missingStatus}}" {{hours}} after {{#arrived}}arrival{{/arrived}}{{#departed}}departure{{/departed}} on {{sinceAt}}{{#proven}}, though later milestones show that it happened{{/proven}}',
  },
  monotonic: 'increasing',
  judgesSilence: true,
  changeTimes: (view, settings) => {
    const content = contentOf(view);
    const after = (since: Shown | undefined, hours: number): Instant[] =>
      since ? [since.value + hours * HOUR_MS] : [];
    return [
      ...after(departureOf(content), settings.loadHours ?? 0),
      ...after(arrivalOf(content), settings.dischargeHours ?? 0),
    ];
  },
  detect: (view, now, settings, reference) => {
    const content = contentOf(view);
    const departure = departureOf(content);
    const arrival = arrivalOf(content);
    const { portOfLoading, portOfDischarge } = content.booking;
    const isOver = (since: Shown | undefined, hours: number): since is Shown =>
      since !== undefined && now - since.value > hours * HOUR_MS;
    const isLate = isOver(departure, settings.loadHours ?? 0) || isOver(arrival, settings.dischargeHours ?? 0);
    if (!isLate) return [];
    const lastDeparture = Math.max(departure?.value ?? 0, ...content.legs.map(({ atd }) => atd ?? 0));
    const isPlausible = arrival !== undefined && arrival.value > lastDeparture;
    const all = containerNumbersOf(content).flatMap((containerNo) => {
      const events = eventsOfContainer(content, containerNo);
      if (events.every((event) => event.containerNo !== containerNo || event.actual === null)) return [];
      const findings: ContainerFinding[] = [];
      const isLoadDue = isOver(departure, settings.loadHours ?? 0) && !isLaterContainer(events, departure.value);
      if (isLoadDue && !hasHappened(events, [loaded])) {
        const zone = shownZoneOf(portOfLoading, reference);
        findings.push(finding(view, containerNo, loaded, departure, now, zone, hasHappened(events, afterLoad)));
      }
      if (isPlausible && isOver(arrival, settings.dischargeHours ?? 0) && !hasHappened(events, [discharged])) {
        const zone = shownZoneOf(portOfDischarge, reference);
        findings.push(finding(view, containerNo, discharged, arrival, now, zone, hasHappened(events, afterDischarge)));
      }
      return findings;
    });
    return mergeContainers(all);
  },
};
