import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';

const probePath = '/healthz';
const firstPauseMs = 1_000;
const pauseMs = 2_500;
const probeLimitMs = 3_000;

/** Can the server be reached, as far as the last call or the last probe reported? */
export const useLine = create<{ up: boolean }>(() => ({ up: true }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** A frame without an origin may not read the answer, and learns only that there is one. */
const answered = ({ ok, type }: Response): boolean => ok || type === 'opaque';

async function probe(): Promise<void> {
  clearTimeout(timer);
  const signal = AbortSignal.timeout(probeLimitMs);
  const up = await fetch(probePath, { cache: 'no-store', mode: 'no-cors', credentials: 'omit', signal }).then(
    answered,
    () => false,
  );
  if (up) useLine.setState({ up: true });
  else probeIn(pauseMs);
}

function probeIn(waitMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (!useLine.getState().up) void probe();
  }, waitMs);
}

/**
 * Notes that something could not be fetched because nobody answered. From then on the server is asked every few seconds
 * whether it is there, at once when the browser says that it is online again.
 */
export function lineLost(): void {
  if (!useLine.getState().up) return;
  useLine.setState({ up: false });
  probeIn(firstPauseMs);
}

/** What a proxy answers in the place of a server that is away; 0 when nobody answered. */
const nobodyAnswered = new Set([0, 502, 503, 504]);

/** Does this status of an answer mean that the server was not reached? */
export const isLineStatus = (httpStatus: number): boolean => nobodyAnswered.has(httpStatus);

/** Runs each time the server is there again after it was away; hands back how to stop. */
export const onLineBack = (act: () => void): (() => void) =>
  useLine.subscribe(({ up }, before) => void (up && !before.up && act()));

/** The same for a component. */
export function useLineBack(act: () => void): void {
  const handle = useEffectEvent(act);
  useEffect(() => onLineBack(() => handle()), []);
}

/**
 * Listens to what the browser knows about the line. A style sheet that failed to load is taken away: while its element
 * stands in the document, the next attempt would take it for loaded.
 */
export function watchLine(): void {
  globalThis.addEventListener('online', () => void (useLine.getState().up || probe()));
  globalThis.addEventListener('offline', lineLost);
  globalThis.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
    },
    true,
  );
}
