import { z } from 'zod';
import { asRecord, keysOf } from '#shared/values/objects.ts';
import * as examples from './examples.ts';
import { type OutwardCall, outwardApiCalls, outwardBase, type OutwardParameter } from './calls.ts';
import * as shapes from './shapes.ts';

type Json = { [key: string]: unknown };

/** The version of DCSA Track & Trace that the outward API follows. */
export const outwardVersion = '2.2.0';

const schemaPath = '#/components/schemas/';

/** A schema with its named parts, each once. */
class NamedSchemas {
  readonly found: Json = {};

  /** The schema as it stands in the document; what has an id becomes a reference. Lists and objects of answers stay open. */
  refer(schema: z.ZodType): Json {
    const made = asRecord(
      JSON.parse(
        JSON.stringify(z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' })).replaceAll(
          '"#/$defs/',
          `"${schemaPath}`,
        ),
      ),
    );
    const { $schema: _, $defs, id, ...rest } = made;
    for (const [name, part] of Object.entries(asRecord($defs))) this.#keep(name, asRecord(part));
    if (typeof id !== 'string') return rest;
    this.#keep(id, rest);
    return { $ref: `${schemaPath}${id}` };
  }

  #keep(name: string, { id: _id, ...schema }: Json): void {
    this.found[name] = schema;
  }
}

const content = (schema: Json, example: unknown): Json => ({ content: { 'application/json': { schema, example } } });

const parameterOf = ({ name, description, schema, isList }: OutwardParameter): Json => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
  ...(isList === true && { style: 'form', explode: false }),
});

const cursorHeaders: readonly (readonly [name: string, page: string])[] = [
  ['Current-Page', 'this page'],
  ['First-Page', 'the first page'],
  ['Prev-Page', 'the page before'],
  ['Next-Page', 'the next page'],
  ['Next-Page-Cursor', 'the next page, by its older name'],
  ['Last-Page', 'the last page'],
];
const pageHeaders = Object.fromEntries(
  cursorHeaders.map(([name, page]) => [
    name,
    { description: `Cursor of ${page}. Absent if there is no such page`, schema: { type: 'string' } },
  ]),
);

/** What goes wrong with a call, by status: name of the answer, name of the status, description, reason and message of an example. */
const failures = {
  400: [
    'OutwardBadRequest',
    'Bad Request',
    'A parameter, the id or the body is wrong',
    'invalidParameter',
    'eventType has no value LANDING',
  ],
  401: [
    'OutwardUnauthorized',
    'Unauthorized',
    'The key is missing, unknown or revoked',
    'unauthorized',
    'A valid key is needed in the header Api-Key',
  ],
  404: [
    'OutwardNotFound',
    'Not Found',
    'There is no such thing, or not in this tenant',
    'notFound',
    'There is no such event',
  ],
  413: [
    'OutwardTooLarge',
    'Payload Too Large',
    'The body is longer than 64 KB',
    'tooLarge',
    'The request is too large: at most 64 KB',
  ],
  429: [
    'OutwardTooManyRequests',
    'Too Many Requests',
    'The caller has sent too many requests',
    'tooManyRequests',
    'Too many requests. Try again in 12 s',
  ],
  500: [
    'OutwardInternalError',
    'Internal Server Error',
    'The product failed',
    'internalError',
    'The product failed. Reference: req-17',
  ],
  503: [
    'OutwardUnavailable',
    'Service Unavailable',
    'The product cannot answer now',
    'unavailable',
    'The product cannot answer now. Try again later',
  ],
} as const;

const retryAfter: Json = {
  'Retry-After': { description: 'Seconds to wait before the next attempt', schema: { type: 'integer', minimum: 0 } },
};

const statusesOf = ({ id, body, query, isOpen }: OutwardCall): (keyof typeof failures)[] => [
  ...(id !== undefined || body !== undefined || query !== undefined ? [400 as const] : []),
  ...(isOpen === true ? [] : [401 as const]),
  ...(id === undefined ? [] : [404 as const]),
  ...(body === undefined ? [] : [413 as const]),
  429,
  500,
  503,
];

function responsesOf(schemas: NamedSchemas, call: OutwardCall): Json {
  const { status, description, schema, isList, isPaged, example } = call.answer;
  const known = schema === undefined ? undefined : schemas.refer(schema);
  const success = {
    description,
    ...(isPaged === true && { headers: pageHeaders }),
    ...(known !== undefined && content(isList === true ? { type: 'array', items: known } : known, example)),
  };
  const refused = statusesOf(call).map((code) => [code, { $ref: `#/components/responses/${failures[code][0]}` }]);
  return { [status]: success, ...Object.fromEntries(refused) };
}

function operationOf(schemas: NamedSchemas, name: string, call: OutwardCall): Json {
  const { tag, summary, description, id, query = [], body, isOpen } = call;
  const inPath = id && {
    name: id.name,
    in: 'path',
    required: true,
    description: id.description,
    schema: { type: 'string', format: 'uuid' },
    example: id.example,
  };
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    security: isOpen === true ? [] : [{ apiKey: [] }, { keyAsBearer: [] }],
    parameters: [...(inPath === undefined ? [] : [inPath]), ...query.map(parameterOf)],
    ...(body !== undefined && {
      requestBody: { required: true, ...content(schemas.refer(body.schema), body.example) },
    }),
    responses: responsesOf(schemas, call),
  };
}

