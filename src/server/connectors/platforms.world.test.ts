import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import type { Shipment } from '#simulator/shipments/types.ts';
import { startWorldSources } from '#testing/world-records.ts';
import { memoryTokens } from './access/tokens.ts';
import { profileNamed } from '#testing/connectors/trackers/strict-platform.ts';
import { PullFailure, type PullRequest } from './types.ts';

// The platforms of the simulated world, asked by their profiles over sockets.

let now = Date.UTC(2026, 2, 1, 6);
let sources: Awaited<ReturnType<typeof startWorldSources>>;
beforeAll(async () => {
  sources = await startWorldSources('platforms', () => now);
}, 60_000);
afterAll(() => sources.simulator.stop());

const paths: Record<string, string> = {
  terminal49: 'terminal49/v2',
  shipsgo: 'shipsgo/v2',
  trackingeyes: 'trackingeyes',
};
const names = Object.keys(paths);

const keysOf = (name: string, owner = 'demo'): Record<string, string> =>
  Object.fromEntries(
    profileNamed(name)
      .credentials.filter(({ optional }) => optional !== true)
      .map((field) => [field.name, `${name}-${owner}-${field.name}`]),
  );

/** Asks a platform as the product does: what it created is kept and requested from then on. */
function asking(name: string, shipment: Shipment, more: Partial<PullRequest> & { owner?: string } = {}) {
  const { connector } = profileNamed(name);
  const tokens = memoryTokens();
  let objectId: string | null = null;
  const base = `${sources.simulator.baseUrl}/${paths[name]}`;
  const pull = () =>
    connector.pull({
      baseUrl: base,
      tokenUrl: `${base}/api/auth/authorization`,
      tokens,
      credential: JSON.stringify(keysOf(name, more.owner)),
      subject: 'bill',
      billNo: shipment.billNo,
      containerNo: null,
      carrierCode: shipment.carrier.code,
      scac: shipment.carrier.scac,
      objectId,
      remember: (id) => Promise.resolve(void (objectId = id)),
      etag: null,
      now,
      timeoutMs: 10_000,
      maxBytes: 5_000_000,
      ...more,
    });
  const { ports } = sources.simulator.world.network;
  const old: Record<string, string> = { CNQIN: 'CNTAO', CNXAM: 'CNXMN', CNDAL: 'CNDLC' };
  const read = async () => {
    const answer = await pull();
    if (answer.kind === 'unchanged') throw new Error('nothing was asked under a validator');
    const carrierCode = shipment.carrier.code;
    const about = {
      subject: 'bill',
      billNo: shipment.billNo,
      containerNo: null,
      carrierCode,
      receivedAt: now,
    } as const;
    return connector.parse([answer.body], about, {
      resolvePort: (code) => (ports.has(old[code] ?? code) ? (old[code] ?? code) : undefined),
      zoneOf: (code) => ports.get(code)?.zone,
    });
  };
  return { pull, read, objectId: () => objectId };
}

const healthy = (): Shipment[] =>
  sources.alive.filter(
    (one) =>
      sources.simulator.world.causesOf(one).length === 0 && one.confirmedAt < now - DAY_MS && one.groups.length === 1,
  );

test.each(names)(
  '%s: subscribed once, then read: what happened, when and where, and both ends of the voyage',
  async (name) => {
    const sample = healthy().filter((_, index) => index % 15 === 0);
    expect(sample.length).toBeGreaterThan(40);
    let reported = 0;
    for (const shipment of sample) {
      const { read, objectId } = asking(name, shipment);
      await read();
      const { content, refusals } = await read();
      const id = objectId();
      expect([refusals, id === null], shipment.billNo).toEqual([[], false]);
      const heard = sources.simulator.world.heardOf(shipment, now);
      const truth = new Map<string, number>(
        (heard?.containers ?? []).flatMap(({ number, moves }) =>
          moves.flatMap(({ code, port, at }): [string, number][] => [
            [`${number} ${code} ${port.code}`, at],
            [`null ${code} ${port.code}`, at],
          ]),
        ),
      );
      const events = content?.events ?? [];
      const minute = 60_000;
      for (const { containerNo, statusCode, portCode, actual } of events.filter((one) => one.actual !== null)) {
        const at = truth.get(`${containerNo} ${statusCode} ${portCode}`);
        expect(
          Math.abs((at ?? 0) - (actual ?? 0)),
          `${shipment.billNo} ${containerNo} ${statusCode} ${portCode}`,
        ).toBeLessThan(minute);
        reported += 1;
      }
      const [first, last] = [heard?.legs[0], heard?.legs.at(-1)];
      const { portOfLoading, portOfDischarge } = content?.booking ?? {};
      expect([portOfLoading, portOfDischarge], shipment.billNo).toEqual([first?.pol.code, last?.pod.code]);
      expect(content?.containers.map(({ containerNo }) => containerNo).toSorted()).toEqual(
        heard?.containers.map(({ number }) => number).toSorted(),
      );
      expect(content?.legs[0]?.vesselName?.toUpperCase(), shipment.billNo).toBe(first?.vessel.name.toUpperCase());
    }
    expect(reported).toBeGreaterThan(300);
  },
  60_000,
);

const reasonOf = (requested: Promise<unknown>): Promise<string> =>
  requested.then(
    () => 'answered',
    (error: unknown) => (error instanceof PullFailure ? error.reason : String(error)),
  );

test.each(names)('%s: a wrong key, a bill of another tenant, a bill that nobody knows', async (name) => {
  const [shipment] = healthy();
  if (shipment === undefined) throw new Error('no shipment');
  const wrong = JSON.stringify({ ...keysOf(name), apiKey: 'x', userToken: 'x', secret: 'x' });
  expect(['unauthorized', 'token_refused']).toContain(
    await reasonOf(asking(name, shipment, { credential: wrong }).pull()),
  );
  const other = ['ALPHA', 'BETA', 'GAMMA'].find((tenant) => tenant !== shipment.tenantCode);
  const stranger = asking(name, shipment, { owner: other });
  await stranger.read();
  expect((await stranger.read()).content).toBeNull();
  const own = asking(name, shipment, { owner: shipment.tenantCode });
  await own.read();
  expect((await own.read()).content?.booking.billNo).toBe(shipment.billNo);
  const unknown = asking(name, shipment, { billNo: `${shipment.carrier.scac}999999999` });
  await unknown.read();
  expect((await unknown.read()).content).toBeNull();
});

test('what is known before the platform has heard of a bill is nothing, and later it is there', async () => {
  const shipment = sources.alive.find(
    (one) => one.confirmedAt > now - HOUR_MS / 2 && sources.simulator.world.heardOf(one, now) === undefined,
  );
  if (shipment === undefined) throw new Error('no shipment');
  const before = now;
  const all = names.map((name) => asking(name, shipment));
  for (const one of all) expect((await one.read()).content).toBeNull();
  now += 7 * DAY_MS;
  for (const one of all) expect((await one.read()).content?.booking.portOfLoading).toEqual(expect.any(String));
  now = before;
});
