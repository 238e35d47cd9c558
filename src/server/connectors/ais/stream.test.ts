import { afterEach, describe, expect, test, vi } from 'vitest';
import { startAisStream, type AisStreamServer, streamFrame, streamPosition } from '#testing/aisstream-server.ts';
import type { FeedOptions, Following, RunningFeed } from './feed.ts';
import type { AisMessage } from './messages.ts';
import { receiveFeed } from './receive.ts';
import { createStreamDecoder, readStreamFrame, readStreamTime } from './stream-message.ts';
import { soon } from '#testing/soon.ts';

const key = 'key-of-a-customer';
const at = '2026-06-10 08:15:02.318353 +0000 UTC';
const box = [
  [30, 120],
  [32, 124],
] as const;
const running: RunningFeed[] = [];
const servers: AisStreamServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((feed) => feed.stop()));
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function serve(options: { firstFrameMs?: number; maxBufferedBytes?: number } = {}): Promise<AisStreamServer> {
  const server = await startAisStream({ key, ...options });
  servers.push(server);
  return server;
}

function receive({ url }: AisStreamServer, options: Partial<FeedOptions> & { key?: string } = {}) {
  const messages: AisMessage[] = [];
  const states: string[] = [];
  const lost: string[] = [];
  const feed = receiveFeed(
    { kind: 'aisstream', url, key: options.key ?? key },
    {
      backOff: { firstMs: 5, maxMs: 20 },
      following: async () => ({ mmsis: [244_660_123], boxes: [] }),
      onState: (state, error) => void states.push(error ?? state),
      onLost: (what) => void lost.push(what),
      open: () => {
        const decoder = createStreamDecoder();
        return {
          isProven: () => true,
          data: async (chunk) => decoder.feed(chunk, 0, (message) => messages.push(message)),
          end: async () => undefined,
        };
      },
      ...options,
    },
  );
  running.push(feed);
  return { messages, states, lost };
}

const met = (check: () => void): Promise<void> => vi.waitFor(check, soon);

describe('AISStream', () => {
  test('the first frame asks for the tracked ships, what comes is read, and a lost connection is made again', async () => {
    const server = await serve();
    const { messages, lost } = receive(server);
    await met(() => expect(server.subscriptions).toHaveLength(1));
    expect(server.subscriptions[0]).toEqual({
      APIKey: key,
      BoundingBoxes: [
        [
          [-90, -180],
          [90, 180],
        ],
      ],
      FiltersShipMMSI: ['244660123'],
      FilterMessageTypes: [
        'PositionReport',
        'StandardClassBPositionReport',
        'ExtendedClassBPositionReport',
        'ShipStaticData',
      ],
    });
    server.send(streamPosition(244_660_123, 121.5, 31.2, at));
    await met(() => expect(messages).toHaveLength(1));
    expect(messages[0]).toMatchObject({ kind: 'positionA', mmsi: 244_660_123, lon: 121.5, speed: 12.4, status: 0 });
    server.breakOff();
    await met(() => expect(server.subscriptions).toHaveLength(2));
    expect(lost).toContain('reconnects');
  });

  test('more ships than a filter takes are requested by boxes, and another choice renews the subscription', async () => {
    const server = await serve();
    const many: Following = { mmsis: Array.from({ length: 51 }, (_, n) => 244_000_000 + n), boxes: [box] };
    let following = many;
    receive(server, { following: async () => following, renewEveryMs: 5 });
    await met(() => expect(server.subscriptions).toHaveLength(1));
    expect(server.subscriptions[0]).toMatchObject({ BoundingBoxes: [box] });
    expect(server.subscriptions[0]?.FiltersShipMMSI).toBeUndefined();
    following = { mmsis: [2_320_001], boxes: [box] };
    await met(() => expect(server.subscriptions.at(-1)?.FiltersShipMMSI).toEqual(['002320001']));
    expect(server.subscriptions).toHaveLength(2);
  });

  test('a wrong key, and nothing to follow, are reported as what they are; the key is not in it', async () => {
    const server = await serve();
    const { states } = receive(server, { key: 'wrong-key' });
    await met(() => expect(states).toContain('unauthorized: Api Key Is Not Valid'));
    expect(JSON.stringify(states)).not.toContain('wrong-key');
    const idle = receive(server, { following: async () => ({ mmsis: [], boxes: [] }) });
    await met(() => expect(idle.states.some((state) => state.startsWith('nothing_followed'))).toBe(true));
    const inside = receive(server, { allowed: [] });
    await met(() => expect(inside.states.some((state) => state.startsWith('internal_address'))).toBe(true));
    expect(server.subscriptions).toEqual([]);
  });

  test('what is too long, or too much for a slow taker, is dropped and counted', async () => {
    const server = await serve();
    const free = Promise.withResolvers<void>();
    let taken = 0;
    const slow = receive(server, {
      maxWaiting: 3,
      open: () => ({
        isProven: () => true,
        end: async () => undefined,
        data: async () => {
          taken += 1;
          await free.promise;
        },
      }),
    });
    const { messages, lost } = receive(server);
    await met(() => expect(server.subscriptions).toHaveLength(2));
    server.send(streamPosition(244_660_123, 1, 2, at));
    await met(() => expect([taken, messages.length]).toEqual([1, 1]));
    for (let n = 0; n < 5; n += 1) server.send(streamPosition(244_660_123, 1, 2, at));
    await met(() => expect(slow.lost).toEqual(['dropped', 'dropped']));
    free.resolve();
    await met(() => expect([taken, messages.length]).toEqual([4, 6]));
    messages.length = 0;
    server.send(streamFrame('PositionReport', { Longitude: 1, Latitude: 2, Note: 'x'.repeat(20_000) }));
    server.send(streamPosition(244_660_123, 1, 2, at));
    await met(() => expect(messages).toHaveLength(1));
    expect(lost).toEqual(['dropped']);
  });
});

