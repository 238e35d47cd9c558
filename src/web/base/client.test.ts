// @vitest-environment jsdom
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadShellTexts, initTexts } from '#web/i18n/index.ts';
import {
  call,
  callFile,
  callFull,
  CallError,
  encodeQuery,
  fileNameOf,
  isAborted,
  onAuthRefusal,
  type AuthHandler,
} from './client.ts';

// A real server on a socket; only the base address is put before the paths, as a browser would.
let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let seen: { method: string | undefined; url: string | undefined; headers: IncomingMessage['headers']; body: string };
const realFetch = globalThis.fetch;

const json = (httpStatus: number, body: unknown) => (_request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(httpStatus, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    seen = { method: request.method, url: request.url, headers: request.headers, body };
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  globalThis.fetch = (input, init) => realFetch(base + String(input), init);
  await initTexts('zh');
  await loadShellTexts();
});
afterAll(() => {
  globalThis.fetch = realFetch;
  server.close();
});
const refusals = vi.fn<AuthHandler>();
beforeEach(() => onAuthRefusal(refusals));
afterEach(() => refusals.mockReset());

const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  );

describe('what is sent', () => {
  test('a GET with repeated JSON keys, the source header and the language', async () => {
    answer = json(200, { status: 1, msg: '', data: { wlUsers: [], totalPage: 0, totalRecord: 0 } });
    await call('users', {
      keyword: '张 三',
      searchColumns: [{ columnName: 'a', value: 1 }, { columnName: 'b' }],
      pageSize: 20,
    });
    const url = new URL(seen.url ?? '', 'http://x');
    expect(seen.method).toBe('GET');
    expect(url.searchParams.getAll('searchColumns')).toEqual(['{"columnName":"a","value":1}', '{"columnName":"b"}']);
    expect(url.searchParams.get('keyword')).toBe('张 三');
    expect(seen.headers.source).toBe('Manual');
    expect(seen.headers['x-lang']).toBe('zh');
  });
  test('a POST with a JSON body and no password in its address', async () => {
    answer = json(200, { status: 1, msg: 'ok', data: null });
    await call('login', { userCode: 'a', password: 'secret' });
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/api/auth/user/login',
      body: '{"userCode":"a","password":"secret"}',
    });
  });
  test('absent values are left out', () => {
    expect(encodeQuery({ a: undefined, b: null, c: 0, d: '', e: [] })).toBe('c=0&d=');
  });
});

describe('what comes back', () => {
  test('data and the text of a success', async () => {
    answer = json(200, { status: 1, msg: '已分配', data: 'x' });
    expect(await callFull('assignExceptions', { ids: [1] })).toEqual({ data: 'x', msg: '已分配' });
  });
  test('a refusal with status 0 is an error with its text and data', async () => {
    answer = json(200, { status: 0, msg: '不行', data: { fields: [] } });
    expect(await caught(call('sources'))).toMatchObject({
      status: 0,
      msg: '不行',
      httpStatus: 200,
      data: { fields: [] },
    });
  });
  test('only a 200 hands its body back', async () => {
    answer = json(201, { status: 1, msg: '', data: 'secret' });
    expect(await caught(call('sources'))).toBeInstanceOf(CallError);
  });
  test('a broken answer still has a text for people', async () => {
    answer = (_request, response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    expect(await caught(call('sources'))).toMatchObject({ httpStatus: 502, msg: expect.stringContaining('502') });
  });
});

describe('the session', () => {
  test('a 401 and a 403 are shown with their redirect', async () => {
    answer = json(401, { status: 0, msg: '请登录', data: null, redirectUrl: '/x' });
    await caught(call('sources'));
    expect(refusals).toHaveBeenCalledWith({ httpStatus: 401, msg: '请登录', data: null, redirectUrl: '/x' });
    answer = json(403, { status: 0, msg: '', data: null });
    expect(await caught(call('sources'))).toMatchObject({ httpStatus: 403, msg: '您没有权限执行此操作' });
    expect(refusals).toHaveBeenLastCalledWith(expect.objectContaining({ httpStatus: 403, redirectUrl: undefined }));
  });
  test('quiet calls tell nobody', async () => {
    answer = json(401, { status: 0, msg: '请登录', data: null });
    await caught(call('sources', undefined, { quiet: true }));
    expect(refusals).not.toHaveBeenCalled();
  });
});

describe('no answer', () => {
  test('is waited for 30 seconds unless specified otherwise', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout');
    await caught(call('sources'));
    expect(limit).toHaveBeenNthCalledWith(1, 30_000);
    limit.mockRestore();
  });
  test('after the time limit', async () => {
    answer = () => undefined;
    expect(await caught(call('sources', undefined, { timeoutMs: 50 }))).toMatchObject({
      httpStatus: 0,
      msg: expect.stringContaining('请求超时'),
    });
  });
  test('when the caller cancels, which is nothing to show', async () => {
    const stop = new AbortController();
    answer = () => stop.abort();
    expect(isAborted(await caught(call('sources', undefined, { signal: stop.signal })))).toBe(true);
  });
  test('when the connection breaks', async () => {
    answer = (request) => request.socket.destroy();
    expect(await caught(call('sources'))).toMatchObject({ httpStatus: 0, msg: '网络连接失败，请检查网络后重试' });
  });
});

describe('files', () => {
  test('are received with their name and progress', async () => {
    answer = (_request, response) =>
      response
        .writeHead(200, {
          'content-type': 'text/csv',
          'content-disposition': "attachment; filename*=UTF-8''%E5%BC%82%E5%B8%B8.csv",
        })
        .end('a,b\n');
    const progress: number[] = [];
    const file = await callFile('exportExceptions', {}, { onProgress: (bytes) => progress.push(bytes) });
    expect(file.fileName).toBe('异常.csv');
    expect(file.blob.size).toBe(4);
    expect(progress.at(-1)).toBe(4);
  });
  test('a refusal instead of a file is an error', async () => {
    answer = json(200, { status: 0, msg: '太多', data: null });
    expect(await caught(callFile('exportExceptions', {}))).toMatchObject({ msg: '太多' });
  });
  test.each([
    [null, 'export.csv'],
    ['attachment; filename="x.csv"', 'x.csv'],
  ])('%s is named %s', (disposition, name) => {
    expect(fileNameOf(disposition, 'export.csv')).toBe(name);
  });
});
