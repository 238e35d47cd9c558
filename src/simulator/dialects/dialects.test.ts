import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time/instant.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { asRecord } from '#shared/values/objects.ts';
import { type Simulator, startSimulator } from '../servers/start-simulator.ts';
import type { Shipment } from '../shipments/types.ts';
import { dialects } from './dialects.ts';

const now = Date.UTC(2026, 2, 1, 6);
let simulator: Simulator;
type Fields = Readonly<Record<string, unknown>>;

beforeAll(async () => {
  simulator = await startSimulator({ seed: 'ways', host: '127.0.0.1', port: 0, now: () => now, faults: false });
});
afterAll(() => simulator.stop());

/** A shipment of the carrier that has been under way for long, without anything wrong. */
function shipmentOf(code: string): Shipment {
  const found = simulator.world
    .shipmentsAlive(now)
    .find(
      (one) =>
        one.carrier.code === code &&
        simulator.world.causesOf(one).length === 0 &&
        one.milestones.some((milestone) => milestone.code === 'STCS' && milestone.actual < now - DAY_MS),
    );
  if (found === undefined) throw new Error(`no shipment of ${code}`);
  return found;
}

const digitsOf = ({ billNo }: Shipment): string => billNo.slice(4);

const ask = (code: string, query: string, headers: Record<string, string> = {}): Promise<Response> => {
  const { path } = dialects[code]!;
  return fetch(`${simulator.baseUrl}/carriers/${code}${path === '' ? '' : `/${path}`}?${query}`, { headers });
};

const cma = (owner = 'demo') => ({ keyId: `PELA-${owner}-apiKey` });
const hapag = {
  'X-IBM-Client-Id': 'LODE-demo-clientId',
  'X-IBM-Client-Secret': 'LODE-demo-clientSecret',
  'API-Version': '1',
};

async function eventsOf(code: string, query: string, headers: Record<string, string>): Promise<Fields[]> {
  const response = await ask(code, query, headers);
  expect(response.status).toBe(200);
  const body: unknown = await response.json();
  return (Array.isArray(body) ? body : (body as { events: unknown[] }).events).map(asRecord);
}

