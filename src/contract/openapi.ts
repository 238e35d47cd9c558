import { z } from 'zod';
import { asRecord, keysOf } from '#shared/values/objects.ts';
import type { CallShape } from './call.ts';
import { calls } from './index.ts';
import { type Needed, neededOf } from './needed.ts';
import { paths } from './all-paths.ts';
import { outwardBase } from './interfaces/outward-api/calls.ts';
import { keySchemes, outwardParts, outwardTags } from './interfaces/outward-api/document.ts';
import type { CallPath } from './call-path.ts';
import type { CallName } from './paths.ts';

type Json = { [key: string]: unknown };

/** Calls made by outside systems, which need no `source` header. */
const outside = new Set<CallName>(['pushDcsa']);

/** Makes what zod writes readable for other programs: keys of records become properties, "anything or null" becomes anything. */
function tidy(schema: Json): void {
  const { propertyNames, additionalProperties, anyOf } = schema;
  const names = asRecord(propertyNames)['enum'];
  if (Array.isArray(names) && Array.isArray(schema['required'])) {
    schema['properties'] = Object.fromEntries(names.map((name) => [String(name), additionalProperties]));
    delete schema['propertyNames'];
    schema['additionalProperties'] = false;
  }
  if (Array.isArray(anyOf) && anyOf.some((branch) => Object.keys(asRecord(branch)).length === 0))
    delete schema['anyOf'];
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest }: Json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  return rest;
};

/** `/a/:b` as OpenAPI writes it. */
export const openApiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** Without the null that only says "absent". */
function present(property: unknown): unknown {
  const { anyOf, ...rest } = asRecord(property);
  if (!Array.isArray(anyOf)) return property;
  const branches = anyOf.filter((branch) => asRecord(branch)['type'] !== 'null');
  const [only] = branches;
  return branches.length === 1 ? { ...asRecord(only), ...rest } : { ...rest, anyOf: branches };
}

/** A schema of an input that also declares what the call cannot do without, in every object that it takes. */
function withNeeded(schema: Json, needed: readonly Needed[]): Json {
  if (needed.length === 0) return schema;
  const { anyOf, items, properties, required } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: anyOf.map((branch) => withNeeded(asRecord(branch), needed)) };
  if (items !== undefined) return { ...schema, items: withNeeded(asRecord(items), needed) };
  if (properties === undefined) return schema;
  const known = asRecord(properties);
  const names = needed.filter((one) => typeof one === 'string').filter((name) => name in known);
  const choices = needed.filter((one) => typeof one !== 'string');
  return {
    ...schema,
    properties: { ...known, ...Object.fromEntries(names.map((name) => [name, present(known[name])])) },
    required: [...new Set([...(Array.isArray(required) ? required : []), ...names])],
    ...(choices.length > 0 && {
      allOf: choices.map((some) => ({ anyOf: some.map((name) => ({ required: [name], properties: { [name]: {} } })) })),
    }),
  };
}

const parametersOf = (
  schema: z.ZodType | undefined,
  place: 'query' | 'path',
  needed: readonly Needed[] = [],
): Json[] => {
  if (schema === undefined) return [];
  const { properties, required } = withNeeded(schemaOf(schema, 'input'), needed);
  return Object.entries(asRecord(properties)).map(([name, property]) => {
    const others = needed.find((one) => typeof one !== 'string' && one.includes(name));
    return {
      name,
      in: place,
      required: place === 'path' || (Array.isArray(required) && required.includes(name)),
      ...(others === undefined ? {} : { description: `One of these is needed: ${[others].flat().join(', ')}` }),
      schema: property,
      ...(place === 'query' ? { style: 'form', explode: true } : {}),
    };
  });
};

function bodyOf(schema: z.ZodType, needed: readonly Needed[]): Json {
  const isNeeded = needed.length > 0 || !schema.safeParse(undefined).success;
  const content = { 'application/json': { schema: withNeeded(schemaOf(schema, 'input'), needed) } };
  return { ...(isNeeded && { required: true }), content };
}

