import type { Instant } from '#shared/time/instant.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time/instant.ts';

/** Most calls that a source answers with one set of keys; left out: as many as one likes. */
export type CallLimits = {
  perMinute?: number | undefined;
  perHour?: number | undefined;
  perDay?: number | undefined;
  atOnce?: number | undefined;
};

/** The times over which calls are counted, each in so many slots. */
export const callWindows = ['minute', 'hour', 'day'] as const;
export type CallWindow = (typeof callWindows)[number];
const lengthMs: Readonly<Record<CallWindow, number>> = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };
const limitName = { minute: 'perMinute', hour: 'perHour', day: 'perDay' } as const;
const slots = 60;
const slotMs = (window: CallWindow): number => lengthMs[window] / slots;

/** How many calls a window holds, by the slot in which they ended. */
type Done = [slot: number, calls: number][];
/** Calls of one worker that are allowed and have not ended yet, `lanes` of them at once (a stored key); `until` is when a lost worker's count as ended. */
type Held = { calls: number; lanes: number; until: Instant };
/** How one tenant fares while calls are scarce. */
type Share = {
  /** Calls that it was given, beside those of the others. */
  served: number;
  /** Questions that wait for their time. */
  waiting: number;
  /** Time of the last question that waits, and of the last that waits again. */
  tail: Instant;
  againTail: Instant;
};

/** The calls made with one set of keys; plain JSON. */
export type CallState = {
  at?: Instant;
  done?: Partial<Record<CallWindow, Done>>;
  held?: Record<string, Held>;
  shares?: Record<string, Share>;
};

type Full = Required<CallState>;

/** A worker gives a sign of life at least so often while it has calls; else its calls count as made. */
export const heldMs = MINUTE_MS;
/** Somebody who does not come for what is kept free for him does not keep others waiting longer. */
const graceMs = 30 * SECOND_MS;
const soonMs = SECOND_MS;
/** How long a call takes, as a guess for when a place among calls at once is free. */
const callMs = 250;

/** Whether a window still holds calls that ended in a slot. */
const counts = (window: CallWindow, slot: number, now: Instant): boolean =>
  (slot + 1) * slotMs(window) + lengthMs[window] > now;

/** Adds calls that ended to every window. */
function addDone(state: Full, calls: number, at: Instant): void {
  if (calls <= 0) return;
  for (const window of callWindows) {
    const list = (state.done[window] ??= []);
    const slot = Math.floor(at / slotMs(window));
    const last = list.find(([one]) => one === slot);
    if (last === undefined) list.push([slot, calls]);
    else last[1] += calls;
    list.sort(([a], [b]) => a - b);
  }
}

