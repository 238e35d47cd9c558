import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { directVoyage, exampleBill, exampleBooking, exampleContainer } from '#server/connectors/dcsa/event-builders.ts';
import { otherContainer, ships } from '#server/connectors/dcsa/event-builders.ts';
import { equipmentEvent, type WireEvent } from '#server/connectors/dcsa/event-builders.ts';
import { findDcsaProblems } from '#testing/simulator/dcsa-check.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { productApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { startScriptedSource } from '#testing/scripted-source.ts';
import { TestClient } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { outwardBase } from '#contract/interfaces/outward-api/calls.ts';
import { outwardTask } from './routes.ts';

/*
 * What an examiner of publishers of Track & Trace 2.2 asks and looks at, scenario by scenario: every answer has events,
 * each of them as its type wants it, with an id of its own, and met by what was requested.
 */

const database = await testDatabase();
const pipeline = await startPipeline(database, { start: Date.UTC(2026, 2, 1) });
const tenant = await buildTenant(database, { code: 'CONF' });
await buildUser(database, { tenantId: tenant.id, userCode: 'keeper', menus: ['/integrations'] });
const { app, signedIn } = await productApp(database, pipeline);
const source = await startScriptedSource();
source.respond(() => ({
  body: [
    ...directVoyage(),
    equipmentEvent({
      id: 'o1',
      code: 'LOAD',
      port: 'CNSHA',
      at: '2026-01-10T03:00:00+08:00',
      ship: ships.first,
      container: otherContainer,
    }),
  ],
}));
const carrier = await pipeline.addCarrier('CONF', source.baseUrl);
const bill = await buildSubscription(database, { tenantId: tenant.id, carrierCode: 'CONF', billNo: exampleBill });
await pipeline.subscribe(bill, carrier, pipeline.clock.now());
await pipeline.worker.processAll();
const keeper = await signedIn('keeper');
const key = (await keeper.call('apiKeyInsert', { body: { tenantId: tenant.id, name: 'examiner' } })).data.key as string;
const log = pino({ level: 'silent' });
const { clock, keys, reference } = pipeline;
await outwardTask({ database, clock, keys, log, reference: () => reference.current(), allowed: [] })();

const examiner = new TestClient(app);
type Question = Readonly<Record<string, string>>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';
async function ask(query: Question, method: Method = 'GET', path = '/events', body?: unknown) {
  const search = new URLSearchParams(query).toString();
  const headers = { authorization: `Bearer ${key}`, 'api-version': '2.2.0' };
  const answer = await examiner.send(
    method,
    `${outwardBase}${path}${search === '' ? '' : `?${search}`}`,
    body,
    headers,
  );
  expect(answer.headers['api-version']).toBe('2.2.0');
  return {
    http: answer.http,
    headers: answer.headers,
    text: answer.text,
    events: JSON.parse(answer.text) as WireEvent[],
  };
}

const within = (value: unknown, name: string): unknown => (value as Record<string, unknown> | undefined)?.[name];
const call = (event: WireEvent, name: string): unknown[] => [within(event['transportCall'], name)];
const listed = (event: WireEvent, list: string, kind: string, type: string, value: string): unknown[] =>
  ((event[list] ?? []) as WireEvent[]).filter((one) => one[kind] === type).map((one) => one[value]);
const papers = (event: WireEvent, type: string): unknown[] =>
  event['eventType'] === 'SHIPMENT'
    ? event['documentTypeCode'] === type
      ? [event['documentID']]
      : ['of another document']
    : listed(event, 'documentReferences', 'documentReferenceType', type, 'documentReferenceValue');

