import type { Instant } from '#shared/time/instant.ts';
import { offsetLabel, toLocalText } from '#shared/time/zone.ts';
import { itemAt } from '#shared/values/items.ts';
import type { WorldCarrier, WorldPort } from '../network/types.ts';
import type { ToldCall, ToldService, ToldTimes } from './told-calls.ts';

/** A time as the standard writes it: local, with its offset. */
export const localIso = (instant: Instant, zone: string): string =>
  `${toLocalText(instant, zone).replace(' ', 'T')}${offsetLabel(instant, zone)}`;

const timestamps = (type: 'ARRI' | 'DEPA', times: ToldTimes, zone: string): object[] =>
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
export const waypoint = ({ port, terminal }: ToldCall): { facilityTypeCode: string; location: object } => ({
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
export const vesselOf = ({ vessel }: ToldCall, operator: WorldCarrier): object => ({
  vesselIMONumber: vessel.imo,
  MMSINumber: vessel.mmsi,
  name: vessel.name,
  flag: vessel.flag,
  callSign: vessel.callSign,
  operatorCarrierCode: operator.scac,
  operatorCarrierCodeListProvider: 'NMFTA',
});

/** The cut-offs of a call. */
export const cutOffTimes = (call: ToldCall): object[] =>
  call.cutOffs.map(({ code, at }) => ({
    cutOffDateTimeCode: code,
    cutOffDateTime: localIso(at, call.port.zone),
  }));

/** Times and cut-offs of a call; a call left out keeps its planned times. */
export const timesOfCall = (call: ToldCall): object => ({
  ...(call.omitted && { statusCode: 'OMIT' }),
  timestamps: [
    ...timestamps('ARRI', call.arrival, call.port.zone),
    ...timestamps('DEPA', call.departure, call.port.zone),
  ],
  ...(call.cutOffs.length > 0 && { cutOffTimes: cutOffTimes(call) }),
});

/** The universal references of a call, where the carrier gives them. */
export const universalOf = ({ universalVoyage }: ToldCall): object =>
  universalVoyage === null
    ? {}
    : { universalImportVoyageReference: universalVoyage, universalExportVoyageReference: universalVoyage };

/** The carrier that sells a service, with its own codes and voyage numbers. */
export const partnerOf = (carrier: WorldCarrier, told: ToldService, call: ToldCall): object => ({
  carrierCode: carrier.scac,
  carrierCodeListProvider: 'NMFTA',
  carrierServiceName: told.name,
  carrierServiceCode: told.code,
  carrierImportVoyageNumber: call.importVoyage,
  carrierExportVoyageNumber: call.exportVoyage,
});

/** One service with its vessels and their calls, as `vessel-schedules` answers it. */
export function serviceSchedule(told: ToldService): object {
  const vessels = Map.groupBy(told.calls, ({ vessel }) => vessel.imo);
  return {
    carrierServiceName: told.name,
    carrierServiceCode: told.code,
    ...(told.universalRef !== null && { universalServiceReference: told.universalRef }),
    vesselSchedules: [...vessels.values()].map((calls) => ({
      vessel: vesselOf(itemAt(calls, 0), told.operator),
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
