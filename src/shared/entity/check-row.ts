import { both, type Text } from '../i18n/text.ts';
import { tidyText } from '../text/normalize.ts';
import { parseIsoInstant } from '../time/parse-iso-instant.ts';
import { SECRET_MASK } from './declare.ts';
import type { Entity, Field } from './declare.ts';
import { isUnread, unreadText } from './unread-cell.ts';

/** What is wrong with one field, in both languages. */
export type RowProblem = { field: string; text: Text };

/** A value as written to the store; undefined = not given. */
export type CheckedValue = string | number | null | undefined;

/** What an input is once read: values of known fields, and the first problem of each field: what is missing, then what is wrong, in the order of the form. */
export type CheckedRow = { values: Record<string, CheckedValue>; problems: RowProblem[] };

const missing = (field: Field): Text =>
  field.requiredText ?? both(`${field.label.zh}不能为空`, `${field.label.en} cannot be empty`);
const wrong = (field: Field): Text => both(`${field.label.zh}的值不正确`, `${field.label.en} has a wrong value`);

type Read = { value: CheckedValue; problem?: Text };

function readText(field: Field & { kind: 'text' | 'secret' }, given: unknown): Read {
  if (typeof given !== 'string' && typeof given !== 'number') return { value: null, problem: wrong(field) };
  const raw = String(given);
  // What may be a secret is kept letter by letter.
  const exact = field.kind === 'secret' || field.maskWhen !== undefined;
  const plain = exact ? raw : field.lines === undefined ? tidyText(raw) : raw.trim();
  const value = field.kind === 'text' && field.upper === true ? plain.toUpperCase() : plain;
  if ([...value].length <= field.max) {
    const problem = field.kind === 'text' ? field.check?.(value) : undefined;
    return problem === undefined ? { value } : { value, problem };
  }
  return {
    value,
    problem: both(
      `${field.label.zh}不能超过${field.max}个字符`,
      `${field.label.en} may have at most ${field.max} characters`,
    ),
  };
}

/** Digits that a binary fraction has for sure: what it has beyond them was never written. */
const sureDigits = 15;

/** A number with no more decimals than its field keeps: one that is measured is rounded, and no other. */
function readDecimals(field: Field & { kind: 'number' }, given: number): Read {
  const value = Number(given.toPrecision(sureDigits));
  const kept = Number(value.toFixed(field.decimals));
  if (kept === value || field.measured === true) return { value: kept };
  return {
    value: null,
    problem: both(
      `${field.label.zh}最多 ${field.decimals} 位小数，当前为 ${given}`,
      `${field.label.en} may have at most ${field.decimals} decimals; it is ${given}`,
    ),
  };
}

function readNumber(field: Field & { kind: 'integer' | 'number' }, given: unknown): Read {
  const value =
    typeof given === 'number' ? given : typeof given === 'string' && given.trim() !== '' ? Number(given) : Number.NaN;
  const whole = field.kind === 'number' || Number.isInteger(value);
  if (Number.isFinite(value) && whole && value >= field.min && value <= field.max)
    return field.kind === 'number' ? readDecimals(field, value) : { value };
  const kind = field.kind === 'integer' ? both('整数', 'a whole number') : both('数字', 'a number');
  return {
    value: null,
    problem: both(
      `${field.label.zh}应为 ${field.min} 到 ${field.max} 的${kind.zh}`,
      `${field.label.en} must be ${kind.en} from ${field.min} to ${field.max}`,
    ),
  };
}

const yes: readonly unknown[] = [1, '1', true, 'true'];
const no: readonly unknown[] = [0, '0', false, 'false'];

function readFlag(field: Field, given: unknown): Read {
  if (yes.includes(given)) return { value: 1 };
  if (no.includes(given)) return { value: 0 };
  return { value: 0, problem: wrong(field) };
}

/** Values of a choice; `known` are those of the dictionary, or undefined where it is not at hand. */
function readChoice(field: Field & { kind: 'choice' }, given: unknown, known: ReadonlySet<string> | undefined): Read {
  const list = (Array.isArray(given) ? given : field.many === true ? String(given).split(',') : [given])
    .map((item) => String(item).trim())
    .filter(Boolean);
  if (list.length === 0) return { value: null };
  const stranger = known === undefined ? undefined : list.find((item) => !known.has(item));
  if (stranger !== undefined || (field.many !== true && list.length > 1)) {
    return {
      value: null,
      problem: both(
        `${field.label.zh}没有“${stranger ?? list.join()}”这个选项`,
        `${field.label.en} has no choice "${stranger ?? list.join()}"`,
      ),
    };
  }
  return { value: [...new Set(list)].join(',') };
}

/** A day as 2026-01-31; files also bring 2026/1/31 and 20260131, and midnight behind it. */
function readDay(field: Field, given: unknown): Read {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[ T]00:00(?::00(?:\.0+)?)?)?$/.exec(String(given).trim()) ?? [];
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = Date.parse(`${value}T00:00:00Z`);
  // A day that there is not, as 31 February, becomes another one.
  if (year >= '1900' && !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)) return { value };
  const text = both(`${field.label.zh}应为日期，如 2026-01-31`, `${field.label.en} must be a date, such as 2026-01-31`);
  return { value: null, problem: text };
}

