import { asRecord } from '#shared/values/objects.ts';

/** Fields and values that DCSA Track & Trace demands of an event, checked without any of the code that writes it. */

/** Codes by DCSA's own files for 2.2 (event domain 1.1.1). */

const enumerations: Readonly<Record<string, readonly string[]>> = {
  eventType: ['SHIPMENT', 'TRANSPORT', 'EQUIPMENT'],
  eventClassifierCode: ['PLN', 'EST', 'ACT'],
  transportEventTypeCode: ['ARRI', 'DEPA'],
  equipmentEventTypeCode: 'LOAD DISC GTIN GTOT STUF STRP PICK DROP INSP RSEA RMVD'.split(' '),
  shipmentEventTypeCode: 'RECE DRFT PENA PENU REJE APPR ISSU SURR SUBM VOID CONF REQS CMPL HOLD RELS'.split(' '),
  documentTypeCode: 'CBR BKG SHI SRM TRD ARN VGM CAS CUS DGD OOG'.split(' '),
  emptyIndicatorCode: ['EMPTY', 'LADEN'],
  modeOfTransport: ['VESSEL', 'RAIL', 'TRUCK', 'BARGE'],
  facilityTypeCode: 'BOCR CLOC COFS COYA OFFD DEPO INTE POTE RAMP'.split(' '),
  documentReferenceType: ['BKG', 'TRD'],
  referenceType: 'FF SI PO CR AAO EQ'.split(' '),
  sealSource: 'CAR SHI PHY VET CUS'.split(' '),
  sealType: 'KLP BLT WIR'.split(' '),
  vesselOperatorCarrierCodeListProvider: ['SMDG', 'NMFTA'],
};

const longest: Readonly<Record<string, number>> = {
  carrierServiceCode: 5,
  UNLocationCode: 5,
  exportVoyageNumber: 50,
  importVoyageNumber: 50,
  equipmentReference: 15,
  ISOEquipmentCode: 4,
  vesselName: 35,
  vesselFlag: 2,
  vesselCallSignNumber: 10,
  locationName: 100,
  otherFacility: 50,
  transportCallID: 100,
  delayReasonCode: 3,
  changeRemark: 250,
  latitude: 10,
  longitude: 11,
  sealNumber: 15,
};

const required: Readonly<Record<string, readonly string[]>> = {
  all: ['eventID', 'eventType', 'eventCreatedDateTime', 'eventDateTime', 'eventClassifierCode'],
  SHIPMENT: ['shipmentEventTypeCode', 'documentID', 'documentTypeCode'],
  TRANSPORT: ['transportEventTypeCode', 'transportCall'],
  EQUIPMENT: ['equipmentEventTypeCode', 'emptyIndicatorCode', 'equipmentReference', 'ISOEquipmentCode'],
  transportCall: ['transportCallID', 'modeOfTransport'],
  vessel: ['vesselIMONumber'],
};

const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?(Z|[+-]\d{2}:\d{2})$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function checkValues(value: unknown, path: string, problems: string[]): void {
  if (Array.isArray(value)) {
    for (const [i, one] of value.entries()) checkValues(one, `${path}[${i}]`, problems);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, field] of Object.entries(value)) {
    const allowed = enumerations[name];
    if (allowed !== undefined && !allowed.includes(String(field))) problems.push(`${path}.${name} = ${String(field)}`);
    const max = longest[name];
    if (max !== undefined && (typeof field !== 'string' || field.length > max || field === '')) {
      problems.push(`${path}.${name} is too long or no text`);
    }
    checkValues(field, `${path}.${name}`, problems);
  }
}

function checkRequired(value: unknown, names: readonly string[] | undefined, path: string, problems: string[]): void {
  for (const name of names ?? []) {
    if (asRecord(value)[name] === undefined) problems.push(`${path}.${name} is missing`);
  }
}

