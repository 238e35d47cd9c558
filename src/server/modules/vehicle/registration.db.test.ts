import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { authenticationBody, positionBody } from '#simulator/vehicles/encode-808.ts';
import { buildTenant } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { connectDevice } from '#testing/vehicle-device.ts';
import { startVehicleGateway } from './start-gateway.ts';

const database = await testDatabase();
const tenant = await buildTenant(database, { code: 'REGA' });
const now = Date.UTC(2026, 10, 22, 8);
const gateway = startVehicleGateway({
  database,
  clock: { now: () => now, realMsUntil: () => 0 },
  log: pino({ level: 'silent' }),
  keys: [randomBytes(32)],
  lookEveryMs: 50,
  ports: [{ protocol: 'JT808', host: '127.0.0.1', port: 0 }],
});
afterAll(() => gateway.stop());
const port = await vi.waitFor(() => {
  const found = gateway.portOf('JT808');
  if (found === null) throw new Error('not open yet');
  return found;
});

test('somebody who knows only the number of a reporting device gets no code and stores nothing', async () => {
  const { id } = await database.system
    .insertInto('vehicle')
    .values({
      tenant_id: tenant.id,
      plate_no: '沪E10001',
      protocol: 'JT808',
      terminal_no: '13912390001',
      enabled: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const attacker = await connectDevice(port, '13912390001');
  const { result, code } = await attacker.register('');
  const signedIn = await attacker.say(0x0102, authenticationBody(2013, code === '' ? 'guess' : code));
  for (const minutes of [4, 3, 2, 1])
    await attacker.say(
      0x0200,
      positionBody({
        at: now - minutes * MINUTE_MS,
        lon: 121.5,
        lat: 31.2,
        speedKmh: 60,
        course: 90,
        ignition: true,
        located: true,
      }),
    );
  const stored = await database.system
    .selectFrom('vehicle_position')
    .select('at')
    .where('vehicle_id', '=', id)
    .execute();
  expect({ result, code, signedIn, stored: stored.length }).toEqual({ result: 4, code: '', signedIn: 1, stored: 0 });
  attacker.close();
});
