import type { CallLimits } from '#domain/intake/polling/call-budget.ts';
import type { Text } from '#shared/entity/declare.ts';
import type { PushSignature } from '../push-signature.ts';
import type { Connector, PullRequest } from '../types.ts';

/** What an administrator enters so that a source is answered. */
export type CredentialField = {
  name: string;
  label: Text;
  /** Where in the counterpart's portal it is found. */
  help: Text;
  /** Never shown again once it was saved. */
  secret?: true;
  /** May be left empty. */
  optional?: true;
  /** A certificate with its key: PFX in base64, or PEM; its password is in the field named here. */
  certificate?: { password: string };
  /** Value of a source that leaves the field empty. */
  preset?: string;
};

/** Addresses of one environment of the counterpart. */
export type Endpoint = {
  /** What the paths of the connector are added to. */
  baseUrl: string;
  /** Where tokens are requested; may name credential fields in braces. */
  tokenUrl?: string;
};

/** What the counterpart can be requested. */
export type ReferenceKind = 'bill' | 'booking' | 'container';

/** Meanings of refusals for people who connect a source. */
export type RefusalMeaning =
  | 'wrongKey'
  | 'notPermitted'
  | 'notParty'
  | 'limitUsed'
  | 'wrongQuestion'
  | 'addressNotAllowed';

/** How one counterpart is connected: everything that its screen, validation, help and documents need. */
export type SourceProfile = {
  /** Stable name; sources and addresses carry it. */
  name: string;
  label: Text;
  /** carrier: its own shipments; aggregator: those of many carriers; positions: where vessels are, and no shipments. */
  kind: 'carrier' | 'aggregator' | 'positions';
  /** Carrier codes that it answers for; empty: those that the administrator names. */
  carriers: readonly string[];
  modes: readonly ('sea' | 'air' | 'rail' | 'road' | 'courier')[];
  /** Where one applies for keys. */
  portalUrl: string;
  /** The counterpart's documentation of these calls. */
  docsUrl: string;
  /** What an administrator has to do at the counterpart first. */
  steps: Text;
  references: readonly ReferenceKind[];
  credentials: readonly CredentialField[];
  endpoints: { production: Endpoint; test?: Endpoint };
  limits: CallLimits;
  /** Asking for a reference for the first time registers it at the counterpart, which may cost; a test does not do so. */
  registers?: true;
  /** What a status of the counterpart means where it differs from the usual meaning. */
  meanings?: Readonly<Record<number, RefusalMeaning>>;
  /** How its pushes are proved; null: it does not push, or documents no push. */
  push: PushSignature | null;
  /** What has to be done at the counterpart so that it pushes, or why it does not. */
  pushSteps?: Text;
  /** A question without a reference is refused, but only after the key was found right: nothing is subscribed by a test. */
  testsWithoutReference?: true;
  /** A number of the right shape that no shipment has, where other numbers are refused: requested when a test names none. */
  testReference?: string;
  /** Its map of a shipment, which may be shown in a frame. */
  map?: {
    origin: string;
    /** Fields of the keys that it takes. */
    fields: readonly string[];
    urlOf: (
      values: Readonly<Record<string, string>>,
      question: Pick<PullRequest, 'subject' | 'billNo' | 'containerNo' | 'carrierCode'>,
      lang: 'zh' | 'en',
    ) => string;
  };
  connector: Connector;
};
