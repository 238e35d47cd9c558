import { createSocket } from 'node:dgram';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createConnection, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listDoors } from '#server/platform/connections/door.ts';
import { receiveFeed } from './receive.ts';
import type { FeedOptions, RunningFeed } from './feed.ts';
import type { FeedAddress } from './receive.ts';
import { soon } from '#testing/soon.ts';

const line = '!AIVDM,1,1,,B,15M67FC000G?ufbE`FepT@3n00Sa,0*5C\r\n';
const running: RunningFeed[] = [];
const servers: Server[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((feed) => feed.stop()));
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => void server.close(resolve))));
});

function receive(address: FeedAddress, options: Partial<FeedOptions> = {}) {
  const states: string[] = [];
  const connections: { text: string; ended: boolean }[] = [];
  const feed = receiveFeed(address, {
    backOff: { firstMs: 5, maxMs: 20 },
    onState: (state) => void states.push(state),
    open: () => {
      const connection = { text: '', ended: false };
      connections.push(connection);
      return {
        isProven: () => connection.text.includes('!AIVDM'),
        data: async (chunk) => {
          connection.text += Buffer.from(chunk).toString('latin1');
        },
        end: async () => {
          connection.ended = true;
        },
      };
    },
    ...options,
  });
  running.push(feed);
  return { feed, states, connections };
}

