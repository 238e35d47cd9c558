import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { signText } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { authenticationBody, positionBody } from '#simulator/vehicles/encode-808.ts';
import { buildTenant } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { connectDevice, testDeviceId } from '#testing/vehicle-device.ts';
import { startVehicleGateway } from './start-gateway.ts';
import { soon } from '#testing/soon.ts';

const database = await testDatabase();
const tenant = await buildTenant(database, { code: 'REGA' });
const now = Date.UTC(2026, 10, 22, 8);
const clock = { now: () => now, realMsUntil: () => 0 };
const keys = [randomBytes(32)];
/** Statements that the gateway ran, in their order; it looks after itself only when it is flushed. */
let statements: string[] = [];
const counted: Database = Object.assign(Object.create(database), {
  execute: (text: string, values?: readonly unknown[]) => {
    statements.push(text);
    return database.execute(text, values);
  },
});
const gateway = startVehicleGateway({
  database: counted,
  clock,
  log: pino({ level: 'silent' }),
  keys,
  lookEveryMs: 3_600_000,
  ports: [{ protocol: 'JT808', host: '127.0.0.1', port: 0 }],
});
afterAll(() => gateway.stop());
const port = await vi.waitFor(() => {
  const found = gateway.portOf('JT808');
  if (found === null) throw new Error('not open yet');
  return found;
}, soon);

