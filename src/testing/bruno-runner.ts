import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import lang, { type BruPair, type BruRequest } from '@usebruno/lang';

/** How one request of a collection went; `failed` are the assertions that do not hold, with what was found. */
export type BrunoResult = { file: string; method: string; path: string; status: number; failed: string[] };

const methodsKnown = new Set(['get', 'post', 'put', 'delete']);
/** Parts of a request file that the runner understands. */
const partsKnown = new Set(['meta', 'http', 'params', 'headers', 'body', 'vars', 'assertions', 'docs']);

/** Fills `{{name}}`. Throws for a name without a value. */
function fill(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`{{${name}}} has no value`);
    return value;
  });
}

/** The value at a path such as `res.body[0].eventID`. */
function valueAt(path: string, response: { status: number; body: unknown }): unknown {
  const [root, ...parts] = path.split(/[.[\]]+/).filter(Boolean);
  if (root !== 'res') throw new Error(`${path} does not begin with res`);
  let value: unknown = response;
  for (const part of parts) value = (value as Record<string, unknown> | undefined)?.[part];
  return value;
}

function failedOf({ name, value }: BruPair, response: { status: number; body: unknown }): string[] {
  const [operator = '', ...rest] = value.split(' ');
  if (operator !== 'eq') throw new Error(`the assertion ${name}: ${value} is not understood`);
  const found = String(valueAt(name, response));
  return found === rest.join(' ') ? [] : [`${name}: ${value}, but it is ${found}`];
}

function addressOf({ http, params = [] }: BruRequest, values: ReadonlyMap<string, string>): string {
  const [bare = '', search = ''] = fill(http.url, values).split('?');
  const inFile = new URLSearchParams(search).toString();
  const wanted = params.filter(({ type, enabled }) => type === 'query' && enabled);
  const inTable = new URLSearchParams(wanted.map(({ name, value }) => [name, fill(value, values)])).toString();
  if (inFile !== inTable) throw new Error(`${http.url} and its table of parameters differ`);
  const path = bare.replace(/\/:(\w+)/g, (_, name: string) => {
    const given = params.find((one) => one.type === 'path' && one.name === name);
    if (given === undefined) throw new Error(`:${name} has no value`);
    return `/${encodeURIComponent(fill(given.value, values))}`;
  });
  return inFile === '' ? path : `${path}?${inFile}`;
}

function checkRequest(request: BruRequest): void {
  const unknown = Object.keys(request).filter((part) => !partsKnown.has(part));
  if (unknown.length > 0) throw new Error(`parts that the runner does not know: ${unknown.join(', ')}`);
  const { http, assertions = [] } = request;
  if (!methodsKnown.has(http.method) || http.auth !== 'none' || !['none', 'json'].includes(http.body))
    throw new Error(`${http.method} with auth ${http.auth} and body ${http.body} is not understood`);
  if (assertions.length === 0) throw new Error('a request without an assertion shows nothing');
}

const bruFilesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.bru') && entry.parentPath !== folder)
    .filter((entry) => !entry.parentPath.endsWith('environments'))
    .map((entry) => join(entry.parentPath, entry.name));

/** The requests of a collection as they are run: folder by folder, and by their number. Throws for what it does not know. */
export function readCollection(folder: string): { file: string; request: BruRequest }[] {
  const read = bruFilesOf(folder).map((path) => {
    const request = lang.bruToJsonV2(readFileSync(path, 'utf8'));
    const file = relative(folder, path).replaceAll('\\', '/');
    checkRequest(request);
    return { file, folder: file.slice(0, file.lastIndexOf('/')), request };
  });
  return read.sort((a, b) =>
    a.folder === b.folder ? Number(a.request.meta.seq) - Number(b.request.meta.seq) : a.folder < b.folder ? -1 : 1,
  );
}

/**
 * Runs a Bruno collection: every request with the headers of the collection, the values of `variables` and those that
 * earlier answers left. It is strict, because Bruno's own command line has 270 MB: what it does not know, it throws.
 */
export async function runCollection(
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<BrunoResult[]> {
  const values = new Map(Object.entries(variables));
  const { headers: common = [] } = lang.collectionBruToJson(readFileSync(join(folder, 'collection.bru'), 'utf8'));
  const results: BrunoResult[] = [];
  for (const { file, request } of readCollection(folder)) {
    const address = addressOf(request, values);
    const headers = [...common, ...(request.headers ?? [])].filter(({ enabled }) => enabled);
    const json = request.body?.json;
    const answer = await fetch(address, {
      method: request.http.method.toUpperCase(),
      headers: {
        ...Object.fromEntries(headers.map(({ name, value }) => [name, fill(value, values)])),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: fill(json, values) }),
    });
    const text = await answer.text();
    const response = { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
    for (const { name, value, enabled } of request.vars?.res ?? [])
      if (enabled) values.set(name, String(valueAt(value, response)));
    const failed = (request.assertions ?? []).flatMap((one) => (one.enabled ? failedOf(one, response) : []));
    const method = request.http.method.toUpperCase();
    results.push({ file, method, path: new URL(address).pathname, status: answer.status, failed });
  }
  return results;
}
