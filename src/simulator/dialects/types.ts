/** What proves a caller. Texts hold `{code}` for the carrier and `{owner}` for whose key it is. */
export type Proof = {
  headers?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** Fields of a form. */
  form?: Readonly<Record<string, string>>;
  /** User and password of HTTP Basic, each encoded as in a form. */
  basic?: readonly [user: string, password: string];
  /** A statement signed by the key of the client's certificate stands in the form; its issuer. */
  statementOf?: string;
};

/** A server that gives tokens; seconds of the machine's clock. */
export type TokenServer = { path: string; proof: Proof; expiresInS: number; livesS: number };

/** Ways in which a carrier writes events differently from Track & Trace 2.2. */
export type DialectOptions = {
  /** Names by those of the standard, at any depth. */
  names?: Readonly<Record<string, string>>;
  /** Names that are there with null when there is nothing to say, by part of the event. */
  nulls?: { event?: readonly string[]; call?: readonly string[]; vessel?: readonly string[] };
  /** Names that are never there, or null where they are among `nulls`; at any depth. */
  unstated?: readonly string[];
  /** Ids hold classifier and time, so that an estimate that moves is another event. */
  idsByTime?: true;
  /** Times are local at the place and end in Z. */
  localZ?: true;
  /** Words by codes, at any depth. */
  words?: Readonly<Record<string, string>>;
  /** Places are text. */
  placesAsText?: true;
  /** Bills without the four letters of the carrier. */
  shortBills?: true;
  /** Digests stand in the place of booking numbers. */
  hashedBookings?: true;
  /** Transport events name the containers among their references. */
  containersInReferences?: true;
  /** Whether a port is that of loading, transhipment or discharge stands in a part of the carrier's own. */
  ownPart?: true;
  /** Of empty containers that leave a yard the code stands in the place of the type. */
  exchangedType?: true;
  /** Transport events have no call: vessel and voyage stand beside the event. */
  noCall?: true;
  /** Voyages are padded inside. */
  paddedVoyages?: true;
  /** Every so many-th move of a container is reported a second time under another name of its place. */
  repeatsEvery?: number;
  /** Estimates are dropped when a newer one or the fact is reported, without a word. */
  estimatesVanish?: true;
};

/** How a carrier's own interface is asked and what it answers. */
export type Dialect = {
  /** Path below the address of the carrier; may be empty. */
  path: string;
  proof: Proof;
  token?: TokenServer;
  /** Parameters that are taken; every other one is refused. */
  parameters: readonly string[];
  /** Parameters that have to be there. */
  required?: readonly string[];
  /** Most events on a page and how the next one is named; without it everything comes at once. */
  paging?: { limit: number; next: 'cursor' | 'address' | 'link' };
  /** Most calls of one key in a minute and an hour of the machine: more than real ones allow, as the world may run fast. */
  limits?: { perMinute?: number; perHour?: number };
  body: 'array' | 'events' | 'lists';
  /** Events by the time they happened instead of by when they were notified. */
  byEventTime?: true;
  /** Status for a reference that is none of the key's. */
  stranger: 404 | 200;
  ways: DialectOptions;
};
