import { profileOf } from '../tracking/journey/profiles.ts';
import { milestones } from '../tracking/model.ts';
import { containerNumbersOf, eventsOfContainer } from '../tracking/containers.ts';
import { containersOf, isBehind } from './containers.ts';
import { contentOf, hasHappened } from './facts.ts';
import type { MoneyAtRisk } from './money-at-risk.ts';
import { worstOf } from './severity.ts';
import type { Finding, ShipmentView, DetectedFinding } from './types.ts';

type MoneyOf = (detected: DetectedFinding) => MoneyAtRisk | null;

/** What one late voyage is found as, the latest consequence first. */
const stages: readonly ((detected: DetectedFinding) => boolean)[] = [
  ({ code }) => code === 'ARRIVE_DELAY',
  // An estimate that only moved within a day is no news of that delay any more after that day.
  ({ code, finding }) => code === 'ETA_SLIP' && finding.params['total'] === 1,
  ({ code }) => code === 'DEPART_DELAY',
  ({ code }) => code === 'ETA_SLIP',
];

const stageOf = (detected: DetectedFinding): number => stages.findIndex((isOf) => isOf(detected));

/** Whether a finding names all containers that another one is about; one that names none is about the whole bill with `all` its containers. */
function covers(later: Finding, earlier: Finding, all: readonly string[]): boolean {
  const [named, others] = [containersOf(later), containersOf(earlier)];
  if (named.length === 0) return others.length === 0;
  return (others.length > 0 ? others : all).every((container) => named.includes(container));
}

/**
 * One late voyage is one exception, with what it leads to at present, as severe as the worst of what led there; that is over. A ship that has not left can still be
 * acted on, whatever else is found, and no container that is late loses the only exception that names it.
 */
export function oneLateVoyage(findings: readonly DetectedFinding[], view: ShipmentView): DetectedFinding[] {
  const all = containerNumbersOf(contentOf(view));
  const present = findings.filter((one) => one.finding.over === undefined && stageOf(one) >= 0);
  const isOf = (one: DetectedFinding, later: DetectedFinding): boolean =>
    (one.code !== 'DEPART_DELAY' || isBehind(one.finding)) &&
    stageOf(later) < stageOf(one) &&
    covers(later.finding, one.finding, all);
  const isMerged = (one: DetectedFinding): boolean => present.some((later) => isOf(one, later));
  return findings.map((one) => {
    if (!present.includes(one)) return one;
    if (isMerged(one)) return { ...one, finding: { ...one.finding, over: 'merged' } satisfies Finding };
    const severity = worstOf([one, ...present.filter((earlier) => isOf(earlier, one))].map(({ finding }) => finding));
    return severity === one.finding.severity ? one : { ...one, finding: { ...one.finding, severity } };
  });
}

const collected = [milestones.gateOutFull, milestones.stripping, milestones.emptyReturn] as const;

/** Whether nothing is left at the place of arrival, or nothing more is followed. */
function isCollected(view: ShipmentView): boolean {
  const { ended, mode } = view.subscription;
  if (ended) return true;
  const content = contentOf(view);
  const handedOver = profileOf(mode)?.completed;
  const codes = handedOver === undefined ? collected : [...collected, handedOver];
  const containers = containerNumbersOf(content);
  const moves =
    containers.length > 0 ? containers.map((container) => eventsOfContainer(content, container)) : [content.events];
  return moves.every((events) => hasHappened(events, codes));
}

const lateUsd = (money: MoneyAtRisk | null): number =>
  money?.parts.reduce((sum, { kind, usd }) => (kind === 'lateness' ? sum + usd : sum), 0) ?? 0;

/**
 * A late arrival has happened, but goods that were promised for an earlier day are still to be delivered: it goes on, of low
 * severity, until they are collected.
 */
export const withPromises = (
  findings: readonly DetectedFinding[],
  moneyOf: MoneyOf,
  view: ShipmentView,
): DetectedFinding[] =>
  findings.map((one): DetectedFinding => {
    const { code, finding } = one;
    if (code !== 'ARRIVE_DELAY' || finding.over === undefined || isCollected(view)) return one;
    if (lateUsd(moneyOf(one)) === 0) return one;
    const { over: _over, ...lasting } = finding;
    return { code, finding: { ...lasting, severity: 'low' } };
  });

const isSame = (a: DetectedFinding, b: DetectedFinding): boolean =>
  a.code === b.code && a.finding.key === b.finding.key;

/**
 * Goods come late once: of all exceptions of a shipment the one that makes them latest has the money for it. Where the delay has
 * happened nothing of it is still to come; a row that is closed for that keeps what it had.
 */
export function lateOnce(findings: readonly DetectedFinding[], moneyOf: MoneyOf): MoneyOf {
  const priced = findings
    .filter(({ finding }) => finding.over === undefined)
    .map((one) => ({ one, usd: lateUsd(moneyOf(one)), stage: stageOf(one) }))
    .filter(({ usd }) => usd > 0)
    .sort((a, b) => b.usd - a.usd || Number(a.stage < 0) - Number(b.stage < 0) || a.stage - b.stage);
  const bearer = priced[0]?.one;
  return (detected) => {
    const money = moneyOf(detected);
    if (money === null) return null;
    if (detected.finding.over === undefined && (bearer === undefined || isSame(bearer, detected))) return money;
    const parts = money.parts.filter(({ kind }) => kind !== 'lateness');
    return parts.length === 0 ? null : { usd: parts.reduce((sum, { usd }) => sum + usd, 0), parts };
  };
}

/** From so many US dollars on, what may still be averted is urgent, however small the delay looks. */
const urgentUsd = 1_000;

/** Severity by what may still be lost, where that says more than the size. */
export const withWeight = (findings: readonly DetectedFinding[], moneyOf: MoneyOf): DetectedFinding[] => {
  const onceOf = lateOnce(findings, moneyOf);
  return findings.map((one) =>
    one.finding.over === undefined && (onceOf(one)?.usd ?? 0) >= urgentUsd
      ? { ...one, finding: { ...one.finding, severity: 'high' } }
      : one,
  );
};
