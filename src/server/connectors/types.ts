import type { ShipmentContent, Subject } from '#domain/tracking/model.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { TokenKeeper } from './access/types.ts';
import type { IncomingHttpHeaders } from 'node:http';

/** One request and its answer, for a person who looks at what a source does. */
export type Traced = {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Undefined when nothing came back. */
  answer: ExchangeAnswer | undefined;
  ms: number;
};

/** An answer read to its end; redirects are answers like any other. */
export type ExchangeAnswer = { status: number; headers: IncomingHttpHeaders; body: Uint8Array };

/** What is requested from a source, and how. */
export type PullRequest = {
  baseUrl: string;
  /** Opened credential of the source; its form is the connector's. */
  credential: string | null;
  /** Where tokens are requested, for sources that want one. */
  tokenUrl?: string | null;
  /** Internal addresses that may be called; given, all other internal ones are refused. */
  allowed?: readonly string[] | undefined;
  /** Is shown every request and its answer. */
  trace?: ((exchange: Traced) => void) | undefined;
  /** Is awaited before each call to the source, which may be refused by throwing; left out: calls are not counted. */
  beforeCall?: (() => Promise<void>) | undefined;
  /** Keeps the token of the credential; without it each request fetches its own. */
  tokens?: TokenKeeper;
  subject: Subject;
  billNo: string | null;
  containerNo: string | null;
  carrierCode: string;
  /** The four letters of the carrier in numbers of bills; left out: its code. */
  scac?: string | undefined;
  /** The id by which the source addresses the shipment, where it reported one. */
  objectId?: string | null;
  /**
   * Keeps the id of what was created at the source for this shipment, so that it is created once. Left out where nothing may be
   * created there, as when a source is tested.
   */
  remember?: ((objectId: string) => Promise<void>) | undefined;
  /** Keeps the id of the object by which the source will tell news, where that is another one than is requested. */
  rememberNews?: ((objectId: string) => Promise<void>) | undefined;
  /** Validator of the last answer, for a conditional request. */
  etag: string | null;
  now: Instant;
  timeoutMs: number;
  /** Answers above this are refused, not read. */
  maxBytes: number;
  signal?: AbortSignal;
};

/** An answer as received, or that nothing changed since `etag`. */
export type PullAnswer = { kind: 'unchanged' } | { kind: 'answer'; body: Uint8Array; etag: string | null };

/** Why a request to a source failed, for back-off and for people. */
export type PullFailureReason =
  | 'config_error'
  | 'internal_address'
  | 'unreachable'
  | 'timeout'
  | 'unauthorized'
  | 'token_refused'
  | 'not_permitted'
  | 'rate_limited'
  | 'server_error'
  | 'bad_answer'
  | 'too_large';

/** A source that did not give a usable answer; `retryAfterMs` when it stated it. */
export class PullFailure extends Error {
  readonly reason: PullFailureReason;
  readonly retryAfterMs: number | null;
  readonly detail: string;

  constructor(reason: PullFailureReason, detail: string, retryAfterMs: number | null = null) {
    super(`${reason}: ${detail}`);
    this.name = 'PullFailure';
    this.reason = reason;
    this.detail = detail;
    this.retryAfterMs = retryAfterMs;
  }
}

/** One piece of an answer that could not be taken. */
export type ParseRefusal = {
  /** Stable code, text in the message catalogue under `refusal.<reason>`. */
  reason: string;
  /** Where in the answer: index of the event, its id when it has one, the field. */
  index: number | null;
  eventId: string | null;
  field: string | null;
  /** The offending value, shortened to 200 characters. */
  value: string | null;
};

/** What a parser made of the stored answers of one source for one subscription. */
export type ParsedRecord = {
  /** null when the source does not know the shipment (yet). */
  content: ShipmentContent | null;
  /** The source has taken back all it had reported: the content is empty, and replaces what was there. */
  withdrawn?: true;
  /** When the source last stated something new. */
  observedAt: Instant;
  refusals: ParseRefusal[];
  /** Deviations from the protocol that were read as meant, with how often each was met. */
  tolerated?: Readonly<Record<string, number>>;
};

/** What parsers ask of master data; the same look-ups as the rules use. */
export type ParseReference = {
  resolvePort: (code: string) => string | undefined;
  zoneOf: (portCode: string) => string | undefined;
  /** The port of a name, in a country where that is known, if only one has it; left out: names are not looked up. */
  portNamed?: (name: string, country: string | null) => string | undefined;
  /** The milestone that an operator has stated words of the source mean, `''` for none; undefined: nobody has. */
  milestoneOfWords?: (words: string) => string | undefined;
};

/** One protocol: bytes in, records out. Parsing is pure, so that stored answers can be parsed again. */
export type Connector = {
  protocol:
    | 'ais'
    | 'dcsa'
    | 'dcsa3'
    | 'ft'
    | 'edifact'
    | 'rpa'
    | 'customs'
    | 'cargoimp'
    | 'onerecord'
    | 'sf'
    | 'ups'
    | 'railway'
    | 'fleet'
    | 'coldchain'
    | 'cargosmart'
    | 'trackingeyes'
    | 'terminal49'
    | 'shipsgo'
    | 'dhl'
    | 'fedex'
    | 'usps'
    | 'vizion'
    | 'staged';
  /** Who asks the source: the pipeline by `pull`, or robots, which fetch what is due; `nobody`: it sends its messages unasked. */
  queriedBy: 'pipeline' | 'robots' | 'nobody';
  /** What it means that nothing is stored of the source: it has not answered yet, or it has withdrawn all its messages. */
  emptyMeans: 'unanswered' | 'withdrawn';
  /** Asks the source; throws PullFailure. */
  pull: (request: PullRequest) => Promise<PullAnswer>;
  /**
   * Makes one record of the newest full answer and the pushed messages since then (oldest first).
   * Never throws on content; a body that cannot be read at all is one refusal and null content.
   */
  parse: (
    bodies: readonly Uint8Array[],
    about: {
      subject: Subject;
      billNo: string | null;
      containerNo: string | null;
      carrierCode: string;
      receivedAt: Instant;
    },
    reference: ParseReference,
  ) => ParsedRecord;
};
