import { createServer, type Server, type Socket } from 'node:net';
import { plainAddress } from '#shared/net/networks.ts';
import { portOf } from '../port-of.ts';
import { createSession808 } from './session-808.ts';
import { createSessionGt06 } from './session-gt06.ts';
import type { DeviceSession, VehicleProtocol, VehicleStore } from './types.ts';

/** Where devices of one protocol connect. */
export type DevicePort = { protocol: VehicleProtocol; host: string; port: number };

/** A port that is being listened on, or why it is not. */
export type DeviceListener = {
  protocol: VehicleProtocol;
  /** The port it got; null while it cannot be had. */
  port: () => number | null;
  error: () => string | null;
  connections: () => number;
  stop: () => Promise<void>;
};

const mostConnections = 50_000;
/** Devices send a sign of life every few minutes; one that says nothing for so long is gone. */
const silentMs = 30 * 60_000;
const retryMs = 5_000;
/** A device that does not read its answers is cut off before they fill the memory. */
const mostUnreadBytes = 1_000_000;

function serve(socket: Socket, session: DeviceSession): Promise<void> {
  socket.setNoDelay(true);
  socket.setTimeout(silentMs, () => socket.destroy());
  socket.on('error', () => undefined);
  const chunks: AsyncIterable<Uint8Array> = socket;
  const work = async (): Promise<void> => {
    try {
      for await (const chunk of chunks) await session.feed(chunk);
    } catch {
      // A connection that broke: what came before it is taken.
    } finally {
      socket.destroy();
      await session.end().catch(() => undefined);
    }
  };
  return work();
}

/** Listens for devices; a port that is busy is tried again until it is free, or another one is taken where that is allowed. */
export function listenForDevices(
  { protocol, host, port }: DevicePort,
  store: VehicleStore,
  options: { orAnyPort?: boolean; onOpen?: (port: number) => void } = {},
): DeviceListener {
  const sessions = new Map<Socket, Promise<void>>();
  let server: Server | undefined;
  let error: string | null = null;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  const connect = (socket: Socket): void => {
    if (sessions.size >= mostConnections) return void socket.destroy();
    const line = {
      send: (bytes: Uint8Array) => {
        if (socket.destroyed) return;
        if (socket.writableLength > mostUnreadBytes) socket.destroy();
        else socket.write(bytes);
      },
      close: () => void socket.end(),
      remoteAddress: plainAddress(socket.remoteAddress ?? ''),
    };
    const session = protocol === 'JT808' ? createSession808(store, line) : createSessionGt06(store, line);
    sessions.set(
      socket,
      serve(socket, session).finally(() => sessions.delete(socket)),
    );
  };

  const listen = (wanted: number): void => {
    const made = createServer(connect);
    made.on('error', (problem: NodeJS.ErrnoException) => {
      error = `${problem.code ?? problem.message} ${host}:${wanted}`;
      made.close();
      if (isStopped) return;
      if (options.orAnyPort === true && wanted !== 0 && problem.code === 'EADDRINUSE') return listen(0);
      retry = setTimeout(() => listen(port), retryMs);
      retry.unref();
    });
    made.listen(wanted, host, () => {
      server = made;
      error = null;
      options.onOpen?.(portOf(made) ?? wanted);
    });
  };
  listen(port);

  return {
    protocol,
    port: () => portOf(server) ?? null,
    error: () => error,
    connections: () => sessions.size,
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      const ending = [...sessions.values()];
      for (const socket of sessions.keys()) socket.destroy();
      const listening = server;
      await Promise.all([
        ...ending,
        listening === undefined ? undefined : new Promise<void>((resolve) => void listening.close(() => resolve())),
      ]);
    },
  };
}
