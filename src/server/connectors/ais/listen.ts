import { createSocket } from 'node:dgram';
import { createServer, type Socket } from 'node:net';
import { createDoor } from '#server/platform/connections/door.ts';
import { plainAddress } from '#shared/net/networks.ts';
import { portOf } from '../port-of.ts';
import {
  drain,
  type FeedOptions,
  hearErrors,
  type ListenLimits,
  type RunningFeed,
  type ConnectionSink,
  textOf,
} from './feed.ts';

const usualListening: ListenLimits = {
  waiting: 32,
  waitingPerAddress: 8,
  open: 64,
  openPerAddress: 32,
  provenMs: 60_000,
};

/** Listens for receivers that connect by TCP; what they send has no sender that could be checked. */
export function listenTcp(host: string, port: number, options: FeedOptions): RunningFeed {
  const sockets = new Map<Socket, Promise<void>>();
  const limits: ListenLimits = { ...usualListening, ...options.limits };
  const door = createDoor('AIS', limits);
  const server = createServer((socket) => {
    hearErrors(socket);
    const pass = door.enter(plainAddress(socket.remoteAddress ?? ''), { displaced: () => socket.destroy() });
    if (pass === undefined) return void socket.destroy();
    socket.setTimeout(options.silentMs ?? 300_000, () => socket.destroy());
    const sink = options.open();
    const deadline = setTimeout(() => {
      // What it sent may still wait for the database.
      if (sink.isProven()) return;
      door.turnAway('noSignIn');
      socket.destroy();
    }, limits.provenMs);
    deadline.unref();
    const proving: ConnectionSink = {
      ...sink,
      async data(chunk) {
        await sink.data(chunk);
        if (!sink.isProven()) return;
        clearTimeout(deadline);
        pass.signIn();
      },
    };
    const ended = drain(socket, proving)
      .catch((error: unknown) => options.onState('open', textOf(error)))
      .finally(() => {
        clearTimeout(deadline);
        pass.leave();
        sockets.delete(socket);
      });
    sockets.set(socket, ended);
  });
  server.on('error', (error) => options.onState('failed', textOf(error)));
  server.listen(port, host, () => options.onState('open'));
  return {
    port: () => portOf(server),
    stop: async () => {
      const readings = [...sockets.values()];
      for (const socket of sockets.keys()) socket.destroy();
      await Promise.all([new Promise<void>((resolve) => void server.close(() => resolve())), ...readings]);
    },
  };
}

const maxDatagramsWaiting = 10_000;
const maxBytesWaiting = 4_000_000;
/** Receivers put a few sentences of 82 characters into one. */
const longestDatagram = 8_192;
const lineEnd = Buffer.from('\n');

/** Listens for datagrams. */
export function listenUdp(host: string, port: number, options: FeedOptions): RunningFeed {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  const sink = options.open();
  let taking: Promise<void> = Promise.resolve();
  let waiting = 0;
  let bytes = 0;
  let isOpen = false;
  // There are no connections, but what is lost is counted like those that are refused.
  const door = createDoor('AIS UDP', { waiting: 0, waitingPerAddress: 0, open: 0, openPerAddress: 0 });
  socket.on('message', (datagram) => {
    if (datagram.length > longestDatagram) return door.turnAway('tooMuch');
    // Nobody can be slowed down here: what is too much is lost, as UDP has it.
    if (waiting >= maxDatagramsWaiting || bytes >= maxBytesWaiting) return door.turnAway('tooMany');
    waiting += 1;
    bytes += datagram.length;
    taking = taking
      .then(() => sink.data(Buffer.concat([datagram, lineEnd])))
      .catch(() => {})
      .finally(() => {
        waiting -= 1;
        bytes -= datagram.length;
      });
  });
  socket.on('error', (error) => options.onState('failed', textOf(error)));
  socket.bind(port, host, () => {
    isOpen = true;
    options.onState('open');
  });
  return {
    port: () => (isOpen ? socket.address().port : undefined),
    stop: async () => {
      await new Promise<void>((resolve) => void socket.close(() => resolve()));
      await taking;
      await sink.end();
    },
  };
}
