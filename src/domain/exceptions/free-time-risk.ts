import type { Instant } from '#shared/time/instant.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { zoneOfPlace } from '#shared/time/place-time.ts';
import { createPlaceCalendars, workingHours } from '../execution/schedule/working-days.ts';
import type { WorkingDays } from '../execution/schedule/working-days.ts';
import { freeDaysOf, freeTimeFrom } from '../tracking/free-time.ts';
import type { FreeTimeTariff } from '../tracking/free-time.ts';
import type { HappenedEvent } from '../tracking/model.ts';
import { mergeContainers } from './containers.ts';
import type { ContainerFinding } from './containers.ts';
import { containerNumbersOf, eventsOfContainer } from '../tracking/containers.ts';
import {
  actualEvidence,
  canonicalPort,
  contentOf,
  happened,
  heardUntil,
  noZone,
  zoneOfEvent,
  zoneOfPort,
} from './facts.ts';
import type { Finding, ReferenceData, RuleSettings, ShipmentView } from './types.ts';

/** The move that starts the clock and the moves that stop it. */
export type FreeTimeClock = {
  startStatus: string;
  stopStatuses: readonly string[];
  /** Free days unless somebody set others or the carrier's tariff says so. */
  ownDays: number;
  tariffDays: (tariff: FreeTimeTariff) => number;
};

function latestOf(events: readonly HappenedEvent[]): HappenedEvent | undefined {
  return events.reduce<HappenedEvent | undefined>(
    (latest, event) => (!latest || event.actual > latest.actual ? event : latest),
    undefined,
  );
}

/** A container whose free time runs. */
type Running = {
  containerNo: string;
  start: HappenedEvent;
  zone: string;
  freeDays: number;
  lastFreeDayEndsAt: Instant;
};

function runningOf(
  view: ShipmentView,
  settings: RuleSettings,
  reference: ReferenceData,
  clock: FreeTimeClock,
): Running[] {
  const content = contentOf(view);
  if (view.subscription.ended) return [];
  return containerNumbersOf(content).flatMap((containerNo): Running[] => {
    const events = eventsOfContainer(content, containerNo);
    const start = latestOf(happened(events, clock.startStatus));
    if (!start || happened(events, ...clock.stopStatuses).length > 0) return [];
    const zone = zoneOfPort(start.portCode, reference) ?? zoneOfEvent(start, reference) ?? noZone;
    const port = start.portCode === null ? undefined : canonicalPort(start.portCode, reference);
    const tariff = port === undefined ? undefined : reference.tariffOf?.(view.subscription.carrierCode, port);
    const freeDays = freeDaysOf(settings.freeDays ?? 0, clock.ownDays, tariff && clock.tariffDays(tariff));
    const { lastFreeDayEndsAt } = freeTimeFrom(start.actual, freeDays, zoneOfPlace(zone));
    return [{ containerNo, start, zone, freeDays, lastFreeDayEndsAt }];
  });
}

/** When containers come into the time of warning. */
export function freeTimeTurns(
  view: ShipmentView,
  settings: RuleSettings,
  reference: ReferenceData,
  clock: FreeTimeClock,
): Instant[] {
  return runningOf(view, settings, reference, clock).map(
    ({ lastFreeDayEndsAt }) => lastFreeDayEndsAt - (settings.warnHours ?? 0) * HOUR_MS,
  );
}

/** With fewer working hours left at the place, the haulier has to be called now. */
const halfADay = 5;

/**
 * Containers whose free time ends within `warnHours` or is over. Free days are calendar days of the place; a place
 * without a zone is counted in the zone of unknown places. While no source answers, no further container comes into the time of warning: it may have left.
 * Urgent is what is over, or leaves less than half a day of work at the place.
 */
export function findFreeTimeRisks(
  view: ShipmentView,
  now: Instant,
  settings: RuleSettings,
  reference: ReferenceData,
  clock: FreeTimeClock,
): Finding[] {
  const heard = heardUntil(view, now);
  const workingDaysOf = reference.workingDaysOf ?? createPlaceCalendars([]);
  const workingDaysAt = ({ portCode }: HappenedEvent): WorkingDays =>
    workingDaysOf(view.subscription.tenantId, portCode === null ? '' : canonicalPort(portCode, reference));
  const findings = runningOf(view, settings, reference, clock).flatMap(
    ({ containerNo, start, zone, freeDays, lastFreeDayEndsAt }): ContainerFinding[] => {
      const startedAt = start.actual;
      const hoursLeft = (lastFreeDayEndsAt - now) / HOUR_MS;
      if ((lastFreeDayEndsAt - heard) / HOUR_MS >= (settings.warnHours ?? 0)) return [];
      const hoursOfWork = workingHours(workingDaysAt(start), now, lastFreeDayEndsAt, zoneOfPlace(zone));
      return [
        {
          containerNo,
          key: '',
          params: {
            containerNo,
            port: start.portCode ?? '-',
            freeDays,
            startedAt,
            startedZone: zone,
            lastFreeDayEndsAt,
            lastFreeDayEndsZone: zone,
            ...(hoursLeft > 0 && hoursOfWork === 0 && { noWork: 1 }),
            ...(hoursLeft > 0
              ? { hoursLeft: Math.floor(hoursLeft) }
              : // The day after the last free day is the first one that costs.
                { daysOver: Math.floor(Math.abs(hoursLeft) / 24) + 1 }),
          },
          evidence: [actualEvidence(view, start, reference)],
          severity: hoursLeft > 0 && hoursOfWork >= halfADay ? 'medium' : 'high',
        },
      ];
    },
  );
  return mergeContainers(findings, 'daysOver');
}
