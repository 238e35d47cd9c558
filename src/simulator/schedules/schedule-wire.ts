import type { Instant } from '#shared/time/instant.ts';
import { offsetLabel, toLocalText } from '#shared/time/zone.ts';
import { itemAt } from '#shared/values/items.ts';
import type { WorldCarrier, WorldPort } from '../network/types.ts';
import type { PublishedCall, PublishedService, PublishedTimes } from './published-calls.ts';

/** A time as the standard writes it: local, with its offset. */
export const localIso = (instant: Instant, zone: string): string =>
  `${toLocalText(instant, zone).replace(' ', 'T')}${offsetLabel(instant, zone)}`;

const timestamps = (type: 'ARRI' | 'DEPA', times: PublishedTimes, zone: string): object[] =>
  (
    [
      ['PLN', times.planned],
      ['EST', times.estimated],
      ['ACT', times.actual],
    ] as const
  ).flatMap(([classifier, instant]) =>
    instant === null
      ? []
      : [{ eventTypeCode: type, eventClassifierCode: classifier, eventDateTime: localIso(instant, zone) }],
  );

/** A place of a way from port to port: its terminal stands in a part of its own. */
export const waypoint = ({ port, terminal }: PublishedCall): { facilityTypeCode: string; location: object } => ({
  facilityTypeCode: 'POTE',
  location: { ...locationOf(port), facility: { facilityCode: terminal, facilityCodeListProvider: 'SMDG' } },
});

/** A port with the terminal of the call, as schedules of vessels and ports have it. */
export const locationOf = (port: WorldPort, terminal?: string): object => ({
  locationName: port.name,
  UNLocationCode: port.code,
  ...(terminal && { facilitySMDGCode: terminal }),
});

/** A vessel with her operator. */
export const vesselOf = ({ vessel }: PublishedCall, operator: WorldCarrier): object => ({
  vesselIMONumber: vessel.imo,
  MMSINumber: vessel.mmsi,
  name: vessel.name,
  flag: vessel.flag,
  callSign: vessel.callSign,
  operatorCarrierCode: operator.scac,
  operatorCarrierCodeListProvider: 'NMFTA',
});

/** The cut-offs of a call. */
export const cutOffTimes = (call: PublishedCall): object[] =>
  call.cutOffs.map(({ code, at }) => ({
    cutOffDateTimeCode: code,
    cutOffDateTime: localIso(at, call.port.zone),
  }));

/** Times and cut-offs of a call; a call left out keeps its planned times. */
export const timesOfCall = (call: PublishedCall): object => ({
  ...(call.omitted && { statusCode: 'OMIT' }),
  timestamps: [
    ...timestamps('ARRI', call.arrival, call.port.zone),
    ...timestamps('DEPA', call.departure, call.port.zone),
  ],
  ...(call.cutOffs.length > 0 && { cutOffTimes: cutOffTimes(call) }),
});

/** The universal references of a call, where the carrier gives them. */
export const universalOf = ({ universalVoyage }: PublishedCall): object =>
  universalVoyage === null
    ? {}
    : { universalImportVoyageReference: universalVoyage, universalExportVoyageReference: universalVoyage };

/** The carrier that sells a service, with its own codes and voyage numbers. */
export const partnerOf = (carrier: WorldCarrier, reported: PublishedService, call: PublishedCall): object => ({
  carrierCode: carrier.scac,
  carrierCodeListProvider: 'NMFTA',
  carrierServiceName: reported.name,
  carrierServiceCode: reported.code,
  carrierImportVoyageNumber: call.importVoyage,
  carrierExportVoyageNumber: call.exportVoyage,
});

/** One service with its vessels and their calls, as `vessel-schedules` answers it. */
export function serviceSchedule(reported: PublishedService): object {
  const vessels = Map.groupBy(reported.calls, ({ vessel }) => vessel.imo);
  return {
    carrierServiceName: reported.name,
    carrierServiceCode: reported.code,
    ...(reported.universalRef !== null && { universalServiceReference: reported.universalRef }),
    vesselSchedules: [...vessels.values()].map((calls) => ({
      vessel: vesselOf(itemAt(calls, 0), reported.operator),
      isDummyVessel: false,
      transportCalls: calls
        .toSorted((a, b) => a.arrival.planned - b.arrival.planned)
        .map((call) => ({
          transportCallReference: call.ref,
          carrierImportVoyageNumber: call.importVoyage,
          carrierExportVoyageNumber: call.exportVoyage,
          ...universalOf(call),
          location: locationOf(call.port, call.terminal),
          ...timesOfCall(call),
        })),
    })),
  };
}
