import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { seedCommerceSources } from '#server/modules/commerce/freight/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { exchangeNext } from './exchange-bookings.ts';

let now: Instant = Date.UTC(2026, 4, 4, 3);
const clock = { now: () => now, realMsUntil: (at: Instant) => Math.max(0, at - now) };
const database = await testDatabase();
await seedMasterData(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const [own, other] = [await buildTenant(database), await buildTenant(database)];
const menus = ['/booking-record-management'];
await buildUser(database, { tenantId: own.id, userCode: 'booker', menus });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus });
const [booker, stranger] = [await signedIn('booker'), await signedIn('stranger')];
const deps = { database, clock, log: silentLog, keys: [randomBytes(32)], schedulePulls: async () => {} };

/** A carrier that answers as each test says. */
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end();
const requested: string[] = [];
const carrier = createServer((request, response) => {
  requested.push(request.method ?? '');
  answer(request, response);
});
await new Promise<void>((done) => carrier.listen(0, '127.0.0.1', done));
afterAll(() => {
  carrier.closeAllConnections();
  carrier.close();
});
const [row] = await database.query<{ code: string }>('select code from md_carrier order by code limit 1');
const carrierCode = row?.code ?? '';
const baseUrl = `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`;
await seedCommerceSources(database, [{ carrierCode, baseUrl, credential: null }], now);

const states = (body: object) => (_request: IncomingMessage, response: ServerResponse) =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
const received = (carrierBookingRequestReference: string) =>
  states({ carrierBookingRequestReference, bookingStatus: 'RECEIVED' });

const input = {
  carrierCode,
  polCode: 'CNSHA',
  podCode: 'USLAX',
  equipmentList: [{ containerType: '40HQ', units: 2 }],
};

/** A booking on its way to the carrier. */
async function submitted(client = booker): Promise<string> {
  const { data } = await client.call('bookingRecordSave', { body: input });
  expect(await client.call('bookingRecordSubmit', { body: data })).toMatchObject({ status: 1 });
  return data.bookingRecordId;
}
const read = async (bookingRecordId: string, client = booker) =>
  (await client.call('bookingRecordGet', { query: { bookingRecordId } })).data;
async function exchangeAll(): Promise<void> {
  while (await exchangeNext(deps));
}

beforeEach(() => {
  requested.length = 0;
});

test('a number that the carrier gave to another booking before is not taken, and nothing is booked again', async () => {
  answer = received('R-1');
  const first = await submitted(stranger);
  await exchangeAll();
  expect(await read(first, stranger)).toMatchObject({ state: 'submitted', requestRef: 'R-1' });
  await database.execute('update booking_record set next_ask_at = null');
  const second = await submitted();
  await exchangeAll();
  expect(await read(second)).toMatchObject({
    state: 'draft',
    sending: false,
    requestRef: null,
    problem: 'number_taken',
  });
  now += HOUR_MS;
  await exchangeAll();
  expect(requested).toEqual(['POST', 'POST']);
  expect(await read(first, stranger)).toMatchObject({ requestRef: 'R-1', problem: null });
});

test('a request whose process ended before the answer was written is not sent again by the next one', async () => {
  let respond = (): void => {};
  const arrived = new Promise<void>((done) => {
    answer = (request, response) => {
      respond = () => received('R-LATE')(request, response);
      done();
    };
  });
  const id = await submitted();
  const lost = exchangeNext(deps);
  await arrived;
  // Meanwhile another process looks what there is to do: first at once, then long after an answer was due.
  await exchangeAll();
  expect(await read(id)).toMatchObject({ state: 'submitted', sending: true });
  now += 10 * MINUTE_MS;
  await exchangeAll();
  expect(requested).toEqual(['POST']);
  expect(await read(id)).toMatchObject({ state: 'draft', sending: false, problem: 'timeout' });
  respond();
  await lost;
  expect(await read(id)).toMatchObject({ state: 'draft', problem: 'timeout', requestRef: null });
});

test('a carrier that limits how often it is asked is asked again by itself; any other refusal waits for a person', async () => {
  answer = (_request, response) => void response.writeHead(429).end();
  const id = await submitted();
  await exchangeAll();
  expect(await read(id)).toMatchObject({ state: 'submitted', sending: true, problem: 'rate_limited' });
  answer = received('R-3');
  now += HOUR_MS;
  await exchangeAll();
  expect(await read(id)).toMatchObject({ state: 'submitted', requestRef: 'R-3', problem: null });
  answer = (_request, response) => void response.writeHead(503).end();
  const turnedAway = await submitted();
  await exchangeAll();
  expect(await read(turnedAway)).toMatchObject({ state: 'draft', problem: 'server_error' });
  await database.execute('update booking_record set next_ask_at = null');
});

test('a booking that cannot be written down does not hold up the others', async () => {
  answer = received('R-2');
  const [first, second] = [await submitted(), await submitted()];
  // The database refuses what belongs to the first.
  await database.execute(
    `create function refuse_first() returns trigger language plpgsql as
       $$ begin if new.id = ${Number(first)} and new.request_ref is not null then raise 'refused'; end if; return new; end $$`,
  );
  await database.execute(
    `create trigger refuse_first before update on booking_record for each row execute function refuse_first()`,
  );
  await exchangeAll();
  expect(await read(first)).toMatchObject({ state: 'draft', problem: 'internal' });
  expect(await read(second)).toMatchObject({ state: 'submitted', requestRef: 'R-2' });
  expect(requested).toEqual(['POST', 'POST']);
  await database.execute('drop trigger refuse_first on booking_record');
});
