import { AppError } from '#server/platform/errors/app-error.ts';
import { InvalidInput } from '#server/platform/http/index.ts';

/** Why a whole message was refused before anything of it was looked at. */
type WholeRefusal = { reason: string; field: string; sample: string | null };

const textOf = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? null);
};

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function ofShape({ error, input }: InvalidInput): WholeRefusal {
  const [issue] = error.issues;
  if (issue === undefined) return { reason: 'malformed_event', field: '', sample: null };
  const value = valueAt(input, issue.path);
  const field = issue.path.filter((part) => typeof part === 'string').join('.');
  const reason =
    value === undefined
      ? 'missing_field'
      : issue.code === 'invalid_value'
        ? 'bad_enumeration'
        : issue.code === 'invalid_type' || issue.code === 'invalid_union'
          ? 'bad_type'
          : 'bad_value';
  return { reason: field === '' ? 'malformed_event' : reason, field, sample: textOf(value) };
}

/** The reason of an error that refused a message; null where it was our own fault, or passing. */
export function whyRefused(error: unknown): WholeRefusal | null {
  const whole = (reason: string): WholeRefusal => ({ reason, field: '', sample: null });
  if (error instanceof InvalidInput) return ofShape(error);
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return whole('too_large');
  if (typeof code === 'string' && code.startsWith('FST_ERR_CTP_')) return whole('unreadable');
  if (!(error instanceof AppError)) return null;
  if (error.code.startsWith('refusal.')) return whole(error.code.slice('refusal.'.length));
  if (error.code === 'robot.keyInvalid') return whole('keyInvalid');
  if (error.kind === 'too_large') return whole('too_large');
  return error.kind === 'malformed' ? whole('unreadable') : null;
}
