import type { Instant } from '#shared/time/instant.ts';
import { itemAt, lastItem } from '#shared/values/items.ts';
import { askRule } from '../detect.ts';
import { changeTimesOf } from '../judge.ts';
import type { RuleSettings, ShipmentView } from '../types.ts';
import { eachStretch, lastOf, momentsOf, ProblemTracker } from './replay.ts';
import type { ReplayedProblem, RuleQuestion, ShipmentMemory, Stretch } from './replay.ts';

const isSameList = (a: readonly Instant[], b: readonly Instant[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index]);

/**
 * How far along a chain of settings each problem is found, each settings finding at most what those before it find. Asked
 * as rarely as the rule allows: what grows is found latest, what fades earliest; else at the turns of all settings.
 */
class ChainCounter {
  /** The last settings of the chain that have found a problem, by its key. */
  readonly reached = new Map<string, number>();
  readonly #chain: readonly RuleSettings[];
  readonly #question: RuleQuestion;

  constructor(chain: readonly RuleSettings[], question: RuleQuestion) {
    this.#chain = chain;
    this.#question = question;
  }

  /** Takes a stretch in; false when no settings of the chain find anything in it. */
  take(stretch: Stretch): boolean {
    const { rule, window } = this.#question;
    if (this.#chain.length === 0) return true;
    const { view, start } = stretch;
    if (rule.monotonic === 'increasing') return this.#count(view, lastOf(window, stretch)) > 0;
    if (rule.monotonic === 'decreasing') return this.#count(view, start) > 0;
    return this.#takeTurns(stretch);
  }

  #takeTurns(stretch: Stretch): boolean {
    const { rule, window, reference } = this.#question;
    const { view } = stretch;
    const changeTimes = (settings: RuleSettings): Instant[] => changeTimesOf(rule, view, settings, reference);
    const [loosest, strictest] = [changeTimes(itemAt(this.#chain, 0)), changeTimes(lastItem(this.#chain))];
    let found = 0;
    for (const at of momentsOf(loosest, window, stretch)) found += this.#count(view, at);
    // What the loosest settings do not find within this stretch, no others do; turns that do not move with the threshold are asked.
    if (found === 0 || isSameList(loosest, strictest)) return found > 0;
    for (const at of momentsOf(this.#chain.flatMap(changeTimes), window, stretch)) this.#count(view, at);
    return true;
  }

  #ask(index: number, view: ShipmentView, at: Instant): Set<string> {
    const { rule, reference } = this.#question;
    if (view.subscription.ended) return new Set();
    return new Set(askRule(rule, view, at, itemAt(this.#chain, index), reference).map(({ key }) => key));
  }

  /** Counts what is found at a moment; gives how much the loosest settings find. */
  #count(view: ShipmentView, at: Instant): number {
    const last = this.#chain.length - 1;
    const loosest = this.#ask(0, view, at);
    const requested = new Map<number, Set<string>>([[0, loosest]]);
    const finds = (index: number, key: string): boolean => {
      let known = requested.get(index);
      if (known === undefined) requested.set(index, (known = this.#ask(index, view, at)));
      return known.has(key);
    };
    for (const key of loosest) {
      let reached = this.reached.get(key) ?? 0;
      if (reached < last && finds(last, key)) reached = last;
      // Mostly it is found no farther than before.
      let beyond = reached < last && !finds(reached + 1, key) ? reached + 1 : last;
      while (reached < last && beyond - reached > 1) {
        const middle = (reached + beyond) >> 1;
        if (finds(middle, key)) reached = middle;
        else beyond = middle;
      }
      this.reached.set(key, reached);
    }
    return loosest.size;
  }
}

/** How far along a chain of settings problems are found, and the problems of some of them; see `replayShipment`. */
export type ChainQuestion = RuleQuestion & {
  /** Each finds at most what the one before it finds. */
  chain: readonly RuleSettings[];
  /** Settings whose problems are wanted; `within`: they find at most what the first of the chain finds. */
  wanted: readonly { settings: RuleSettings; within: boolean }[];
};

/** What a trial asks about one shipment, in one pass over what became known of it; `reached` by key of problem. */
export function replayChain(
  memory: ShipmentMemory,
  { chain, wanted, ...question }: ChainQuestion,
): { reached: ReadonlyMap<string, number>; problems: ReplayedProblem[][] } {
  const { rule } = question;
  if (rule.changeTimes === undefined) throw new Error(`${rule.code} cannot be replayed`);
  const counter = new ChainCounter(chain, question);
  const trackers = wanted.map(({ settings, within }) => ({ within, tracker: new ProblemTracker(settings, question) }));
  eachStretch(memory, question, (stretch) => {
    const some = counter.take(stretch);
    for (const { tracker, within } of trackers) tracker.take(stretch, within && !some);
  });
  return { reached: counter.reached, problems: trackers.map(({ tracker }) => tracker.problems()) };
}
