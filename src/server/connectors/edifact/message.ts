import type { EdiAnswer } from './mapper.ts';
import type { EdiNotice } from './notice.ts';
import type { EdiProblem } from './problems.ts';
import type { ServiceString } from './service-string.ts';

/** One side of an interchange as UNB names it. */
export type EdiParty = { id: string | null; qualifier: string | null };

/** The interchange a message came in. */
export type EdiInterchange = {
  /** Number within the file, from 1. */
  serial: number;
  /** False for a message that stands alone. */
  hasHeader: boolean;
  syntaxId: string | null;
  sender: EdiParty;
  receiver: EdiParty;
  /** Date and time of preparation as written, CCYYMMDDHHMM or shorter. */
  preparedAt: string | null;
  controlRef: string | null;
  isTest: boolean;
  service: ServiceString;
};

/** How a message came out: all of it, part of it, nothing. */
export type MessageState = 'parsed' | 'partly' | 'refused';

/** One message of a file, read and understood as far as it goes. */
export type EdiMessage = {
  /** Number within the file, from 1. */
  ordinal: number;
  interchange: EdiInterchange;
  groupRef: string | null;
  messageRef: string | null;
  type: string | null;
  /** Version, release, agency and association code, such as D:95B:UN:SMDG20. */
  version: string | null;
  documentCode: string | null;
  documentNo: string | null;
  /** It takes back what was reported: the events it names, or, naming none, the whole document of `withdrawsNo`. */
  withdraws: boolean;
  withdrawsNo: string | null;
  state: MessageState;
  notices: EdiNotice[];
  /** What a CONTRL says of an interchange of ours; null for all other messages. */
  answer: EdiAnswer | null;
  problems: EdiProblem[];
  /** All problems, those that were not kept included; and those that each cost an event. */
  problemCount: number;
  refusedEvents: number;
  /** Date and time of the message (DTM 137) as written. */
  messageTime: { value: string; format: string | null } | null;
  /** Segments from UNH to UNT. */
  segments: number;
  /** Number of the first segment in the file. */
  firstSegment: number;
  firstLine: number;
  /** Bytes of the file from UNH to the end of UNT. */
  start: number;
  end: number;
};

/** What concerns an interchange or the file as a whole, reported when it is known. */
export type FileProblem = { interchange: number | null; problem: EdiProblem };
