import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { milestones } from '#domain/tracking/model.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import type { Simulator } from '#simulator/servers/start-simulator.ts';
import type { Shipment } from '#simulator/shipments/types.ts';
import { startWorldSources } from '#testing/world-records.ts';
import { removeSubscription, splitNotification, subscribeToEvents, verifySignature } from './dcsa/index.ts';
import { connectors, findProfile, type SourceProfile } from './index.ts';
import { listen, stopServers } from '#testing/connectors/local-servers.ts';
import type { PullRequest } from './types.ts';

/** Papers are reported by documents that name neither place nor container. */
const papers: ReadonlySet<string> = new Set([
  milestones.customsRelease,
  milestones.customsHold,
  milestones.available,
  milestones.terminalRelease,
]);

let now = Date.UTC(2026, 2, 1, 6);
let sources: Awaited<ReturnType<typeof startWorldSources>>;
let simulator: Simulator;
let alive: readonly Shipment[];

beforeAll(async () => {
  sources = await startWorldSources('connectors', () => now);
  ({ simulator, alive } = sources);
}, 60_000);
afterAll(async () => {
  await stopServers();
  await simulator.stop();
});

const requestFor = (...about: Parameters<typeof sources.requestFor>): PullRequest => sources.requestFor(...about);

async function recordOf(...about: Parameters<typeof sources.askOf>): Promise<ShipmentContent | null> {
  const { content, refusals } = await sources.askOf(...about);
  expect(refusals).toEqual([]);
  return content;
}

/** The legs in force, as the carrier has reported them by now. */
function reportedLegs(shipment: Shipment): string[] {
  const { sailings } = simulator.world;
  return (shipment.groups[0]?.legs ?? []).map(({ versions }) => {
    const { service, week, from, to } =
      versions.findLast(({ knownAt }) => knownAt + HOUR_MS <= now)?.plan ?? versions[0]!.plan;
    const sailing = sailings.sailing(service, week);
    const voyage = from < sailing.service.turn ? sailing.outbound : sailing.inbound;
    return `${sailings.call(service, week, from).port.code}-${sailings.call(service, week, to).port.code} ${voyage}`;
  });
}

const legsOf = (content: ShipmentContent | null): string[] =>
  (content?.legs ?? []).map((leg) => `${leg.portOfLoading}-${leg.portOfDischarge} ${leg.voyage}`);

/** Actual milestones as `box|code|port` with the deviation from the truth in hours. */
function deviations(shipment: Shipment, content: ShipmentContent | null): Map<string, number | undefined> {
  const truth = new Map(
    shipment.milestones.map(({ container, code, port, actual }) => [
      `${shipment.containers[container]?.number ?? ''}|${code}|${port.code}`,
      actual,
    ]),
  );
  const reported = (content?.events ?? []).filter(
    ({ actual, statusCode }) => actual !== null && !papers.has(statusCode),
  );
  return new Map(
    reported.map(({ containerNo, statusCode, portCode, actual }) => {
      const key = `${containerNo ?? ''}|${statusCode}|${portCode}`;
      const at = truth.get(key);
      return [key, at === undefined ? undefined : Math.abs((actual as number) - at) / HOUR_MS];
    }),
  );
}

const isHonest = ({ disorder, causes }: Shipment): boolean =>
  disorder.report === undefined &&
  disorder.cargo === undefined &&
  disorder.identity === undefined &&
  disorder.aggregator === undefined &&
  causes.length === 0;
const confirmedLongAgo = ({ confirmedAt }: Shipment): boolean => confirmedAt < now - 24 * HOUR_MS;

