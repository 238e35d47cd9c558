import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { findDcsaProblems } from '#testing/simulator/dcsa-check.ts';
import { bodyOf, directVoyage, exampleBill, exampleReference, otherContainer, ships } from './event-builders.ts';
import { equipmentEvent, transportEvent } from './event-builders.ts';
import { parseEvents } from './parse.ts';
import { wireStatuses } from './wire-statuses.ts';
import { writeEvents, type WireEventDraft } from './write-events.ts';

const about = {
  subject: 'bill',
  billNo: exampleBill,
  containerNo: null,
  carrierCode: 'MERI',
  receivedAt: Date.UTC(2026, 5, 1),
} as const;
const reference = {
  placeOf: (code: string) => ({
    name: `${code} port`,
    lat: 1.5,
    lon: -70.25,
    zone: exampleReference.zoneOf(code) ?? null,
  }),
  customerReference: 'PO-1',
};

const parsed = (events: readonly Record<string, unknown>[]): ShipmentContent => {
  const { content, refusals } = parseEvents([bodyOf(events)], about, exampleReference);
  expect(refusals).toEqual([]);
  return content as ShipmentContent;
};

const onWire = (drafts: readonly WireEventDraft[]): Record<string, unknown>[] =>
  drafts.map(({ body }) => ({ eventID: randomUUID(), eventCreatedDateTime: '2026-03-01T00:00:00Z', ...body }));

/** A container and another one over Singapore, the second part with two containers on one ship. */
const viaSingapore = [
  ...directVoyage().filter(({ eventID }) => ['d1', 'e1', 'e2', 'e3'].includes(String(eventID))),
  ...[undefined, otherContainer].map((container, index) =>
    equipmentEvent({
      id: `l${index}`,
      code: 'LOAD',
      port: 'CNSHA',
      at: '2026-01-10T02:00:00+08:00',
      ship: ships.first,
      ...(container === undefined ? {} : { container }),
    }),
  ),
  transportEvent({ id: 's1', code: 'DEPA', port: 'CNSHA', at: '2026-01-10T19:30:00+08:00', ship: ships.first }),
  transportEvent({ id: 's2', code: 'ARRI', port: 'SGSIN', at: '2026-01-15T08:00:00+08:00', ship: ships.first }),
  transportEvent({ id: 's3', code: 'DEPA', port: 'SGSIN', at: '2026-01-20T08:00:00+08:00', ship: ships.second }),
  transportEvent({
    id: 's4',
    code: 'ARRI',
    classifier: 'EST',
    port: 'NLRTM',
    at: '2026-02-12T08:00:00+01:00',
    ship: ships.second,
  }),
];

const containersOfBill = (content: ShipmentContent): string[] =>
  content.containers.map(({ containerNo }) => containerNo);

/**
 * What the standard can say of a shipment: zones come from the places, texts of places and sources of times do not. A
 * document of the whole bill is notified of each of its containers.
 */
const sayable = (content: ShipmentContent) => ({
  booking: content.booking,
  legs: content.legs,
  containers: content.containers,
  events: content.events
    .map(({ place: _place, ...event }) => event)
    .flatMap((event) =>
      event.containerNo === null && wireStatuses[event.statusCode]?.type === 'SHIPMENT'
        ? containersOfBill(content).map((containerNo) => ({ ...event, containerNo }))
        : [event],
    )
    .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
});

describe('writing', () => {
  test.each([
    ['a direct voyage', directVoyage()],
    ['a transhipment with two boxes', viaSingapore],
  ])('%s, read again, says the same', (_name, events) => {
    const content = parsed(events);
    const again = parsed(onWire(writeEvents(content, reference)));
    expect(sayable(again)).toEqual(sayable(content));
  });

  test('every event satisfies the standard', () => {
    const events = onWire(writeEvents(parsed(viaSingapore), reference));
    expect(events.length).toBeGreaterThan(8);
    for (const event of events) expect(findDcsaProblems(event), JSON.stringify(event)).toEqual([]);
  });

  test('a ship is reported once for all its containers, a container for itself', () => {
    const drafts = writeEvents(parsed(viaSingapore), reference);
    const departures = drafts.filter(({ code, locationCode }) => code === 'DEPA' && locationCode === 'CNSHA');
    expect(departures).toHaveLength(1);
    expect(departures[0]?.containerNos).toHaveLength(2);
    expect(drafts.filter(({ code }) => code === 'LOAD').map(({ containerNos }) => containerNos.length)).toEqual([1, 1]);
  });

  test('every event names the containers by which it is found', () => {
    const drafts = [viaSingapore, directVoyage()].flatMap((events) => writeEvents(parsed(events), reference));
    expect(new Set(drafts.map(({ type }) => type)).size).toBe(3);
    for (const { type, containerNos, body } of drafts) {
      const reported = (body['references'] as { referenceType: string; referenceValue: string }[])
        .filter(({ referenceType }) => referenceType === 'EQ')
        .map(({ referenceValue }) => referenceValue);
      if (type === 'EQUIPMENT') expect(containerNos).toEqual([body['equipmentReference']]);
      else expect(reported).toEqual(containerNos);
    }
  });

  test('times carry the offset of their place', () => {
    const [picked] = writeEvents(parsed(directVoyage()), reference).filter(({ code }) => code === 'PICK');
    expect(picked?.body['eventDateTime']).toBe('2026-01-05T09:00:00+08:00');
  });

  test('a leg without milestones still tells when its ship leaves and arrives', () => {
    const content = parsed(directVoyage());
    const bare = { ...content, events: [] };
    expect(
      writeEvents(bare, reference).map(({ code, classifier, locationCode }) => [code, classifier, locationCode]),
    ).toEqual([
      ['DEPA', 'EST', 'CNSHA'],
      ['DEPA', 'ACT', 'CNSHA'],
      ['ARRI', 'EST', 'NLRTM'],
      ['ARRI', 'ACT', 'NLRTM'],
    ]);
  });

  test('the key changes with what is stated and with nothing else', () => {
    const content = parsed(directVoyage());
    const keys = writeEvents(content, reference).map(({ key }) => key);
    expect(writeEvents(structuredClone(content), reference).map(({ key }) => key)).toEqual(keys);
    expect(new Set(keys).size).toBe(keys.length);
    const later = structuredClone(content);
    const departed = later.events.find(({ statusCode }) => statusCode === 'DLPT');
    if (departed !== undefined) departed.actual = (departed.actual ?? 0) + 60_000;
    const changed = writeEvents(later, reference).filter(({ key }) => !keys.includes(key));
    expect(changed.map(({ code, classifier }) => [code, classifier])).toEqual([['DEPA', 'ACT']]);
  });
});