/** A copy of the state as it is now: what no window holds any more is gone, and calls of lost workers have ended. */
function stateAt(known: CallState, given: Instant): Full {
  // Clocks of processes differ by little: time never goes back by that.
  const now = Math.max(given, Math.min(known.at ?? given, given + MINUTE_MS));
  const state: Full = {
    at: now,
    done: structuredClone(known.done ?? {}),
    held: { ...known.held },
    shares: structuredClone(known.shares ?? {}),
  };
  for (const [worker, { calls, until }] of Object.entries(state.held)) {
    if (until > now) continue;
    addDone(state, calls, until);
    delete state.held[worker];
  }
  for (const window of callWindows)
    state.done[window] = (state.done[window] ?? []).filter(([slot]) => counts(window, slot, now));
  for (const share of Object.values(state.shares))
    if (Math.max(share.tail, share.againTail) + graceMs < now) share.waiting = 0;
  if (Object.values(state.shares).every(({ waiting }) => waiting === 0)) state.shares = {};
  return state;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const heldCalls = ({ held }: Full): number => sum(Object.values(held).map(({ calls }) => calls));
const heldAtOnce = ({ held }: Full): number => sum(Object.values(held).map(({ lanes: atOnce }) => atOnce));
const doneIn = ({ done }: Full, window: CallWindow): number => sum((done[window] ?? []).map(([, calls]) => calls));

type Limited = { window: CallWindow; limit: number };
const limitedWindows = (limits: CallLimits): Limited[] =>
  callWindows.flatMap((window) => {
    const limit = limits[limitName[window]];
    return limit === undefined ? [] : [{ window, limit }];
  });

/** Whether calls have to be counted at all. */
export const isLimited = (limits: CallLimits): boolean => Object.values(limits).some((limit) => limit !== undefined);

/** How many calls may be made within a window that is not over yet. */
const freeCalls = (state: Full, limits: CallLimits): number =>
  Math.min(
    Infinity,
    ...limitedWindows(limits).map(({ window, limit }) => limit - doneIn(state, window) - heldCalls(state)),
  );

/** When the next call may be made, and how long the windows that are used up take for one call. */
function nextFree(state: Full, limits: CallLimits, now: Instant): { at: Instant; stepMs: number } {
  let [at, stepMs] = [now + soonMs, 0];
  for (const { window, limit } of limitedWindows(limits)) {
    let over = doneIn(state, window) + heldCalls(state) - limit;
    if (over < 0) continue;
    stepMs = Math.max(stepMs, lengthMs[window] / limit);
    // What is being made ends soon.
    const ending: Done = [[Math.floor(now / slotMs(window)), heldCalls(state)]];
    for (const [slot, calls] of [...(state.done[window] ?? []), ...ending]) {
      if (over < 0) break;
      over -= calls;
      if (over < 0) at = Math.max(at, (slot + 1) * slotMs(window) + lengthMs[window]);
    }
  }
  if (stepMs > 0) return { at, stepMs };
  const paces = limitedWindows(limits).map(({ window, limit }) => lengthMs[window] / limit);
  return { at, stepMs: paces.length > 0 ? Math.min(...paces) : callMs / (limits.atOnce ?? 1) };
}

/** A question that wants calls: of which tenant, how many it is likely to take, and whether it has waited before. */
export type Wanted = { tenant: string; calls: number; again: boolean };

/** What a worker may do: `places[i]` is null where question i may be queried, else when to come again. `atOnce` of them at the same time. */
export type Taken = { state: CallState; places: (Instant | null)[]; atOnce: number };

/** A tenant's share; one that has not waited so far begins where the least served of those who wait is. */
function shareOf(state: Full, tenant: string): Share {
  const others = Object.values(state.shares).filter(({ waiting }) => waiting > 0);
  const least = others.length === 0 ? 0 : Math.min(...others.map(({ served }) => served));
  const share = (state.shares[tenant] ??= { served: least, waiting: 0, tail: 0, againTail: 0 });
  if (share.waiting === 0) share.served = Math.max(share.served, least);
  return share;
}

/** Calls that are kept free for tenants who wait and were given fewer. */
const keptFor = (state: Full, tenant: string, served: number): number =>
  sum(
    Object.entries(state.shares).map(([other, share]) =>
      other === tenant ? 0 : Math.max(0, Math.min(share.waiting, served - share.served)),
    ),
  );

function timeToCome(state: Full, share: Share, again: boolean, next: { at: Instant; stepMs: number }): Instant {
  const sharers = Math.max(1, Object.values(state.shares).filter(({ waiting }) => waiting > 0).length);
  const name = again ? 'againTail' : 'tail';
  const at = Math.max(next.at, share[name] + next.stepMs * sharers);
  share[name] = at;
  return Math.ceil(at);
}

/**
 * Takes calls for the questions of one worker, in their order. No window ever holds more than its limit: calls count from now on,
 * until a whole window after they ended. Tenants who wait are served in turns, however many questions each has; questions that have
 * to wait are given times one after the other, so that none of them comes in vain.
 */
export function takeCalls(
  known: CallState,
  limits: CallLimits,
  { worker, wanted, now: given }: { worker: string; wanted: readonly Wanted[]; now: Instant },
): Taken {
  const state = stateAt(known, given);
  const { at: now } = state;
  const freeAtOnce = (limits.atOnce ?? Infinity) - heldAtOnce(state);
  const max = Math.min(Infinity, ...limitedWindows(limits).map(({ limit }) => limit));
  const promised = new Map<string, number>();
  for (const { tenant, again } of wanted) {
    const share = shareOf(state, tenant);
    promised.set(tenant, Math.max(0, (promised.get(tenant) ?? share.waiting) - Number(again)));
    share.waiting = again ? Math.max(1, share.waiting) : share.waiting + 1;
  }
  let free = freeAtOnce <= 0 ? 0 : freeCalls(state, limits);
  let [taken, requested] = [0, 0];
  const may = new Set<number>();
  // Those who have waited first; a new one does not take what others of the same tenant were given a time for.
  for (const [place, { tenant, calls, again }] of [...wanted.entries()].sort(
    ([, a], [, b]) => Number(b.again) - Number(a.again),
  )) {
    const share = shareOf(state, tenant);
    const needs = Math.max(1, Math.min(calls, max));
    const ahead = again ? 0 : (promised.get(tenant) ?? 0);
    if (needs > free - ahead - keptFor(state, tenant, share.served)) continue;
    free -= needs;
    share.served += needs;
    share.waiting -= 1;
    taken += needs;
    requested += 1;
    may.add(place);
  }
  const atOnce = Math.min(freeAtOnce, requested);
  if (requested > 0) state.held[worker] = { calls: taken, lanes: atOnce, until: now + heldMs };
  const next = nextFree(state, limits, now);
  const places = wanted.map(({ tenant, again }, index) =>
    may.has(index) ? null : timeToCome(state, shareOf(state, tenant), again, next),
  );
  return { state, places, atOnce };
}

/** Takes one more call for a question that is under way. `at` is null when it was given, else the time to ask for it again. */
export function takeOneMore(
  known: CallState,
  limits: CallLimits,
  { worker, now: given }: { worker: string; now: Instant },
): { state: CallState; at: Instant | null } {
  const state = stateAt(known, given);
  const { at: now } = state;
  if (freeCalls(state, limits) < 1) return { state, at: Math.ceil(nextFree(state, limits, now).at) };
  const held = state.held[worker] ?? { calls: 0, lanes: 0, until: 0 };
  state.held[worker] = { ...held, calls: held.calls + 1, until: now + heldMs };
  return { state, at: null };
}

/** Notes what became of a worker's calls: made, not needed, and how many places among calls at once it still has. Is its sign of life. */
export function settleCalls(
  known: CallState,
  {
    worker,
    made,
    unused,
    atOnce,
    now: given,
  }: { worker: string; made: number; unused: number; atOnce: number; now: Instant },
): CallState {
  const state = stateAt(known, given);
  const { at: now } = state;
  const held = state.held[worker];
  // Its calls were given up for made meanwhile.
  if (held === undefined) return state;
  addDone(state, Math.min(made, held.calls), now);
  const calls = held.calls - made - unused;
  if (calls > 0 || atOnce > 0) state.held[worker] = { calls: Math.max(0, calls), lanes: atOnce, until: now + heldMs };
  else delete state.held[worker];
  return state;
}

/** How many calls of each limited window are used now, those that are being made among them. */
export function callsUsed(
  known: CallState,
  limits: CallLimits,
  now: Instant,
): { windows: { window: CallWindow; limit: number; used: number }[]; atOnce: number } {
  const state = stateAt(known, now);
  const windows = limitedWindows(limits).map(({ window, limit }) => ({
    window,
    limit,
    used: doneIn(state, window) + heldCalls(state),
  }));
  return { windows, atOnce: heldAtOnce(state) };
}
