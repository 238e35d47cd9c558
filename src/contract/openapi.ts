import { z } from 'zod';
import { asRecord, keysOf } from '#shared/values/objects.ts';
import type { CallShape } from './call.ts';
import { calls } from './index.ts';
import { type Needed, neededOf } from './needed.ts';
import { paths } from './all-paths.ts';
import type { CallName, CallPath } from './paths.ts';

type Json = { [key: string]: unknown };

/** Calls made by outside systems, which need no `source` header. */
const outside = new Set<CallName>(['pushDcsa']);

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest }: Json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
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
      allOf: choices.map((names) => ({ anyOf: names.map((name) => ({ required: [name] })) })),
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

const accessText = (access: CallPath['access']): string => (typeof access === 'string' ? access : access.join(', '));

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
  const errors = { $ref: '#/components/responses/Error' };
  const needed = neededOf(name);
  const hasBody = method === 'POST' && shape.body !== undefined;
  return {
    operationId: also === method ? `${name}${method === 'GET' ? 'ByGet' : 'ByPost'}` : name,
    tags: [groupOf(path)],
    summary: `${shape.summary.zh} / ${shape.summary.en}`,
    description: `access: ${accessText(access)}`,
    ...(access === 'public' ? { security: [] } : {}),
    parameters: [
      ...(outside.has(name) ? [] : [sourceHeader]),
      ...parametersOf(shape.params, 'path'),
      // With a body, what is needed may be there.
      ...parametersOf(shape.query, 'query', hasBody ? [] : needed),
    ],
    ...(method === 'POST' && shape.body !== undefined ? { requestBody: bodyOf(shape.body, needed) } : {}),
    responses: {
      200: {
        description: 'Done (status 1), or refused by a rule of the product (status 0)',
        content: { 'application/json': { schema: answerOf(shape) } },
      },
      ...(access === 'public' ? {} : { 401: errors, 403: errors }),
      400: errors,
      429: errors,
      500: errors,
    },
  };
}

/** The OpenAPI 3.1 description of every call, made from the same contract that the server parses with. */
export function openApiDocument(version: string): Json {
  const items: Record<string, Json> = {};
  for (const name of keysOf(paths)) {
    const { method, path, also }: CallPath = paths[name];
    const item = (items[openApiPath(path)] ??= {});
    for (const verb of also === undefined ? [method] : [method, also])
      item[verb.toLowerCase()] = operationOf(name, verb);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portolan 航图',
      version,
      description:
        'Every answer is {status, msg, data}; status 1 means success, status 0 that nothing was done, also with HTTP 200. Array parameters of GET are repeated keys, each element JSON-encoded.',
    },
    servers: [{ url: '/' }],
    security: [{ session: [] }, { frame: [] }],
    paths: items,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'portolan_session' },
        frame: {
          type: 'http',
          scheme: 'bearer',
          description: 'Token of an embedded page (frameToken); reading calls only',
        },
      },
      schemas: { Refused: refusedAnswer },
      responses: {
        Error: {
          description: 'The same envelope with status 0; 401 may carry redirectUrl',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['status', 'msg', 'data'],
                properties: {
                  status: { const: 0 },
                  msg: { type: 'string' },
                  data: {},
                  redirectUrl: { type: 'string' },
                },
              },
            },
          },
        },
      },
    },
  };
}
