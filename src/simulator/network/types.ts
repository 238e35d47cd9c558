import type { LonLat } from '#shared/geo/geodesy.ts';

/** A port as the world knows it. */
export type WorldPort = { code: string; name: string; country: string; zone: string; position: LonLat };

/** A simulated carrier; `scac` starts its bill numbers, `prefixes` its container numbers. */
export type WorldCarrier = {
  index: number;
  code: string;
  scac: string;
  name: string;
  prefixes: readonly string[];
};

/** A simulated vessel. */
export type WorldVessel = {
  imo: string;
  mmsi: string;
  name: string;
  flag: string;
  callSign: string;
  carrierCode: string;
};

/** Everything the world reads from the seed files. */
export type WorldReference = {
  ports: ReadonlyMap<string, WorldPort>;
  carriers: readonly WorldCarrier[];
  vessels: readonly WorldVessel[];
};

/** One call of the pro forma schedule; hours count from the start of the sailing. */
export type ProFormaCall = {
  port: WorldPort;
  arrivalHours: number;
  departureHours: number;
  /** Sea time planned from the call before (0 for the first call). */
  seaHours: number;
};

/** A weekly service with its schedule and its ships. */
export type Service = {
  index: number;
  code: string;
  carrier: WorldCarrier;
  /** All its ports are in one country. */
  domestic: boolean;
  weeks: number;
  letters: readonly [string, string];
  bookings: number;
  /** Hours from the start of the week to the first arrival. */
  startHours: number;
  calls: readonly ProFormaCall[];
  /** Index of the first call after the turn. */
  turn: number;
  /** Sea time from the last call home to the first. */
  homeSeaHours: number;
  /** Distance over the whole round, in nautical miles. */
  roundTripNm: number;
  /** Nautical miles from each call to the next; from the last one home. */
  nextNm: readonly number[];
  fleet: readonly WorldVessel[];
  spare: WorldVessel | undefined;
};

/** A call of a service at which cargo can change to another service of the same alliance. */
export type Connection = { service: number; call: number };

/** All services and where they meet. */
export type Network = {
  services: readonly Service[];
  carriers: readonly WorldCarrier[];
  ports: ReadonlyMap<string, WorldPort>;
  /** Connections by `serviceIndex:callIndex`. */
  connections: ReadonlyMap<string, readonly Connection[]>;
  /** Ports where services meet; they are never skipped. */
  hubs: ReadonlySet<string>;
  /** Nautical miles by sea between two ports, the shortest way. */
  seaNm: (from: WorldPort, to: WorldPort) => number;
};
