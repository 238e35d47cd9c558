import type { Instant } from '#shared/time/instant.ts';
import { isWorse } from '../detect.ts';
import type { ExceptionRule, Finding, ReferenceData, RuleSettings, ShipmentView } from '../types.ts';
import { ShownShipment } from './shown-shipment.ts';
import type { KnownChange } from './shown-shipment.ts';

/** What is kept of a shipment over time. */
export type ShipmentMemory = {
  subscription: Omit<ShipmentView['subscription'], 'ended'>;
  endedAt: Instant | null;
  /** Oldest first. */
  changes: readonly KnownChange[];
  /** When sources said something else than before, oldest first; for rules that ask how old the news is. */
  answersAt: readonly Instant[];
};

/** The moments at which a rule is asked: from, from + step, ... up to `to`. */
export type ReplayWindow = { from: Instant; to: Instant; stepMs: number };

/** One problem as a rule would have seen it: an exception that would have been opened. */
export type ReplayedProblem = {
  key: string;
  /** The first moment of the window at which it was there. */
  firstAt: Instant;
  /** When it was gone for the last time; null = it is there at the end. */
  goneAt: Instant | null;
  /** How often it came, 2 and more = regressed. */
  openings: number;
  /** What was found first. */
  finding: Finding;
};

/** What the rule says with several settings; `nested`: each finds at most what the one before it finds. */
export type ReplayQuestion = {
  rule: ExceptionRule;
  variants: readonly RuleSettings[];
  nested: boolean;
  window: ReplayWindow;
  reference: ReferenceData;
};

const onGrid = ({ from, stepMs }: ReplayWindow, moment: Instant): Instant =>
  from + Math.max(0, Math.ceil((moment - from) / stepMs)) * stepMs;

/** Calls `visit` for each stretch of moments in which nothing new became known, with the view of that stretch. */
function eachStretch(
  memory: ShipmentMemory,
  window: ReplayWindow,
  visit: (view: ShipmentView, start: Instant, end: Instant) => void,
): void {
  const { changes, answersAt, endedAt } = memory;
  const shown = new ShownShipment();
  const { eta, departure, route, ships } = shown.history;
  const subscription = { ...memory.subscription, ended: false };
  const base = { subscription, etaHistory: eta, departureHistory: departure, routeHistory: route, shipHistory: ships };
  let view: ShipmentView = { ...base, fused: null, records: [], sources: [] };
  let change = 0;
  let answer = 0;
  let newsAt = Number.NEGATIVE_INFINITY;
  let at = onGrid(window, subscription.subscribedAt);
  while (at <= window.to) {
    const before = change;
    for (let next = changes[change]; next && next.knownAt <= at; next = changes[++change]) {
      shown.apply(next);
      newsAt = Math.max(newsAt, next.knownAt);
    }
    for (let next = answersAt[answer]; next !== undefined && next <= at; next = answersAt[++answer])
      newsAt = Math.max(newsAt, next);
    subscription.ended = endedAt !== null && endedAt <= at;
    if (change > 0) {
      const fused = change === before ? (view.fused ?? shown.fused()) : shown.fused();
      const heard = { id: '', sourceType: 'CARRIER', channel: '', sourceCode: '', observedAt: newsAt } as const;
      view = { ...base, fused, records: [{ ...heard, content: fused.content }], sources: [] };
    }
    const upcoming = Math.min(
      changes[change]?.knownAt ?? Infinity,
      answersAt[answer] ?? Infinity,
      endedAt !== null && endedAt > at ? endedAt : Infinity,
    );
    const end = upcoming === Infinity ? window.to + 1 : onGrid(window, upcoming);
    visit(view, at, Math.min(end, window.to + 1));
    at = end;
  }
}

/** The moments of a stretch at which a rule has to be asked: its beginning, and where time alone may change its word. */
function momentsOf(turns: readonly Instant[], window: ReplayWindow, start: Instant, end: Instant): Instant[] {
  const moments = [start];
  for (const turn of turns) {
    if (turn < start - window.stepMs || turn >= end) continue;
    const moment = onGrid(window, turn);
    // Exactly at a turn some rules have changed their word and others have not: the moment after it is asked too.
    for (const one of moment === turn ? [moment, moment + window.stepMs] : [moment])
      if (one > start && one < end) moments.push(one);
  }
  return moments.length === 1 ? moments : [...new Set(moments)].sort((a, b) => a - b);
}

type Tracked = ReplayedProblem & { open: boolean };

function note(tracked: Map<string, Tracked>, findings: readonly Finding[], at: Instant): void {
  const present = new Map<string, Finding>();
  for (const finding of findings) {
    const known = present.get(finding.key);
    if (!known || isWorse(finding.severity, known.severity)) present.set(finding.key, finding);
  }
  for (const problem of tracked.values()) {
    if (!problem.open || present.has(problem.key)) continue;
    problem.open = false;
    problem.goneAt = at;
  }
  for (const [key, finding] of present) {
    const problem = tracked.get(key);
    if (problem === undefined) tracked.set(key, { key, firstAt: at, goneAt: null, openings: 1, finding, open: true });
    else if (!problem.open) {
      problem.open = true;
      problem.goneAt = null;
      problem.openings += 1;
    }
  }
}

/**
 * What a rule would have found in a shipment at every moment of the window, for each of the given settings. The rule is
 * asked only where its word can change: when something became known, and at its own turns. Throws for a rule without
 * turns, and whatever the rule throws.
 */
export function replayShipment(memory: ShipmentMemory, question: ReplayQuestion): ReplayedProblem[][] {
  const { rule, variants, nested, window, reference } = question;
  const { turns } = rule;
  if (turns === undefined) throw new Error(`${rule.code} cannot be replayed`);
  const tracked = variants.map(() => new Map<string, Tracked>());
  eachStretch(memory, window, (view, start, end) => {
    const all = variants.flatMap((settings) => turns(view, settings, reference));
    for (const at of momentsOf(all, window, start, end)) {
      let silent = false;
      for (const [index, settings] of variants.entries()) {
        const findings: Finding[] = silent ? [] : rule.detect(view, at, settings, reference);
        silent = nested && findings.length === 0;
        const known = tracked[index] as Map<string, Tracked>;
        if (findings.length > 0 || known.size > 0) note(known, findings, at);
      }
    }
  });
  return tracked.map((known) => Array.from(known.values(), ({ open: _open, ...problem }) => problem));
}
