import { describe, expect, test } from 'vitest';
import { createRandom, type Random } from '#shared/random/prng.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { findDirect, findRoutes, type Route, type RouteQuestion } from './find-routes.ts';
import { buildNetwork, type NetworkCall, type SailingNetwork, toMinutes } from './network.ts';

const start = Date.UTC(2026, 5, 1);
const ports = ['CNSHA', 'CNNGB', 'SGSIN', 'MYPKG', 'NLRTM', 'DEHAM', 'KRPUS', 'USLAX', 'LKCMB'];
const carriers = ['AAAA', 'BBBB', 'CCCC'];

const connectionMs = (port: string): number => (port === 'SGSIN' ? 36 : 18) * HOUR_MS;

function randomCalls(random: Random): NetworkCall[] {
  const calls: NetworkCall[] = [];
  for (let chain = 0; chain < random.int(6, 16); chain += 1) {
    const carrierCode = random.pick(carriers);
    const sellers = carriers.filter((code) => code === carrierCode || random.chance(0.5));
    let at = start + random.int(0, 20 * 24) * HOUR_MS;
    let last = '';
    for (let call = 0; call < random.int(2, 7); call += 1) {
      const portCode = random.pick(ports.filter((port) => port !== last));
      last = portCode;
      const departsAt = at + random.int(6, 40) * HOUR_MS;
      const id = calls.length + 1;
      calls.push({ id, chain: `c${chain}`, carrierCode, portCode, arrivesAt: at, departsAt, sellers });
      at = departsAt + random.int(10, 200) * HOUR_MS;
    }
  }
  return calls;
}

type Found = readonly [departure: number, arrival: number, changes: number];

/** Every way there is, by trying all of them; then those that no other one beats. */
function searchExhaustively(network: SailingNetwork, question: RouteQuestion): Found[] {
  const { seller, withPartners } = question;
  const all: Found[] = [];
  const counts = (call: NetworkCall): boolean =>
    seller === null || (call.sellers.includes(seller) && (withPartners || call.carrierCode === seller));
  const go = (portCode: string, from: number, changes: number, left: number | undefined): void => {
    for (const [index, call] of network.calls.entries()) {
      if (call.portCode !== portCode || !counts(call) || toMinutes(call.departsAt) < from) continue;
      if (left === undefined && call.departsAt >= question.latest) continue;
      const departure = left ?? toMinutes(call.departsAt);
      for (let next = index + 1; network.calls[next]?.chain === call.chain; next += 1) {
        const stop = network.calls[next] as NetworkCall;
        const arrival = toMinutes(stop.arrivesAt);
        if (arrival - departure > question.maxTransitMs / 60_000) break;
        if (!counts(stop)) continue;
        if (stop.portCode === question.toPort) all.push([departure, arrival, changes]);
        else if (changes < question.maxChanges && stop.portCode !== question.fromPort)
          go(stop.portCode, arrival + connectionMs(stop.portCode) / 60_000, changes + 1, departure);
      }
    }
  };
  go(question.fromPort, toMinutes(question.earliest), 0, undefined);
  const unique = [...new Map(all.map((one) => [one.join(), one])).values()];
  return unique.filter(
    (one) => !unique.some((other) => other !== one && other[0] >= one[0] && other[1] <= one[1] && other[2] <= one[2]),
  );
}

const inOrder = (found: readonly Found[]): string[] => found.map((one) => one.join()).toSorted();
const tripleOf = ({ departure, arrival, changes }: Route): Found => [departure, arrival, changes];

function questionOf(random: Random, over: Partial<RouteQuestion> = {}): RouteQuestion {
  const earliest = start + random.int(0, 10) * DAY_MS;
  const fromPort = random.pick(ports);
  return {
    fromPort,
    toPort: random.pick(ports.filter((port) => port !== fromPort)),
    earliest,
    latest: earliest + random.int(1, 4) * 7 * DAY_MS,
    maxChanges: random.int(0, 3),
    seller: random.chance(0.5) ? random.pick(carriers) : null,
    withPartners: random.chance(0.7),
    maxTransitMs: random.int(10, 60) * DAY_MS,
    connectionMs,
    ...over,
  };
}