let made = 0;
async function buildVehicle(values: { device_id?: string; networks?: string } = {}) {
  made += 1;
  const [plate, terminal] = [`沪E${10_000 + made}`, String(13_912_390_000 + made)];
  const { id } = await database.system
    .insertInto('vehicle')
    .values({
      tenant_id: tenant.id,
      plate_no: plate,
      protocol: 'JT808',
      terminal_no: terminal,
      enabled: true,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, plate, terminal };
}
const openFor = (id: number, hours = 24) =>
  database.execute(
    `insert into vehicle_device (vehicle_id, tenant_id, open_until) values ($1, $2, $3)
     on conflict (vehicle_id) do update set open_until = excluded.open_until`,
    [id, tenant.id, new Date(now + hours * HOUR_MS)],
  );
const deviceOf = (id: number) =>
  database.system.selectFrom('vehicle_device').selectAll().where('vehicle_id', '=', id).executeTakeFirst();
const position = (minutesAgo: number): number[] =>
  positionBody({
    at: now - minutesAgo * MINUTE_MS,
    lon: 121.5,
    lat: 31.2,
    speedKmh: 60,
    course: 90,
    ignition: true,
    located: true,
  });
const storedOf = async (id: number): Promise<number> =>
  (await database.system.selectFrom('vehicle_position').select('at').where('vehicle_id', '=', id).execute()).length;
const signInWith = async (terminal: string, code: string, from?: string) => {
  const device = await connectDevice(port, terminal, 2013, from);
  return { device, result: await device.say(0x0102, authenticationBody(2013, code)) };
};
const refusalsOf = async (reason: string): Promise<number> => {
  await gateway.flush();
  const [row] = await database.query<{ n: number }>(
    `select coalesce(sum(n), 0)::int as n from refusal_tally where via = 'vehicle' and reason = $1`,
    [`vehicle_${reason}`],
  );
  return row?.n ?? 0;
};

test('somebody who knows only the number of a reporting device gets no code and stores nothing', async () => {
  const { id, terminal } = await buildVehicle();
  const attacker = await connectDevice(port, terminal);
  const { result, code } = await attacker.register('');
  const signedIn = await attacker.say(0x0102, authenticationBody(2013, code === '' ? 'guess' : code));
  for (const minutes of [4, 3, 2, 1]) await attacker.say(0x0200, position(minutes));
  expect({ result, code, signedIn, stored: await storedOf(id) }).toEqual({
    result: 4,
    code: '',
    signedIn: 1,
    stored: 0,
  });
  attacker.close();
});

describe('known and unknown numbers', () => {
  /** An answer without what differs by itself: the number, the serial and the check of the frame. */
  const shape = (bytes: Buffer, terminal: string): string =>
    bytes
      .toString('hex')
      .replaceAll(terminal.padStart(12, '0'), 'NUMBER')
      .replaceAll(/(?<=NUMBER)..../g, 'SERL')
      .slice(0, -4);

  test('get the same answers, after the same number of statements', async () => {
    const known = await buildVehicle();
    const entered = await buildVehicle({ device_id: 'OTHER' });
    const taken = await buildVehicle({ networks: '10.9.0.0/16' });
    await database.execute('insert into vehicle_device (vehicle_id, tenant_id, code_hash) values ($1, $2, $3)', [
      entered.id,
      tenant.id,
      randomBytes(32),
    ]);
    const seen = new Map<string, string[]>();
    for (const [name, terminal, plate] of [
      ['unknown', '13912388888', '沪Z00001'],
      ['without anything', known.terminal, known.plate],
      ['with a code', entered.terminal, entered.plate],
      ['of another network', taken.terminal, taken.plate],
      ['of another plate', known.terminal, taken.plate],
      ['unknown with the plate of another', '13912388889', known.plate],
    ] as const) {
      const device = await connectDevice(port, terminal);
      statements = [];
      const before = device.heard().length;
      await device.register(plate);
      const registered = [shape(device.heard().subarray(before), terminal), String(statements.length)];
      statements = [];
      const between = device.heard().length;
      await device.say(0x0102, authenticationBody(2013, 'AAAAAAAAAAAAAAAAAAAAAA'));
      seen.set(name, [...registered, shape(device.heard().subarray(between), terminal), String(statements.length)]);
      device.close();
    }
    const [first] = seen.values();
    expect(first?.[1]).toBe('1');
    expect(first?.[3]).toBe('1');
    for (const [name, answers] of seen) expect(answers, name).toEqual(first);
  });
});

describe('an open registration', () => {
  test('gives a random code once, closes, and keeps only a hash', async () => {
    const { id, plate, terminal } = await buildVehicle();
    await openFor(id);
    const device = await connectDevice(port, terminal);
    const { result, code } = await device.register(plate);
    expect([result, code.length]).toEqual([0, 22]);
    const stored = await deviceOf(id);
    expect(stored).toMatchObject({ open_until: null, registered_at: now });
    expect(stored?.code_hash).toHaveLength(32);
    expect(JSON.stringify(stored)).not.toContain(code);
    expect((await device.register(plate)).result).toBe(4);
    expect(await device.say(0x0102, authenticationBody(2013, code))).toBe(0);
    expect(await device.say(0x0200, position(1))).toBe(0);
    expect(await storedOf(id)).toBe(1);
    device.close();
    const audits = await database.query<{ action: string; after: unknown }>(
      `select action, after from audit_log where entity = 'vehicle' and entity_id = $1`,
      [String(id)],
    );
    expect(audits).toMatchObject([{ action: 'registerDevice', after: { plate } }]);
  });

  test('that has ended, or is of another plate or id, accepts nothing', async () => {
    const { id, plate, terminal } = await buildVehicle();
    await openFor(id, -1);
    const device = await connectDevice(port, terminal);
    expect((await device.register(plate)).result).toBe(4);
    await openFor(id);
    expect((await device.register('沪Z99999')).result).toBe(4);
    await database.execute('update vehicle set device_id = $2 where id = $1', [id, 'OTHER']);
    const before = await refusalsOf('claimedDevice');
    expect((await device.register(plate)).result).toBe(4);
    expect(await refusalsOf('claimedDevice')).toBe(before + 1);
    device.close();
  });

  test('while a device is signed in: its code and its connection end', async () => {
    const { id, plate, terminal } = await buildVehicle();
    await openFor(id);
    const first = await connectDevice(port, terminal);
    const { code } = await first.register(plate);
    expect(await first.say(0x0102, authenticationBody(2013, code))).toBe(0);
    await openFor(id);
    const second = await connectDevice(port, terminal);
    const again = await second.register(plate);
    expect(again.result).toBe(0);
    expect(again.code).not.toBe(code);
    await vi.waitFor(() => expect(first.isClosed()).toBe(true), soon);
    const old = await signInWith(terminal, code);
    expect(old.result).toBe(1);
    expect(await second.say(0x0102, authenticationBody(2013, again.code))).toBe(0);
    for (const one of [first, second, old.device]) one.close();
  });

  test('accepts one of two registrations at the same time', async () => {
    const { id, plate, terminal } = await buildVehicle();
    await openFor(id);
    const devices = await Promise.all([1, 2].map(() => connectDevice(port, terminal)));
    const answers = await Promise.all(devices.map((device) => device.register(plate)));
    expect(answers.map(({ result }) => result).toSorted()).toEqual([0, 4]);
    for (const device of devices) device.close();
  });
});

describe('without an open registration', () => {
  test('a device with the plate and id that the tenant entered registers, but not while it is signed in', async () => {
    const { plate, terminal } = await buildVehicle({ device_id: testDeviceId });
    const device = await connectDevice(port, terminal);
    expect((await device.register('')).result).toBe(4);
    expect(await device.signIn(plate)).toBe(0);
    const second = await connectDevice(port, terminal);
    expect((await second.register(plate)).result).toBe(4);
    expect(await refusalsOf('signedIn')).toBe(1);
    device.close();
    await vi.waitFor(async () => expect((await second.register(plate)).result).toBe(0), soon);
    second.close();
  });

  test('the number of another device in the same vehicle makes its code worthless', async () => {
    const { id, plate, terminal } = await buildVehicle({ device_id: testDeviceId });
    const device = await connectDevice(port, terminal);
    const { code } = await device.register(plate);
    device.close();
    const other = '13912399999';
    await database.execute('update vehicle set terminal_no = $2 where id = $1', [id, other]);
    const { device: changed, result } = await signInWith(other, code);
    expect(result).toBe(1);
    changed.close();
  });
});

describe('the code of earlier versions', () => {
  const legacyCode = (terminal: string): string => signText(`vehicle ${terminal}`, keys[0] ?? '').slice(0, 16);

  test('lets in the devices that had it, until they register or registration is opened', async () => {
    const { id, plate, terminal } = await buildVehicle();
    expect((await signInWith(terminal, legacyCode(terminal))).result).toBe(1);
    await database.execute('insert into vehicle_device (vehicle_id, tenant_id, legacy_no) values ($1, $2, $3)', [
      id,
      tenant.id,
      terminal,
    ]);
    const { device, result } = await signInWith(terminal, legacyCode(terminal));
    expect(result).toBe(0);
    await openFor(id);
    expect((await device.register(plate)).result).toBe(0);
    const after = await signInWith(terminal, legacyCode(terminal));
    expect(after.result).toBe(1);
    expect(await deviceOf(id)).toMatchObject({ legacy_no: null });
    for (const one of [device, after.device]) one.close();
  });
});

test('guesses are braked: the connection is closed, and it is counted', async () => {
  const closed = await connectDevice(port, '13912377777');
  let answered = 0;
  await vi.waitFor(async () => {
    if (!closed.isClosed()) {
      await closed.register('沪Z00002').catch(() => undefined);
      answered += 1;
    }
    expect(closed.isClosed()).toBe(true);
  }, soon);
  expect(answered).toBeLessThan(15);
  expect(await refusalsOf('braked')).toBeGreaterThan(0);
  const [health] = await database.query<{ counts: Record<string, number> }>('select counts from vehicle_gateway', []);
  expect(health?.counts).toHaveProperty('braked');
});