const sourceHeader: Json = {
  name: 'source',
  in: 'header',
  required: true,
  description: 'How the call comes in; recorded as the origin of every action.',
  schema: { type: 'string', enum: ['Manual', 'WaliRobot', 'Remote', 'TimeTrigger'], default: 'Manual' },
};

const accessTexts = {
  public: 'Anybody may call it.',
  session: 'A signed-in user may call it.',
  admin: 'Only an administrator may call it.',
} as const;

/** Who may make a call, as a sentence. */
export const accessText = (access: CallPath['access']): string => {
  if (typeof access === 'string') return accessTexts[access];
  return access.length === 1
    ? `Only a user with the page ${access[0]} may call it.`
    : `Only a user with one of these pages may call it: ${access.join(', ')}.`;
};

/** The ways to fail that are not answered with HTTP 200, with an example of the text. */
const failures = {
  400: ['BadRequest', 'The request cannot be read', 'The body is not valid JSON'],
  401: ['Unauthorized', 'Nobody is signed in. `redirectUrl` is present with single sign-on', 'Sign in first'],
  403: ['Forbidden', 'The caller may not do this', 'You may not do this'],
  413: ['TooLarge', 'The body is too large', 'The request is too large: at most 1024 KB'],
  429: ['TooManyRequests', 'The caller has sent too many requests', 'Too many requests. Try again in 12 s'],
  500: ['InternalError', 'The product failed. The text names a reference', 'The product failed. Reference: req-17'],
  503: ['Unavailable', 'The product cannot answer now', 'The product cannot answer now. Try again later'],
} as const;

const failureOf = (status: keyof typeof failures): Json => ({ $ref: `#/components/responses/${failures[status][0]}` });

const failureSchema: Json = {
  title: 'Failure',
  description: 'The envelope of an answer that is not HTTP 200',
  type: 'object',
  required: ['status', 'msg', 'data'],
  properties: {
    status: { const: 0 },
    msg: { type: 'string', description: 'What is wrong, for people, in the language of the request' },
    data: { description: 'null, or details for programs, such as retryAfterS' },
    redirectUrl: { type: 'string', description: 'Where to return to after single sign-on' },
  },
};

const failureResponses = (): Json =>
  Object.fromEntries(
    Object.entries(failures).map(([status, [name, description, msg]]) => {
      const isTemporary = [429, 503].includes(Number(status));
      return [
        name,
        {
          description,
          ...(isTemporary && {
            headers: {
              'Retry-After': { description: 'Seconds to wait before the next attempt', schema: { type: 'integer' } },
            },
          }),
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Failure' },
              example: { status: 0, msg, data: null },
            },
          },
        },
      ];
    }),
  );

/** The first path segment after /api: the group a call belongs to. */
export const groupOf = (path: string): string => path.split('/')[2] ?? 'other';

/** What a call answers with HTTP 200: its data, or that it was refused. */
function answerOf(shape: CallShape): Json {
  const done = {
    title: 'Done',
    type: 'object',
    required: ['status', 'msg', 'data'],
    properties: {
      status: { const: 1 },
      msg: { type: 'string', description: 'Text for people, in the language of the request' },
      data: schemaOf(shape.data, 'output'),
    },
  };
  return { oneOf: [done, { $ref: '#/components/schemas/Refused' }] };
}