function errorResponses(schemas: NamedSchemas): Json {
  const schema = schemas.refer(shapes.outwardError);
  return Object.fromEntries(
    Object.entries(failures).map(([status, [name, statusCodeText, description, reason, message]]) => {
      const example = {
        ...examples.exampleError,
        statusCode: Number(status),
        statusCodeText,
        errors: [{ reason, message }],
      };
      const isTemporary = [429, 503].includes(Number(status));
      return [name, { description, ...(isTemporary && { headers: retryAfter }), ...content(schema, example) }];
    }),
  );
}

const header = (name: string, description: string, example: string, { required = true } = {}): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
  example,
});

/** The headers of Standard Webhooks. */
const signedHeaders: readonly Json[] = [
  header('webhook-id', 'The same at every attempt. Use it to detect repetitions', 'msg_2mVrXcZ0d3Jp1Qw8'),
  header('webhook-timestamp', 'Seconds since 1970. Refuse what is older than 5 minutes', '1768197600'),
  header(
    'webhook-signature',
    'v1 and the signature in base64, once per secret',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

const accepted = {
  '2XX': { description: 'Taken. Any 2xx answer counts' },
  '410': { description: 'Ends the subscription, or disables the definition' },
  default: { description: 'Not taken. The same notification is sent again later' },
};

/** What the product posts to other systems. */
const webhooksOf = (schemas: NamedSchemas): Json => ({
  events: {
    post: {
      operationId: 'onEvents',
      tags: ['Webhooks'],
      summary: 'New events',
      description:
        'Posted to the callback of a subscription or hook, in the order of creation. It may arrive twice. Without a 2xx answer it is sent again after 5 s, 10 s and so on, up to an hour apart, without end.',
      security: [],
      parameters: [
        header('Subscription-ID', 'Id of the subscription', String(examples.exampleSubscription.subscriptionID)),
        header('API-Version', 'Version of the standard', outwardVersion),
        header(
          'Notification-Signature',
          'As the standard has it: sha256= and the HMAC-SHA-256 of the body in hex, by the decoded secret',
          'sha256=6e0b9e8c4a9f3a55d2a9b1f0c6a3ff00c6a1f1d0e52f8b4b94e0a7f3c1d2e3f4',
        ),
        header(
          'Notification-Signature-Previous',
          'For a day after a secret was changed on the page: the same by the former secret',
          'sha256=0c6a3ff00c6a1f1d0e52f8b4b94e0a7f3c1d2e3f46e0b9e8c4a9f3a55d2a9b1f',
          { required: false },
        ),
        header('Notification-Test', 'true where the event is invented', 'true', { required: false }),
        ...signedHeaders,
      ],
      requestBody: { required: true, ...content(schemas.refer(shapes.eventList), examples.sampleEvents) },
      responses: accepted,
    },
  },
  notification: {
    post: {
      operationId: 'onNotification',
      tags: ['Webhooks'],
      summary: 'A notification',
      description:
        'Posted by a feedback definition of the type WEBHOOK about exceptions, event items, hand-overs and jobs. Without a 2xx answer it is sent again up to seven times within a day and a half.',
      security: [],
      parameters: signedHeaders,
      requestBody: { required: true, ...content(schemas.refer(shapes.notification), examples.exampleNotification) },
      responses: accepted,
    },
  },
});

/** Tags of the outward API with their descriptions. */
export const outwardTags = [
  { name: 'Events', description: 'What happened to shipments, by DCSA Track & Trace 2.2' },
  { name: 'Event subscriptions', description: 'Notifications of new events, by DCSA Track & Trace 2.2' },
  { name: 'Hooks', description: 'Subscriptions for programs such as Zapier and n8n' },
  { name: 'Test shipments', description: 'Shipments that play a voyage within minutes, for tests' },
  { name: 'Changes', description: 'How this interface changed' },
  { name: 'Webhooks', description: 'What the product posts to other systems' },
];

/** Ways to present a key. */
export const keySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'Api-Key', description: 'A key with the scope events' },
  keyAsBearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token' },
};

/** The outward API as parts of an OpenAPI document; `base` stands before each path. */
export function outwardParts(base: string): { paths: Json; webhooks: Json; schemas: Json; responses: Json } {
  const schemas = new NamedSchemas();
  const paths: Record<string, Json> = {};
  for (const name of keysOf(outwardApiCalls)) {
    const call: OutwardCall = outwardApiCalls[name];
    (paths[`${base}${call.path}`] ??= {})[call.method.toLowerCase()] = operationOf(schemas, name, call);
  }
  const [webhooks, responses] = [webhooksOf(schemas), errorResponses(schemas)];
  return JSON.parse(JSON.stringify({ paths, webhooks, schemas: schemas.found, responses }));
}

/** The OpenAPI 3.1 description of the outward API alone, for programs of customers. */
export function outwardDocument(): Json {
  const { paths, webhooks, schemas, responses } = outwardParts('');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portolan outward API (DCSA Track & Trace 2.2)',
      version: outwardVersion,
      description:
        'For the systems of a tenant. A key is created on the page of integrations and sent with every request. An estimate that has passed without the event is not sent any more. Events that were sent before stay as they were.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: outwardBase, description: 'This installation' }],
    tags: outwardTags,
    security: [{ apiKey: [] }, { keyAsBearer: [] }],
    paths,
    webhooks,
    components: { securitySchemes: keySchemes, responses, schemas },
  };
}
