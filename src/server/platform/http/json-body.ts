import type { FastifyRequest } from 'fastify';
import { OUTSIDE_JSON, keepsJsonLimits } from '#shared/text/json-limits.ts';
import { malformed } from '../errors/app-error.ts';
import type { App } from './app-types.ts';

/** Texts as databases can keep them: no NUL, no halves of surrogate pairs, no way to a prototype. */
function clean(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) throw malformed('error.invalidEncoding');
    return value.toWellFormed();
  }
  if (Array.isArray(value)) return value.map(clean);
  if (value === null || typeof value !== 'object') return value;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (key !== '__proto__' && key !== 'constructor') result[String(clean(key))] = clean(item);
  }
  return result;
}

const needsCleaning = /\\u0000|\\ud[89a-f]|__proto__|constructor/i;

/** Parses the text of a JSON body; an empty one is undefined. */
export function parseJsonBody(text: string): unknown {
  const trimmed = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (trimmed.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch {
    throw malformed('error.invalidJson');
  }
  return needsCleaning.test(trimmed) ? clean(value) : value;
}

/** Reads JSON bodies. Routes that check signatures get the bytes alone and parse them after the check. */
export function acceptJson(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/*+json', 'application/ld+json'],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (request.routeOptions.config.rawBody === true) {
        request.rawBody = body;
        return undefined;
      }
      if (!keepsJsonLimits(body, OUTSIDE_JSON)) throw malformed('error.jsonTooLarge');
      return parseJsonBody(body.toString('utf8'));
    },
  );
}

/** Query values with the same care as bodies. */
export function checkQueryText(query: Readonly<Record<string, unknown>>): void {
  for (const value of Object.values(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item === 'string' && item.includes('\u0000')) throw malformed('error.invalidEncoding');
    }
  }
}
