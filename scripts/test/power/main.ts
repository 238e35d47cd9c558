// `npm run test:power`: do the tests see what they are there for? Seeded faults, each of which has to make a test fail, and the share of
// small changes ("mutants") of twelve files that tests notice. By hand or at night; nothing is written to the files of the product.
// Words pick a part: npm run test:power -- faults, -- mutants, or -- any part of the name of a fault or file
import { availableParallelism } from 'node:os';
import { faults } from './faults.ts';
import { type Score, scoreOf } from './mutate.ts';
import { type MutatedFile, mutatedRules, otherMutated } from './mutated-files.ts';
import { tryFaults } from './try-faults.ts';

/** The least shares of mutants that tests must see, in percent, of the six rules and of the six other files: docs/benchmarks.md. */
const leastOfRules = 84.8;
const leastOfOthers = 77;

const words = process.argv.slice(2);
const wants = (part: string, ...names: readonly string[]): boolean =>
  words.length === 0 || words.some((word) => word === part || names.some((name) => name.includes(word)));

const percent = (scores: readonly Score[]): number => {
  const sum = (of: (score: Score) => number): number => scores.reduce((total, score) => total + of(score), 0);
  return (
    (sum(({ killed }) => killed) /
      Math.max(
        1,
        sum(({ mutants }) => mutants),
      )) *
    100
  );
};

/** Scores of files, as many at once as the machine has cores. */
async function scoresOf(files: readonly MutatedFile[]): Promise<Score[]> {
  const waiting = [...files];
  const scores: Score[] = [];
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const score = await scoreOf(file);
      scores.push(score);
      console.log(`${percent([score]).toFixed(1).padStart(5)} %  ${score.killed} of ${score.mutants}  ${score.path}`);
      for (const mutant of score.alive) console.log(`           not seen, line ${mutant}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return scores;
}

const trials = await tryFaults(
  faults.filter(({ name, file }) => wants('faults', name, file)),
  ({ name, seenBy, problem }) =>
    console.log(problem === undefined ? `seen     ${name}: ${seenBy.length} tests` : `NOT SEEN ${name}: ${problem}`),
);
const ofRules = await scoresOf(mutatedRules.filter(({ path }) => wants('mutants', path)));
const ofOthers = await scoresOf(otherMutated.filter(({ path }) => wants('mutants', path)));

const seen = trials.filter(({ problem }) => problem === undefined).length;
// Nothing is requested from the score of some of the files.
const isBelow = (
  [
    [ofRules, mutatedRules, leastOfRules],
    [ofOthers, otherMutated, leastOfOthers],
  ] as const
).some(([scores, all, least]) => scores.length === all.length && percent(scores) < least);
const lines = [
  ...(trials.length > 0 ? [`Seeded faults seen: ${seen} of ${trials.length}`] : []),
  ...(ofRules.length > 0
    ? [`Mutants of rules seen: ${percent(ofRules).toFixed(1)} % (of all six at least ${leastOfRules} %)`]
    : []),
  ...(ofOthers.length > 0
    ? [`Mutants of other files seen: ${percent(ofOthers).toFixed(1)} % (of all six at least ${leastOfOthers} %)`]
    : []),
];
console.log(['', ...lines].join('\n'));
process.exit(seen < trials.length || isBelow ? 1 : 0);
