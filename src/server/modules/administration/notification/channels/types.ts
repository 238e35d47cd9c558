import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Lang } from '#shared/i18n/text.ts';
import type { HostLookup } from '#server/platform/outbound/outbound-guard.ts';

/** How notifications leave the product. */
export type DeliverySettings = {
  /** Where mails are handed over; null = none configured. A function is asked at every attempt. */
  smtpUrl: string | null | (() => Promise<string | null>);
  smtpFrom: string;
  /** Gateway that takes {to, text} for text messages; null = none configured. */
  smsGatewayUrl: string | null;
  /** Base addresses that may be internal. */
  allowedUrls: readonly string[];
  timeoutMs: number;
  /** Where people reach the product; links begin with it. */
  publicUrl: string;
  /** Where receivers of the simulated world tell what they got; null without one. */
  receiversUrl: string | null;
  lookup?: HostLookup;
};

/** A file that goes along with a mail; its bytes are read piece by piece. */
export type Attachment = {
  fileName: string;
  contentType: string;
  sizeBytes: number;
  read: () => AsyncIterable<Buffer>;
};

/** A message that is ready to go out. */
export type Outgoing = {
  webhookId: string;
  type: string;
  address: string;
  /** Secret, login or token of the channel, opened; null when there is none. */
  auth: string | null;
  tenantId: number;
  /** Language of the tenant. */
  lang: Lang;
  subject: string | null;
  content: string;
  /** Name of the event, such as `exception.opened`. */
  event: string;
  causeAt: Instant;
  facts: Readonly<Record<string, unknown>>;
  /** Files that go along, by mail only. */
  attachments?: readonly Attachment[];
  /** Of a mail that answers another one: the Message-ID of that, null where it had none. */
  replyTo?: string | null;
};

/** What came of one attempt. `reason` is a code of the texts `notification.reason.*`. */
export type Delivery = {
  ok: boolean;
  reason?: string;
  /** Status of HTTP or SMTP, or the error code of a robot. */
  code?: number;
  /** What the receiver stated, or a technical word; shown to people. */
  detail?: string;
  /** Trying again cannot help. */
  final?: boolean;
  /** The receiver does not want anything any more. */
  gone?: boolean;
  retryAfterMs?: number;
  /** What went over the wire, as text. */
  sent?: string;
};

/** One way to send. Never throws for what a receiver does; throws when called off. */
export type Channel = (message: Outgoing, deps: ChannelDeps, signal?: AbortSignal) => Promise<Delivery>;

/** What channels work with. */
export type ChannelDeps = { database: Database; settings: DeliverySettings };
