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

/** What the rule says with several settings. */
export type ReplayQuestion = {
  rule: ExceptionRule;
  variants: readonly RuleSettings[];
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

const problemsIn = (tracked: ReadonlyMap<string, Tracked>): ReplayedProblem[] =>
  Array.from(tracked.values(), ({ open: _open, ...problem }) => problem);

const turnsOf = (rule: ExceptionRule): NonNullable<ExceptionRule['turns']> => {
  if (rule.turns === undefined) throw new Error(`${rule.code} cannot be replayed`);
  return rule.turns;
};

/**
 * What a rule would have found in a shipment at every moment of the window, for each of the given settings. The rule is
 * asked only where its word can change: when something became known, and at its own turns. Throws for a rule without
 * turns, and whatever the rule throws.
 */
export function replayShipment(memory: ShipmentMemory, question: ReplayQuestion): ReplayedProblem[][] {
  const { rule, variants, window, reference } = question;
  const turns = turnsOf(rule);
  const tracked = variants.map(() => new Map<string, Tracked>());
  eachStretch(memory, window, (view, start, end) => {
    for (const [index, settings] of variants.entries()) {
      const known = tracked[index] as Map<string, Tracked>;
      for (const at of momentsOf(turns(view, settings, reference), window, start, end)) {
        const findings = rule.detect(view, at, settings, reference);
        if (findings.length > 0 || known.size > 0) note(known, findings, at);
      }
    }
  });
  return tracked.map(problemsIn);
}

/**
 * How many problems each settings of a chain find, each at most those of the one before it: asked at the moments of all of
 * them, but of the inner ones only as far as they may find something that was not counted yet.
 */
class ChainCounter {
  /** The last settings of the chain that have found a problem, by its key. */
  readonly #reached = new Map<string, number>();
  readonly #chain: readonly RuleSettings[];
  readonly #question: Omit<ReplayQuestion, 'variants'>;

  constructor(chain: readonly RuleSettings[], question: Omit<ReplayQuestion, 'variants'>) {
    this.#chain = chain;
    this.#question = question;
  }

  /** Takes a stretch in; false when no settings of the chain find anything in it. */
  take(view: ShipmentView, start: Instant, end: Instant): boolean {
    const { rule, window, reference } = this.#question;
    const turns = turnsOf(rule);
    const [loosest] = this.#chain;
    if (loosest === undefined) return true;
    const found = (at: Instant): string[] => rule.detect(view, at, loosest, reference).map(({ key }) => key);
    const keys = new Set<string>();
    for (const at of momentsOf(turns(view, loosest, reference), window, start, end)) {
      const now = found(at);
      this.#count(view, at, now);
      for (const key of now) keys.add(key);
    }
    // What the loosest settings do not find within this stretch, no others do; what all have found is counted.
    const last = this.#chain.length - 1;
    if (Array.from(keys).every((key) => this.#reached.get(key) === last)) return keys.size > 0;
    const all = this.#chain.flatMap((settings) => turns(view, settings, reference));
    for (const at of momentsOf(all, window, start, end)) this.#count(view, at, found(at));
    return true;
  }

  #count(view: ShipmentView, at: Instant, keys: readonly string[]): void {
    const { rule, reference } = this.#question;
    const last = this.#chain.length - 1;
    const asked = new Map<number, Set<string>>();
    const finds = (index: number, key: string): boolean => {
      let known = asked.get(index);
      if (known === undefined) {
        const settings = this.#chain[index] as RuleSettings;
        known = new Set(rule.detect(view, at, settings, reference).map((finding) => finding.key));
        asked.set(index, known);
      }
      return known.has(key);
    };
    for (const key of keys) {
      let reached = this.#reached.get(key) ?? 0;
      if (reached < last && finds(last, key)) reached = last;
      // Between what has found it and what does not, the border is found by halving.
      for (let beyond = last; reached < last && beyond - reached > 1;) {
        const middle = (reached + beyond) >> 1;
        if (finds(middle, key)) reached = middle;
        else beyond = middle;
      }
      this.#reached.set(key, reached);
    }
  }

  counts(): number[] {
    const counts = this.#chain.map(() => 0);
    for (const reached of this.#reached.values())
      for (let index = 0; index <= reached; index++) counts[index] = (counts[index] ?? 0) + 1;
    return counts;
  }
}

/** Counts along a chain of settings, and the problems of some of them; see `replayShipment`. */
export type ChainQuestion = Omit<ReplayQuestion, 'variants'> & {
  /** Each finds at most what the one before it finds. */
  chain: readonly RuleSettings[];
  /** Settings whose problems are wanted; `within`: they find at most what the first of the chain finds. */
  wanted: readonly { settings: RuleSettings; within: boolean }[];
};

/** What a trial asks about one shipment, in one pass over what became known of it. */
export function replayChain(
  memory: ShipmentMemory,
  { chain, wanted, ...question }: ChainQuestion,
): { counts: number[]; problems: ReplayedProblem[][] } {
  const { rule, window, reference } = question;
  const turns = turnsOf(rule);
  const counter = new ChainCounter(chain, question);
  const tracked = wanted.map(() => new Map<string, Tracked>());
  eachStretch(memory, window, (view, start, end) => {
    const some = counter.take(view, start, end);
    for (const [index, { settings, within }] of wanted.entries()) {
      const known = tracked[index] as Map<string, Tracked>;
      if (within && !some) {
        if (known.size > 0) note(known, [], start);
        continue;
      }
      for (const at of momentsOf(turns(view, settings, reference), window, start, end)) {
        const findings = rule.detect(view, at, settings, reference);
        if (findings.length > 0 || known.size > 0) note(known, findings, at);
      }
    }
  });
  return { counts: counter.counts(), problems: tracked.map(problemsIn) };
}