describe('finding routes', () => {
  test('finds exactly what an exhaustive search finds, in 1,000 random questions', () => {
    let withRoutes = 0;
    for (let seed = 0; seed < 1000; seed += 1) {
      const random = createRandom(`routes/${seed}`);
      const network = buildNetwork(randomCalls(random));
      const question = questionOf(random);
      const expected = searchExhaustively(network, question);
      const found = findRoutes(network, question);
      expect(inOrder(found.map(tripleOf)), `seed ${seed}`).toEqual(inOrder(expected));
      withRoutes += Number(expected.length > 0);
    }
    expect(withRoutes).toBeGreaterThan(300);
  });

  test('gives legs that can be sailed: each boards where and after the one before came, with time to change', () => {
    let changes = 0;
    for (let seed = 0; seed < 900; seed += 1) {
      const random = createRandom(`legs/${seed}`);
      const network = buildNetwork(randomCalls(random));
      const question = questionOf(random, { maxChanges: 3, seller: null });
      for (const { legs, departure, arrival } of findRoutes(network, question)) {
        const calls = legs.map(({ board, alight }) => [network.calls[board], network.calls[alight]] as const);
        expect(toMinutes(calls[0]?.[0]?.departsAt ?? 0)).toBe(departure);
        expect(toMinutes(calls.at(-1)?.[1]?.arrivesAt ?? 0)).toBe(arrival);
        for (const [board, alight] of calls) {
          expect(alight?.chain).toBe(board?.chain);
          expect(alight?.arrivesAt).toBeGreaterThan(board?.departsAt ?? 0);
        }
        for (let leg = 1; leg < calls.length; leg += 1) {
          const came = calls[leg - 1]?.[1] as NetworkCall;
          const left = calls[leg]?.[0] as NetworkCall;
          expect(left.portCode).toBe(came.portCode);
          expect(left.departsAt - came.arrivesAt).toBeGreaterThanOrEqual(connectionMs(came.portCode) - 60_000);
          changes += 1;
        }
      }
    }
    expect(changes).toBeGreaterThan(50);
  });

  test('lists every direct sailing, also one that a later and quicker one beats', () => {
    const call = (id: number, chain: string, portCode: string, day: number): NetworkCall => ({
      id,
      chain,
      carrierCode: 'AAAA',
      portCode,
      arrivesAt: start + day * DAY_MS,
      departsAt: start + (day + 0.5) * DAY_MS,
      sellers: ['AAAA'],
    });
    const network = buildNetwork([
      call(1, 'slow', 'CNSHA', 1),
      call(2, 'slow', 'NLRTM', 40),
      call(3, 'quick', 'CNSHA', 3),
      call(4, 'quick', 'NLRTM', 30),
    ]);
    const question = questionOf(createRandom(1), {
      fromPort: 'CNSHA',
      toPort: 'NLRTM',
      earliest: start,
      latest: start + 7 * DAY_MS,
      seller: null,
      maxTransitMs: 60 * DAY_MS,
      maxChanges: 1,
    });
    expect(findDirect(network, question)).toHaveLength(2);
    expect(findRoutes(network, question)).toHaveLength(1);
  });

  test('knows nothing of unknown ports and of a port to itself', () => {
    const network = buildNetwork(randomCalls(createRandom(3)));
    const question = questionOf(createRandom(4));
    expect(findRoutes(network, { ...question, fromPort: 'XXXXX' })).toEqual([]);
    expect(findRoutes(network, { ...question, toPort: question.fromPort })).toEqual([]);
    expect(findRoutes(buildNetwork([]), question)).toEqual([]);
  });
});