/** The answer to what a rule of the product refuses: also with HTTP 200. */
const refusedAnswer: Json = {
  title: 'Refused',
  type: 'object',
  required: ['status', 'msg', 'data'],
  properties: {
    status: { const: 0 },
    msg: { type: 'string', description: 'What is wrong, for people, in the language of the request' },
    data: {
      description: 'null, or details for programs; some calls add members of their own',
      anyOf: [
        { type: 'null' },
        {
          type: 'object',
          properties: {
            notFound: { const: true, description: 'There is no such row, or not for this caller' },
            stale: { const: true, description: 'The row has another version by now; `current` is the row as it is' },
            fields: {
              type: 'array',
              description: 'What is wrong, field by field',
              items: {
                type: 'object',
                required: ['field', 'message'],
                properties: { field: { type: 'string' }, message: { type: 'string' } },
              },
            },
            users: {
              type: 'array',
              items: { type: 'object' },
              description: 'What uses the row that was to be deleted',
            },
            confirm: { const: true, description: 'Send the same again with confirmed: 1 to go on' },
          },
        },
      ],
    },
  },
};

function operationOf(name: CallName, method: 'GET' | 'POST'): Json {
  const { path, access, also }: CallPath = paths[name];
  const shape: CallShape = calls[name];
  const needed = neededOf(name);
  const hasBody = method === 'POST' && shape.body !== undefined;
  return {
    operationId: also === method ? `${name}${method === 'GET' ? 'ByGet' : 'ByPost'}` : name,
    tags: [groupOf(path)],
    summary: `${shape.summary.zh} / ${shape.summary.en}`,
    description: accessText(access),
    ...(access === 'public' ? { security: [] } : {}),
    parameters: [
      ...(outside.has(name) ? [] : [sourceHeader]),
      ...parametersOf(shape.params, 'path'),
      // With a body, what is needed may be there.
      ...parametersOf(shape.query, 'query', hasBody ? [] : needed),
    ],
    ...(hasBody && shape.body !== undefined ? { requestBody: bodyOf(shape.body, needed) } : {}),
    responses: {
      200: {
        description: 'Done (status 1), or refused by a rule of the product (status 0)',
        content: { 'application/json': { schema: answerOf(shape) } },
      },
      400: failureOf(400),
      ...(access === 'public' ? {} : { 401: failureOf(401), 403: failureOf(403) }),
      ...(hasBody && { 413: failureOf(413) }),
      429: failureOf(429),
      500: failureOf(500),
      503: failureOf(503),
    },
  };
}

/** Groups of calls with a line about each. */
const groupTags = (): Json[] =>
  [...new Set(keysOf(paths).map((name) => groupOf(paths[name].path)))].map((name) => ({
    name,
    description: `Calls of the pages below /api/${name}`,
  }));

/**
 * The OpenAPI 3.1 description of every call, made from the same contract that the server parses with: the calls of the pages, the
 * outward API for programs with a key, and the webhooks.
 */
export function openApiDocument(version: string): Json {
  const items: Record<string, Json> = {};
  for (const name of keysOf(paths)) {
    const { method, path, also }: CallPath = paths[name];
    const item = (items[openApiPath(path)] ??= {});
    for (const verb of also === undefined ? [method] : [method, also])
      item[verb.toLowerCase()] = operationOf(name, verb);
  }
  const outward = outwardParts(outwardBase);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portolan 航图',
      version,
      description:
        'Calls of the pages answer {status, msg, data}: status 1 means success, status 0 that nothing was done, also with HTTP 200. Array parameters of GET are repeated keys, each element JSON-encoded. The outward API (DCSA Track & Trace 2.2, hooks) takes a key, and answers the objects themselves and the error object of the standard. An unknown address is answered with 404, a wrong method with 405, in the same forms.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    tags: [...outwardTags, ...groupTags()],
    security: [{ session: [] }, { frame: [] }],
    paths: { ...items, ...outward.paths },
    webhooks: outward.webhooks,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'portolan_session',
          description: 'The session of a signed-in user, from the call login',
        },
        frame: {
          type: 'http',
          scheme: 'bearer',
          description: 'Token of an embedded page (frameToken); reading calls only',
        },
        ...keySchemes,
      },
      schemas: { Refused: refusedAnswer, Failure: failureSchema, ...outward.schemas },
      responses: { ...failureResponses(), ...outward.responses },
    },
  };
}