/** The year 9999: beyond it no database and no calendar agree. */
const maxInstant = 253_402_300_799_999;

/** Epoch milliseconds; files and forms bring ISO 8601 with an offset. */
function readInstant(field: Field, given: unknown): Read {
  const value = typeof given === 'string' ? parseIsoInstant(given.trim()).instant : given;
  if (typeof value === 'number' && Math.abs(value) <= maxInstant) return { value };
  const text = both(
    `${field.label.zh}应为日期时间，如 2026-01-31 08:00`,
    `${field.label.en} must be a date with a time, such as 2026-01-31 08:00`,
  );
  return { value: null, problem: text };
}

/** Most ids in one list. */
const maxReferences = 100;

/** An id, or a comma-joined list of them without repetitions. */
function readReference(field: Field & { kind: 'reference' }, given: unknown): Read {
  const isId = (text: string): boolean => /^\d{1,15}$/.test(text);
  if (field.many !== true) {
    return isId(String(given)) ? { value: Number(given) } : { value: null, problem: wrong(field) };
  }
  const ids = (Array.isArray(given) ? given : String(given).split(','))
    .map((item) => String(item).trim())
    .filter(Boolean);
  if (ids.length > maxReferences || !ids.every(isId)) return { value: null, problem: wrong(field) };
  return { value: [...new Set(ids.map(Number))].join(',') };
}

/** What the wire shows instead of a secret, sent back as it came. */
const standsForSecret = (field: Field, given: unknown): boolean =>
  field.kind === 'secret'
    ? given === SECRET_MASK || typeof given === 'boolean'
    : field.kind === 'text' && field.maskWhen !== undefined && given === SECRET_MASK;

function readField(field: Field, given: unknown, choices: ReadonlySet<string> | undefined): Read {
  if (given === undefined || standsForSecret(field, given)) return { value: undefined };
  if (
    given === null ||
    (typeof given === 'string' && given.trim() === '') ||
    (Array.isArray(given) && given.length === 0)
  )
    return { value: null };
  if (isUnread(given)) return { value: null, problem: unreadText(field.label, given) };
  switch (field.kind) {
    case 'text':
    case 'secret':
      return readText(field, given);
    case 'integer':
    case 'number':
      return readNumber(field, given);
    case 'flag':
      return readFlag(field, given);
    case 'choice':
      return readChoice(field, given, choices);
    case 'reference':
      return readReference(field, given);
    case 'day':
      return readDay(field, given);
    case 'instant':
      return readInstant(field, given);
  }
}

const isAbsent = (value: CheckedValue): boolean => value === undefined || value === null || value === '';

/**
 * Reads what somebody entered and checks it by the rules of the declaration: the browser and the server call this
 * same function. `operation` ADD fills defaults and wants every required field; UPDATE leaves what is not given. A form
 * leaves to the server what the declaration says is the server's.
 */
export function checkRow(
  entity: Entity,
  input: Readonly<Record<string, unknown>>,
  operation: 'ADD' | 'UPDATE',
  choicesOf: (dict: string) => ReadonlySet<string> | undefined = () => undefined,
  side: 'form' | 'server' = 'server',
): CheckedRow {
  const values: Record<string, CheckedValue> = {};
  const absent: RowProblem[] = [];
  const problems: RowProblem[] = [];
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.readOnly === true || (operation === 'UPDATE' && field.createOnly === true)) continue;
    const read = readField(field, input[name], field.kind === 'choice' ? choicesOf(field.dict) : undefined);
    let { value } = read;
    // What was emptied on purpose is empty: a default is for what was not stated.
    const emptied = field.required === true && input[name] !== undefined && String(input[name] ?? '').trim() === '';
    if (operation === 'ADD' && isAbsent(value) && !emptied)
      value = ('default' in field ? field.default : undefined) ?? (field.kind === 'flag' ? 0 : null);
    const isLeft = side === 'form' && operation === 'UPDATE' && field.editRules === 'server';
    if (read.problem !== undefined && !isLeft) problems.push({ field: name, text: read.problem });
    else if (field.required === true && (operation === 'ADD' ? isAbsent(value) : value === null || value === '')) {
      // A secret that is left empty on update stays as it is.
      if (field.kind !== 'secret' || operation === 'ADD') absent.push({ field: name, text: missing(field) });
    }
    if (field.kind === 'secret' && operation === 'UPDATE' && isAbsent(value)) continue;
    if (value !== undefined) values[name] = value;
  }
  // A change may bring only some of the values: the server looks at them together with the row.
  const whole = operation === 'ADD' || side === 'form';
  const together = whole && absent.length + problems.length === 0 ? entity.check?.(values) : undefined;
  if (together !== undefined) problems.push(together);
  return { values, problems: [...absent, ...problems] };
}
