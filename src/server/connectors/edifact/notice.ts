import type { PlaceRole } from '#domain/tracking/model.ts';
import type { Classifier, EmptyIndicator, EventCode, TransportMode } from '../dcsa/codes.ts';

/** A date and time as a DTM segment gives it: digits with a format code of the directory. */
export type RawTime = { value: string; format: string | null };

/** A place as a LOC segment names it; `code` only when it has the shape of a UN/LOCODE. */
export type EdiPlace = { code: string | null; name: string | null; facility: string | null };

/** The ship (or train, barge, truck) of a TDT segment. */
export type EdiShip = {
  vesselName: string | null;
  vesselImo: string | null;
  callSign: string | null;
  voyage: string | null;
  mode: TransportMode | null;
  carrierCode: string | null;
};

/**
 * What happens: in the words of the carriers' standard, or (`OWN`) directly one of our milestones. `BOX`: nothing happens; it says what a
 * container or a booking is and which way it takes.
 */
export type NoticeKind = 'EQUIPMENT' | 'TRANSPORT' | 'SHIPMENT' | 'OWN' | 'BOX';

/** One thing a message tells about one container or one bill. */
export type EdiNotice = {
  /** Number within the message, from 1. */
  serial: number;
  /** Segment of the file it stands in, and its line. */
  segment: number;
  line: number;
  kind: NoticeKind;
  /** Event code, or our milestone code when the kind is OWN. */
  code: EventCode | string;
  classifier: Classifier;
  time: RawTime | null;
  /** Document of a SHIPMENT event, such as CUS. */
  documentType: string | null;
  containerNo: string | null;
  isoCode: string | null;
  empty: EmptyIndicator | null;
  isTranshipment: boolean | null;
  seals: string[];
  grossWeightKg: number | null;
  damage: string | null;
  bills: string[];
  bookings: string[];
  /** References of other kinds, as they stand. */
  others: string[];
  place: EdiPlace | null;
  /** Places of the whole transport, as codes. */
  route: Partial<Record<PlaceRole, string>>;
  ship: EdiShip | null;
  /** The report is taken back. */
  withdrawn: boolean;
  /** The report takes the place of an earlier one about the same move. */
  replaces: boolean;
  /** The status as the sender wrote it: code, words, reason. */
  status: { code: string | null; text: string | null; reason: string | null };
};

/** A ship of which nothing is known. */
export const noShip: EdiShip = {
  vesselName: null,
  vesselImo: null,
  callSign: null,
  voyage: null,
  mode: null,
  carrierCode: null,
};

/** A notice that says nothing yet. */
export const emptyNotice: Omit<EdiNotice, 'serial' | 'segment' | 'line'> = {
  kind: 'EQUIPMENT',
  code: '',
  classifier: 'ACT',
  time: null,
  documentType: null,
  containerNo: null,
  isoCode: null,
  empty: null,
  isTranshipment: null,
  seals: [],
  grossWeightKg: null,
  damage: null,
  bills: [],
  bookings: [],
  others: [],
  place: null,
  route: {},
  ship: null,
  withdrawn: false,
  replaces: false,
  status: { code: null, text: null, reason: null },
};
