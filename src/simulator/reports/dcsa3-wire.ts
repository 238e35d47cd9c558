import { asRecord, isRecord } from '#shared/values/objects.ts';
import type { DcsaEvent } from './dcsa-wire.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Version of the contract of the carriers that have moved on. */
export const DCSA3_VERSION = '3.0.0';

const fieldsOf = (value: unknown): Fields | undefined => (isRecord(value) ? value : undefined);
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(asRecord) : []);

const voyageOf = (number: unknown): Fields | undefined =>
  number === undefined ? undefined : { carrierVoyageNumber: number };

function transportDetails(event: DcsaEvent): Fields | undefined {
  const call = fieldsOf(event['transportCall']);
  if (call === undefined) return undefined;
  const vessel = fieldsOf(call['vessel']);
  return {
    delayReasonCodes: event['delayReasonCode'] === undefined ? undefined : [event['delayReasonCode']],
    changeRemark: event['changeRemark'],
    transportCall: {
      transportCallReference: call['transportCallID'],
      transportCallSequenceNumber: call['transportCallSequenceNumber'],
      modeOfTransport: call['modeOfTransport'],
      serviceCodeOrReference:
        call['carrierServiceCode'] === undefined ? undefined : { carrierServiceCode: call['carrierServiceCode'] },
      exportVoyageNumberOrReference: voyageOf(call['exportVoyageNumber'] ?? call['carrierVoyageNumber']),
      importVoyageNumberOrReference: voyageOf(call['importVoyageNumber'] ?? call['carrierVoyageNumber']),
      vesselTransport: vessel && {
        vesselIMONumber: vessel['vesselIMONumber'],
        vesselName: vessel['vesselName'],
        vesselFlag: vessel['vesselFlag'],
        vesselCallSign: vessel['vesselCallSignNumber'],
        operatorCarrierCode: vessel['vesselOperatorCarrierCode'],
        operatorCarrierCodeListProvider: vessel['vesselOperatorCarrierCodeListProvider'],
      },
    },
  };
}

/** Papers that have other codes by 3.0. */
const documents3: Readonly<Record<string, string>> = { CUS: 'CUC', SRM: 'DEO' };

function shipmentDetails(event: DcsaEvent): Fields {
  const references = listOf(event['documentReferences']).map((one) => ({
    typeCode: one['documentReferenceType'],
    reference: one['documentReferenceValue'],
  }));
  const document =
    event['documentID'] === undefined
      ? undefined
      : {
          typeCode: documents3[String(event['documentTypeCode'])] ?? event['documentTypeCode'],
          reference: event['documentID'],
        };
  const [first, ...others] = document === undefined ? references : [document, ...references];
  return {
    documentReference: first,
    additionalDocumentReferences: others.length > 0 ? others : undefined,
    shipmentReferences: listOf(event['references']).map((one) => ({
      typeCode: one['referenceType'],
      reference: one['referenceValue'],
    })),
    reason: event['reason'],
  };
}

function equipmentDetails(event: DcsaEvent): Fields | undefined {
  if (event.eventType !== 'EQUIPMENT') return undefined;
  return {
    equipmentReference: event['equipmentReference'],
    ISOEquipmentCode: event['ISOEquipmentCode'],
    emptyIndicatorCode: event['emptyIndicatorCode'],
    seals: listOf(event['seals']).map((seal) => ({
      number: seal['sealNumber'],
      source: seal['sealSource'],
      type: seal['sealType'],
    })),
  };
}

function locationOf(event: DcsaEvent): Fields | undefined {
  const call = fieldsOf(event['transportCall']);
  const location = fieldsOf(event['eventLocation'] ?? call?.['location']);
  const code = call?.['UNLocationCode'] ?? location?.['UNLocationCode'];
  if (location === undefined && code === undefined) return undefined;
  return {
    locationName: call?.['otherFacility'] ?? location?.['locationName'],
    UNLocationCode: code,
    facilityTypeCode: call?.['facilityTypeCode'],
    geoCoordinate:
      location?.['latitude'] === undefined
        ? undefined
        : { latitude: location['latitude'], longitude: location['longitude'] },
  };
}

/** Writes an event of 2.2 as 3.0 does. */
export function toVersion3(event: DcsaEvent, partyCode: string): Fields {
  return {
    eventRouting: {
      originatingParty: { partyCode, codeListProvider: 'NMFTA', codeListName: 'SCAC', partyFunction: 'CA' },
    },
    eventID: event.eventID,
    eventDateTime: event.eventDateTime,
    eventUpdatedDateTime: event.eventCreatedDateTime,
    eventLocation: locationOf(event),
    eventClassification: {
      eventTypeCode: event.eventType,
      eventClassifierCode: event.eventClassifierCode,
      shipmentEventTypeCode: event['shipmentEventTypeCode'],
      transportEventTypeCode: event['transportEventTypeCode'],
      equipmentEventTypeCode: event['equipmentEventTypeCode'],
    },
    shipmentDetails: shipmentDetails(event),
    transportDetails: transportDetails(event),
    equipmentDetails: equipmentDetails(event),
  };
}
