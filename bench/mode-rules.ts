/**
 * How right the rules of air, rail, road and couriers are: every shipment of some weeks of the simulated world is read every
 * hour or quarter of an hour from what its sources say, by the product's own parsers, fused and judged by all rules of its mode at their usual
 * settings, and compared with what the world did. Recall: of what the world did, how much was found while it lasted or within
 * the hours in which sources tell late. Precision: of all problems found, how many are something that the world did.
 */
import { exceptionRules } from '#domain/exceptions/rules/index.ts';
import { buildRecord, buildView, reference } from '#domain/testing/builders.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { type Case, casesOf, countries, zones } from './mode-rules/cases.ts';
import { type Figure, isSmall, report } from './support/report.ts';

const goal = 0.97;
const days = isSmall() ? 20 : 60;
const end = Date.UTC(2026, 10, 1);
/** The product asks every quarter of an hour; only trucks have troubles that are shorter than an hour. */
const stepOf = (mode: Case['mode']): number => (mode === 'road' ? 15 * MINUTE_MS : HOUR_MS);
/** Sources of the world tell up to nine hours late. */
const lateMs = 10 * HOUR_MS;

const master = {
  ...reference,
  zoneOf: (code: string) => zones.get(code),
  countryOf: (code: string) => countries.get(code),
};
/** Rules of these modes alone; those that sea has too are judged by `truth-live`. */
const rulesOf = Map.groupBy(
  exceptionRules
    .filter(({ modes }) => modes !== undefined && !modes.includes('sea'))
    .flatMap((rule) => (rule.modes ?? []).map((mode) => ({ rule, mode }))),
  ({ mode }) => mode,
);

type Score = { causes: number; found: number; problems: number; right: number; examples: string[] };
const scores = new Map<string, Score>();
const scoreOf = (code: string): Score => {
  const known = scores.get(code) ?? { causes: 0, found: 0, problems: 0, right: 0, examples: [] };
  scores.set(code, known);
  return known;
};

/** Moments at which each problem of a shipment was found, by rule and key; a problem that comes back later is another one. */
function problemsOf(one: Case): { code: string; key: string; first: Instant; last: Instant }[] {
  const stepMs = stepOf(one.mode);
  const problems = new Map<string, { code: string; key: string; first: Instant; last: Instant }[]>();
  for (let now = one.from + MINUTE_MS; now <= one.to; now += stepMs) {
    const contents = one.contentsAt(now);
    if (contents.length === 0) continue;
    const records = contents.map((content, index) => buildRecord(String(index), content, { sourceCode: `s${index}` }));
    const view = buildView(records, { subscription: { mode: one.mode, billNo: one.number } });
    for (const { rule } of rulesOf.get(one.mode) ?? [])
      for (const { key } of rule.detect(view, now, rule.defaults, master)) {
        const id = `${rule.code} ${key}`;
        const known = problems.get(id) ?? [];
        const last = known.at(-1);
        if (last !== undefined && now - last.last <= stepMs) last.last = now;
        else known.push({ code: rule.code, key, first: now, last: now });
        problems.set(id, known);
      }
  }
  return [...problems.values()].flat();
}

const cases = casesOf('portolan', end, days);
for (const one of cases) {
  const problems = problemsOf(one);
  const meets = (problem: (typeof problems)[number], { code, from, to }: Case['causes'][number]): boolean =>
    problem.code === code && problem.first <= to + lateMs && problem.last >= from - MINUTE_MS;
  for (const cause of one.causes) {
    const score = scoreOf(cause.code);
    score.causes += 1;
    if (problems.some((problem) => meets(problem, cause))) score.found += 1;
    else
      score.examples.push(
        `missed ${one.number} ${new Date(cause.from).toISOString()} to ${new Date(cause.to).toISOString()}`,
      );
  }
  for (const problem of problems) {
    const score = scoreOf(problem.code);
    score.problems += 1;
    if (one.causes.some((cause) => meets(problem, cause))) score.right += 1;
    else
      score.examples.push(
        `wrong ${one.number} ${problem.key} ${new Date(problem.first).toISOString()} to ${new Date(problem.last).toISOString()}`,
      );
  }
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
for (const [code, { examples }] of scores)
  for (const example of examples.slice(0, 3)) console.error(`${code}: ${example}`);
const codes = [...new Set([...rulesOf.values()].flat().map(({ rule }) => rule.code))].toSorted();
const figures = codes.map((code): Figure => {
  const { causes, found, problems, right } = scoreOf(code);
  const [recall, precision] = [share(found, causes), share(right, problems)];
  return {
    name: `${code} against the world (${cases.length} shipments, ${days} days)`,
    goal: `precision and recall >= ${goal}`,
    measured:
      causes + problems === 0
        ? 'the world does not do it'
        : `precision ${precision.toFixed(3)} (${right}/${problems}), recall ${recall.toFixed(3)} (${found}/${causes})`,
    beside: '-',
    ratio: '-',
    reached: causes + problems === 0 ? undefined : recall >= goal && precision >= goal,
  };
});
report(figures);
