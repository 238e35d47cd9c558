import { describe, expect, test } from 'vitest';
import { calls } from './index.ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { accessText, openApiDocument, openApiPath } from './openapi.ts';
import { type OutwardCall, outwardApiCalls, outwardBase } from './interfaces/outward-api/calls.ts';
import { outwardDocument } from './interfaces/outward-api/document.ts';
import { paths } from './all-paths.ts';
import type { CallPath } from './call-path.ts';
import type { CallName } from './paths.ts';

type Schema = { properties: Record<string, unknown>; required?: string[]; allOf?: unknown; anyOf?: Schema[] };
type Operation = {
  operationId: string;
  description: string;
  security?: unknown[];
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: { oneOf: [Schema, { $ref: string }] } }> }>;
};
const document = openApiDocument('1.2.3') as unknown as {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
};
const names = Object.keys(paths) as CallName[];

describe('OpenAPI description', () => {
  test('has every method of every path and nothing else', () => {
    const wanted = names.flatMap((name) => {
      const { method, path, also } = paths[name] as CallPath;
      return [method, ...(also === undefined ? [] : [also])].map((verb) => `${verb} ${openApiPath(path)}`);
    });
    const outward = Object.values<OutwardCall>(outwardApiCalls).map(
      ({ method, path }) => `${method} ${outwardBase}${path}`,
    );
    wanted.push(...outward);
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((verb) => `${verb.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(wanted.sort());
  });

  test('operation ids are unique', () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((operation) => operation.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(names)('%s says who may call it and what it answers', (name) => {
    const { method, path, access } = paths[name] as CallPath;
    const operation = document.paths[openApiPath(path)]?.[method.toLowerCase()];
    expect(operation?.description).toBe(accessText(access));
    expect(operation?.security === undefined).toBe(access !== 'public');
    const [done, refused] = operation?.responses['200']?.content?.['application/json']?.schema.oneOf ?? [];
    expect(done?.properties).toMatchObject({ status: { const: 1 }, data: expect.anything() });
    expect(refused).toEqual({ $ref: '#/components/schemas/Refused' });
    expect(calls[name].summary.zh).not.toBe('');
    expect(calls[name].summary.en).not.toBe('');
  });

  test('path parameters are declared', () => {
    const push = document.paths['/api/data-center/dcsa/v2/notifications/{sourceCode}']?.['post'];
    expect(push?.parameters).toEqual([
      expect.objectContaining({ name: 'sourceCode', in: 'path', required: true }),
      expect.objectContaining({ name: 'key', in: 'query', required: false }),
    ]);
  });

  test('what a call cannot do without is declared', () => {
    const get = document.paths[openApiPath(paths.getBusinessData.path)]?.['get'];
    expect(get?.parameters).toContainEqual(expect.objectContaining({ name: 'obmBkId', required: true }));
    const link = document.paths[openApiPath(paths.updateSubscribeInfo.path)]?.['post']?.requestBody;
    expect(link?.required).toBe(true);
    expect(link?.content['application/json']?.schema.required).toEqual(['obmTkSubscribeId', 'bkId']);
    const choose = document.paths[openApiPath(paths.queryBkBySubscribe.path)]?.['post']?.requestBody;
    expect(choose?.content['application/json']?.schema.allOf).toEqual([
      {
        anyOf: [
          { required: ['blNo'], properties: { blNo: {} } },
          { required: ['ctnNo'], properties: { ctnNo: {} } },
        ],
      },
    ]);
    const insert = document.paths[openApiPath(paths['carrier.insert'].path)]?.['post']?.requestBody;
    expect(insert?.content['application/json']?.schema.anyOf?.[0]?.required).toContain('carrierCode');
    // By GET in the query, by POST in the body.
    const byGet = document.paths[openApiPath(paths.userDelete.path)]?.['get']?.parameters;
    expect(byGet).toContainEqual(expect.objectContaining({ name: 'wlUserId', in: 'query', required: true }));
  });

  test('the whole document is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('1.2.3');
  });
});

/** What the validator of Redocly finds: structure, references, examples against their schemas, and its strict rules of style. */
async function findProblems(description: object): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
      'no-invalid-schema-examples': 'error',
      'tag-description': 'error',
      'operation-description': 'error',
      'parameter-description': 'off',
    },
  });
  const found = await lintFromString({ source: JSON.stringify(description), config });
  return found.map(({ ruleId, message, location: [at] }) => `${ruleId} ${at?.pointer}: ${message}`);
}

describe('the validator', () => {
  test('finds nothing in the description of all calls', async () => {
    expect(await findProblems(document)).toEqual([]);
    // Four megabytes take some seconds, and much longer on a busy machine.
  }, 300_000);

  test('finds nothing in the description of the outward API, where every parameter is described too', async () => {
    expect(await findProblems(outwardDocument())).toEqual([]);
    for (const { path, query = [], id } of Object.values<OutwardCall>(outwardApiCalls))
      expect([path, [...query, ...(id === undefined ? [] : [id])].filter((one) => one.description === '')]).toEqual([
        path,
        [],
      ]);
  });

  test('finds an example that does not match its schema', async () => {
    const broken = JSON.parse(JSON.stringify(outwardDocument()).replaceAll('"eventClassifierCode":"EST"', '"x":"EST"'));
    expect((await findProblems(broken)).join()).toContain('no-invalid-media-type-examples');
  });
});

describe('outward calls and webhooks', () => {
  type Content = { content?: Record<string, { example?: unknown }> };
  const parts = outwardDocument() as unknown as Record<'paths' | 'webhooks', Record<string, Record<string, unknown>>>;
  const operations = Object.values({ ...parts.paths, ...parts.webhooks }).flatMap((item) =>
    Object.values(item),
  ) as (Omit<Operation, 'requestBody' | 'responses'> & {
    requestBody?: Content;
    responses: Record<string, Content>;
  })[];

  test.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s has an example of each body and answer',
    (_name, { requestBody, responses }) => {
      const bodies = [requestBody, ...Object.values(responses)].filter((one) => one?.content !== undefined);
      for (const one of bodies) expect(one?.content?.['application/json']?.example).toBeDefined();
    },
  );
});