describe('carriers', () => {
  test.each(['dcsa', 'own'] as const)(
    'healthy shipments have the legs and the milestones that are true: %s',
    async (protocol) => {
      const sample = alive
        .filter((one) => isHonest(one) && confirmedLongAgo(one))
        .filter((_, index) => index % 12 === 0);
      expect(sample.length).toBeGreaterThan(60);
      expect(sample.some(({ legs }) => legs.length > 1)).toBe(true);
      for (const shipment of sample) {
        const content = await recordOf(shipment, protocol);
        expect(legsOf(content), shipment.billNo).toEqual(reportedLegs(shipment));
        expect([...deviations(shipment, content).values()].filter((hours) => hours !== 0)).toEqual([]);
        expect(content?.containers.map(({ containerNo }) => containerNo).toSorted()).toEqual(
          shipment.containers.map(({ number }) => number).toSorted(),
        );
      }
    },
    60_000,
  );

  test('rolled and rerouted cargo has the legs in force', async () => {
    const changed = alive.filter(
      (one) =>
        confirmedLongAgo(one) &&
        one.groups.length === 1 &&
        one.disorder.report !== 'unknownPort' &&
        one.disorder.report !== 'aliasPort' &&
        one.disorder.report !== 'noData' &&
        one.disorder.report !== 'goneStale' &&
        one.groups.some(({ legs }) => legs.some(({ versions }) => versions.length > 1)),
    );
    expect(changed.length).toBeGreaterThan(20);
    for (const shipment of changed.slice(0, 60))
      expect(legsOf(await recordOf(shipment, 'dcsa')), shipment.billNo).toEqual(reportedLegs(shipment));
  }, 60_000);

  test('3.0 says the same as 2.2, page by page, and is not sent twice', async () => {
    const sample = alive.filter(confirmedLongAgo).filter((_, index) => index % 40 === 0);
    expect(sample.length).toBeGreaterThan(20);
    for (const shipment of sample)
      expect(await recordOf(shipment, 'dcsa3'), shipment.billNo).toEqual(await recordOf(shipment, 'dcsa'));
    const request = requestFor(sample[0] as Shipment, 'dcsa3');
    const first = await connectors.dcsa3.pull(request);
    expect(await connectors.dcsa3.pull({ ...request, etag: first.kind === 'answer' ? first.etag : null })).toEqual({
      kind: 'unchanged',
    });
  }, 60_000);

  test('a container alone shows the same voyage', async () => {
    const shipment = alive.find(
      (one) =>
        isHonest(one) &&
        one.containers.length > 1 &&
        one.milestones.some(({ code, actual }) => code === 'DSCH' && actual < now - 48 * HOUR_MS),
    );
    if (shipment === undefined) throw new Error('There is no such shipment in this world');
    const container = shipment.containers[1]?.number as string;
    const content = await recordOf(shipment, 'dcsa', container);
    expect(legsOf(content)).toEqual(reportedLegs(shipment));
    expect(content?.containers.map(({ containerNo }) => containerNo)).toEqual([container]);
    expect(content?.booking.billNo).toBe(shipment.billNo);
  });

  test('an answer that did not change is not sent twice; a wrong key is refused', async () => {
    const request = requestFor(alive.find(confirmedLongAgo) as Shipment, 'dcsa');
    const first = await connectors.dcsa.pull(request);
    const etag = first.kind === 'answer' ? first.etag : null;
    expect(etag).not.toBeNull();
    expect(await connectors.dcsa.pull({ ...request, etag })).toEqual({ kind: 'unchanged' });
    await expect(connectors.dcsa.pull({ ...request, credential: 'wrong' })).rejects.toMatchObject({
      reason: 'unauthorized',
    });
  });

  test('pushed events are signed, can be taken apart and name their bill', async () => {
    const carrier = simulator.world.network.carriers[0];
    const received: { body: Uint8Array; signature: string | undefined; id: string | undefined }[] = [];
    const callbackUrl = await listen(
      createServer(async (incoming, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of incoming) chunks.push(chunk as Buffer);
        const { 'notification-signature': signature, 'subscription-id': id } = incoming.headers;
        if (incoming.method === 'POST')
          received.push({ body: Buffer.concat(chunks), signature: signature as string, id: id as string });
        response.writeHead(204).end();
      }),
    );
    const secret = Buffer.alloc(32, 7).toString('base64');
    const access = {
      baseUrl: `${simulator.baseUrl}/carriers/${carrier?.code}`,
      credential: `${carrier?.code}-demo-key`,
      now,
      timeoutMs: 10_000,
      maxBytes: 100_000,
    };
    const { subscriptionId } = await subscribeToEvents(access, { callbackUrl, secret });
    expect(await subscribeToEvents(access, { callbackUrl, secret }, subscriptionId)).toEqual({ subscriptionId });
    now += 6 * HOUR_MS;
    await simulator.pushNow();
    expect(received.length).toBeGreaterThan(0);
    for (const { body, signature, id } of received) {
      expect(id).toBe(subscriptionId);
      expect(verifySignature(body, signature, secret)).toBe(true);
      const { events, refusals } = await splitNotification(body);
      expect(events.length).toBeGreaterThan(0);
      // Papers name nothing we could find them by; the next pull brings them.
      expect(refusals.filter(({ reason }) => reason !== 'unknown_reference')).toEqual([]);
      for (const event of events)
        expect(event.bills.length + event.bookings.length + event.containers.length).toBeGreaterThan(0);
    }
    await removeSubscription(access, subscriptionId);
    await removeSubscription(access, subscriptionId);
  }, 30_000);
});

describe('the aggregator', () => {
  test('healthy shipments have the same legs and milestones near the truth', async () => {
    const sample = alive.filter((one) => isHonest(one) && confirmedLongAgo(one)).filter((_, index) => index % 20 === 0);
    for (const shipment of sample) {
      const content = await recordOf(shipment, 'ft');
      expect(content?.legs.length, shipment.billNo).toBe(shipment.legs.length);
      for (const [key, hours] of deviations(shipment, content)) {
        // Old port codes are resolved by reference data, which this test does not have.
        if (!/CNQIN|CNXAM|CNDAL/.test(key)) expect(hours, `${shipment.billNo} ${key}`).toBeLessThanOrEqual(0.5);
      }
    }
  }, 60_000);

  test('knows nothing of a number of nobody', async () => {
    const shipment = { ...(alive[0] as Shipment), billNo: 'NONE000000000' };
    expect(await recordOf(shipment, 'ft')).toBeNull();
  });

  test('recognises the carrier of a bill', async () => {
    const shipment = alive.find((one) => isHonest(one) && confirmedLongAgo(one)) as Shipment;
    const carrier = { ...shipment.carrier, code: 'AUTO' };
    expect((await recordOf({ ...shipment, carrier }, 'ft'))?.booking).toMatchObject({
      billNo: shipment.billNo,
      carrierCode: shipment.carrier.scac,
    });
  });

  test('asks for its token and refuses other keys', async () => {
    const { connector } = findProfile('freightower') as SourceProfile;
    const request = {
      ...requestFor(alive.find(confirmedLongAgo) as Shipment, 'ft'),
      tokenUrl: `${simulator.baseUrl}/ft/auth/api/token`,
    };
    const requested = (credential: object) => connector.pull({ ...request, credential: JSON.stringify(credential) });
    expect(await requested({ clientId: 'portolan-demo', secret: 'ft-demo-secret' })).toMatchObject({ kind: 'answer' });
    await expect(requested({ clientId: 'portolan-demo', secret: 'other' })).rejects.toMatchObject({
      reason: 'token_refused',
    });
    await expect(connectors.ft.pull({ ...request, credential: 'other' })).rejects.toMatchObject({
      reason: 'unauthorized',
    });
  });
});
