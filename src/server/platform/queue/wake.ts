// Timers cannot wait longer than this.
const MAX_TIMER_MS = 2_147_483_647;

/** A bell: `wait` ends when it is called, even when that was before the wait (since `reset`), or after `ms`. */
export function createWake(): { call: () => void; reset: () => void; wait: (ms: number) => Promise<void> } {
  let called = false;
  let ring: (() => void) | undefined;
  return {
    call: () => {
      called = true;
      ring?.();
    },
    reset: () => {
      called = false;
    },
    wait: (ms) =>
      new Promise((resolve) => {
        if (called || ms <= 0) return resolve();
        const timer = setTimeout(() => ring?.(), Math.min(ms, MAX_TIMER_MS));
        ring = () => {
          clearTimeout(timer);
          ring = undefined;
          resolve();
        };
      }),
  };
}
