import { deviceNetwork, type HeldReason, type NetworkState } from '#domain/network/vehicle/device-trust.ts';
import type { DeviceLine, DeviceLink, RegisteredVehicle } from '#server/connectors/vehicle/index.ts';
import { type Instant, MINUTE_MS } from '#shared/time/instant.ts';

/** A device on one connection, with what its positions are judged by. */
export type PresentLink = DeviceLink & {
  readonly vehicle: RegisteredVehicle;
  readonly terminalNo: string;
  readonly line: DeviceLine;
  readonly network: string;
  /** It signed in with a code that only it was given. */
  readonly hasCode: boolean;
  /** It has such a code, or its tenant has bound it to networks. */
  isProven: boolean;
  /** Zone of the clock of the device; null: as its protocol has it. */
  clockZone: string | null;
  /** What `vehicle_device.epoch` was when it signed in. */
  readonly epoch: number;
  state: NetworkState;
  readonly signedInAt: Instant;
  /** Counts up over all connections: what was read before one was made says nothing about it. */
  readonly order: number;
  /** In time of the machine. */
  heardAt: number;
  /** Another connection of the device was there first and is not silent: positions of this one are held for review. */
  isSecond: boolean;
  /** The other connection has reported since, so that there are really two. */
  isDouble: boolean;
  hasEnded: boolean;
};

/** Positions of a connection that was only taken for a second one, because the first had broken down unnoticed. */
export type Cleared = { vehicleId: number; network: string; since: Instant };

/** A connection that is silent for so long is taken for broken: a device loses its network without closing it. */
export const silentLinkMs = 10 * MINUTE_MS;

type Noted = {
  signIns: PresentLink[];
  doubles: PresentLink[];
  cleared: Cleared[];
  /** Vehicles whose number of connections changed. */
  vehicles: Set<number>;
};
const nothingNoted = (): Noted => ({ signIns: [], doubles: [], cleared: [], vehicles: new Set() });

/** What the presence of devices starts a connection with. */
export type Joining = Pick<
  PresentLink,
  'vehicle' | 'terminalNo' | 'line' | 'hasCode' | 'isProven' | 'clockZone' | 'epoch' | 'state' | 'signedInAt'
>;

/** Open connections by vehicle, and what happened to them. */
function createLinks(now: () => number) {
  const links = new Map<number, PresentLink[]>();
  let noted = nothingNoted();
  let joined = 0;
  const of = (vehicleId: number): readonly PresentLink[] => links.get(vehicleId) ?? [];

  function drop(link: PresentLink): void {
    const { vehicleId } = link.vehicle;
    link.hasEnded = true;
    const rest = of(vehicleId).filter((one) => one !== link);
    if (rest.length === 0) links.delete(vehicleId);
    else links.set(vehicleId, rest);
    noted.vehicles.add(vehicleId);
  }

  return {
    of,
    drop,
    end(link: PresentLink): void {
      drop(link);
      link.line.close();
    },
    add(joining: Joining, isSecond: boolean): PresentLink {
      const { vehicleId } = joining.vehicle;
      const network = deviceNetwork(joining.line.remoteAddress);
      const order = (joined += 1);
      const link = { ...joining, network, order, heardAt: now(), isSecond, isDouble: false, hasEnded: false };
      links.set(vehicleId, [...of(vehicleId), link]);
      noted.vehicles.add(vehicleId);
      noted.signIns.push(link);
      return link;
    },
    all: (): PresentLink[] => [...links.values()].flat(),
    several: (): number[] => [...links].filter(([, own]) => own.length > 1).map(([vehicleId]) => vehicleId),
    newest: (): number => joined,
    noted: (): Noted => noted,
    /** What happened since it was asked last. */
    takeNoted(): Noted {
      const since = noted;
      noted = nothingNoted();
      return since;
    },
    /** Puts back what could not be written. */
    note(back: Noted): void {
      noted = {
        signIns: [...back.signIns, ...noted.signIns],
        doubles: [...back.doubles, ...noted.doubles],
        cleared: [...back.cleared, ...noted.cleared],
        vehicles: new Set([...back.vehicles, ...noted.vehicles]),
      };
    },
  };
}