describe('who may ask', () => {
  test('nobody without the headers of the carrier, each of them', async () => {
    const query = `transportDocumentReference=${shipmentOf('LODE').billNo}`;
    for (const name of Object.keys(hapag)) {
      const { [name]: _, ...rest } = hapag as Record<string, string>;
      expect((await ask('LODE', query, rest)).status, name).toBe(401);
      expect((await ask('LODE', query, { ...hapag, [name]: 'wrong' })).status, name).toBe(401);
    }
    expect((await ask('LODE', query, hapag)).status).toBe(200);
  });

  test('a key of a tenant sees what is that tenant’s; everything else is not found', async () => {
    const shipment = shipmentOf('PELA');
    const query = `transportDocumentReference=${digitsOf(shipment)}`;
    const other = ['ALPHA', 'BETA', 'GAMMA'].find((tenant) => tenant !== shipment.tenantCode);
    expect((await ask('PELA', query, cma(shipment.tenantCode))).status).toBe(200);
    expect((await ask('PELA', query, cma(other))).status).toBe(404);
    expect((await ask('PELA', `transportDocumentReference=${digitsOf(shipmentOf('KITE'))}`, cma())).status).toBe(404);
    // The carrier's letters are no part of its numbers.
    expect((await ask('PELA', `transportDocumentReference=${shipment.billNo}`, cma())).status).toBe(404);
  });

  test('a token is given for the right secret only, and ends', async () => {
    const token = (secret: string, key = 'KITE-demo-consumerKey') =>
      fetch(`${simulator.baseUrl}/carriers/KITE/oauth/v2/access_token`, {
        method: 'POST',
        headers: { 'Consumer-Key': key },
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id: key, client_secret: secret }),
      });
    expect((await token('wrong')).status).toBe(401);
    expect((await token('KITE-demo-clientSecret', 'another')).status).toBe(401);
    const given = asRecord(await (await token('KITE-demo-clientSecret')).json());
    const query = `transportDocumentReference=${digitsOf(shipmentOf('KITE'))}`;
    const headers = {
      'Consumer-Key': 'KITE-demo-consumerKey',
      authorization: `Bearer ${String(given['access_token'])}`,
    };
    expect((await ask('KITE', query, headers)).status).toBe(200);
    expect((await ask('KITE', query, { authorization: headers.authorization })).status).toBe(401);
    expect((await ask('KITE', query, { ...headers, 'Consumer-Key': 'KITE-ALPHA-consumerKey' })).status).toBe(401);
    const realNow = Date.now;
    Date.now = () => realNow() + 601_000;
    try {
      expect((await ask('KITE', query, headers)).status).toBe(401);
    } finally {
      Date.now = realNow;
    }
  });

  test('above the limit of a key its owner waits, and is reported how long; others do not', async () => {
    const ofTenant = {
      ...hapag,
      'X-IBM-Client-Id': 'LODE-BETA-clientId',
      'X-IBM-Client-Secret': 'LODE-BETA-clientSecret',
    };
    const query = 'transportDocumentReference=LODE000000000';
    const limit = dialects['LODE']?.limits?.perMinute ?? 0;
    const answers: Response[] = [];
    // Two minutes may be begun meanwhile.
    while (answers.length < 2 * limit + 50 && answers.at(-1)?.status !== 429)
      answers.push(...(await Promise.all(Array.from({ length: 50 }, () => ask('LODE', query, ofTenant)))));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(limit);
    expect(statuses.at(-1)).toBe(429);
    const seconds = Number(answers.at(-1)?.headers.get('retry-after'));
    expect(seconds > 0 && seconds <= 60).toBe(true);
    expect((await ask('LODE', query, hapag)).status).toBe(404);
  });
});

test('parameters that a carrier does not know are refused, and those it needs are demanded', async () => {
  const zim = { 'Ocp-Apim-Subscription-Key': 'SANJ-demo-subscriptionKey' };
  const bill = `transportDocumentReference=${shipmentOf('SANJ').billNo}`;
  expect((await ask('SANJ', bill, zim)).status).toBe(200);
  expect((await ask('SANJ', `${bill}&limit=10`, zim)).status).toBe(400);
  expect((await ask('SANJ', '', zim)).status).toBe(400);
  const hmm = { 'x-Gateway-APIKey': 'SABL-demo-apiKey' };
  const booking = `carrierBookingReference=${shipmentOf('SABL').bookingNo}`;
  expect((await ask('SABL', booking, hmm)).status).toBe(400);
  expect((await ask('SABL', `${booking}&equipmentReference=ZZ`, hmm)).status).toBe(200);
});

