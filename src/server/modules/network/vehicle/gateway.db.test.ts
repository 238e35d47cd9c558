import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import { createRandom } from '#shared/random/prng.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { authenticationBody, batchBody, frameOf, pictureFrames, positionBody } from '#simulator/vehicles/encode-808.ts';
import type { Reading } from '#simulator/vehicles/encode-808.ts';
import { gt06Frame, heartbeatContent, loginContent, positionContent } from '#simulator/vehicles/encode-gt06.ts';
import { FUZZED } from '#testing/fuzz.ts';
import { buildTenant } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { connectDevice, connectTo, testDeviceId } from '#testing/vehicle-device.ts';
import { startVehicleGateway } from './start-gateway.ts';
import { soon } from '#testing/soon.ts';

const database = await testDatabase();
const tenant = await buildTenant(database, { code: 'GPS' });
const now = Date.UTC(2026, 10, 22, 8);
const clock = { now: () => now, realMsUntil: () => 0 };
const log = pino({ level: 'silent' });
const deps = { database, clock, log, keys: [randomBytes(32)], lookEveryMs: 50 };
const gateway = startVehicleGateway({
  ...deps,
  ports: [
    { protocol: 'JT808', host: '127.0.0.1', port: 0 },
    { protocol: 'GT06', host: '127.0.0.1', port: 0 },
  ],
});
afterAll(() => gateway.stop());
let [jt808, gt06] = [0, 0];
beforeAll(async () => {
  await vi.waitFor(() => {
    [jt808, gt06] = [gateway.portOf('JT808') ?? 0, gateway.portOf('GT06') ?? 0];
    if (Math.min(jt808, gt06) === 0) throw new Error('not open yet');
  }, soon);
});