const listen = (server: Server, port = 0): Promise<number> =>
  new Promise((resolve) => {
    servers.push(server);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/** A server that says something to anyone who connects and hangs up; anyone who is gone before that is no failure of the test. */
const stating = (text: () => string): Server =>
  createServer((socket) => void socket.on('error', () => undefined).end(text()));

/** Waits until something holds: on a machine that does other things besides, connections come later. */
const met = (check: () => void): Promise<void> => vi.waitFor(check, soon);

describe('receiving', () => {
  test('a TCP server that hangs up is connected to again, each connection by itself', async () => {
    let count = 0;
    const port = await listen(stating(() => `${++count} ${line}`));
    const { states, connections } = receive({ kind: 'tcp', host: '127.0.0.1', port });
    await met(() => expect(connections.filter(({ ended }) => ended).length).toBeGreaterThan(2));
    expect(connections[0]?.text).toBe(`1 ${line}`);
    expect(connections[1]?.text).toBe(`2 ${line}`);
    expect(states.slice(0, 4)).toEqual(['connecting', 'open', 'failed', 'connecting']);
  });

  test('one that is not there yet is waited for', async () => {
    const free = createServer();
    const port = await listen(free);
    await new Promise((resolve) => void free.close(resolve));
    servers.pop();
    const { states, connections } = receive({ kind: 'tcp', host: '127.0.0.1', port });
    await met(() => expect(states.filter((state) => state === 'failed').length).toBeGreaterThan(1));
    await listen(
      stating(() => line),
      port,
    );
    await met(() => expect(connections.some(({ text }) => text === line)).toBe(true));
  });

  test('a silent connection is opened again', async () => {
    const port = await listen(createServer((socket) => void socket.on('error', () => {})));
    const wording: string[] = [];
    const onState: FeedOptions['onState'] = (state, error) => void wording.push(error ?? state);
    receive({ kind: 'tcp', host: '127.0.0.1', port }, { silentMs: 20, onState });
    await met(() => expect(wording.filter((word) => word === 'open').length).toBeGreaterThan(1));
    expect(wording).toContain('connected, and then nothing came for 0.02 s');
  });

  test('others connect to a port of ours', async () => {
    const { feed, connections } = receive({ kind: 'listen', host: '127.0.0.1', port: 0 });
    await met(() => expect(feed.port()).toBeGreaterThan(0));
    for (const _ of [1, 2])
      createConnection(feed.port() as number, '127.0.0.1')
        .on('error', () => undefined)
        .end(line);
    await met(() => expect(connections.filter(({ text, ended }) => text === line && ended)).toHaveLength(2));
  });

  test('who connects and sends no sentence is closed after a time, and takes only some of the places', async () => {
    const { feed } = receive(
      { kind: 'listen', host: '127.0.0.1', port: 0 },
      { limits: { waiting: 4, waitingPerAddress: 3, open: 6, openPerAddress: 5, provenMs: 300 } },
    );
    await met(() => expect(feed.port()).toBeGreaterThan(0));
    const refusedBefore = { ...listDoors().find(({ listener }) => listener === 'AIS')?.refused };
    const connect = () => {
      const socket = createConnection(feed.port() as number, '127.0.0.1').on('error', () => undefined);
      const state = { socket, isClosed: false };
      socket.on('close', () => (state.isClosed = true)).resume();
      return state;
    };
    const receiver = connect();
    receiver.socket.write(line);
    const doorNow = () => listDoors().find(({ listener }) => listener === 'AIS');
    await met(() => expect(doorNow()).toMatchObject({ signedIn: 1, waiting: 0 }));
    const strangers = Array.from({ length: 5 }, connect);
    strangers[0]?.socket.write('x'.repeat(5_000));
    await met(() => expect(strangers.map(({ isClosed }) => isClosed)).toEqual(strangers.map(() => true)));
    expect(doorNow()?.refused).toMatchObject({
      tooManyFromAddress: (refusedBefore.tooManyFromAddress ?? 0) + 2,
      noSignIn: (refusedBefore.noSignIn ?? 0) + 3,
    });
    expect(receiver.isClosed).toBe(false);
    receiver.socket.destroy();
  });

  test('datagrams that are too long, or too many for their taker, are dropped and counted', async () => {
    let free: (() => void) | undefined;
    let taken = 0;
    const { feed } = receive(
      { kind: 'udp', host: '127.0.0.1', port: 0 },
      {
        open: () => ({
          isProven: () => true,
          end: async () => undefined,
          data: async () => {
            taken += 1;
            if (taken === 1) await new Promise<void>((resolve) => (free = resolve));
          },
        }),
      },
    );
    await met(() => expect(feed.port()).toBeGreaterThan(0));
    const refused = () => listDoors().find(({ listener }) => listener === 'AIS UDP')?.refused ?? {};
    const sender = createSocket('udp4');
    const send = (bytes: number): Promise<void> =>
      new Promise(
        (resolve) => void sender.send(Buffer.alloc(bytes, 0x41), feed.port() as number, '127.0.0.1', () => resolve()),
      );
    await send(9_000);
    await met(() => expect(refused().tooMuch).toBe(1));
    // The first keeps the taker busy; 4 MB wait behind it.
    for (let n = 0; n < 700 && (refused().tooMany ?? 0) === 0; n += 1) {
      await send(8_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await met(() => expect(refused().tooMany).toBeGreaterThan(0));
    expect(taken).toBe(1);
    free?.();
    await new Promise<void>((resolve) => void sender.close(() => resolve()));
  });

  test('datagrams are lines of their own', async () => {
    const { feed, connections } = receive({ kind: 'udp', host: '127.0.0.1', port: 0 });
    await met(() => expect(feed.port()).toBeGreaterThan(0));
    const sender = createSocket('udp4');
    sender.send(line.trim(), feed.port() as number, '127.0.0.1');
    await met(() => expect(connections[0]?.text).toBe(`${line.trim()}\n`));
    await new Promise<void>((resolve) => void sender.close(() => resolve()));
  });

  test('what is stopped while it still asks where to begin connects to nothing any more', async () => {
    let connected = 0;
    const port = await listen(
      createServer((socket) => {
        connected += 1;
        socket.on('error', () => {});
        socket.write(line);
      }),
    );
    const world = createHttpServer((_, response) => {
      response.end(JSON.stringify({ ais: { port, recording: '/recording' } }));
    });
    const worldPort = await listen(world);
    const [requested, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<null>()];
    const { feed } = receive(
      { kind: 'world', url: `http://127.0.0.1:${worldPort}` },
      {
        recordFrom: () => {
          requested.resolve();
          return answer.promise;
        },
      },
    );
    await requested.promise;
    const stopped = feed.stop();
    answer.resolve(null);
    await stopped;
    expect(connected).toBe(0);
  });

  test('a file is read once; one that is missing says so', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'ais-'));
    const path = join(directory, 'log.nmea');
    await writeFile(path, line.repeat(3));
    const { states, connections } = receive({ kind: 'file', path });
    await met(() => expect(states).toEqual(['open', 'done']));
    expect(connections).toEqual([{ text: line.repeat(3), ended: true }]);
    const missing = receive({ kind: 'file', path: join(directory, 'none') });
    await met(() => expect(missing.states.at(-1)).toBe('failed'));
    await rm(directory, { recursive: true });
  });
});