/** Where an event says what a filter asks for; a document that is not of the type requested says nothing of it. */
const statedBy: Readonly<Record<string, (event: WireEvent) => unknown[]>> = {
  eventType: (event) => [event['eventType']],
  shipmentEventTypeCode: (event) => [event['shipmentEventTypeCode']],
  documentTypeCode: (event) => [event['documentTypeCode']],
  transportEventTypeCode: (event) => [event['transportEventTypeCode']],
  equipmentEventTypeCode: (event) => [event['equipmentEventTypeCode']],
  transportCallID: (event) => call(event, 'transportCallID'),
  exportVoyageNumber: (event) => call(event, 'exportVoyageNumber'),
  carrierServiceCode: (event) => call(event, 'carrierServiceCode'),
  UNLocationCode: (event) => [...call(event, 'UNLocationCode'), within(event['eventLocation'], 'UNLocationCode')],
  vesselIMONumber: (event) => call(event, 'vessel').map((vessel) => within(vessel, 'vesselIMONumber')),
  equipmentReference: (event) => [
    event['equipmentReference'],
    ...listed(event, 'references', 'referenceType', 'EQ', 'referenceValue'),
  ],
  carrierBookingReference: (event) => papers(event, 'BKG'),
  transportDocumentReference: (event) => papers(event, 'TRD'),
};

const compare: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  eq: (a, b) => a === b,
  gte: (a, b) => a >= b,
  gt: (a, b) => a > b,
  lte: (a, b) => a <= b,
  lt: (a, b) => a < b,
};

function expectMet(event: WireEvent, [name, wanted]: [string, string]): void {
  const created = /^eventCreatedDateTime(?::(\w+))?$/.exec(name);
  if (created !== null) {
    const fits = compare[created[1] ?? 'eq'];
    expect(fits?.(Date.parse(String(event['eventCreatedDateTime'])), Date.parse(wanted)), `${name}=${wanted}`).toBe(
      true,
    );
  }
  const statement = statedBy[name]?.(event).map(String);
  const isMet =
    statement === undefined ||
    statement.includes('of another document') ||
    wanted.split(',').some((one) => statement.includes(one));
  expect(isMet, `${name}=${wanted} of ${JSON.stringify(event)}`).toBe(true);
}

async function expectEvents(query: Question) {
  const answer = await ask(query);
  expect(answer.http, answer.text.slice(0, 300)).toBe(200);
  expect(answer.events.length, JSON.stringify(query)).toBeGreaterThan(0);
  expect(new Set(answer.events.map((event) => event['eventID'])).size).toBe(answer.events.length);
  for (const event of answer.events) {
    expect(findDcsaProblems(event), JSON.stringify(event)).toEqual([]);
    for (const requested of Object.entries(query)) expectMet(event, requested);
  }
  return answer;
}

const { events: all } = await ask({ limit: '1000' });
const madeAt = String(all[0]?.['eventCreatedDateTime']);
const [from, to] = ['2001-01-01T14:00:56+01:00', '2050-01-30T14:01:56+01:00'];
const ofAll = { carrierBookingReference: exampleBooking, transportDocumentReference: exampleBill };
const ofCalls = {
  transportCallID: String(
    all.flatMap((event) => call(event, 'transportCallID')).find((id) => String(id).startsWith('9321483')),
  ),
  vesselIMONumber: ships.first.imo,
  exportVoyageNumber: ships.first.voyage,
  carrierServiceCode: 'AE7',
  UNLocationCode: 'NLRTM',
};
const questions: Readonly<Record<string, Question>> = {
  SHIPMENT: { shipmentEventTypeCode: 'RELS', documentTypeCode: 'SRM', ...ofAll },
  TRANSPORT: { transportEventTypeCode: 'ARRI', ...ofAll, ...ofCalls },
  EQUIPMENT: { equipmentEventTypeCode: 'LOAD', ...ofAll, ...ofCalls },
};

