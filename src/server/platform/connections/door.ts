import { customerNetwork } from '#shared/net/networks.ts';

/** How many connections a listener takes. Those that have not signed in yet are counted apart: anybody can open them. */
export type DoorLimits = {
  /** Not signed in, in all and from one address. */
  waiting: number;
  waitingPerAddress: number;
  /** Of any kind, in all and from one address; many devices may share one. */
  open: number;
  openPerAddress: number;
};

/** Why a connection was refused or closed. */
export type TurnedAway =
  /** There are too many, in all or from its address. */
  | 'tooMany'
  | 'tooManyFromAddress'
  /** It did not sign in in time, or sent too much before. */
  | 'noSignIn'
  | 'tooMuch'
  /** It does not read what it is answered. */
  | 'unread';

/** The connections of one listener in this process. */
export type DoorCounts = {
  listener: string;
  waiting: number;
  signedIn: number;
  refused: Partial<Record<TurnedAway, number>>;
};

/** A connection that was let in. */
export type Pass = {
  /** It stated who it is; counted as waiting no longer. */
  signIn: () => void;
  /** It is over. */
  leave: () => void;
};

/** What the door tells a connection. */
export type DoorHooks = {
  /** It was not let in. */
  refused?: (reason: TurnedAway) => void;
  /** Another one took its place: it has left, and is to be closed. */
  displaced?: () => void;
};

/** Lets connections of one listener in, or turns them away. */
export type Door = {
  /** Undefined when there are too many; counted. */
  enter: (address: string, hooks?: DoorHooks) => Pass | undefined;
  /** Counts a connection that is closed for another reason, or something else that was refused. */
  turnAway: (reason: TurnedAway) => void;
};

/** Counts of this process by listener; they go on when a listener is opened again. */
const all = new Map<string, DoorCounts>();

/** The connections of this process. */
export const listDoors = (): DoorCounts[] => [...all.values()];

type Waiting = { displace: () => void };

/** Connections by address, the oldest of each first. */
function createPlaces<T>() {
  const places = new Map<string, Set<T>>();
  let size = 0;
  return {
    size: () => size,
    of: (address: string): number => places.get(address)?.size ?? 0,
    add(address: string, one: T): void {
      const known = places.get(address);
      if (known === undefined) places.set(address, new Set([one]));
      else known.add(one);
      size += 1;
    },
    remove(address: string, one: T): void {
      const known = places.get(address);
      if (known?.delete(one) !== true) return;
      size -= 1;
      if (known.size === 0) places.delete(address);
    },
    /** The oldest one of the address that has most, if that has more than `than`. */
    oldestOfLargest(than: number): T | undefined {
      let max: Set<T> | undefined;
      for (const known of places.values()) if (known.size > (max?.size ?? than)) max = known;
      return max?.values().next().value;
    },
  };
}

/**
 * A door for the connections of a listener. Addresses of one customer's IPv6 network count as one. When all places of those that
 * have not signed in are taken, an address that has fewer of them than another takes one of that: who opens many connections keeps nobody out.
 */
export function createDoor(listener: string, limits: DoorLimits): Door {
  const counts = all.get(listener) ?? { listener, waiting: 0, signedIn: 0, refused: {} };
  all.set(listener, counts);
  const [waiting, open] = [createPlaces<Waiting>(), createPlaces<Waiting>()];

  const turnAway = (reason: TurnedAway): void => {
    counts.refused[reason] = (counts.refused[reason] ?? 0) + 1;
  };
  const problemOf = (address: string): TurnedAway | undefined => {
    if (waiting.of(address) >= limits.waitingPerAddress || open.of(address) >= limits.openPerAddress)
      return 'tooManyFromAddress';
    if (open.size() >= limits.open) return 'tooMany';
    if (waiting.size() < limits.waiting) return undefined;
    const displaced = waiting.oldestOfLargest(waiting.of(address) + 1);
    displaced?.displace();
    return displaced === undefined ? 'tooMany' : undefined;
  };

  return {
    turnAway,
    enter(ip, hooks = {}) {
      const address = customerNetwork(ip);
      const problem = problemOf(address);
      if (problem !== undefined) {
        turnAway(problem);
        hooks.refused?.(problem);
        return undefined;
      }
      let state: 'waiting' | 'signedIn' | 'gone' = 'waiting';
      const leave = (): void => {
        if (state === 'gone') return;
        counts[state] -= 1;
        state = 'gone';
        waiting.remove(address, one);
        open.remove(address, one);
      };
      const one: Waiting = {
        displace() {
          leave();
          turnAway('tooMany');
          hooks.displaced?.();
        },
      };
      waiting.add(address, one);
      open.add(address, one);
      counts.waiting += 1;
      return {
        leave,
        signIn() {
          if (state !== 'waiting') return;
          state = 'signedIn';
          waiting.remove(address, one);
          counts.waiting -= 1;
          counts.signedIn += 1;
        },
      };
    },
  };
}
