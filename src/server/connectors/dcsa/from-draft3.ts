import { asObject, attribute } from '../untrusted.ts';

type Fields = Record<string, unknown>;

/** Does the event have the form of the draft of Track & Trace 3.0 (Beta 1)? It is in two parts, about the report and about what happened. */
export const isDraft3 = (event: Fields): boolean =>
  attribute(event, 'eventType') === undefined && asObject(attribute(event, 'metadata')) !== undefined;

const itemsOf = (fields: Fields, name: string): unknown[] => {
  const value = attribute(fields, name);
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
};

/** Renames the attributes of a list's objects; other values are left for validation to refuse. */
const renamed = (fields: Fields, name: string, names: Readonly<Record<string, string>>): unknown[] =>
  itemsOf(fields, name).map((item) => {
    const part = asObject(item);
    if (part === undefined) return item;
    return Object.fromEntries(Object.entries(names).map(([from, to]) => [to, attribute(part, from)]));
  });

function callOf(payload: Fields): unknown {
  const given = attribute(payload, 'transportCall');
  const call = asObject(given);
  if (call === undefined) return given;
  const vessel = asObject(attribute(call, 'vessel'));
  return {
    ...call,
    transportCallID: attribute(call, 'transportCallReference'),
    vessel:
      vessel === undefined
        ? attribute(call, 'vessel')
        : { vesselIMONumber: attribute(vessel, 'vesselIMONumber'), vesselName: attribute(vessel, 'name') },
  };
}

/**
 * Writes an event of the draft of 3.0 as 2.2 would, for the same check and the same parser; values are taken over unread, right or wrong.
 * One that takes another back is written as that one, taken back.
 */
export function fromDraft3(event: Fields): Fields {
  const metadata = asObject(attribute(event, 'metadata')) ?? {};
  const payload = asObject(attribute(event, 'payload')) ?? {};
  const retracted = attribute(metadata, 'retractedEventID');
  if (retracted !== undefined) return { eventID: retracted, isRetracted: true };
  return {
    ...payload,
    eventID: attribute(metadata, 'eventID'),
    eventType: attribute(metadata, 'eventType'),
    eventCreatedDateTime: attribute(metadata, 'eventCreatedDateTime'),
    documentID: attribute(payload, 'documentReference'),
    documentReferences: renamed(payload, 'relatedDocumentReferences', {
      type: 'documentReferenceType',
      value: 'documentReferenceValue',
    }),
    references: renamed(payload, 'references', { type: 'referenceType', value: 'referenceValue' }),
    seals: renamed(payload, 'seals', { number: 'sealNumber' }),
    // The standard's own reference implementation writes it in small letters.
    ISOEquipmentCode: attribute(payload, 'ISOEquipmentCode') ?? attribute(payload, 'isoequipmentCode'),
    transportCall: callOf(payload),
  };
}
