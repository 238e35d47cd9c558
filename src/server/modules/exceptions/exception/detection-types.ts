import type { Crossing } from '#domain/exceptions/crossing.ts';
import type { IncidentCause } from '#domain/exceptions/incident-cause.ts';
import type { MoneyAtRisk } from '#domain/exceptions/money-at-risk.ts';
import type { LifecycleAction } from '#domain/exceptions/lifecycle.ts';
import type { Finding, ShipmentView } from '#domain/exceptions/types.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A subscription with what the list columns of its exceptions repeat. */
export type DetectionSubject = {
  view: ShipmentView;
  tenantId: number;
  subscriptionId: number;
  shipmentId: number | null;
  vesselName: string | null;
  voyage: string | null;
  billNo: string | null;
  sourceType: string;
  channel: string;
  /**
   * It is judged again because of a decision of ours (settings, master data, precedence, an expert value, a parser), as of
   * that moment: what follows is written, but it is no news and nobody is notified.
   */
  decidedAsOf?: Instant;
  /** Since when it was judged by the decisions before; null: nobody knows. */
  judgedAt?: Instant | null;
};

/** What exceptions are about: a subscription, or (without one) a source that answers nobody. */
export type JudgedSubject = Omit<DetectionSubject, 'subscriptionId'> & { subscriptionId: number | null };

/** An exception that was found, got worse or came back. */
export type ExceptionNews = {
  event: 'EXCEPTION_OPENED' | 'EXCEPTION_ESCALATED' | 'EXCEPTION_REGRESSED';
  exceptionId: number;
  /** Version of the exception by this event: what tells two events of one exception apart. */
  version: number;
  at: Instant;
  subject: JudgedSubject;
  code: string;
  finding: Finding;
};

/** What a detection changed, for live events and metrics. */
export type DetectionSummary = {
  opened: number;
  resolved: number;
  regressed: number;
  updated: number;
  changedTenants: Set<number>;
  ruleErrors: { code: string; subscriptionId: number; error: string }[];
  /** What people may want to be notified of. */
  news: ExceptionNews[];
  /** By subscription, its stored exceptions that repeat what is otherwise now (`refreshRepeatedColumns`). */
  repeatedOtherwise: Map<number, readonly number[]>;
};

/** Why an exception is where it is: it came about, came back, or got worse. */
export type ExceptionReason = 'new' | 'regressed' | 'escalating';

/** An action of the life of an exception with what is written beside it. */
export type Planned = {
  subject: JudgedSubject;
  action: Exclude<LifecycleAction, { type: 'keep' }> | { type: 'move'; id: string; code: string; key: string };
  /** Its severity went up. */
  worse: boolean;
  /** What it shares with others; undefined when nothing, or when nothing was found. */
  cause: IncidentCause | undefined;
  crossing: Crossing | undefined;
  /** What it may cost; null: nothing, undefined: what is stored stays. */
  money: MoneyAtRisk | null | undefined;
  reason: ExceptionReason | undefined;
};
