import type { Instant } from '#shared/time/instant.ts';

/** What is known of one turn, an arrival or a departure. */
export type CallTimes = { planned: Instant | null; estimated: Instant | null; actual: Instant | null };

/** A cut-off of a call. */
export type CutOff = { code: string; at: Instant };

/** What one carrier tells of one call of a vessel at a port. */
export type StatedCall = {
  /** The carrier's own reference of the call. */
  ref: string;
  serviceCode: string;
  serviceName: string | null;
  /** Who sails the vessel; null where the carrier does not say. */
  operatorCode: string | null;
  imo: string;
  mmsi: string | null;
  vesselName: string;
  callSign: string | null;
  flag: string | null;
  importVoyage: string | null;
  exportVoyage: string | null;
  /** Reference that all carriers of a sailing share. */
  universalVoyage: string | null;
  portCode: string;
  terminal: string | null;
  omitted: boolean;
  arrival: CallTimes;
  departure: CallTimes;
  cutOffs: readonly CutOff[];
};

/** A statement with who made it and when it was first heard. */
export type Statement = StatedCall & { carrierCode: string; statedAt: Instant };

/** A statement as far as it is about times. */
export type CallStatement = Pick<
  Statement,
  'carrierCode' | 'operatorCode' | 'statedAt' | 'arrival' | 'departure' | 'cutOffs'
>;

/** Which source reported a value, and when it was first heard. */
export type ValueSource = { carrierCode: string; statedAt: Instant };

/** Which source reported the times of a call that count, and its cut-offs by their codes. */
export type CallValueSources = {
  arrival: ValueSource | null;
  departure: ValueSource | null;
  cutOffs: Readonly<Record<string, ValueSource>>;
};

/** A carrier that sells a call, with its own names of it. */
export type CallSeller = {
  carrierCode: string;
  serviceCode: string;
  importVoyage: string | null;
  exportVoyage: string | null;
};

/** An attribute of a call that carriers may tell differently. */
export type ComparedField =
  | 'vessel'
  | 'terminal'
  | 'omitted'
  | 'plannedArrival'
  | 'estimatedArrival'
  | 'actualArrival'
  | 'plannedDeparture'
  | 'estimatedDeparture'
  | 'actualDeparture';

/** What each carrier tells of one attribute; instants as numbers. */
export type CallDifference = {
  field: ComparedField;
  values: readonly { carrierCode: string; value: string | number | boolean; statedAt: Instant }[];
};

/** What the statements of all carriers about one call come to. */
export type MergedCall = Omit<StatedCall, 'ref' | 'operatorCode'> & {
  carrierCode: string;
  /** The times that count. */
  arrivesAt: Instant;
  departsAt: Instant;
  sellers: readonly CallSeller[];
  differences: readonly CallDifference[];
};

/** The time of a turn that counts: actual before estimated before planned. */
export const bestTime = ({ planned, estimated, actual }: CallTimes): Instant | null => actual ?? estimated ?? planned;
