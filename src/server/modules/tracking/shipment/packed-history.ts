import { deflateRawSync, inflateRawSync } from 'node:zlib';

const codes =
  'STSP STUF GITM PASS TMPS LOBD DLPT TSBA TSDC TSLB TSDP BDAR POCA DSCH AVPU CUIP INSP STCS STRP RCVE IMDC IMPR';
const zones =
  'Asia/Ho_Chi_Minh Asia/Bangkok Asia/Seoul Asia/Tokyo America/New_York America/Los_Angeles Europe/London Europe/Amsterdam Europe/Berlin Asia/Singapore Asia/Shanghai';
const ofBooking =
  'billNo bookingNo carrierCode vesselName vesselImo voyage serviceCode placeOfReceipt portOfLoading portOfDischarge placeOfDelivery finalDestination plannedDeparture etd atd plannedArrival eta ata';
const ofLeg = 'sequence vesselName vesselImo voyage portOfLoading portOfDischarge etd atd eta ata';
const ofContainer = 'containerNo sealNo sizeType grossWeightKg volumeM3';

const each = (names: string, shown: (name: string) => string): string => names.split(' ').map(shown).join('');

/**
 * What rows of history are made of, the most frequent last. It is a part of the stored form: a row that was packed with other
 * words cannot be read. Other words need a second list, and a sign in the row that names it.
 */
const words = Buffer.from(
  [
    '"sealNo":[5,"sizeType":[5,"quantity":[5,1,"grossWeightKg":[5,"volumeM3":[5,',
    each(zones, (zone) => `"${zone}",`),
    each(codes, (code) => `"event[|${code}|`),
    each(ofBooking, (name) => `"booking.${name}":["`),
    each(ofLeg, (name) => `"leg[1].${name}":["`),
    each(ofContainer, (name) => `"container[.${name}":["`),
    '"speakers":[["1","FT","ft",17],["2","CARRIER","dcsa:",17],["3","CUSTOMS","customs",17],["4","RPA","rpa:",17]]',
    '{"spoke":{"0":178,"1":178,"2":178,"3":178},"items":{"booking":{"billNo":[5,1,"",2,"",0,"",3,""],"bookingNo":[5,',
    '"carrierCode":[5,1,"vesselName":[5,1,"vesselImo":[5,1,"voyage":[5,1,"placeOfReceipt":[5,1,"portOfLoading":[5,1,',
    '"portOfDischarge":[5,1,"placeOfDelivery":[5,1,"plannedDeparture":[5,1,"etd":[5,1,178,2,178,"atd":[2,1,"plannedArrival":[5,1,',
    '"eta":[5,1,178,0,178],"ata":[2,1,178]},"leg[1]":{"sequence":[5,1,1,0,1],"vesselName":[5,1,"eta":[5,1,178,0,178],',
    '"ata":[2,1,178,0,178]}},"leg[2]":{"container[U1":{"containerNo":[5,1,"U1",2,"U1",0,"U1",3,"U1"]}}}',
    '"event[U3|STRP|VNSGN|1].zone":["Asia/Shanghai","dcsa:"],"event[U3|STRP|CNSHA|1].place":["Shanghai","dcsa:"],',
    '"event[|BDAR|DEHAM|1]":{"planned":[5,1,178,"estimated":null,"estimated":[5,1,178,0,178],"actual":[2,1,178,0,178],',
    '"zone":[5,1,"Asia/Shanghai",0,"Asia/Shanghai"],"place":[2,1,"Shanghai",0,"Shanghai"],"vesselName":[5,1,"","voyage":[5,1,"",',
    '"containerNo":[5,1,"}}},"event[U4|RCVE|CNSHA|1].actual":[178,"dcsa:"],"event[|BDAR|SGSIN|1].estimated":[null,null]},',
    '"event[U2|DSCH|SGSIN|1].planned":[178,"ft"],"event[U2|DSCH|SGSIN|1].vesselName":["","dcsa:"],',
    '"event[|TSBA|SGSIN|1].estimated":[178,"dcsa:"]}',
  ].join(''),
);

/** A row of history as it is kept; small ones have nothing to gain from more effort. */
export const packHistory = (value: object): Buffer => deflateRawSync(JSON.stringify(value), { dictionary: words });

/** A row of history: packed, or as JSON where an earlier version wrote it. */
export function unpackHistory<T>({ packed, plain }: { packed: Uint8Array | null; plain: T | null }): T {
  if (packed !== null) return JSON.parse(inflateRawSync(packed, { dictionary: words }).toString()) as T;
  if (plain === null) throw new Error('A row of history is empty');
  return plain;
}