describe('frames', () => {
  const read = (frame: unknown) => readStreamFrame(JSON.stringify(frame));

  test('positions and own data; what AIS calls "not available" is null', () => {
    expect(readStreamTime(at)).toBe(Date.UTC(2026, 5, 10, 8, 15, 2, 318));
    expect(readStreamTime('2026-06-10 08:15:02 +0000 UTC')).toBe(Date.UTC(2026, 5, 10, 8, 15, 2));
    for (const wrong of ['2026-06-10T08:15:02Z', '2026-06-10 08:15:02 +0800 CST', '', 5])
      expect(readStreamTime(wrong)).toBeUndefined();
    expect(
      read(
        streamFrame('StandardClassBPositionReport', {
          Longitude: 181,
          Latitude: 91,
          Sog: 102.3,
          Cog: 360,
          TrueHeading: 511,
        }),
      ),
    ).toMatchObject({ message: { kind: 'positionB', lon: null, lat: null, speed: null, course: null, heading: null } });
    expect(
      read(
        streamFrame('ShipStaticData', {
          ImoNumber: 9_321_483,
          CallSign: 'PBTN   ',
          Name: 'NORDIC TERN@@@@@@@',
          Type: 71,
          Dimension: { A: 120, B: 80, C: 12, D: 18 },
          Eta: { Month: 6, Day: 14, Hour: 24, Minute: 60 },
          MaximumStaticDraught: 11.3,
          Destination: 'NLRTM ',
        }),
      ),
    ).toMatchObject({
      message: {
        kind: 'voyage',
        imo: 9_321_483,
        callSign: 'PBTN',
        name: 'NORDIC TERN',
        shipType: 71,
        length: 200,
        beam: 30,
        etaMonth: 6,
        etaDay: 14,
        etaHour: null,
        draught: 11.3,
        destination: 'NLRTM',
        reception: { at: Date.UTC(2026, 5, 10, 8, 15, 2, 318) },
      },
    });
    expect(
      read(streamFrame('ExtendedClassBPositionReport', { Longitude: 3, Latitude: 4, Name: 'GULL' })),
    ).toMatchObject({
      message: { kind: 'extendedB', name: 'GULL', lon: 3 },
    });
  });

  test('other types are passed over; what cannot be read is refused, and errors are errors', () => {
    expect(read(streamFrame('BaseStationReport', {}))).toEqual({ kind: 'other' });
    expect(read({ error: 'Api Key Is Not Valid' })).toEqual({ kind: 'error', text: 'Api Key Is Not Valid' });
    expect(readStreamFrame('{')).toEqual({ kind: 'bad', reason: 'badFrame' });
    const bad = { kind: 'bad', reason: 'badFrameFields' };
    expect(read(streamFrame('PositionReport', { Valid: false }))).toEqual(bad);
    expect(read(streamFrame('PositionReport', {}, { time_utc: 'yesterday' }))).toEqual(bad);
    expect(read({ MessageType: 'PositionReport', MetaData: {}, Message: {} })).toEqual(bad);
  });
});
