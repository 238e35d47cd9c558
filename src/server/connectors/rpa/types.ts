import type { PageMapping } from '#contract/intake/page-mapping.ts';
import type { Subject } from '#domain/tracking/model.ts';
import type { Text } from '#shared/i18n/text.ts';
import type { CutoffCode } from '#shared/reference/cutoff-codes.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Classifier, EmptyIndicator, EventCode, EventType, TransportMode } from '../dcsa/codes.ts';
import type { Connector, ParsedRecord, ParseReference, ParseRefusal } from '../types.ts';
import type { SeaMilestone } from './moves/read-move.ts';
import type { Page } from './page.ts';

/** What a robot brought of one shipment: a page of a carrier's site, or the data behind it. */
export type RobotAnswer = {
  carrierCode: string;
  subject: Subject;
  subjectNo: string;
  /** When the robot saw it. */
  collectedAt: Instant;
  contentType: 'html' | 'json';
  /** Id of the parser the robot thinks of. */
  parserHint: string | null;
  text: string;
};

/** An answer taken apart once for all parsers that look at it; a page that is none is an empty one. */
export type OpenedAnswer = RobotAnswer & { page: Page; json: unknown };

/** A time as a page shows it, `yyyy-MM-dd HH:mm` or a day `yyyy-MM-dd`: of the place, with its offset from UTC where the page tells it. */
export type ShownTime = { local: string; offsetMinutes: number | null };

/** One thing a page tells, in the codes of the carriers' standard, times and places as shown. */
export type PageNotice = {
  /** Number of the row on the page, from 0. */
  index: number;
  kind: EventType;
  code: EventCode;
  documentType: string | null;
  classifier: Classifier;
  time: ShownTime;
  /** When the carrier wrote it; null: the page does not say. */
  updated: ShownTime | null;
  portCode: string | null;
  place: string | null;
  vesselName: string | null;
  vesselImo: string | null;
  voyage: string | null;
  containerNo: string | null;
  empty: EmptyIndicator | null;
  /** How the place is called where no code is written: names of the town, the likeliest first, and its country. */
  named?: {
    names: readonly string[];
    country: string | null;
    /** Where the code of the country may be that of a state of another one, as `GA`: that one. */
    orCountry?: string;
  } | null;
  /** By ship where left out. */
  mode?: TransportMode | null;
  /** The milestone of ours, where the words say more than the route. */
  milestone?: SeaMilestone | null;
};

/** What happened by words that mean no milestone of ours, or that nobody knows: shown in these words. */
export type PageMove = Pick<
  PageNotice,
  'index' | 'classifier' | 'time' | 'portCode' | 'named' | 'place' | 'vesselName' | 'voyage' | 'containerNo'
> & {
  /** As the carrier writes it; the code of a milestone of ours where it shapes no route. */
  words: string;
};

/** A port as an answer names it apart from its moves. */
export type PagePort = Pick<PageNotice, 'portCode' | 'named' | 'place'>;

/** Between which ports the shipment goes by sea, and when it is expected, as an answer says it apart from its moves. */
export type PageEnds = {
  loading: PagePort | null;
  discharge: PagePort | null;
  /** Ports where the shipment changes ships, as far as the answer lists them. */
  between: readonly PagePort[];
  eta: ShownTime | null;
};

/** A container as a page lists it. */
export type PageContainer = { containerNo: string; isoCode: string | null; sealNo: string | null };

/** Until when something has to be done before loading, as a page tells it: a kind of cut-off, and when. */
export type PageCutoff = { code: CutoffCode; time: ShownTime };

/** What a parser read of an answer. */
export type PageReading = {
  /** The carrier says that it does not know the shipment. */
  isUnknown: boolean;
  billNo: string | null;
  bookingNo: string | null;
  containers: PageContainer[];
  notices: PageNotice[];
  cutoffs: PageCutoff[];
  /** What no milestone stands for, in the carrier's words; left out by readers of pages that have words for all. */
  moves?: readonly PageMove[];
  /** The list of moves is there and has none: the shipment is booked and has not moved yet. */
  hasNotMoved?: boolean;
  /** Left out where the moves alone tell the ports. */
  ends?: PageEnds;
  /** Rows that could not be read. */
  refusals: ParseRefusal[];
};

/** The record that was made of a page, and how much of the page it is. */
export type PageRecord = {
  /** The carrier says that it does not know the shipment. */
  isUnknown: boolean;
  /** Rows that were read, and rows there are. */
  events: number;
  total: number;
  record: ParsedRecord;
};

/** One version of a parser of one layout of a carrier's page. Pure: the same answer gives the same reading. */
export type PageParser = ShipPageParser | ParcelPageParser;

type ParserHead = {
  /** Names the layout; versions of it follow one another. */
  id: string;
  carrierCode: string;
  version: number;
  /** Whether the product comes with this version released; a candidate has to be released by a person. */
  ships: 'released' | 'candidate';
  about: Text;
  /** Whether the answer has the layout this version reads; decided by its structure. */
  accepts: (answer: OpenedAnswer) => boolean;
  /** Whether the answer has the words for an unknown shipment, whatever its layout; counts only where nothing accepts the answer. */
  statesUnknown?: (answer: OpenedAnswer) => boolean;
  /** What it reads by, where it is kept as data. */
  mapping?: PageMapping;
};

/** A version of a reader that is kept as data. */
export type MappedReader = { id: string; version: number; carrierCode: string; name: string; mapping: PageMapping };

/** Reads a page of a carrier by sea. */
export type ShipPageParser = ParserHead & { parse: (answer: OpenedAnswer) => PageReading };

/** Reads a page of a courier, whose scans are milestones of their own. */
export type ParcelPageParser = ParserHead & {
  readParcel: (answer: OpenedAnswer, about: Parameters<Connector['parse']>[1], reference: ParseReference) => PageRecord;
};
