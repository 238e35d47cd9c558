import type { Text } from '#shared/i18n/text.ts';
import { RE2JS } from 're2js';
import { expressionProblem } from './expression-problem.ts';
import { parseOutsideJson } from '#shared/text/json-limits.ts';
import { isRecord } from '#shared/values/objects.ts';

/** What a condition is asked about: the output (any JSON) and the error of a job, or an exception and its text. */
export type Matched = { output: unknown; error: string | null };

/** A condition that was read, or what is wrong with it. */
export type Condition = { matches: (matched: Matched) => boolean; problem?: undefined } | { problem: Text };

const maxCharacters = 100_000;

function textOf({ output, error }: Matched): string {
  const shown =
    output === null || output === undefined ? '' : typeof output === 'string' ? output : JSON.stringify(output);
  return `${shown}\n${error ?? ''}`.slice(0, maxCharacters);
}

type Step = string | number | '*';
const stepPattern = /\.([\p{L}_][\p{L}\p{N}_-]*)|\[(\d{1,6}|\*)\]|\['([^']*)'\]/uy;

function readSteps(path: string): Step[] | undefined {
  const steps: Step[] = [];
  stepPattern.lastIndex = 0;
  while (stepPattern.lastIndex < path.length) {
    const match = stepPattern.exec(path);
    if (match === null) return undefined;
    const [, name, place, quoted] = match;
    steps.push(name ?? quoted ?? (place === '*' ? '*' : Number(place)));
  }
  return steps;
}

/** The values at a path; `[*]` stands for every element of a list. */
function valuesAt(value: unknown, steps: readonly Step[]): unknown[] {
  let found: unknown[] = [value];
  for (const step of steps) {
    found = found.flatMap((item) => {
      if (typeof item !== 'object' || item === null) return [];
      if (step === '*') return Array.isArray(item) ? item : [];
      return Object.hasOwn(item, step) ? [Reflect.get(item, step) as unknown] : [];
    });
  }
  return found;
}

function parsed(text: string): unknown {
  const read = parseOutsideJson(text);
  return read === undefined ? text : read.value;
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );

function readPath(text: string): Condition {
  const at = text.indexOf('=');
  const [, literal = ''] = /^={1,2}(?!=)(.+)$/su.exec(text.slice(Math.max(0, at))) ?? [];
  const steps = readSteps(text.slice(1, Math.max(1, at)).trim());
  if (literal === '' || steps === undefined || steps.length === 0) {
    return {
      problem: {
        zh: '触发条件的路径写法应为 $.字段 == "值",例如 $.severity == "high"',
        en: 'A path is written $.field == "value", such as $.severity == "high"',
      },
    };
  }
  const wanted = canonical(parsed(literal.trim()));
  return {
    matches: ({ output }) => {
      const value = typeof output === 'string' ? parsed(output) : output;
      return valuesAt(value, steps).some((item) => canonical(item) === wanted);
    },
  };
}

/** The expressions are those of RE2: they take linear time, whatever they are asked about. */
function readExpression(source: string, flags: string): Condition {
  try {
    const expression = RE2JS.compile(source, flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0);
    return { matches: (matched) => expression.matcher(textOf(matched)).find() };
  } catch (error) {
    const why = expressionProblem(error);
    return {
      problem: {
        zh: `触发条件的正则表达式不正确：${why.zh}`,
        en: `The regular expression of the condition is wrong: ${why.en}`,
      },
    };
  }
}

/**
 * Reads a condition: `$.path == value` compares a value of the output as JSON, `/expression/` or `/expression/i` looks
 * for a regular expression in output and error, anything else is a text they must contain, in any letter case.
 */
export function readCondition(condition: string): Condition {
  const text = condition.trim();
  if (text.startsWith('$')) return readPath(text);
  const [, source, flags] = /^\/(.+)\/(i?)$/su.exec(text) ?? [];
  if (source !== undefined) return readExpression(source, flags ?? '');
  const wanted = text.toLowerCase();
  return { matches: (matched) => textOf(matched).toLowerCase().includes(wanted) };
}

/** Does a stored condition hold? One that cannot be read does: better reported once too often than never. */
export function conditionHolds(condition: string | null, matched: Matched): boolean {
  if (condition === null || condition.trim() === '') return true;
  const read = readCondition(condition);
  return read.problem !== undefined || read.matches(matched);
}
