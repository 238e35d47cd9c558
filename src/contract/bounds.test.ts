import { expect, test } from 'vitest';
import { z } from 'zod';
import { type CallShape } from './call.ts';
import { calls } from './index.ts';

type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

/** Texts whose length only the limit of the whole body bounds: pages that robots bring, lines of logs. */
const bodies = new Set(['rpaAnswer.body', 'robotLog.lines[].text']);

const isBoundText = (schema: Schema): boolean =>
  [schema.maxLength, schema.enum, schema.const, schema.format, schema.pattern].some((limit) => limit !== undefined);

/** Places of an input where a text or a list may be as long as the caller likes. */
function unbounded(schema: Schema | undefined, place: string): string[] {
  if (schema === undefined) return [];
  const own =
    (schema.type === 'string' && !isBoundText(schema)) || (schema.type === 'array' && schema.maxItems === undefined);
  const more = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  return [
    ...(own ? [place] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => unbounded(part, `${place}.${name}`)),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((part) =>
      unbounded(part, place),
    ),
    ...unbounded(schema.items, `${place}[]`),
    ...unbounded(more, `${place}.*`),
  ];
}

// A filter of a megabyte costs the database seconds: every text and list of an input has a limit.
test.each(Object.entries<CallShape>(calls))('texts and lists that %s takes are limited', (name, call) => {
  const found = [call.query, call.body, call.params].flatMap((shape) =>
    shape === undefined
      ? []
      : unbounded(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema, name),
  );
  expect(found.filter((place) => !bodies.has(place))).toEqual([]);
});