let made = 0;
async function buildVehicle(
  protocol = 'JT808',
  values: { lane_sites?: string; clock_zone?: string; terminal_no?: string } = {},
) {
  made += 1;
  const plate = `沪A${10_000 + made}`;
  const terminal = String(13_912_340_000 + made);
  const { id } = await database.system
    .insertInto('vehicle')
    .values({
      tenant_id: tenant.id,
      plate_no: plate,
      protocol,
      terminal_no: terminal,
      device_id: testDeviceId,
      enabled: true,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, plate, terminal };
}
const reading = (values: Partial<Reading> = {}): Reading => ({
  at: now - MINUTE_MS,
  lon: 121.5,
  lat: 31.2,
  speedKmh: 60,
  course: 90,
  ignition: true,
  located: true,
  ...values,
});
const fixesOf = (id: number) =>
  database.system
    .selectFrom('vehicle_position')
    .select(['at', 'lon', 'lat', 'flaw', 'temperature_c'])
    .where('vehicle_id', '=', id)
    .orderBy('at')
    .execute();
const stateOf = (id: number) =>
  database.system.selectFrom('vehicle_state').selectAll().where('vehicle_id', '=', id).executeTakeFirstOrThrow();
const refusalsOf = async (reason: string) => {
  await gateway.flush();
  const rows = await database.system
    .selectFrom('refusal_tally')
    .select(['n', 'sample', 'sender'])
    .where('via', '=', 'vehicle')
    .where('reason', '=', `vehicle_${reason}`)
    .execute();
  return { n: rows.reduce((sum, row) => sum + Number(row.n), 0), rows };
};

describe('JT/T 808', () => {
  test('a number with letters from A to F is that of its vehicle', async () => {
    const { id, plate } = await buildVehicle('JT808', { terminal_no: '4F07788EF676' });
    const device = await connectDevice(jt808, '4F07788EF676');
    expect(await device.signIn(plate)).toBe(0);
    expect(await device.say(0x0200, positionBody(reading()))).toBe(0);
    expect(await fixesOf(id)).toMatchObject([{ flaw: null }]);
    device.close();
  });

  test.each([2011, 2013, 2019] as const)(
    'of %i registers, signs in and reports; what was answered is stored',
    async (edition) => {
      const { id, plate, terminal } = await buildVehicle();
      const device = await connectDevice(jt808, terminal, edition);
      expect(await device.signIn(plate)).toBe(0);
      expect(await device.say(0x0002, [])).toBe(0);
      expect(await device.say(0x0200, positionBody(reading({ temperatureC: -4 })))).toBe(0);
      expect(await fixesOf(id)).toEqual([
        { at: now - MINUTE_MS, lon: 121.5, lat: 31.2, flaw: null, temperature_c: -4 },
      ]);
      expect(await stateOf(id)).toMatchObject({
        tenant_id: tenant.id,
        connected: true,
        heard_at: now,
        movement: 'driving',
        speed_kmh: 60,
      });
      device.close();
      await vi.waitFor(async () => expect((await stateOf(id)).connected).toBe(false), soon);
    },
  );

  test('signs in again with its code when the connection was lost, and sends what it could not tell', async () => {
    const { id, plate, terminal } = await buildVehicle();
    const first = await connectDevice(jt808, terminal);
    const { code } = await first.register(plate);
    first.close();
    const again = await connectDevice(jt808, terminal);
    expect(await again.say(0x0102, authenticationBody(2013, code))).toBe(0);
    const readings = [5, 4, 3].map((hours) => reading({ at: now - hours * HOUR_MS, lon: 121.5 + hours / 10 }));
    expect(await again.say(0x0704, batchBody(readings, true))).toBe(0);
    expect(await again.say(0x0704, batchBody(readings, true))).toBe(0);
    expect((await fixesOf(id)).map(({ at }) => (now - at) / HOUR_MS)).toEqual([5, 4, 3]);
    again.close();
  });

  test('a photograph in parts is stored once it is whole, however often it is sent', async () => {
    const { id, plate, terminal } = await buildVehicle();
    const device = await connectDevice(jt808, terminal);
    await device.signIn(plate);
    const data = Uint8Array.from([0xff, 0xd8, ...Array.from({ length: 4000 }, (_none, at) => at % 256)]);
    const frames = pictureFrames(
      { phone: terminal, edition: 2013, serial: 500 },
      { mediaId: 42, reading: reading(), data },
    );
    device.send(...frames.filter((_frame, at) => at !== 2));
    // The parts that are missing are requested: 0x8003.
    await vi.waitFor(() => expect(device.heard().includes(Buffer.from([0x80, 0x03]))).toBe(true), soon);
    device.send(frames[2] as Uint8Array);
    await vi.waitFor(() => expect(device.heard().includes(Buffer.from([0x88, 0x00]))).toBe(true), soon);
    device.send(...frames);
    expect(await device.say(0x0002, [])).toBe(0);
    const photos = await database.system.selectFrom('vehicle_photo').selectAll().where('vehicle_id', '=', id).execute();
    expect(photos.map((photo) => [Number(photo.media_id), photo.taken_at, photo.lon])).toEqual([
      [42, now - MINUTE_MS, 121.5],
    ]);
    expect(Buffer.from(photos[0]?.data as Uint8Array).equals(Buffer.from(data))).toBe(true);
    device.close();
  });

  test('who is unknown, claims the plate or number of another one, or guesses the code is refused and counted', async () => {
    const [mine, other] = [await buildVehicle(), await buildVehicle()];
    const stranger = await connectDevice(jt808, '13999999999');
    expect((await stranger.register('沪B00000')).result).toBe(4);
    expect((await stranger.register(other.plate)).result).toBe(4);
    expect(await stranger.say(0x0200, positionBody(reading()))).toBe(1);
    const device = await connectDevice(jt808, mine.terminal);
    expect((await device.register(other.plate)).result).toBe(4);
    expect((await device.register('沪B00001')).result).toBe(4);
    expect(await device.say(0x0102, authenticationBody(2013, 'guessed'))).toBe(1);
    expect(await device.signIn(mine.plate)).toBe(0);
    device.send(frameOf(0x0200, { phone: other.terminal, edition: 2013, serial: 99 }, positionBody(reading())));
    expect(await device.say(0x0200, positionBody(reading()))).toBe(0);
    expect([(await fixesOf(mine.id)).length, (await fixesOf(other.id)).length]).toEqual([1, 0]);
    expect((await refusalsOf('claimedNumber')).rows).toMatchObject([{ n: 1, sample: other.terminal, sender: 'JT808' }]);
    for (const reason of ['unknownDevice', 'claimedPlate', 'wrongCode', 'notSignedIn'])
      expect((await refusalsOf(reason)).n, reason).toBeGreaterThan(0);
    stranger.close();
    device.close();
  });

  test('positions in the future, at 0/0 and 500 km away are counted with the vehicle and not believed', async () => {
    const { id, plate, terminal } = await buildVehicle();
    const device = await connectDevice(jt808, terminal);
    await device.signIn(plate);
    const at = (minutes: number) => now - minutes * MINUTE_MS;
    for (const one of [
      reading({ at: at(10) }),
      reading({ at: now + 26 * HOUR_MS }),
      reading({ at: at(9), lon: 0, lat: 0 }),
      reading({ at: at(8), lon: 126.8 }),
      reading({ at: at(7), located: false }),
      reading({ at: at(6), lon: 121.55 }),
    ])
      expect(await device.say(0x0200, positionBody(one))).toBe(0);
    expect((await fixesOf(id)).map(({ at: when, flaw }) => [(now - when) / MINUTE_MS, flaw])).toEqual([
      [10, null],
      [9, 'nowhere'],
      [8, 'jump'],
      [6, null],
    ]);
    expect(await stateOf(id)).toMatchObject({
      lon: 121.55,
      flaws: { future: 1, nowhere: 1, jump: 1, noSatellites: 1 },
    });
    expect((await refusalsOf('jump')).n).toBeGreaterThan(0);
    device.close();
  });

  test('stays at sites of its tenant are found, and how far beside its way it is', async () => {
    const sites = await database.system
      .insertInto('road_site')
      .values(
        [
          ['GPSA', 121],
          ['GPSB', 122],
        ].map(([code, lon]) => ({
          tenant_id: tenant.id,
          code: String(code),
          name_cn: String(code),
          lon: Number(lon),
          lat: 31,
          radius_m: 1000,
        })),
      )
      .returning('id')
      .execute();
    const { id, plate, terminal } = await buildVehicle('JT808', { lane_sites: 'GPSA,GPSB' });
    const device = await connectDevice(jt808, terminal);
    await device.signIn(plate);
    await device.say(
      0x0704,
      batchBody(
        [
          reading({ at: now - 3 * HOUR_MS, lon: 121, lat: 31 }),
          reading({ at: now - 2 * HOUR_MS, lon: 121.5, lat: 31.2 }),
          reading({ at: now - HOUR_MS, lon: 122, lat: 31 }),
        ],
        false,
      ),
    );
    device.close();
    const stays = await database.system
      .selectFrom('vehicle_stay')
      .select(['site_id', 'arrived_at', 'departed_at'])
      .where('vehicle_id', '=', id)
      .orderBy('arrived_at')
      .execute();
    expect(stays).toEqual([
      { site_id: sites[0]?.id, arrived_at: now - 3 * HOUR_MS, departed_at: now - 2 * HOUR_MS },
      { site_id: sites[1]?.id, arrived_at: now - HOUR_MS, departed_at: null },
    ]);
    expect((await stateOf(id)).off_lane_km).toBeLessThan(0.1);
  });

  test(`${FUZZED} bent messages end nothing and leave no vehicle half-written`, async () => {
    const { id, plate, terminal } = await buildVehicle();
    const random = createRandom('bent-808');
    const device = await connectDevice(jt808, terminal);
    await device.signIn(plate);
    for (let n = 0; n < FUZZED; n += 1) {
      const frame = Uint8Array.from(
        frameOf(
          0x0200,
          device.device(),
          positionBody(reading({ at: now - 20 * HOUR_MS + n * 1000, lon: 121 + n / 1e5 })),
        ),
      );
      for (let bends = random.int(1, 3); bends > 0; bends -= 1)
        frame[random.int(0, frame.length - 1)] = random.int(0, 255);
      device.send(frame);
      if (n % 100 === 0) expect(await device.say(0x0002, [])).toBe(0);
    }
    expect(await device.say(0x0200, positionBody(reading({ lon: 121.1 })))).toBe(0);
    const believed = (await fixesOf(id)).filter(({ flaw }) => flaw === null);
    // What is right by chance is a position of that moment; everything else is marked or refused.
    expect(believed.every(({ lon, lat }) => lon > 120 && lon < 123 && lat > 30 && lat < 33)).toBe(true);
    expect(await stateOf(id)).toMatchObject({ lon: 121.1, connected: true });
    expect((await refusalsOf('checksum')).n).toBeGreaterThan(FUZZED / 3);
    device.close();
  }, 60_000);
});

describe('GT06', () => {
  test('logs in, reports and is answered where the protocol wants it', async () => {
    const { id, terminal } = await buildVehicle('GT06');
    const line = await connectTo(gt06);
    line.send(gt06Frame(1, 1, loginContent(terminal.padStart(15, '0'))));
    await vi.waitFor(() => expect(line.heard().toString('hex')).toBe('787805010001d9dc0d0a'), soon);
    line.send(gt06Frame(0x22, 2, positionContent(reading({ mileageKm: 12.5 }))));
    line.send(gt06Frame(0x13, 3, heartbeatContent(true)));
    await vi.waitFor(() => expect(line.heard().toString('hex')).toContain('7878051300'), soon);
    await vi.waitFor(async () => expect(await fixesOf(id)).toMatchObject([{ lon: 121.5, flaw: null }]), soon);
    line.close();
  });

  test('newer messages are answered: an alarm is kept, and one of an unknown number is a sign of life', async () => {
    const { id, terminal } = await buildVehicle('GT06');
    const line = await connectTo(gt06);
    line.send(gt06Frame(1, 1, loginContent(terminal.padStart(15, '0'))));
    const alarm = [
      ...positionContent(reading()).slice(0, 18),
      ...Buffer.from('1001cc000000287d000000000001fb8042060402'.concat('02ff'), 'hex'),
    ];
    line.send(gt06Frame(0xa4, 2, alarm), gt06Frame(0x95, 3, [1, 2, 3]));
    await vi.waitFor(() => expect(line.heard().toString('hex')).toMatch(/787805a40002.*7878059500/), soon);
    expect(await fixesOf(id)).toMatchObject([{ lon: 121.5, flaw: null }]);
    const { rows } = await database.execute(
      'select kind, began_at, ended_at, lon from vehicle_alarm where vehicle_id = $1',
      [id],
    );
    expect(rows).toEqual([{ kind: 'powerCut', began_at: now - MINUTE_MS, ended_at: null, lon: 121.5 }]);
    expect((await refusalsOf('unknownMessage')).rows).toContainEqual(expect.objectContaining({ sender: 'GT06', n: 1 }));
    line.close();
  });

  test('a clock of another zone is read as the vehicle has it', async () => {
    const { id, terminal } = await buildVehicle('GT06', { clock_zone: 'Asia/Shanghai' });
    const line = await connectTo(gt06);
    line.send(gt06Frame(1, 1, loginContent(terminal.padStart(15, '0'))));
    line.send(gt06Frame(0x22, 2, positionContent(reading({ at: now + 8 * HOUR_MS - MINUTE_MS }))));
    await vi.waitFor(async () => expect(await fixesOf(id)).toMatchObject([{ at: now - MINUTE_MS, flaw: null }]), soon);
    line.close();
  });

  test('an unknown device is cut off', async () => {
    const line = await connectTo(gt06);
    line.send(gt06Frame(1, 1, loginContent('868120000000001')));
    await vi.waitFor(() => expect(line.isClosed()).toBe(true), soon);
    expect((await refusalsOf('unknownDevice')).rows).toContainEqual(expect.objectContaining({ sender: 'GT06' }));
  });

  test(`${FUZZED} bent messages end nothing`, async () => {
    const { id, terminal } = await buildVehicle('GT06');
    const random = createRandom('bent-gt06');
    const line = await connectTo(gt06);
    line.send(gt06Frame(1, 1, loginContent(terminal.padStart(15, '0'))));
    for (let n = 0; n < FUZZED; n += 1) {
      const frame = Uint8Array.from(
        gt06Frame(0x22, n & 0xffff, positionContent(reading({ at: now - 20 * HOUR_MS + n * 1000 }))),
      );
      for (let bends = random.int(1, 3); bends > 0; bends -= 1)
        frame[random.int(0, frame.length - 1)] = random.int(0, 255);
      line.send(frame);
    }
    for (let n = 0; n < 3; n += 1) line.send(gt06Frame(0x22, n, positionContent(reading({ lon: 121.3 }))));
    await vi.waitFor(async () => expect(await stateOf(id)).toMatchObject({ lon: 121.3 }), soon);
    line.close();
  }, 60_000);
});

test('a busy port stops nothing: it is reported, and taken once it is free', async () => {
  const busy = createServer();
  await new Promise<void>((resolve) => void busy.listen(0, '127.0.0.1', () => resolve()));
  const { port } = busy.address() as AddressInfo;
  const opened: number[] = [];
  await gateway.stop();
  const second = startVehicleGateway({
    ...deps,
    ports: [{ protocol: 'JT808', host: '127.0.0.1', port }],
    orAnyPort: true,
    onOpen: (_protocol, found) => opened.push(found),
  });
  await vi.waitFor(() => expect(opened).toHaveLength(1), soon);
  expect(opened[0]).not.toBe(port);
  await second.stop();
  const third = startVehicleGateway({ ...deps, ports: [{ protocol: 'JT808', host: '127.0.0.1', port }] });
  await vi.waitFor(async () => {
    const rows = await database.system.selectFrom('vehicle_gateway').selectAll().execute();
    expect(rows).toMatchObject([{ code: 'JT808', state: 'failed', last_error: `EADDRINUSE 127.0.0.1:${port}` }]);
  }, soon);
  await third.stop();
  busy.close();
});
