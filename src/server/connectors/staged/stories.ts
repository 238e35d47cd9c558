import { createHash } from 'node:crypto';
import { type TestReference, type TestStory, testBill, testContainer } from '#shared/ids/test-reference.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';

/** An event of DCSA Track & Trace 2.2, as a carrier sends it. */
type WireEvent = Record<string, unknown>;

/** What the source of a test shipment answers from a second on: all its events, or nothing but failures. */
type Step = { second: number; events: WireEvent[] } | { second: number; fails: true };

/** Ships of test shipments. No ship has an IMO number that begins with 2. */
const ships = {
  first: { name: 'TEST VESSEL ONE', imo: '2000016', voyage: 'T001W' },
  second: { name: 'TEST VESSEL TWO', imo: '2000028', voyage: 'T002W' },
} as const;
type Ship = (typeof ships)[keyof typeof ships];

const [origin, hub, destination] = ['CNSHA', 'SGSIN', 'NLRTM'];

/** A UUID that follows from a text, in the form of version 4, which DCSA demands. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

const isoText = (at: Instant): string => new Date(at).toISOString();

type Move = {
  code: string;
  port: string;
  at: Instant;
  ship?: Ship;
  container?: string;
  classifier?: 'PLN' | 'EST' | 'ACT';
  reportedAt?: Instant;
};

/** Writes the events of one test shipment; ids follow from what an event says, so that every answer names it alike. */
function writerOf(reference: TestReference) {
  const [bill, own] = [testBill(reference), testContainer(reference)];
  const common = (
    type: string,
    { code, at, classifier = 'ACT', reportedAt = at, container = '' }: Move,
  ): WireEvent => ({
    eventID: uuidOf([bill, container, type, code, classifier, at, reportedAt].join(' ')),
    eventType: type,
    eventCreatedDateTime: isoText(reportedAt),
    eventDateTime: isoText(at),
    eventClassifierCode: classifier,
    documentReferences: [{ documentReferenceType: 'TRD', documentReferenceValue: bill }],
  });
  const callOf = ({ port, ship }: Move): WireEvent => ({
    transportCallID: [port, ship?.voyage ?? 'TRUCK'].join('-'),
    UNLocationCode: port,
    ...(ship === undefined
      ? { modeOfTransport: 'TRUCK' }
      : {
          modeOfTransport: 'VESSEL',
          carrierVoyageNumber: ship.voyage,
          carrierServiceCode: 'TEST',
          vessel: { vesselIMONumber: ship.imo, vesselName: ship.name },
        }),
  });
  const ofShip = (move: Move): WireEvent => ({
    ...common('TRANSPORT', { ...move, code: `${move.code}-${move.port}-${move.ship?.voyage}` }),
    transportEventTypeCode: move.code,
    transportCall: callOf(move),
  });
  const ofContainer = (move: Move): WireEvent => ({
    ...common('EQUIPMENT', { ...move, container: move.container ?? own }),
    equipmentEventTypeCode: move.code,
    equipmentReference: move.container ?? own,
    ISOEquipmentCode: '45G1',
    emptyIndicatorCode: move.code === 'DROP' || move.code === 'PICK' ? 'EMPTY' : 'LADEN',
    transportCall: callOf(move),
  });
  const ofCustoms = (move: Pick<Move, 'code' | 'at' | 'reportedAt'>): WireEvent => ({
    ...common('SHIPMENT', { ...move, port: '' }),
    shipmentEventTypeCode: move.code,
    documentTypeCode: 'CUS',
    documentID: bill,
  });
  return { own, other: testContainer(reference, true), ofShip, ofContainer: ofContainer, ofCustoms };
}

type Scene = ReturnType<typeof writerOf> & {
  start: Instant;
  /** The instant of a second of the story, not after the present one. */
  at: (second: number) => Instant;
};

/** Gate-in, loading and departure at the port of loading, `days` before the start. */
function departed(
  { ofShip, ofContainer, own, start }: Scene,
  days: number,
  ship: Ship = ships.first,
  container = own,
): WireEvent[] {
  const left = start - days * DAY_MS;
  return [
    ofContainer({ code: 'GTIN', port: origin, at: left - 2 * DAY_MS, container }),
    ofContainer({ code: 'LOAD', port: origin, at: left - 6 * HOUR_MS, ship, container }),
    ofShip({ code: 'DEPA', port: origin, at: left, ship }),
  ];
}

