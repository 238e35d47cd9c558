import type { Instant } from '#shared/time/instant.ts';
import { askRule } from '../detect.ts';
import { changeTimesOf } from '../judge.ts';
import { isWorse } from '../severity.ts';
import type { ExceptionRule, Finding, ReferenceData, RuleSettings, ShipmentView } from '../types.ts';
import { play } from './playback.ts';
import type { StoredTrack } from './playback.ts';

/** What is kept of a shipment over time. */
export type ShipmentMemory = {
  subscription: Omit<ShipmentView['subscription'], 'ended'>;
  /** When it ended, began again, ended again and so on, oldest first. */
  ends: readonly Instant[];
  /** What became known, as far as the rule reads it. */
  known: StoredTrack;
  /** When sources stated something else than before, oldest first; for rules that ask how old the news is. */
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

/** Which rule is asked, and when. */
export type RuleQuestion = { rule: ExceptionRule; window: ReplayWindow; reference: ReferenceData };

/** What the rule says with several settings. */
export type ReplayQuestion = RuleQuestion & { variants: readonly RuleSettings[] };

const onGrid = ({ from, stepMs }: ReplayWindow, moment: Instant): Instant =>
  from + Math.max(0, Math.ceil((moment - from) / stepMs)) * stepMs;

/** A stretch of moments of the window in which nothing new became known. */
export type Stretch = {
  view: ShipmentView;
  start: Instant;
  /** The first moment after it. */
  end: Instant;
};

/** Calls `visit` for each stretch that a rule tells apart. */
export function eachStretch(
  memory: ShipmentMemory,
  { rule, window }: RuleQuestion,
  visit: (stretch: Stretch) => void,
): void {
  const { answersAt, ends } = memory;
  const news = rule.readsNews === true;
  const shown = play(memory.known, rule.readsHistory === true);
  const { moments } = shown;
  const { eta, departure, route, ships } = shown.history;
  const subscription = { ...memory.subscription, ended: false };
  const base = { subscription, etaHistory: eta, departureHistory: departure, routeHistory: route, shipHistory: ships };
  let view: ShipmentView = { ...base, fused: null, records: [], sources: [] };
  let change = 0;
  let answer = 0;
  let end = 0;
  let newsAt = Number.NEGATIVE_INFINITY;
  let at = onGrid(window, subscription.subscribedAt);
  while (at <= window.to) {
    const before = change;
    for (let next = moments[change]; next !== undefined && next <= at; next = moments[++change]) {
      shown.apply(change);
      newsAt = Math.max(newsAt, next);
    }
    for (let next = answersAt[answer]; news && next !== undefined && next <= at; next = answersAt[++answer])
      newsAt = Math.max(newsAt, next);
    for (let next = ends[end]; next !== undefined && next <= at; next = ends[++end]);
    subscription.ended = end % 2 === 1;
    if (change > before || (news && change > 0)) {
      const fused = change === before ? (view.fused ?? shown.fused()) : shown.fused();
      const heard = { id: '', sourceType: 'CARRIER', channel: '', sourceCode: '', observedAt: newsAt } as const;
      const records = shown.records?.() ?? [{ ...heard, content: fused.content }];
      view = { ...base, fused, records, sources: [] };
    }
    while (!news && change > 0 && change < moments.length && shown.isQuiet(change)) change += 1;
    const upcoming = Math.min(
      moments[change] ?? Infinity,
      (news ? answersAt[answer] : undefined) ?? Infinity,
      ends[end] ?? Infinity,
    );
    const until = upcoming === Infinity ? window.to + 1 : onGrid(window, upcoming);
    visit({ view, start: at, end: Math.min(until, window.to + 1) });
    at = until;
  }
}

/** The moments of a stretch at which a rule has to be asked: its beginning, and where time alone may change its word. */
export function momentsOf(changeTimes: readonly Instant[], window: ReplayWindow, { start, end }: Stretch): Instant[] {
  const moments = [start];
  for (const turn of changeTimes) {
    if (turn < start - window.stepMs || turn >= end) continue;
    const moment = onGrid(window, turn);
    // Exactly at a turn some rules have changed their word and others have not: the moment after it is asked too.
    for (const one of moment === turn ? [moment, moment + window.stepMs] : [moment])
      if (one > start && one < end) moments.push(one);
  }
  return moments.length === 1 ? moments : [...new Set(moments)].sort((a, b) => a - b);
}

/** The last moment of a stretch. */
export const lastOf = ({ stepMs }: ReplayWindow, { start, end }: Stretch): Instant =>
  start + Math.floor((end - 1 - start) / stepMs) * stepMs;

function checkReplayable(rule: ExceptionRule): void {
  if (rule.changeTimes === undefined) throw new Error(`${rule.code} cannot be replayed`);
}

/** Follows the problems of one shipment with one settings. */
export class ProblemTracker {
  readonly #tracked = new Map<string, ReplayedProblem & { open: boolean }>();
  readonly #settings: RuleSettings;
  readonly #question: RuleQuestion;

  constructor(settings: RuleSettings, question: RuleQuestion) {
    this.#settings = settings;
    this.#question = question;
  }

  /** Takes a stretch in; `none`: it is known that nothing is found in it. */
  take(stretch: Stretch, none = false): void {
    if (none) return this.#note([], stretch.start);
    const { rule, window, reference } = this.#question;
    const { view, start } = stretch;
    if (rule.monotonic === 'increasing') {
      const [last, first] = [lastOf(window, stretch), this.#ask(view, start)];
      const all = last === start ? first : this.#ask(view, last);
      if (all.length === first.length) return this.#note(first, start);
    }
    for (const at of momentsOf(changeTimesOf(rule, view, this.#settings, reference), window, stretch))
      this.#note(this.#ask(view, at), at);
  }

  #ask(view: ShipmentView, at: Instant): Finding[] {
    const { rule, reference } = this.#question;
    // As in detection: what has ended has no problems any more.
    if (view.subscription.ended) return [];
    return askRule(rule, view, at, this.#settings, reference);
  }

  #note(findings: readonly Finding[], at: Instant): void {
    const tracked = this.#tracked;
    if (findings.length === 0 && tracked.size === 0) return;
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

  problems(): ReplayedProblem[] {
    return Array.from(this.#tracked.values(), ({ open: _open, ...problem }) => problem);
  }
}

/**
 * What a rule would have found in a shipment at every moment of the window, for each of the given settings. The rule is
 * asked only where its word can change: when something became known, and at its own turns. Throws for a rule without
 * turns, and whatever the rule throws.
 */
export function replayShipment(memory: ShipmentMemory, question: ReplayQuestion): ReplayedProblem[][] {
  checkReplayable(question.rule);
  const trackers = question.variants.map((settings) => new ProblemTracker(settings, question));
  eachStretch(memory, question, (stretch) => {
    for (const tracker of trackers) tracker.take(stretch);
  });
  return trackers.map((tracker) => tracker.problems());
}
