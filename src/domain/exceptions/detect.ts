import type { Instant } from '#shared/time/instant.ts';
import { isBySea } from '../tracking/journey/mode.ts';
import { withoutConsequences } from './explained.ts';
import { heardUntil } from './facts.ts';
import { judge } from './judge.ts';
import { oneLateVoyage } from './late-voyage.ts';
import { isWorse } from './severity.ts';
import type { ExceptionRule, Finding, ReferenceData, RuleSettings, ShipmentView, DetectedFinding } from './types.ts';

/** What one rule stated about a shipment: a problem, or that the rule itself failed. */
export type Detection =
  | { code: string; finding: Finding; error?: undefined }
  | { code: string; finding?: undefined; error: string };

/** What detection needs besides the shipment. */
export type DetectionOptions = {
  rules: readonly ExceptionRule[];
  /** Thresholds of a rule for the tenant, carrier and lane of the shipment. */
  settingsFor: (code: string) => RuleSettings;
  reference: ReferenceData;
  /** false: the rule is switched off for this shipment. */
  enabled: (code: string) => boolean;
};

/** One finding per key: two reports of one problem are one problem, the worse report stays. */
function onePerKey(findings: readonly Finding[]): Finding[] {
  const byKey = new Map<string, Finding>();
  for (const finding of findings) {
    const known = byKey.get(finding.key);
    if (!known || isWorse(finding.severity, known.severity)) byKey.set(finding.key, finding);
  }
  return [...byKey.values()];
}

/** Whether a rule is about shipments of a subscription's mode. */
const judges = (
  { modes }: Pick<ExceptionRule, 'modes'>,
  { mode }: Pick<ShipmentView['subscription'], 'mode'>,
): boolean => (modes === undefined ? isBySea(mode) : modes.includes(mode ?? 'sea'));

/** What a rule finds in a shipment that somebody can still change; nothing in those of modes that it does not judge. */
export const askRule = (
  rule: ExceptionRule,
  view: ShipmentView,
  now: Instant,
  settings: RuleSettings,
  reference: ReferenceData,
): Finding[] =>
  judges(rule, view.subscription)
    ? judge(rule, view, now, settings, reference).filter(({ over }) => over === undefined)
    : [];

type Silence = Exclude<ExceptionRule['judgesSilence'], undefined>;

/** Until when a shipment was heard of; the same for all rules, so it is worked out once for each kind of question. */
function hearing(view: ShipmentView, now: Instant): (silence: Silence) => Instant {
  const known = new Map<Silence, Instant>();
  return (silence) => {
    const heard = known.get(silence) ?? heardUntil(view, now, silence === true ? undefined : silence);
    known.set(silence, heard);
    return heard;
  };
}

function runRule(
  rule: ExceptionRule,
  view: ShipmentView,
  now: Instant,
  options: DetectionOptions,
  heard: (silence: Silence) => Instant,
): Detection[] {
  try {
    // Settings of a tenant may name a few thresholds only; the others keep their defaults.
    const settings = { ...rule.defaults, ...options.settingsFor(rule.code) };
    const { judgesSilence } = rule;
    const asOf = judgesSilence === undefined ? now : heard(judgesSilence);
    if (asOf === Number.NEGATIVE_INFINITY) return [];
    const findings = onePerKey(judge(rule, view, asOf, settings, options.reference));
    return findings.map((finding) => ({ code: rule.code, finding }));
  } catch (error) {
    return [{ code: rule.code, error: error instanceof Error ? error.message : String(error) }];
  }
}

/**
 * Asks every enabled rule about a shipment. A rule that throws gives `{code, error}` and hides no other one. A shipment
 * whose tracking has ended has no problems any more: nobody can do anything about them.
 */
export function detectAll(view: ShipmentView, now: Instant, options: DetectionOptions): Detection[] {
  if (view.subscription.ended) return [];
  const heard = hearing(view, now);
  return options.rules
    .filter((rule) => judges(rule, view.subscription) && options.enabled(rule.code))
    .flatMap((rule) => runRule(rule, view, now, options, heard));
}

/**
 * The problems of a shipment among its detections, each reported once: what only follows from a wrong time is left out, and what is over is marked
 * (`Finding.over`).
 */
export function findingsOf(detections: readonly Detection[], view: ShipmentView): DetectedFinding[] {
  return oneLateVoyage(
    withoutConsequences(
      detections.filter((detection): detection is DetectedFinding => detection.finding !== undefined),
    ),
    view,
  );
}

/** Those of them that somebody can still change. */
export const presentOf = (findings: readonly DetectedFinding[]): DetectedFinding[] =>
  findings.filter(({ finding }) => finding.over === undefined);

/** Codes of the rules that failed: what they found before is neither confirmed nor gone. */
export function failedCodesOf(detections: readonly Detection[]): ReadonlySet<string> {
  return new Set(detections.filter(({ error }) => error !== undefined).map(({ code }) => code));
}
