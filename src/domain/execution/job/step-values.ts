import { fillJson, placeholderNames } from '#shared/function/placeholders.ts';
import type { MessageParams, ServerMessageCode } from '#shared/i18n/server-messages/index.ts';
import { parseOutsideJson } from '#shared/text/json-limits.ts';
import { isRecord } from '#shared/values/objects.ts';

/** Why a step failed: the code of a text with its parameters. */
export type StepError = { code: ServerMessageCode; params: MessageParams };

type Data = Readonly<Record<string, unknown>>;

/** The top-level fields of JSON objects that have a value; a later object replaces fields of earlier ones. */
export const stepFields = (...objects: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    objects.filter(isRecord).flatMap((object) => Object.entries(object).filter(([, value]) => value != null)),
  );

/** The same fields as texts, for placeholders of addresses. */
export const stepTexts = (fields: Data): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );

/** What came of a template: the filled JSON, or the reason why it cannot be filled. */
export type Filled = { value: unknown } | { missing: string } | { invalid: true };

/** Fills the placeholders of a JSON template with fields of a result. */
export function fillTemplate(template: string, fields: Data): Filled {
  const missing = placeholderNames(template).find((name) => fields[name] === undefined);
  if (missing !== undefined) return { missing };
  try {
    return { value: JSON.parse(fillJson(template, fields)) as unknown };
  } catch {
    return { invalid: true };
  }
}

/** The JSON object in an answer of a service; undefined when the answer is something else. */
export function readDataObject(text: string | null): Data | undefined {
  const value = parseOutsideJson(text ?? '')?.value;
  return isRecord(value) ? value : undefined;
}
