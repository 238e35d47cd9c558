import { networkOf } from './network-of.ts';

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
  /** It said who it is; counted as waiting no longer. */
  signIn: () => void;
  /** It is over. */
  leave: () => void;
};

/** Lets connections of one listener in, or turns them away. */
export type Door = {
  /** Undefined when there are too many; counted. `onRefused` hears why. */
  enter: (address: string, onRefused?: (reason: TurnedAway) => void) => Pass | undefined;
  /** Counts a connection that is closed for another reason, or something else that was refused. */
  turnAway: (reason: TurnedAway) => void;
};

/** Counts of this process by listener; they go on when a listener is opened again. */
const all = new Map<string, DoorCounts>();

/** The connections of this process. */
export const listDoors = (): DoorCounts[] => [...all.values()];

/** How many of one kind each address has. */
function createTally() {
  const tally = new Map<string, number>();
  const of = (address: string): number => tally.get(address) ?? 0;
  return {
    of,
    add: (address: string): void => void tally.set(address, of(address) + 1),
    remove(address: string): void {
      const left = of(address) - 1;
      if (left > 0) tally.set(address, left);
      else tally.delete(address);
    },
  };
}

/** A door for the connections of a listener. Addresses of one customer's IPv6 network count as one. */
export function createDoor(listener: string, limits: DoorLimits): Door {
  const counts = all.get(listener) ?? { listener, waiting: 0, signedIn: 0, refused: {} };
  all.set(listener, counts);
  const [waiting, open] = [createTally(), createTally()];
  let [waitingNow, openNow] = [0, 0];

  const turnAway = (reason: TurnedAway): void => {
    counts.refused[reason] = (counts.refused[reason] ?? 0) + 1;
  };
  const problemOf = (address: string): TurnedAway | undefined => {
    if (waiting.of(address) >= limits.waitingPerAddress || open.of(address) >= limits.openPerAddress)
      return 'tooManyFromAddress';
    return waitingNow >= limits.waiting || openNow >= limits.open ? 'tooMany' : undefined;
  };
  const endWaiting = (address: string): void => {
    waiting.remove(address);
    waitingNow -= 1;
    counts.waiting -= 1;
  };

  return {
    turnAway,
    enter(ip, onRefused) {
      const address = networkOf(ip);
      const problem = problemOf(address);
      if (problem !== undefined) {
        turnAway(problem);
        onRefused?.(problem);
        return undefined;
      }
      waiting.add(address);
      open.add(address);
      waitingNow += 1;
      openNow += 1;
      counts.waiting += 1;
      let state: 'waiting' | 'signedIn' | 'gone' = 'waiting';
      return {
        signIn() {
          if (state !== 'waiting') return;
          state = 'signedIn';
          endWaiting(address);
          counts.signedIn += 1;
        },
        leave() {
          if (state === 'waiting') endWaiting(address);
          else if (state === 'signedIn') counts.signedIn -= 1;
          else return;
          state = 'gone';
          open.remove(address);
          openNow -= 1;
        },
      };
    },
  };
}
