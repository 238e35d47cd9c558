import { z } from 'zod';
import { asRecord, keysOf } from '#shared/values/objects.ts';
import type { CallShape } from './call.ts';
import { calls } from './index.ts';
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

const parametersOf = (schema: z.ZodType | undefined, place: 'query' | 'path'): Json[] => {
  if (schema === undefined) return [];
  const { properties, required } = schemaOf(schema, 'input');
  return Object.entries(asRecord(properties)).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (Array.isArray(required) && required.includes(name)),
    schema: property,
    ...(place === 'query' ? { style: 'form', explode: true } : {}),
  }));
};

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

function answerOf(shape: CallShape): Json {
  return {
    type: 'object',
    required: ['status', 'msg', 'data'],
    properties: {
      status: { type: 'integer', description: '1 = success' },
      msg: { type: 'string', description: 'Text for people, in the language of the request' },
      data: schemaOf(shape.data, 'output'),
    },
  };
}

function operationOf(name: CallName, method: 'GET' | 'POST'): Json {
  const { path, access, also }: CallPath = paths[name];
  const shape: CallShape = calls[name];
  const errors = { $ref: '#/components/responses/Error' };
  return {
    operationId: also === method ? `${name}${method === 'GET' ? 'ByGet' : 'ByPost'}` : name,
    tags: [groupOf(path)],
    summary: `${shape.summary.zh} / ${shape.summary.en}`,
    description: `access: ${accessText(access)}`,
    ...(access === 'public' ? { security: [] } : {}),
    parameters: [
      ...(outside.has(name) ? [] : [sourceHeader]),
      ...parametersOf(shape.params, 'path'),
      ...parametersOf(shape.query, 'query'),
    ],
    ...(method === 'POST' && shape.body !== undefined
      ? { requestBody: { content: { 'application/json': { schema: schemaOf(shape.body, 'input') } } } }
      : {}),
    responses: {
      200: { description: 'Envelope', content: { 'application/json': { schema: answerOf(shape) } } },
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
        'Every answer is {status, msg, data}; status 1 means success. Array parameters of GET are repeated keys, each element JSON-encoded.',
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
