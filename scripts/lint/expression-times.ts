import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { check, type Diagnostics, type Parameters } from 'recheck';
import { type Expression, listExpressions, type Place } from './expressions.ts';
import { type Finding, root, type SourceFile } from './read-source.ts';
import type { Recorded } from './record-expressions.ts';

/** Attacks end by their number of steps: with the checker's limits of time a busy machine would find slow what is not. */
const limits: Parameters = { timeout: 120_000, attackTimeout: null, incubationTimeout: null };
/** Expressions that are checked at once. */
const AT_ONCE = 4;

const version: unknown = createRequire(import.meta.url)('recheck/package.json').version;
/** Verdicts depend on nothing but the expression and the checker: those of earlier runs are kept with the sources. */
const keptFile = join(root, 'generated/regular-expressions.json');
const checker = `recheck ${String(version)} ${JSON.stringify(limits)}`;

/** What is wrong with each expression; an empty text = nothing, it takes linear time. */
type Verdicts = Map<string, string>;

const keyOf = ({ source, flags }: Pick<Expression, 'source' | 'flags'>): string => `/${source}/${flags}`;

/** The expressions that took linear time in earlier runs; none with another version or other limits. */
function readVerdicts(): Verdicts {
  try {
    const kept: { checker: string; linear: string[] } = JSON.parse(readFileSync(keptFile, 'utf8'));
    return new Map(kept.checker === checker ? kept.linear.map((key) => [key, '']) : []);
  } catch {
    return new Map();
  }
}

function keepVerdicts(verdicts: Verdicts): void {
  const linear = [...verdicts].flatMap(([key, problem]) => (problem === '' ? [key] : [])).sort();
  const text = `${JSON.stringify({ checker, linear }, null, 2)}\n`;
  if (existsSync(keptFile) && readFileSync(keptFile, 'utf8') === text) return;
  try {
    writeFileSync(keptFile, text);
  } catch {
    // Where nothing can be written, new ones are checked again.
  }
}

const unchecked = 'cannot be checked';

function problemOf(verdict: Diagnostics): string {
  if (verdict.status === 'safe') return '';
  if (verdict.status === 'unknown') return `${unchecked} (${verdict.error.kind})`;
  return `takes ${verdict.complexity.type} time, for example on ${verdict.attack.pattern}`;
}

/** What the checker finds wrong with each of the expressions. */
async function verdictsOf(expressions: readonly Expression[], known: Verdicts): Promise<Verdicts> {
  const wanted = new Map(expressions.map((expression) => [keyOf(expression), expression]));
  const verdicts: Verdicts = new Map([...known].filter(([key]) => wanted.has(key)));
  const open = [...wanted].filter(([key]) => !verdicts.has(key));
  const takeNext = async (): Promise<void> => {
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [key, { source, flags }] = next;
      const verdict = await check(source, flags, limits);
      const isTooSlow = verdict.status === 'unknown' && verdict.error.kind === 'timeout';
      // The limits of time end what takes that long, and name the text that does it.
      verdicts.set(key, problemOf(isTooSlow ? await check(source, flags) : verdict));
    }
  };
  // The checker starts its process on the first call: several at once would each start one.
  if (open.length > 0) await check('', '');
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext));
  return verdicts;
}

/** Loads files in a worker, and answers what each of them builds meanwhile. */
function record(files: readonly string[]): Promise<Recorded[]> {
  const worker = new Worker(new URL('record-expressions.ts', import.meta.url), {
    workerData: files.map((file) => pathToFileURL(file).href),
  });
  const recorded: Recorded[] = [];
  return new Promise((resolve, reject) => {
    worker.on('message', (one: Recorded) => {
      recorded.push(one);
      if (recorded.length === files.length) resolve(worker.terminate().then(() => recorded));
    });
    worker.on('error', reject);
    if (files.length === 0) resolve(worker.terminate().then(() => []));
  });
}

const placeKey = ({ line, column }: { line: number; column: number }): string => `${line}:${column}`;

/** The expressions that files build of texts while they are loaded; places that build none then are findings. */
async function builtExpressions(places: readonly Place[], folder: string) {
  const byPath = [...Map.groupBy(places, ({ path }) => path)];
  const recorded = await record(byPath.map(([path]) => join(folder, path)));
  const expressions: Expression[] = [];
  const findings: Finding[] = [];
  for (const [index, [path, own]] of byPath.entries()) {
    const { file, built = [], problem } = recorded[index] ?? {};
    const made = Map.groupBy(
      built.filter((one) => one.file === file),
      placeKey,
    );
    for (const place of own) {
      const here = made.get(placeKey(place)) ?? [];
      expressions.push(...here.map(({ source, flags }) => ({ ...place, source, flags })));
      if (here.length > 0) continue;
      const why =
        problem === undefined ? 'of a text that is known at run time only' : `and cannot be loaded (${problem})`;
      const message = `a regular expression is built ${why}: build it of constants when the module is loaded, or use RE2JS`;
      findings.push({ path, line: place.line, message });
    }
  }
  return { expressions, findings };
}

/** Options for tests: where the files are, and which verdicts are known. */
type Options = { folder?: string; known?: Verdicts; keep?: (verdicts: Verdicts) => void };

/** Regular expressions of the shipped code that take more than linear time, or cannot be checked. */
export async function checkExpressions(files: readonly SourceFile[], options: Options = {}): Promise<Finding[]> {
  const { folder = root, known = readVerdicts(), keep = keepVerdicts } = options;
  const listed = files.map(listExpressions);
  const { expressions, findings } = await builtExpressions(
    listed.flatMap(({ built }) => built),
    folder,
  );
  const all = [...listed.flatMap(({ literals }) => literals), ...expressions];
  const verdicts = await verdictsOf(all, known);
  keep(verdicts);
  const slow = all.flatMap((expression) => {
    const problem = verdicts.get(keyOf(expression)) ?? '';
    const { path, line } = expression;
    const shown = keyOf(expression).slice(0, 200);
    return problem === '' ? [] : [{ path, line, message: `${shown} ${problem}` }];
  });
  return [...findings, ...slow];
}
