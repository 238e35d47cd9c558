import type { Instant } from '#shared/time/instant.ts';

/** How a message reached the receiver. */
export type Reception = {
  /** When it was received as the line says (tag block or appended time), epoch ms; null when it says nothing. */
  at: Instant | null;
  /** Station that received it; null when the line names none. */
  station: string | null;
  /** Talker of the sentence: AI, AB, BS, ... */
  talker: string;
  channel: string | null;
  /** VDO: the receiver's own ship. */
  own: boolean;
};

/*
 * In all messages undefined means that the payload was too short for the field, null that the sender says "not
 * available". Degrees are decimal, speeds knots, lengths metres.
 */

type Base = { type: number; repeat: number; mmsi: number; reception: Reception };
type Maybe<T> = T | null | undefined;

/** Where and how fast, common to all position reports. */
export type Fix = {
  lon: Maybe<number>;
  lat: Maybe<number>;
  /** Better than 10 m. */
  accuracy: boolean | undefined;
  speed: Maybe<number>;
  course: Maybe<number>;
  heading: Maybe<number>;
  /** UTC second of the fix, 0 to 59; 60 none, 61 manual, 62 dead reckoning, 63 out of order. */
  second: number | undefined;
  raim: boolean | undefined;
};

/** Distances from the antenna and what follows from them. */
export type Dimensions = {
  toBow: number | undefined;
  toStern: number | undefined;
  toPort: number | undefined;
  toStarboard: number | undefined;
  /** null when both distances are 0. */
  length: Maybe<number>;
  beam: Maybe<number>;
};

/** Types 1, 2, 3: position of a class A ship. */
export type ClassAPosition = Base &
  Fix & {
    kind: 'positionA';
    /** Navigational status 0 to 15. */
    status: number | undefined;
    /** Degrees a minute, starboard positive; null when unknown or only the side is. */
    rateOfTurn: Maybe<number>;
    /** As sent, -128 to 127; +-127 turn by more than 5 degrees in 30 s, -128 none. */
    rateOfTurnRaw: number | undefined;
    manoeuvre: number | undefined;
    radio: number | undefined;
  };

/** Types 4 and 11: a base station's (or a mobile's) UTC time and place. */
export type BaseStation = Base &
  Pick<Fix, 'lon' | 'lat' | 'accuracy' | 'raim'> & {
    kind: 'baseStation';
    year: Maybe<number>;
    month: Maybe<number>;
    day: Maybe<number>;
    hour: Maybe<number>;
    minute: Maybe<number>;
    second: Maybe<number>;
    /** The moment these six name; null when one is missing. */
    time: Instant | null;
    epfd: number | undefined;
  };

/** Type 5: who a class A ship is and where she goes. */
export type VoyageData = Base &
  Dimensions & {
    kind: 'voyage';
    aisVersion: number | undefined;
    /** Seven digits or another national number; null for 0. */
    imo: Maybe<number>;
    callSign: Maybe<string>;
    name: Maybe<string>;
    shipType: number | undefined;
    epfd: number | undefined;
    etaMonth: Maybe<number>;
    etaDay: Maybe<number>;
    etaHour: Maybe<number>;
    etaMinute: Maybe<number>;
    draught: Maybe<number>;
    destination: Maybe<string>;
    /** Data terminal not ready. */
    dte: boolean | undefined;
  };

/** Type 9: an aircraft in search and rescue; speed in whole knots. */
export type SarPosition = Base &
  Omit<Fix, 'heading'> & {
    kind: 'sar';
    /** Metres; 4094 is that or higher. */
    altitude: Maybe<number>;
    dte: boolean | undefined;
    assigned: boolean | undefined;
  };

/** Types 18 and 19: position of a class B ship; 19 says who she is as well. */
export type ClassBPosition = Base &
  Fix & {
    kind: 'positionB';
    assigned: boolean | undefined;
  };

/** Type 19. */
export type ClassBExtended = Base &
  Fix &
  Dimensions & {
    kind: 'extendedB';
    name: Maybe<string>;
    shipType: number | undefined;
    epfd: number | undefined;
    dte: boolean | undefined;
    assigned: boolean | undefined;
  };

/** Type 21: a buoy, light or other mark. */
export type AidToNavigation = Base &
  Pick<Fix, 'lon' | 'lat' | 'accuracy' | 'second' | 'raim'> &
  Dimensions & {
    kind: 'aid';
    aidType: number | undefined;
    name: Maybe<string>;
    epfd: number | undefined;
    offPosition: boolean | undefined;
    virtual: boolean | undefined;
    assigned: boolean | undefined;
  };

/** Type 24 part A: the name of a class B ship. */
export type StaticPartA = Base & { kind: 'staticA'; part: 0; name: Maybe<string> };

/** Type 24 part B: the rest; an auxiliary craft (MMSI 98...) names its mother ship instead of dimensions. */
export type StaticPartB = Base &
  Dimensions & {
    kind: 'staticB';
    part: 1;
    shipType: number | undefined;
    vendor: Maybe<string>;
    unitModel: number | undefined;
    serial: number | undefined;
    callSign: Maybe<string>;
    motherMmsi: number | null | undefined;
  };

/** Type 27: position over long distance, in tenths of minutes and whole knots. */
export type LongRangePosition = Base &
  Pick<Fix, 'lon' | 'lat' | 'accuracy' | 'speed' | 'course' | 'raim'> & {
    kind: 'longRange';
    status: number | undefined;
    /** The position is older than 5 s. */
    old: boolean | undefined;
  };

/** Any other type: who sent it. */
export type OtherMessage = Base & { kind: 'other' };

/** What a decoded message may be. */
export type AisMessage =
  | ClassAPosition
  | BaseStation
  | VoyageData
  | SarPosition
  | ClassBPosition
  | ClassBExtended
  | AidToNavigation
  | StaticPartA
  | StaticPartB
  | LongRangePosition
  | OtherMessage;
