import { describe, expect, test } from 'vitest';
import { asObject } from '../untrusted.ts';
import { bodyOf, directVoyage, equipmentEvent, exampleBill, exampleReference } from './event-builders.ts';
import type { WireEvent } from './event-builders.ts';
import { splitNotification } from './notification.ts';
import { parseEvents } from './parse.ts';

const about = {
  subject: 'bill',
  billNo: exampleBill,
  containerNo: null,
  carrierCode: 'MERI',
  receivedAt: Date.UTC(2026, 5, 1),
} as const;
const parsed = (body: unknown) => parseEvents([bodyOf(body)], about, exampleReference);

const pairs = (list: unknown, type: string, value: string): WireEvent[] =>
  ((list ?? []) as WireEvent[]).map((one) => ({ type: one[type], value: one[value] }));

/** An event of 2.2 as the draft of 3.0 writes it. */
function inDraft({ eventID, eventType, eventCreatedDateTime, ...event }: WireEvent): WireEvent {
  const { transportCall, documentReferences, references, documentID, seals, ...payload } = event;
  const call = asObject(transportCall);
  const { UNLocationCode, vessel, carrierVoyageNumber, otherFacility, location, ...rest } = call ?? {};
  const ship = asObject(vessel);
  return {
    metadata: { eventID, eventType, eventCreatedDateTime },
    payload: {
      ...payload,
      documentReference: documentID,
      relatedDocumentReferences: pairs(documentReferences, 'documentReferenceType', 'documentReferenceValue'),
      references: pairs(references, 'referenceType', 'referenceValue'),
      seals: ((seals ?? []) as WireEvent[]).map((seal) => ({ number: seal['sealNumber'], source: 'SHI' })),
      transportCall: call && {
        ...rest,
        transportCallReference: 'TC-1',
        carrierExportVoyageNumber: carrierVoyageNumber,
        carrierImportVoyageNumber: carrierVoyageNumber,
        location: { locationName: otherFacility, ...asObject(location), UNLocationCode },
        vessel: ship && { vesselIMONumber: ship['vesselIMONumber'], name: ship['vesselName'] },
      },
    },
  };
}

describe('the draft of Track & Trace 3.0, with metadata and payload', () => {
  test('says the same of a voyage as 2.2', () => {
    const draft = parsed(directVoyage().map(inDraft));
    expect(draft.refusals).toEqual([]);
    expect(draft).toEqual(parsed(directVoyage()));
  });

  test('takes back an event by its id', async () => {
    const inspection = equipmentEvent({ id: 'i', code: 'INSP', port: 'NLRTM', at: '2026-02-11T10:00:00+01:00' });
    const metadata = { eventID: 'r', eventCreatedDateTime: '2026-02-12T00:00:00Z', eventType: 'EQUIPMENT' };
    const reported = [...directVoyage(), inspection].map(inDraft);
    expect(parsed([...reported, { metadata: { ...metadata, retractedEventID: 'i' } }]).content).toEqual(
      parsed(directVoyage()).content,
    );
    const { retractions } = await splitNotification(bodyOf({ metadata: { ...metadata, retractedEventID: 'i' } }));
    expect(retractions.map(({ eventId }) => eventId)).toEqual(['i']);
  });

  test('is checked as closely', () => {
    const [first = {}] = directVoyage();
    const { metadata, payload } = inDraft({ ...first, shipmentEventTypeCode: 'NONE' }) as Record<string, WireEvent>;
    expect(parsed([{ metadata, payload }]).refusals).toMatchObject([{ reason: 'bad_enumeration', value: 'NONE' }]);
    expect(
      parsed([
        { metadata, payload: 'x' },
        { metadata: 1, payload: { ...payload } },
      ]).refusals,
    ).toHaveLength(2);
  });
});
