import type { Instant } from '#shared/time/instant.ts';
import { eventPath } from '../intake/fusion/paths.ts';
import { milestones } from '../tracking/model.ts';
import { canonicalPort, contentOf, zoneOfEvent, zoneOfPort } from './facts.ts';
import type { ReferenceData, ShipmentView } from './types.ts';

/** One shown actual time and the happening it belongs to. */
export type ShownActual = {
  path: string;
  value: Instant;
  /**
   * Names the happening itself, so that one call of a ship that is reported by booking, leg and events of several containers
   * is one problem: `departure|CNSHA`, `arrival|NLRTM`, else status, port and occurrence, whichever the containers.
   */
  key: string;
  statusCode: string;
  containerNo: string | null;
  portCode: string | null;
  zone: string | undefined;
};

const calls: Readonly<Record<string, 'departure' | 'arrival'>> = {
  [milestones.departed]: 'departure',
  [milestones.transhipmentDeparted]: 'departure',
  [milestones.transhipmentArrived]: 'arrival',
  [milestones.arrived]: 'arrival',
};

function ofRoute(view: ShipmentView, reference: ReferenceData): ShownActual[] {
  const { booking, legs } = contentOf(view);
  const call = (
    kind: 'departure' | 'arrival',
    path: string,
    value: Instant | null,
    portCode: string | null,
    fallback: string,
  ): ShownActual[] =>
    value === null
      ? []
      : [
          {
            path,
            value,
            key: `${kind}|${portCode ? canonicalPort(portCode, reference) : fallback}`,
            statusCode: kind === 'departure' ? milestones.departed : milestones.arrived,
            containerNo: null,
            portCode,
            zone: zoneOfPort(portCode, reference),
          },
        ];
  return [
    ...call('departure', 'booking.atd', booking.atd, booking.portOfLoading, 'pol'),
    ...call('arrival', 'booking.ata', booking.ata, booking.portOfDischarge, 'pod'),
    ...legs.flatMap((leg) => [
      ...call('departure', `leg[${leg.sequence}].atd`, leg.atd, leg.portOfLoading, `leg:${leg.sequence}`),
      ...call('arrival', `leg[${leg.sequence}].ata`, leg.ata, leg.portOfDischarge, `leg:${leg.sequence}`),
    ]),
  ];
}

/** All actual times that are shown, booking and legs first. */
export function shownActuals(view: ShipmentView, reference: ReferenceData): ShownActual[] {
  const ofEvents = contentOf(view).events.flatMap((event): ShownActual[] => {
    if (event.actual === null) return [];
    const { containerNo, statusCode, portCode, occurrence } = event;
    const port = portCode ? canonicalPort(portCode, reference) : '';
    const kind = Object.hasOwn(calls, statusCode) && port ? calls[statusCode] : undefined;
    return [
      {
        path: eventPath(event, 'actual'),
        value: event.actual,
        key: kind ? `${kind}|${port}` : [statusCode, port, occurrence].join('|'),
        statusCode,
        containerNo: kind ? null : containerNo,
        portCode,
        zone: zoneOfEvent(event, reference),
      },
    ];
  });
  return [...ofRoute(view, reference), ...ofEvents];
}