const arrival = (
  { ofShip }: Scene,
  classifier: 'PLN' | 'EST' | 'ACT',
  at: Instant,
  reportedAt: Instant,
  ship: Ship = ships.first,
): WireEvent => ofShip({ code: 'ARRI', port: destination, at, ship, classifier, reportedAt });

/** Discharge, gate-out and empty return, by the hours after `from`. */
const delivered = ({ ofContainer }: Scene, from: Instant): WireEvent[] => [
  ofContainer({ code: 'DISC', port: destination, at: from + 8 * HOUR_MS, ship: ships.first }),
  ofContainer({ code: 'GTOT', port: destination, at: from + 24 * HOUR_MS }),
  ofContainer({ code: 'DROP', port: destination, at: from + 72 * HOUR_MS }),
];

/** The stories, second by second. Each step answers everything that is known by then. */
const stories: Record<TestStory, (scene: Scene) => Step[]> = {
  onTime: (scene) => {
    const { start, at, ofContainer } = scene;
    const expected = start + 60_000;
    const before = [
      ...departed(scene, 21),
      arrival(scene, 'PLN', expected, start - 22 * DAY_MS),
      arrival(scene, 'EST', expected, start - DAY_MS),
    ];
    const arrived = [...before, arrival(scene, 'ACT', at(60), at(60))];
    const discharged = [...arrived, ofContainer({ code: 'DISC', port: destination, at: at(75), ship: ships.first })];
    const left = [...discharged, ofContainer({ code: 'GTOT', port: destination, at: at(90) })];
    return [
      { second: 0, events: before },
      { second: 60, events: arrived },
      { second: 75, events: discharged },
      { second: 90, events: left },
      { second: 105, events: [...left, ofContainer({ code: 'DROP', port: destination, at: at(105) })] },
    ];
  },
  late: (scene) => {
    const { start, at } = scene;
    const before = [...departed(scene, 21), arrival(scene, 'PLN', start + DAY_MS, start - 22 * DAY_MS)];
    const estimate = (days: number, second: number): WireEvent =>
      arrival(scene, 'EST', start + days * DAY_MS, second < 0 ? start - 20 * DAY_MS : at(second));
    return [
      { second: 0, events: [...before, estimate(1, -1)] },
      { second: 20, events: [...before, estimate(1, -1), estimate(5, 20)] },
      { second: 40, events: [...before, estimate(1, -1), estimate(5, 20), estimate(9, 40)] },
    ];
  },
  rolled: (scene) => {
    const { start, at, ofShip, ofContainer } = scene;
    const gateIn = ofContainer({ code: 'GTIN', port: origin, at: start - DAY_MS });
    const sailing = (ship: Ship, days: number, reportedAt: Instant): WireEvent[] => [
      ofShip({ code: 'DEPA', port: origin, at: start + days * DAY_MS, ship, classifier: 'EST', reportedAt }),
      arrival(scene, 'EST', start + (days + 30) * DAY_MS, reportedAt, ship),
    ];
    return [
      { second: 0, events: [gateIn, ...sailing(ships.first, 2, start - 2 * DAY_MS)] },
      { second: 20, events: [gateIn, ...sailing(ships.second, 9, at(20))] },
    ];
  },
  split: (scene) => {
    const { start, at, other, ofContainer } = scene;
    const first = [...departed(scene, 21), arrival(scene, 'EST', start + 60_000, start - DAY_MS)];
    const waiting = ofContainer({ code: 'GTIN', port: origin, at: start - 22 * DAY_MS, container: other });
    const second = [
      waiting,
      ...departed(scene, 14, ships.second, other).slice(1),
      arrival(scene, 'EST', start + 7 * DAY_MS, at(20), ships.second),
    ];
    const arrived = [
      arrival(scene, 'ACT', at(60), at(60)),
      ofContainer({ code: 'DISC', port: destination, at: at(60), ship: ships.first }),
    ];
    return [
      { second: 0, events: [...first, waiting] },
      { second: 20, events: [...first, ...second] },
      { second: 60, events: [...first, ...second, ...arrived] },
    ];
  },
  held: (scene) => {
    const { start, at, ofContainer, ofCustoms } = scene;
    const came = start - 3 * DAY_MS;
    const before = [
      ...departed(scene, 30),
      arrival(scene, 'ACT', came, came),
      ofContainer({ code: 'DISC', port: destination, at: came + 8 * HOUR_MS, ship: ships.first }),
    ];
    // Held for more than two days when it becomes known: that is when the rule reports it.
    const hold = ofCustoms({ code: 'HOLD', at: start - 50 * HOUR_MS, reportedAt: at(20) });
    const release = ofCustoms({ code: 'RELS', at: at(80), reportedAt: at(80) });
    return [
      { second: 0, events: before },
      { second: 20, events: [...before, hold] },
      { second: 80, events: [...before, hold, release] },
    ];
  },
  lostSignal: (scene) => [
    {
      second: 0,
      events: [...departed(scene, 34), arrival(scene, 'EST', scene.start - 4 * DAY_MS, scene.start - 12 * DAY_MS)],
    },
  ],
  arrived: (scene) => {
    const came = scene.start - 5 * DAY_MS;
    return [
      { second: 0, events: [...departed(scene, 32), arrival(scene, 'ACT', came, came), ...delivered(scene, came)] },
    ];
  },
  unknown: () => [{ second: 0, events: [] }],
  sourceDown: (scene) => {
    const { start, at } = scene;
    const before = [...departed(scene, 21), arrival(scene, 'EST', start + 5 * DAY_MS, start - DAY_MS)];
    const again = arrival(scene, 'EST', start + 5 * DAY_MS + 6 * HOUR_MS, at(110));
    return [
      { second: 0, events: before },
      { second: 20, fails: true },
      { second: 110, events: [...before, again] },
    ];
  },
  transhipped: (scene) => {
    const { start, at, ofShip, ofContainer } = scene;
    const came = start - 12 * DAY_MS;
    const before = [
      ...departed(scene, 20),
      ofShip({ code: 'ARRI', port: hub, at: came, ship: ships.first }),
      ofContainer({ code: 'DISC', port: hub, at: came + 8 * HOUR_MS, ship: ships.first }),
      arrival(scene, 'EST', start + 10 * DAY_MS, start - 13 * DAY_MS, ships.second),
    ];
    const goesOn = [
      ofContainer({ code: 'LOAD', port: hub, at: at(30), ship: ships.second }),
      ofShip({ code: 'DEPA', port: hub, at: at(30), ship: ships.second }),
    ];
    return [
      { second: 0, events: before },
      { second: 30, events: [...before, ...goesOn] },
    ];
  },
};

