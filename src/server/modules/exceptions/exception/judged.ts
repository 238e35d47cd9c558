import { detectAll, failedCodesOf, findingsOf } from '#domain/exceptions/detect.ts';
import { incidentCauseOf } from '#domain/exceptions/incident-cause.ts';
import type { IncidentCause } from '#domain/exceptions/incident-cause.ts';
import type { ResolutionNote } from '#domain/exceptions/lifecycle.ts';
import { exceptionRules } from '#domain/exceptions/rules/index.ts';
import type { MoneyAtRisk } from '#domain/exceptions/money-at-risk.ts';
import { sourceFailing } from '#domain/exceptions/rules/source-failing.ts';
import { laneOf } from '#domain/exceptions/settings.ts';
import type { ReferenceData, RuleSettings, DetectedFinding } from '#domain/exceptions/types.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { DetectionSettings } from './detection-settings.ts';
import type { DetectionSubject, DetectionSummary } from './detection-types.ts';

/** A subscription with what all rules say of it. */
export type Judged = {
  subject: DetectionSubject;
  findings: readonly DetectedFinding[];
  /** Rules that failed. */
  failedCodes: ReadonlySet<string>;
  switchedOff: ReadonlySet<string>;
  causeOf: (detected: DetectedFinding) => IncidentCause | undefined;
  settingsFor: (code: string) => RuleSettings;
};

/** One with what its findings may cost. */
export type Priced = Judged & { moneyOf: (detected: DetectedFinding) => MoneyAtRisk | null };

/** Asks all rules about a subscription; rules that fail are noted in `ruleErrors`. */
export function judge(
  subject: DetectionSubject,
  settings: DetectionSettings,
  now: Instant,
  reference: ReferenceData,
  ruleErrors: DetectionSummary['ruleErrors'],
): Judged {
  const booking = subject.view.fused?.content.booking;
  const scope = {
    tenantId: String(subject.tenantId),
    carrierCode: subject.view.subscription.carrierCode,
    lane: laneOf(booking?.portOfLoading ?? null, booking?.portOfDischarge ?? null),
  };
  const lookup = settings.lookup(scope);
  const detections = detectAll(subject.view, subject.decidedAsOf ?? now, {
    rules: exceptionRules,
    reference,
    ...lookup,
  });
  for (const { code, error } of detections)
    if (error !== undefined) ruleErrors.push({ code, subscriptionId: subject.subscriptionId, error });
  return {
    subject,
    findings: findingsOf(detections, subject.view),
    failedCodes: failedCodesOf(detections),
    switchedOff: new Set(exceptionRules.map(({ code }) => code).filter((code) => !lookup.enabled(code))),
    causeOf: ({ code, finding }) => incidentCauseOf({ code, finding, view: subject.view, reference }),
    settingsFor: lookup.settingsFor,
  };
}

/** Why what is found no longer is closed. */
export function absentNote({ view, decidedAsOf }: DetectionSubject, code: string, key: string): ResolutionNote {
  if (view.subscription.ended) return 'ended';
  const isDown = view.sources.some((source) => source.isDown === true && source.sourceCode === key);
  if (code === sourceFailing.code && isDown) return 'merged';
  return decidedAsOf === undefined ? 'gone' : 'adjusted';
}
