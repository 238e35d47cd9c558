import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { manualClock } from '#server/platform/clock/clock.ts';
import { silentLog as log } from '#testing/database-templates.ts';
import { buildSubscription } from '#testing/factories.ts';
import { storeFused } from '#testing/fused-shipment.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { buildContent, buildLeg } from '../../../../domain/testing/builders.ts';
import { startReceivingAircraft } from './receive-aircraft.ts';
import { soon } from '#testing/soon.ts';

const database = await testDatabase();
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'me', menus: ['/air-trace-detail', '/trace-detail'] });
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const me = await signedIn('me');
const now = Date.UTC(2026, 5, 10, 8);
const clock = manualClock(now);
const servers: Server[] = [];
const sockets = new Set<Socket>();
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});
const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    servers.push(server);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/** A consignment on one flight; gives the id of its trace. */
async function consign(flight: string, departs: number): Promise<number> {
  const { id } = await buildSubscription(database, { tenantId: tenant.id });
  await database.execute(`update subscription set mode = 'air' where id = $1`, [id]);
  const times = { etd: departs, eta: departs + 11 * HOUR_MS };
  const content = {
    ...buildContent({ booking: { portOfLoading: 'PVG', portOfDischarge: 'LHR', ...times } }),
    mode: 'air' as const,
    legs: [buildLeg(1, 'PVG', 'LHR', { vesselName: flight, vesselImo: null, ...times })],
  };
  return storeFused(database, { tenantId: tenant.id, subscriptionId: id, content, at: now });
}
const positionOf = async (obmBkId: number) => (await me.call('getTrace', { query: { obmBkId } })).data.flightPosition;

test('aircraft of an SBS port and of aircraft.json are shown on the flights of that day that carry goods', async () => {
  const [today, tomorrow] = [await consign('BA0012', now - HOUR_MS), await consign('BA12', now + 23 * HOUR_MS)];
  const byJson = await consign('CZ461', now - 2 * HOUR_MS);
  const line = (kind: string, rest: string): string =>
    `MSG,${kind},1,1,40621D,1,2026/06/10,16:00:00.000,2026/06/10,16:00:00.000,${rest}\r\n`;
  const port = await listen(
    createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      // Cut in the middle of a line, and an aircraft that carries nothing of ours.
      const text = line('1', 'BAW12   ,,,,,,,,,,,') + line('3', ',36000,,,51.47,-0.45,,,0,0,0,0');
      socket.write(text.slice(0, 100));
      socket.write(text.slice(100) + text.replaceAll('40621D', '400001').replace('BAW12 ', 'BAW99 '));
    }),
  );
  const aircraft = [
    { hex: '780a1b', flight: 'CSN461  ', lat: 45.5, lon: 80.25, alt_baro: 34_000, gs: 470, seen_pos: 60 },
  ];
  const jsonPort = await listen(
    createHttpServer((_request, response) => void response.end(JSON.stringify({ aircraft }))),
  );
  const url = `http://127.0.0.1:${jsonPort}/data/aircraft.json`;
  const receiving = startReceivingAircraft({
    database,
    clock,
    log,
    feeds: [
      { code: 'sbs://pi:30003', kind: 'sbs', host: '127.0.0.1', port },
      { code: url, kind: 'json', url },
    ],
    everyMs: 20,
  });
  const rows = () => database.query<{ flight: string }>('select flight from flight_position order by flight');
  await vi.waitFor(async () => expect((await rows()).map(({ flight }) => flight)).toEqual(['BA12', 'CZ461']), soon);
  await receiving.stop();
  expect(await positionOf(today)).toEqual({
    flight: 'BA12',
    callsign: 'BAW12',
    fixTime: now,
    lon: -0.45,
    lat: 51.47,
    altitudeFt: 36_000,
    speed: null,
    course: null,
    heardBy: 'sbs://pi:30003',
  });
  // The same number flies again tomorrow: nobody has heard that one yet.
  expect(await positionOf(tomorrow)).toBeNull();
  expect(await positionOf(byJson)).toMatchObject({
    fixTime: now - MINUTE_MS,
    altitudeFt: 34_000,
    speed: 470,
    heardBy: url,
  });
});
