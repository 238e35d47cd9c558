import { describe, expect, test } from 'vitest';
import { calls } from './index.ts';
import { openApiDocument, openApiPath } from './openapi.ts';
import { paths } from './all-paths.ts';
import type { CallName, CallPath } from './paths.ts';

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
    expect(operation?.description).toBe(`access: ${typeof access === 'string' ? access : access.join(', ')}`);
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
      { anyOf: [{ required: ['blNo'] }, { required: ['ctnNo'] }] },
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
