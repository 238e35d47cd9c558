import { createServer, type Server, type Socket } from 'node:net';
import { createDoor, type DoorLimits, type TurnedAway } from '#server/platform/connections/door.ts';
import { plainAddress } from '#shared/net/networks.ts';
import { portOf } from '../port-of.ts';
import { type ConnectionLimits, deviceConnection, usualConnection } from './serve-device.ts';
import { createSession808 } from './session-808.ts';
import { createSessionGt06 } from './session-gt06.ts';
import type { DeviceRefusal, VehicleProtocol, VehicleStore } from './types.ts';

/** Limits of the connections to one port. */
export type DeviceLimits = DoorLimits & ConnectionLimits;

/** Where devices of one protocol connect. */
export type DevicePort = { protocol: VehicleProtocol; host: string; port: number; limits?: Partial<DeviceLimits> };

/** A port that is being listened on, or why it is not. */
export type DeviceListener = {
  protocol: VehicleProtocol;
  /** The port it got; null while it cannot be had. */
  port: () => number | null;
  error: () => string | null;
  connections: () => number;
  stop: () => Promise<void>;
};

/** Networks of mobile operators put thousands of devices behind one address. */
const usualLimits: DeviceLimits = {
  ...usualConnection,
  waiting: 1_000,
  waitingPerAddress: 20,
  open: 50_000,
  openPerAddress: 20_000,
};
const retryMs = 5_000;

/** How a closed connection is counted among what was refused; null: not at all, since the device is known. */
const refusalOf: Readonly<Record<TurnedAway, DeviceRefusal | null>> = {
  tooMany: 'tooManyConnections',
  tooManyFromAddress: 'tooManyConnections',
  noSignIn: 'noSignIn',
  tooMuch: 'noSignIn',
  unread: null,
};

/** Listens for devices; a port that is busy is tried again until it is free, or another one is taken where that is allowed. */
export function listenForDevices(
  { protocol, host, port, limits: chosen }: DevicePort,
  store: VehicleStore,
  options: { orAnyPort?: boolean; onOpen?: (port: number) => void } = {},
): DeviceListener {
  const limits: DeviceLimits = { ...usualLimits, ...chosen };
  const door = createDoor(protocol, limits);
  const sessions = new Map<Socket, Promise<void>>();
  let server: Server | undefined;
  let error: string | null = null;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  const connect = (socket: Socket): void => {
    const remoteAddress = plainAddress(socket.remoteAddress ?? '');
    const refuse = (reason: TurnedAway): void => {
      const refusal = refusalOf[reason];
      if (refusal !== null) store.refuse(protocol, refusal, remoteAddress);
    };
    const displaced = (): void => {
      refuse('tooMany');
      socket.destroy();
    };
    const pass = door.enter(remoteAddress, { refused: refuse, displaced });
    if (pass === undefined) return void socket.destroy();
    const turnAway = (reason: TurnedAway): void => {
      door.turnAway(reason);
      refuse(reason);
    };
    const { send, close, run } = deviceConnection(socket, pass, { limits, turnAway });
    const line = { send, close, remoteAddress };
    const session = protocol === 'JT808' ? createSession808(store, line) : createSessionGt06(store, line);
    sessions.set(
      socket,
      run(session).finally(() => sessions.delete(socket)),
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
