import { type Instant, SECOND_MS } from '#shared/time/instant.ts';

/** The one clock of a process: everything that depends on time asks it. */
export type Clock = {
  /** Now in the world's time (the real time at speed 1). */
  now: () => Instant;
  /** Real milliseconds until the world reaches `instant`; 0 when past, Infinity while paused. */
  realMsUntil: (instant: Instant) => number;
};

/**
 * World time that passes in so much time of the machine, at the clock's present speed. Pauses that spare somebody (who is asked
 * or called again, our own database) are the machine's, however fast the world is.
 */
export function worldMs(clock: Clock, realMs: number): number {
  const step = clock.realMsUntil(clock.now() + SECOND_MS);
  return Number.isFinite(step) && step > 0 ? Math.round((realMs * SECOND_MS) / step) : realMs;
}

/**
 * World time of a pause that spares another system: `realMs` by the machine's clock. It is never shorter by the world's clock, and at
 * most `maxMs` of it: a world that is slowed down meanwhile would otherwise wait for days.
 */
export const pauseMs = (clock: Clock, realMs: number, maxMs: number): number =>
  Math.max(realMs, Math.min(worldMs(clock, realMs), maxMs));

/** How far the machine's time is ahead of the time since the start of this process; undefined: it is that of the system. */
let machineAhead: number | undefined;

/** Sets the machine's time of this process: it no longer follows the system's clock, which may be set or differ from others. */
export function setMachineTime(aheadMs: number | undefined): void {
  machineAhead = aheadMs;
}

const machineNow = (): Instant =>
  machineAhead === undefined ? Date.now() : Math.floor(performance.now() + machineAhead);

/** The machine's time: that of the database where this process follows one. */
export const realClock: Clock = {
  now: machineNow,
  realMsUntil: (instant) => Math.max(0, instant - machineNow()),
};

/** A clock for tests and benchmarks that only moves when reported. */
export const manualClock = (
  start: Instant,
): Clock & { set: (instant: Instant) => void; advance: (ms: number) => void } => {
  let current = start;
  return {
    now: () => current,
    realMsUntil: (instant) => Math.max(0, instant - current),
    set: (instant) => {
      current = instant;
    },
    advance: (ms) => {
      current += ms;
    },
  };
};