describe.each(Object.keys(questions))('events of type %s', (eventType) => {
  test.each([...Object.entries(questions[eventType] ?? {}), ['equipmentReference', exampleContainer] as const])(
    '%s=%s',
    async (name, value) => {
      await expectEvents({ eventType, [name]: value });
    },
  );

  test.each([
    { 'eventCreatedDateTime:eq': madeAt },
    { eventCreatedDateTime: madeAt },
    { 'eventCreatedDateTime:gt': from, 'eventCreatedDateTime:lt': to },
    { 'eventCreatedDateTime:gt': from, 'eventCreatedDateTime:lte': to },
    { 'eventCreatedDateTime:gte': from, 'eventCreatedDateTime:lt': to },
    { 'eventCreatedDateTime:gte': from, 'eventCreatedDateTime:lte': to },
  ] as Question[])('made at %o', async (times) => {
    await expectEvents({ eventType, ...times });
  });

  test('page by page: the next one by its cursor beside the question, and the way to each other one', async () => {
    const first = await expectEvents({ eventType, limit: '1' });
    const next = String(first.headers['next-page-cursor']);
    const second = await expectEvents({ eventType, limit: '1', cursor: next });
    expect(first.events).toHaveLength(1);
    expect(second.events[0]?.['eventID']).not.toBe(first.events[0]?.['eventID']);
    expect(second.headers).toMatchObject({
      'current-page': next,
      'first-page': first.headers['current-page'],
      'prev-page': first.headers['current-page'],
      'last-page': first.headers['last-page'],
    });
    const last = await expectEvents({ cursor: String(first.headers['last-page']) });
    expect(last.headers['next-page']).toBeUndefined();
    expect(last.events).toEqual(all.filter((event) => event['eventType'] === eventType).slice(-1));
  });
});

describe('what is refused, with the error object of the standard', () => {
  const long = 'x'.repeat(101);
  test.each([
    { eventType: 'INVALID_EVENT' },
    { shipmentEventTypeCode: 'INVALID_CODE' },
    { documentTypeCode: 'INVALID_CODE' },
    { equipmentEventTypeCode: 'INVALID_CODE' },
    { transportEventTypeCode: 'INVALID_CODE' },
    { eventType: 'SHIPMENT', transportEventTypeCode: 'ARRI' },
    { eventType: 'TRANSPORT', shipmentEventTypeCode: 'DRFT' },
    { eventType: 'EQUIPMENT', shipmentEventTypeCode: 'DRFT' },
    { equipmentReference: long },
    { carrierBookingReference: long },
    { transportDocumentReference: long },
    { transportCallID: long },
    { carrierVoyageNumber: long },
    { carrierServiceCode: long },
    { vesselIMONumber: '93214832' },
    { eventCreatedDateTime: 'yesterday' },
    { limit: '0' },
  ] as Question[])('%o', async (query) => expectError(await ask(query), 400));

  test('wrong methods, addresses and bodies, with and without a key', async () => {
    expectError(await ask({}, 'POST', '/events', {}), 405);
    expectError(await ask({}, 'OPTIONS', '/events'), 405);
    expectError(await ask({}, 'GET', '/nothing'), 404);
    expectError(await ask({}, 'POST', '/event-subscriptions', []), 400);
    for (const [type, payload, status] of [
      ['application/json', '{"callbackUrl', 400],
      ['text/plain', '{}', 400],
      ['application/json', `"${'x'.repeat(1_100_000)}"`, 413],
    ] as const) {
      const headers = { 'content-type': type, 'api-key': key };
      const answer = await app.inject({ method: 'POST', url: `${outwardBase}/event-subscriptions`, headers, payload });
      expect(answer.headers['api-version']).toBe('2.2.0');
      expectError({ http: answer.statusCode, text: answer.body }, status);
    }
    const without = await app.inject({ url: `${outwardBase}/events` });
    expectError({ http: without.statusCode, text: without.body }, 401);
  });
});

function expectError({ http, text }: { http: number; text: string }, status: number): void {
  expect(http, text.slice(0, 300)).toBe(status);
  expect(JSON.parse(text)).toEqual({
    httpMethod: expect.stringMatching(/^(GET|OPTIONS|POST|PUT|DELETE)$/),
    requestUri: expect.stringContaining(outwardBase),
    statusCode: status,
    statusCodeText: expect.stringMatching(/\w/),
    errorDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    errors: [{ reason: expect.stringMatching(/^\w+$/), message: expect.stringMatching(/\w/) }],
  });
}