/** When steps of a story begin, in seconds after its start. */
export const secondsOf = (story: TestStory): number[] =>
  stories[story](sceneOf({ story, run: '0000', subject: 'bill' }, 0, 0)).map(({ second }) => second);

/** `now` is the present: nothing is reported as having happened after it, also where the world stands still. */
function sceneOf(reference: TestReference, start: Instant, now: Instant): Scene {
  return { ...writerOf(reference), start, at: (second) => Math.min(start + second * 1000, Math.max(start, now)) };
}

/** The step that a story has reached, with its place; `seconds` of the machine have passed since its start. */
export function stepAt(
  reference: TestReference,
  { start, now, seconds }: { start: Instant; now: Instant; seconds: number },
): { place: number; events: WireEvent[] | null } {
  const steps = stories[reference.story](sceneOf(reference, start, now));
  const place = Math.max(
    0,
    steps.findLastIndex(({ second }) => second <= seconds),
  );
  const step = steps[place];
  if (step === undefined || !('events' in step)) return { place, events: null };
  // Who asks for a container gets no other.
  const own = testContainer(reference);
  const isAsked = ({ equipmentReference: container }: WireEvent): boolean =>
    reference.subject === 'bill' || container === undefined || container === own;
  return { place, events: step.events.filter(isAsked) };
}
