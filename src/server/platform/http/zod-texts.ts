import type { z } from 'zod';
import { type MessageParams, type ServerMessageCode, serverText } from '#shared/i18n/server-messages/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { nearName } from '#shared/text/near-name.ts';
import type { InvalidInput } from './invalid-input.ts';
import { fieldNamesAt } from './schema-fields.ts';

type Issue = z.core.$ZodIssue;
type Coded = { code: ServerMessageCode; params: MessageParams };

/** So many fields are named at most. */
const limit = 20;

/** One field that is wrong, for `data.fields`. */
export type FieldError = { field: string; message: string };

const kinds: Readonly<Record<string, ServerMessageCode>> = {
  string: 'validation.kind.string',
  number: 'validation.kind.number',
  int: 'validation.kind.int',
  boolean: 'validation.kind.boolean',
  array: 'validation.kind.array',
  object: 'validation.kind.object',
  date: 'validation.kind.date',
  null: 'validation.kind.null',
};

const kindText = (expected: string, lang: Lang): string =>
  serverText(kinds[expected] ?? 'validation.kind.other', {}, lang);

/** `ids[3].name` for people; the whole input has a name too. */
const fieldName = (path: readonly PropertyKey[], lang: Lang): string =>
  path.length === 0
    ? serverText('validation.body', {}, lang)
    : path
        .map((part, index) =>
          typeof part === 'number' ? `[${part}]` : index === 0 ? String(part) : `.${String(part)}`,
        )
        .join('');

const list = (values: readonly unknown[]): string =>
  values
    .slice(0, limit)
    .map((value) => String(value).slice(0, 60))
    .join(', ');

const unknownNames = (issues: readonly Issue[]): number =>
  issues.reduce(
    (sum, issue) =>
      sum +
      (issue.code === 'unrecognized_keys'
        ? issue.keys.length
        : issue.code === 'invalid_union'
          ? unknownNames(furthest(issue.errors))
          : 0),
    0,
  );

/** The issues of the branch of a union that fits best: whose type is right, and which knows the most fields. */
function furthest(branches: readonly Issue[][]): readonly Issue[] {
  const matching = branches.filter((issues) =>
    issues.every(({ code, path }) => code !== 'invalid_type' || path.length > 0),
  );
  const [best = []] = matching.toSorted((a, b) => unknownNames(a) - unknownNames(b));
  return best;
}

/** Issues with those about unknown fields brought out of the unions that they are in, and one for each field. */
function namedOneByOne(issues: readonly Issue[], at: readonly PropertyKey[] = []): Issue[] {
  return issues.flatMap((issue): Issue[] => {
    const path = [...at, ...issue.path];
    if (issue.code === 'unrecognized_keys')
      return issue.keys.slice(0, limit).map((key) => ({ ...issue, path, keys: [key] }));
    if (issue.code !== 'invalid_union') return [{ ...issue, path }];
    const unknown = namedOneByOne(furthest(issue.errors), path).filter(({ code }) => code === 'unrecognized_keys');
    return unknown.length > 0 ? unknown : [{ ...issue, path }];
  });
}

/** Of a union's branches, the one that came furthest; the others mostly complain about the type only. */
const branchOf = (errors: readonly Issue[][]): Issue | undefined =>
  errors.flat().find((issue) => issue.code !== 'invalid_type') ?? errors.flat()[0];

function sizeText(issue: Extract<Issue, { code: 'too_big' | 'too_small' }>, field: string): Coded {
  const isText = issue.origin === 'string';
  const isList = issue.origin === 'array' || issue.origin === 'set';
  if (issue.code === 'too_big') {
    const code = isText ? 'validation.textTooLong' : isList ? 'validation.listTooLong' : 'validation.tooBig';
    return { code, params: { field, max: String(issue.maximum) } };
  }
  if (isText && Number(issue.minimum) === 1) return { code: 'validation.required', params: { field } };
  const code = isText ? 'validation.textTooShort' : isList ? 'validation.listTooShort' : 'validation.tooSmall';
  return { code, params: { field, min: String(issue.minimum) } };
}

function textOf(issue: Issue, field: string, input: unknown, lang: Lang): Coded {
  switch (issue.code) {
    case 'invalid_type':
      return input === undefined || input === null
        ? { code: 'validation.required', params: { field } }
        : { code: 'validation.type', params: { field, expected: kindText(issue.expected, lang) } };
    case 'invalid_value':
      return input === undefined
        ? { code: 'validation.required', params: { field } }
        : { code: 'validation.choice', params: { field, values: list(issue.values) } };
    case 'invalid_format':
      return { code: 'validation.format', params: { field } };
    case 'too_big':
    case 'too_small':
      return sizeText(issue, field);
    case 'not_multiple_of':
      return { code: 'validation.multiple', params: { field, divisor: issue.divisor } };
    case 'invalid_union': {
      const branch = branchOf(issue.errors);
      if (input === undefined) return { code: 'validation.required', params: { field } };
      return branch === undefined || branch.path.length > 0
        ? { code: 'validation.invalid', params: { field } }
        : textOf(branch, field, input, lang);
    }
    default:
      return { code: 'validation.invalid', params: { field } };
  }
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (value === null || typeof value !== 'object' ? undefined : Reflect.get(value, key)),
    input,
  );

/** A field that the object does not have, and the one that was probably meant. */
function unknownField(path: readonly PropertyKey[], key: string, schema: z.ZodType, lang: Lang): FieldError {
  const near = nearName(key, fieldNamesAt(schema, path));
  const whole = [...path, key.slice(0, 60)];
  const field = fieldName(whole, lang);
  const message =
    near === undefined
      ? serverText('validation.unknownField', { field }, lang)
      : serverText('validation.unknownFieldNear', { field, near }, lang);
  return { field: whole.map(String).join('.'), message };
}

/** What is wrong with an input, field by field, in the language of anyone who sent it; at most 20 fields. */
export const fieldErrors = ({ error, input, schema }: InvalidInput, lang: Lang): FieldError[] =>
  namedOneByOne(error.issues)
    .slice(0, limit)
    .map((issue) => {
      if (issue.code === 'unrecognized_keys') return unknownField(issue.path, issue.keys[0] ?? '', schema, lang);
      const field = fieldName(issue.path, lang);
      const text = textOf(issue, field, valueAt(input, issue.path), lang);
      return { field: issue.path.map(String).join('.'), message: serverText(text.code, text.params, lang) };
    });
