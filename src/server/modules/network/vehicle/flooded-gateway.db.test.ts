import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import { gt06Frame, loginContent } from '#simulator/vehicles/encode-gt06.ts';
import { buildTenant } from '#testing/people.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { connectTo } from '#testing/vehicle-device.ts';
import { startVehicleGateway } from './start-gateway.ts';
import { soon } from '#testing/soon.ts';

const database = await testDatabase();
const tenant = await buildTenant(database);
const { app, anonymous } = await testApp(database);
const gateway = startVehicleGateway({
  database,
  clock: { now: () => Date.UTC(2026, 10, 22), realMsUntil: () => 0 },
  log: pino({ level: 'silent' }),
  keys: [randomBytes(32)],
  lookEveryMs: 50,
  // Slow machines need longer than 15 s for so many connections.
  ports: [{ protocol: 'GT06', host: '127.0.0.1', port: 0, limits: { signInMs: 600_000 } }],
});
const sockets: Socket[] = [];
afterAll(async () => {
  sockets.forEach((socket) => socket.destroy());
  await gateway.stop();
});

test('2,000 connections that do not sign in leave devices and browsers answered, and are counted', async () => {
  await vi.waitFor(() => expect(gateway.portOf('GT06')).toBeGreaterThan(0), soon);
  const port = gateway.portOf('GT06') ?? 0;
  const imei = '868120000000017';
  await database.system
    .insertInto('vehicle')
    .values({ tenant_id: tenant.id, plate_no: '沪A10017', protocol: 'GT06', terminal_no: imei, enabled: true })
    .execute();
  for (let batch = 0; batch < 100; batch += 1)
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = connect({ host: '127.0.0.1', port, localAddress: `127.0.3.${batch + 1}` });
        sockets.push(socket);
        socket.on('error', () => undefined);
        socket.resume();
        await once(socket, 'connect').catch(() => undefined);
        socket.write(Buffer.concat([gt06Frame(0x22, 1, [1, 2, 3]), Buffer.from([0x79, 0x79, 0x0f, 0xff])]));
      }),
    );
  const device = await connectTo(port);
  device.send(gt06Frame(1, 1, loginContent(imei)));
  await vi.waitFor(() => expect(device.heard().toString('hex')).toMatch(/^787805010001/), soon);
  expect((await anonymous.call('signInOptions')).http).toBe(200);
  const { body } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  const valueOf = (name: string, labels: string): number =>
    Number(new RegExp(`^${name}\\{process="web-\\d+",listener="GT06",${labels}\\} (\\d+)$`, 'm').exec(body)?.[1]);
  expect(valueOf('portolan_connections', 'state="waiting"')).toBeGreaterThanOrEqual(999);
  expect(valueOf('portolan_connections', 'state="signed_in"')).toBeGreaterThanOrEqual(1);
  expect(valueOf('portolan_connections_refused_total', 'reason="tooMany"')).toBeGreaterThanOrEqual(1000);
  await gateway.flush();
  const refused = await database.system
    .selectFrom('refusal_tally')
    .select('n')
    .where('reason', '=', 'vehicle_tooManyConnections')
    .execute();
  expect(refused.reduce((sum, { n }) => sum + Number(n), 0)).toBeGreaterThanOrEqual(1000);
  device.close();
});
