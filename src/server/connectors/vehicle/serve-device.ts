import type { Socket } from 'node:net';
import type { Pass, TurnedAway } from '#server/platform/connections/door.ts';
import { ByteBudget } from '#shared/memory/byte-budget.ts';
import type { DeviceSession } from './types.ts';

/** What a connection may do before its device has signed in, and how long a signed-in device may be silent. */
export type ConnectionLimits = {
  /** Bytes that are read and held, and milliseconds, before sign-in. */
  signInBytes: number;
  signInMs: number;
  /** Devices send a sign of life every few minutes; one that is silent for so long is gone. */
  silentMs: number;
};

/** Usual limits of a device's connection. */
export const usualConnection: ConnectionLimits = { signInBytes: 4096, signInMs: 15_000, silentMs: 30 * 60_000 };

/** A device that does not read its answers is cut off before they fill the memory. */
const maxUnread = { waiting: 4096, signedIn: 256_000 };

/**
 * Bytes of reports that came together with a sign-in while that is looked up, of all connections of this process. A connection takes
 * its share at once: what is read before it is paused, and what a paused socket still reads.
 */
const early = new ByteBudget('device_early_bytes', 8_000_000);
const earlyShare = { read: 65_536, all: 131_072 };

/** One connection of a device while it is open. */
export type DeviceConnection = {
  send: (bytes: Uint8Array) => void;
  close: () => void;
  /** Reads until the connection is over; resolves when its session has ended. */
  run: (session: DeviceSession) => Promise<void>;
};

/** Counts the bytes of a connection before its device signed in. */
function createAllowance(limits: ConnectionLimits) {
  let received = 0;
  let fed = 0;
  let hasShare = false;
  return {
    /** Whether a chunk may be held until it is clear who sends it, and whether more may be read. */
    hold({ length }: Uint8Array): 'more' | 'full' | 'tooMuch' {
      received += length;
      if (received <= limits.signInBytes) return 'more';
      hasShare ||= early.take(earlyShare.all);
      if (!hasShare) return 'tooMuch';
      return received < earlyShare.read ? 'more' : 'full';
    },
    /** The beginning of a chunk that may be read before sign-in. */
    headOf(chunk: Uint8Array): Uint8Array {
      const head = chunk.subarray(0, limits.signInBytes - fed);
      fed += head.length;
      return head;
    },
    isUsedUp: () => fed >= limits.signInBytes,
    /** Gives back what was held; called as often as one likes. */
    release(): void {
      if (hasShare) early.give(earlyShare.all);
      hasShare = false;
    },
  };
}

/** Feeds the chunks of a connection one after another while `mayRead`; its socket reads on when all are done. */
function createChunkQueue(socket: Socket, mayRead: () => boolean, feed: (chunk: Uint8Array) => Promise<void>) {
  const chunks: Uint8Array[] = [];
  let working: Promise<void> | undefined;
  const work = async (): Promise<void> => {
    try {
      for (let chunk = chunks.shift(); chunk !== undefined && mayRead(); chunk = chunks.shift()) await feed(chunk);
      socket.resume();
    } catch {
      // A report that could not be stored: the device connects again and repeats it.
      socket.destroy();
    } finally {
      working = undefined;
    }
  };
  return {
    add(chunk: Uint8Array): void {
      chunks.push(chunk);
      working ??= work();
    },
    isWaiting: (): boolean => chunks.length > 0,
    /** Resolves when the chunk that is being read is done. */
    settled: (): Promise<void> | undefined => working,
  };
}

/** Serves the connection of a device within its limits. `turnAway` counts why it was closed, if that was not its own wish. */
export function deviceConnection(
  socket: Socket,
  pass: Pass,
  { limits, turnAway }: { limits: ConnectionLimits; turnAway: (reason: TurnedAway) => void },
): DeviceConnection {
  let isSignedIn = false;
  let isClosing = false;
  const allowance = createAllowance(limits);
  const cut = (reason: TurnedAway): void => {
    if (isClosing) return;
    isClosing = true;
    turnAway(reason);
    socket.destroy();
  };
  const deadline = setTimeout(() => {
    cut('noSignIn');
    // One that is closing already may wait for somebody who does not read.
    socket.destroy();
  }, limits.signInMs);
  deadline.unref();
  socket.setNoDelay(true);
  // What goes wrong is followed by the end of the connection, which is waited for.
  socket.on('error', () => undefined);

  const letIn = (): void => {
    isSignedIn = true;
    clearTimeout(deadline);
    allowance.release();
    pass.signIn();
    socket.setTimeout(limits.silentMs, () => socket.destroy());
  };
  const feed = async (session: DeviceSession, chunk: Uint8Array): Promise<void> => {
    let rest = chunk;
    if (!isSignedIn) {
      const head = allowance.headOf(chunk);
      rest = chunk.subarray(head.length);
      await session.feed(head);
      if (session.isSignedIn()) letIn();
      else if (allowance.isUsedUp()) return cut('tooMuch');
    }
    if (rest.length > 0) await session.feed(rest);
  };

  return {
    send(bytes) {
      if (socket.destroyed) return;
      if (socket.writableLength > (isSignedIn ? maxUnread.signedIn : maxUnread.waiting)) cut('unread');
      else socket.write(bytes);
    },
    close() {
      isClosing = true;
      socket.destroySoon();
    },
    async run(session) {
      const queue = createChunkQueue(
        socket,
        () => !isClosing,
        (chunk) => feed(session, chunk),
      );
      socket.on('data', (chunk: Buffer) => {
        if (isClosing) return;
        // A paused socket reads on for a while without our seeing it: before sign-in all that comes is counted instead.
        const room = isSignedIn ? 'full' : allowance.hold(chunk);
        if (room === 'tooMuch') return cut('tooMuch');
        queue.add(chunk);
        if (room === 'full' && queue.isWaiting()) socket.pause();
      });
      await new Promise<void>((resolve) => void socket.once('close', () => resolve()));
      clearTimeout(deadline);
      await queue.settled();
      allowance.release();
      pass.leave();
      await session.end().catch(() => undefined);
    },
  };
}
