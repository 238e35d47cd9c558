import { asObject, attribute } from '../untrusted.ts';
import { codeOfWord } from './words-of-version3.ts';

type Fields = Record<string, unknown>;

/** Kinds of events of 3.0 that are measurements, not milestones: they are known, and say nothing of the journey. */
const measurements = new Set(['IOT', 'REEFER']);

/** Does the event have the form of Track & Trace 3.0? It keeps its kind in a part of its own. */
export const isVersion3 = (event: Fields): boolean => asObject(attribute(event, 'eventClassification')) !== undefined;

const partOf = (fields: Fields, name: string): Fields => asObject(attribute(fields, name)) ?? {};

/** The value of the first name that is given; wrong types are left for the check to find. */
const firstOf = (fields: Fields, ...names: string[]): unknown =>
  names.map((name) => attribute(fields, name)).find((value) => value !== undefined);

/** An event of 3.0 that measures something, or says that a ship comes near, instead of reporting of the journey. */
export function isMeasurement(event: Fields): boolean {
  const classification = partOf(event, 'eventClassification');
  return (
    measurements.has(String(firstOf(classification, 'eventTypeCode', 'eventType'))) ||
    attribute(classification, 'transportEventType') === 'APPROACHING'
  );
}

const listOf = (fields: Fields, name: string): unknown[] => {
  const value = attribute(fields, name);
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
};

const modes: Readonly<Record<string, string | undefined>> = { MULTIMODAL: undefined };

function callOf(event: Fields, location: Fields): Fields | undefined {
  const details = asObject(attribute(event, 'transportDetails'));
  const call = details && asObject(attribute(details, 'transportCall'));
  if (call === undefined) return undefined;
  const mode = attribute(call, 'modeOfTransport');
  const voyage = (name: string): unknown =>
    firstOf(partOf(call, name), 'carrierVoyageNumber', 'universalVoyageReference');
  return {
    transportCallID: attribute(call, 'transportCallReference'),
    modeOfTransport: typeof mode === 'string' && mode in modes ? modes[mode] : mode,
    carrierServiceCode: firstOf(
      partOf(call, 'serviceCodeOrReference'),
      'carrierServiceCode',
      'universalServiceReference',
    ),
    exportVoyageNumber: voyage('exportVoyageNumberOrReference'),
    importVoyageNumber: voyage('importVoyageNumberOrReference'),
    vessel: attribute(call, 'vesselTransport'),
    UNLocationCode: attribute(location, 'UNLocationCode'),
  };
}

const typeOf = (reference: Fields, table: 'documents' | 'references'): unknown =>
  codeOfWord(table, firstOf(reference, 'typeCode', 'type'));

const referenceOf = (item: unknown, table: 'documents' | 'references', names: readonly [string, string]): unknown => {
  const reference = asObject(item);
  if (reference === undefined) return item;
  return { [names[0]]: typeOf(reference, table), [names[1]]: attribute(reference, 'reference') };
};

/** Where the container is, in the words of 2.2: a movement through a transhipment port. */
const isTranshipment = (equipment: Fields): boolean | undefined =>
  firstOf(equipment, 'movementType', 'transportPhase') === 'TRANSSHIPMENT' ? true : undefined;

/**
 * Writes an event of 3.0, of either edition, as 2.2 would, as far as both can say it, for the same check and the same parser; values are
 * taken over unread, right or wrong. `isRetracted` stays.
 */
export function fromVersion3(event: Fields): Fields {
  const classification = partOf(event, 'eventClassification');
  const shipment = partOf(event, 'shipmentDetails');
  const equipment = partOf(event, 'equipmentDetails');
  const location = asObject(attribute(event, 'eventLocation'));
  const document = asObject(attribute(shipment, 'documentReference'));
  const documents = [document, ...listOf(shipment, 'additionalDocumentReferences')].filter((one) => one !== undefined);
  const seals = listOf(equipment, 'seals').map((seal) => {
    const fields = asObject(seal);
    return fields === undefined ? seal : { sealNumber: attribute(fields, 'number') };
  });
  return {
    eventID: attribute(event, 'eventID'),
    isRetracted: attribute(event, 'isRetracted'),
    eventType: firstOf(classification, 'eventTypeCode', 'eventType'),
    eventClassifierCode: codeOfWord('classifiers', firstOf(classification, 'eventClassifierCode', 'eventClassifier')),
    shipmentEventTypeCode: codeOfWord(
      'shipmentEvents',
      firstOf(classification, 'shipmentEventTypeCode', 'shipmentEventType'),
    ),
    transportEventTypeCode: codeOfWord(
      'transportEvents',
      firstOf(classification, 'transportEventTypeCode', 'transportEventType'),
    ),
    equipmentEventTypeCode: codeOfWord(
      'equipmentEvents',
      firstOf(classification, 'equipmentEventTypeCode', 'equipmentEventType'),
    ),
    eventDateTime: attribute(event, 'eventDateTime'),
    eventCreatedDateTime: attribute(event, 'eventUpdatedDateTime'),
    eventLocation: attribute(event, 'eventLocation'),
    transportCall: callOf(event, location ?? {}),
    documentTypeCode: document && typeOf(document, 'documents'),
    documentID: document && attribute(document, 'reference'),
    documentReferences: documents.map((item) =>
      referenceOf(item, 'documents', ['documentReferenceType', 'documentReferenceValue']),
    ),
    references: listOf(shipment, 'shipmentReferences').map((item) =>
      referenceOf(item, 'references', ['referenceType', 'referenceValue']),
    ),
    equipmentReference: attribute(equipment, 'equipmentReference'),
    ISOEquipmentCode: attribute(equipment, 'ISOEquipmentCode'),
    emptyIndicatorCode: firstOf(equipment, 'emptyIndicatorCode', 'emptyIndicator'),
    isTransshipmentMove: isTranshipment(equipment),
    seals,
  };
}