describe('what is written', () => {
  test('pages follow each other and hold every event once', async () => {
    const query = `transportDocumentReference=${digitsOf(shipmentOf('PELA'))}`;
    const gather = async (limit: number): Promise<Fields[]> => {
      const gathered: Fields[] = [];
      let next: string | undefined = `${query}&limit=${limit}`;
      while (next !== undefined) {
        const response: Response = await ask('PELA', next, cma());
        const page = (await response.json()) as Fields[];
        expect(page.length).toBeLessThanOrEqual(limit);
        gathered.push(...page);
        next = /\?([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      }
      return gathered;
    };
    const paged = await gather(7);
    expect(paged).toEqual(await gather(50));
    expect(new Set(paged.map((event) => event['eventID'])).size).toBe(paged.length);
    expect(paged.length).toBeGreaterThan(20);
  });

  test('numbers of bookings are digests, and transport events name the containers', async () => {
    const shipment = shipmentOf('PELA');
    const events = await eventsOf('PELA', `transportDocumentReference=${digitsOf(shipment)}`, cma());
    const text = JSON.stringify(events);
    expect(text.includes(shipment.bookingNo)).toBe(false);
    expect(text).toContain(createHash('sha384').update(shipment.bookingNo).digest('hex').slice(0, 48));
    const departure = events.find((event) => event['transportEventTypeCode'] === 'DEPA');
    expect(departure?.['references']).toContainEqual({
      referenceType: 'EQ',
      referenceValue: shipment.containers[0]?.number,
    });
    expect(departure?.['carrierSpecificData']).toEqual({ shipmentLocationType: 'POL' });
  });

  test('events without ids, ships without IMO, overtaken estimates gone, moves reported twice', async () => {
    const events = await eventsOf('LODE', `transportDocumentReference=${shipmentOf('LODE').billNo}`, hapag);
    expect(JSON.stringify(events)).not.toMatch(/"eventID"|"vesselIMONumber":"/);
    const departures = events.filter((event) => event['transportEventTypeCode'] === 'DEPA');
    const classes = departures.map((event) => event['eventClassifierCode']);
    expect(classes).toContain('ACT');
    const call = asRecord(departures[0]?.['transportCall']);
    expect(call['carrierVoyageNumber']).toMatch(/^\d+ {3}[A-Z]$/);
    expect(asRecord(call['vessel'])).toMatchObject({ vesselIMONumber: null });
    const places = Map.groupBy(
      events.filter((event) => event['eventClassifierCode'] === 'ACT' && event['eventType'] === 'EQUIPMENT'),
      (event) => [event['equipmentReference'], event['equipmentEventTypeCode'], event['eventDateTime']].join(' '),
    );
    expect([...places.values()].some((reported) => reported.length === 2)).toBe(true);
  });

  test('local times that end in Z, names in another case, nulls, and a code in the place of a type', async () => {
    const shipment = shipmentOf('AZUR');
    const { writeRecord } = await import('./write.ts');
    const { ways } = dialects['AZUR']!;
    const { world } = simulator;
    const reported = world
      .carrierReport(shipment)
      .map((record) => ({ record, reported: { world, shipment, record, ways } }));
    const loaded = reported.find(({ record }) => record.code === 'LOAD' && record.classifier === 'ACT');
    const [load] = writeRecord(loaded!.reported, now);
    const { eventAt, port } = loaded!.record;
    expect(load).toMatchObject({
      eventDateTime: `${toLocalText(eventAt, port.zone).replace(' ', 'T')}Z`,
      delayReasonCode: null,
      transportCall: { unLocationCode: port.code, facilityCode: null },
    });
    const picked = reported.find(({ record }) => record.code === 'PICK' && record.classifier === 'ACT');
    expect(writeRecord(picked!.reported, now)[0]).toMatchObject({
      eventType: 'GTOT',
      equipmentEventTypeCode: 'EMPTY',
      eventId: expect.stringMatching(/^ACT\d{4}-.*:00:00[+-]\d\d:\d\d-PICK/),
      transportCall: { vessel: null },
    });
  });

  test('lists by kind, numbered each by itself, with words and places as text', async () => {
    const shipment = shipmentOf('SABL');
    const response = await ask('SABL', `carrierBookingReference=${shipment.bookingNo}&equipmentReference=ZZ`, {
      'x-Gateway-APIKey': 'SABL-demo-apiKey',
    });
    const body = asRecord(await response.json());
    const lists = ['shipmentEvent', 'transportEvent', 'equipmentEvent', 'transportCall'].map(
      (name) => body[name] as Fields[],
    );
    for (const list of lists) expect(list.length).toBeGreaterThan(2);
    expect(lists[0]?.[0]?.['eventID']).toBe(lists[1]?.[0]?.['eventID']);
    expect(lists[2]?.find((event) => event['emptyIndicatorCode'] === 'Laden')).toMatchObject({
      eventType: 'Equipment',
      eventLocation: expect.stringMatching(/^[^a-z{]+$/),
    });
    expect(lists[3]?.[0]).toMatchObject({ modeOfTransport: expect.stringMatching(/^(Vessel|Truck)$/) });
  });
});