/** What is wrong with an event by the standard; empty when nothing is. */
export function findDcsaProblems(event: Record<string, unknown>): string[] {
  const problems: string[] = [];
  checkRequired(event, required['all'], 'event', problems);
  checkRequired(event, required[String(event['eventType'])], 'event', problems);
  if (event['transportCall'] !== undefined) {
    const call = asRecord(event['transportCall']);
    checkRequired(call, required['transportCall'], 'transportCall', problems);
    const isVessel = call['modeOfTransport'] === 'VESSEL';
    if (isVessel !== (call['vessel'] !== undefined)) problems.push('transportCall.vessel and its mode disagree');
    if (isVessel) checkRequired(call['vessel'], required['vessel'], 'vessel', problems);
  }
  for (const name of ['eventCreatedDateTime', 'eventDateTime']) {
    const text = String(event[name]);
    if (!dateTime.test(text) || Number.isNaN(Date.parse(text))) problems.push(`${name} = ${text}`);
  }
  if (!uuid.test(String(event['eventID']))) problems.push('eventID is no UUID');
  checkValues(event, 'event', problems);
  return problems;
}

/** Codes that 3.0 has otherwise, by DCSA's own files (event domain 3.2); all others are those of 2.2. */
const enumerations3: Readonly<Record<string, readonly string[]>> = {
  eventTypeCode: ['SHIPMENT', 'TRANSPORT', 'EQUIPMENT'],
  eventClassifierCode: ['PLN', 'EST', 'ACT'],
  transportEventTypeCode: ['ARRI', 'DEPA'],
  equipmentEventTypeCode: 'LOAD DISC GTIN GTOT STUF STRP AVPU PICK AVDO DROP INSP RSEA RMVD CUSS CUSI CUSR CROS'.split(
    ' ',
  ),
  shipmentEventTypeCode: 'RECE DRFT PENA PENU PENC CONF REJE APPR ISSU SURR SUBM VOID REQS CMPL HOLD RELS CANC'.split(
    ' ',
  ),
  emptyIndicatorCode: ['EMPTY', 'LADEN'],
  modeOfTransport: ['VESSEL', 'RAIL', 'TRUCK', 'BARGE'],
  facilityTypeCode: 'BOCR CLOC COFS COYA OFFD DEPO INTE POTE RAMP'.split(' '),
};
const documents3 = 'CBR BKG SHI TRD DEI DEO TRO CRO ARN VGM CAS CUC DGD OOG CQU INV HCE PCE VCE FCE ICE CEA CEO'.split(
  ' ',
);

function checkValues3(value: unknown, path: string, problems: string[]): void {
  if (Array.isArray(value)) {
    for (const [i, one] of value.entries()) checkValues3(one, `${path}[${i}]`, problems);
    return;
  }
  for (const [name, field] of Object.entries(asRecord(value))) {
    const allowed = enumerations3[name];
    if (allowed !== undefined && !allowed.includes(String(field))) problems.push(`${path}.${name} = ${String(field)}`);
    checkValues3(field, `${path}.${name}`, problems);
  }
}

/** What is wrong with an event by 3.0; empty when nothing is. */
export function findDcsa3Problems(event: Record<string, unknown>): string[] {
  const problems: string[] = [];
  checkRequired(event, ['eventID', 'eventDateTime', 'eventClassification', 'shipmentDetails'], 'event', problems);
  const kind = asRecord(event['eventClassification']);
  const type = String(kind['eventTypeCode']);
  checkRequired(kind, ['eventClassifierCode', `${type.toLowerCase()}EventTypeCode`], 'eventClassification', problems);
  const { documentReference } = asRecord(event['shipmentDetails']);
  checkRequired(documentReference, ['typeCode', 'reference'], 'documentReference', problems);
  const document = String(asRecord(documentReference)['typeCode']);
  if (!documents3.includes(document)) problems.push(`documentReference.typeCode = ${document}`);
  if (type === 'TRANSPORT') checkRequired(event['transportDetails'], ['transportCall'], 'transportDetails', problems);
  if (type === 'EQUIPMENT')
    checkRequired(
      event['equipmentDetails'],
      ['equipmentReference', 'emptyIndicatorCode'],
      'equipmentDetails',
      problems,
    );
  if (!dateTime.test(String(event['eventDateTime'])))
    problems.push(`eventDateTime = ${String(event['eventDateTime'])}`);
  checkValues3(event, 'event', problems);
  return problems;
}