/** Which devices are connected, and which of several connections of one device is believed. `now` is time of the machine. */
export function createPresence(now: () => number) {
  const links = createLinks(now);
  const { of, drop, end } = links;
  const isSilent = (link: PresentLink): boolean => link.heardAt < now() - silentLinkMs;
  const isBelieved = (link: PresentLink): boolean => link.state !== 'held' && !link.isSecond;

  /** The oldest second connection is believed once no other one is. */
  function promote(vehicleId: number): void {
    if (of(vehicleId).some((link) => isBelieved(link) && !isSilent(link))) return;
    const next = of(vehicleId).find((link) => link.isSecond && link.state !== 'held' && !isSilent(link));
    if (next === undefined) return;
    for (const link of of(vehicleId)) if (isBelieved(link)) end(link);
    next.isSecond = false;
    if (!next.isDouble) links.noted().cleared.push({ vehicleId, network: next.network, since: next.signedInAt });
  }

  return {
    of,
    newest: links.newest,
    takeNoted: links.takeNoted,
    note: links.note,
    /** A device signs in: it replaces its connections from the same network, and those that are silent. */
    join(joining: Joining): PresentLink {
      const { vehicleId } = joining.vehicle;
      const network = deviceNetwork(joining.line.remoteAddress);
      for (const other of of(vehicleId)) {
        // A device that signs in once more on its connection keeps it.
        if (other.line === joining.line) drop(other);
        else if (other.network === network || isSilent(other)) end(other);
      }
      return links.add(joining, joining.state !== 'confirmed' && of(vehicleId).some(isBelieved));
    },
    /** A device stated something. Once the first connection speaks beside a second one, there are really two. */
    heard(link: PresentLink): void {
      link.heardAt = now();
      if (!isBelieved(link)) return;
      for (const other of of(link.vehicle.vehicleId)) {
        if (!other.isSecond || other.isDouble) continue;
        other.isDouble = true;
        links.noted().doubles.push(other);
      }
    },
    /** Why positions of a connection are held for review now; null where they are not. */
    heldReason: (link: PresentLink): Exclude<HeldReason, 'jump'> | null =>
      link.state === 'held' ? 'network' : link.isSecond ? 'second' : null,
    /** The connection ended; true when no other connection of the device is believed any more. */
    leave(link: PresentLink): boolean {
      if (link.hasEnded) return false;
      const wasBelieved = isBelieved(link);
      drop(link);
      promote(link.vehicle.vehicleId);
      return wasBelieved && !of(link.vehicle.vehicleId).some(isBelieved);
    },
    /** Whether a connection of the device is believed and not silent. */
    isSignedIn: (vehicleId: number): boolean => of(vehicleId).some((link) => isBelieved(link) && !isSilent(link)),
    /** Ends connections of a vehicle; `except` stays. */
    endAll(vehicleId: number, except?: DeviceLine): void {
      for (const link of of(vehicleId)) if (link.line !== except) end(link);
    },
    /** Looks after all connections: ends those that are not let in any more, and believes second ones whose first is silent. */
    review(mayStay: (link: PresentLink) => boolean): void {
      const several = links.several();
      for (const link of links.all()) if (!mayStay(link)) end(link);
      for (const vehicleId of several) promote(vehicleId);
    },
    /** The connection that is believed; undefined where there is none. */
    believed: (vehicleId: number): PresentLink | undefined => of(vehicleId).find(isBelieved),
    /** All connections whose positions are held for review. */
    held: (): PresentLink[] => links.all().filter((link) => !isBelieved(link)),
    /** A person confirmed a network: connections from it are believed, also beside others. */
    confirm(link: PresentLink): void {
      link.state = 'confirmed';
      link.isSecond = false;
    },
  };
}

/** Which devices are connected, in one process. */
export type Presence = ReturnType<typeof createPresence>;
