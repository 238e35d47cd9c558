import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { stopRinging } from './worker.ts';

const source = readFileSync(join(import.meta.dirname, '../public/sw.js'), 'utf8');
const origin = 'https://portolan.example';

type Answer = { status: number; type: string; text: string; clone: () => Answer };
const answerOf = (text: string, status = 200): Answer => ({
  status,
  type: 'basic',
  text,
  clone: () => answerOf(text, status),
});

/** A browser as far as the worker sees it: caches, windows, notifications and a server that counts. */
function browser(stored: Map<string, Map<string, Answer>> = new Map()) {
  const requested: string[] = [];
  const shown: { title: string; data: unknown }[] = [];
  const opened: string[] = [];
  const start = (build: string) => {
    const heard = new Map<string, (event: unknown) => void>();
    const self = {
      location: { origin },
      skipWaiting: async () => undefined,
      addEventListener: (name: string, on: (event: unknown) => void) => heard.set(name, on),
      registration: {
        showNotification: async (title: string, { data }: { data: unknown }) => void shown.push({ title, data }),
      },
      clients: {
        claim: async () => undefined,
        matchAll: async () => [],
        openWindow: async (href: string) => void opened.push(href),
      },
    };
    const caches = {
      keys: async () => [...stored.keys()],
      delete: async (name: string) => stored.delete(name),
      open: async (name: string) => {
        const files = stored.get(name) ?? new Map<string, Answer>();
        stored.set(name, files);
        return {
          match: async ({ url }: { url: string }) => files.get(url),
          put: async ({ url }: { url: string }, answer: Answer) => void files.set(url, answer),
        };
      },
    };
    const fetch = async ({ url }: { url: string }) => {
      requested.push(url);
      return answerOf(`${build} ${url}`, url.includes('missing') ? 404 : 200);
    };
    runInContext(source.replace('__BUILD__', build), createContext({ self, caches, fetch, URL }));
    const emit = async (name: string, more: object = {}): Promise<Answer | undefined> => {
      const waits: Promise<unknown>[] = [];
      let answer: Promise<Answer> | undefined;
      heard.get(name)?.({
        ...more,
        waitUntil: (work: Promise<unknown>) => waits.push(work),
        respondWith: (given: Promise<Answer>) => (answer = given),
      });
      await Promise.all(waits);
      return answer;
    };
    const get = (path: string, method = 'GET') =>
      emit('fetch', { request: { url: new URL(path, origin).href, method, headers: new Headers() } });
    return { emit, get };
  };
  return { start, asked: requested, shown, opened, stored };
}

test('keeps hashed files only: pages, answers and other hosts go to the server past it', async () => {
  const { start, asked: requested } = browser();
  const { get } = start('one');
  for (const path of [
    '/index',
    '/api/autotest/query',
    '/',
    '/sw.js',
    '/app-zh.json',
    'https://other.example/assets/a.js',
  ])
    expect(await get(path)).toBeUndefined();
  expect(await get('/assets/a-1.js', 'POST')).toBeUndefined();
  expect((await get('/assets/a-1.js'))?.text).toContain('a-1.js');
  expect((await get('/assets/a-1.js'))?.text).toContain('a-1.js');
  expect(requested).toEqual([`${origin}/assets/a-1.js`]);
  // What is not there may be there after an upgrade.
  await get('/assets/missing-1.js');
  expect((await get('/assets/missing-1.js'))?.status).toBe(404);
  expect(requested).toHaveLength(3);
});

test('a new build drops the files of the old one, and nothing that others keep', async () => {
  const { start, stored } = browser(new Map([['elsewhere', new Map()]]));
  await start('one').get('/assets/a-1.js');
  const two = start('two');
  await two.emit('activate');
  expect([...stored.keys()]).toEqual(['elsewhere']);
  expect((await two.get('/assets/a-1.js'))?.text).toMatch(/^two /);
});

test('shows what is pushed and opens pages of this product only', async () => {
  const { start, shown, opened } = browser();
  const { emit } = start('one');
  const push = (message: unknown) => emit('push', { data: { json: () => message } });
  await push({ title: 'Late at Rotterdam', link: '/exception-manage/handle?id=7' });
  await push({ title: 'x', link: 'https://evil.example/index' });
  await emit('push', {
    data: {
      json: () => {
        throw new Error('no JSON');
      },
    },
  });
  expect(shown).toEqual([
    { title: 'Late at Rotterdam', data: `${origin}/exception-manage/handle?id=7` },
    { title: 'x', data: `${origin}/index` },
    { title: '航图 Portolan', data: `${origin}/index` },
  ]);
  await emit('notificationclick', { notification: { close: () => undefined, data: shown[0]?.data } });
  expect(opened).toEqual([`${origin}/exception-manage/handle?id=7`]);
});

test.each(['zh', 'en'])(
  'the %s product can be installed: what the manifest names is there, and is served as a file',
  (lang) => {
    const folder = join(import.meta.dirname, '../public');
    const manifest = JSON.parse(readFileSync(join(folder, `app-${lang}.json`), 'utf8'));
    expect(manifest).toMatchObject({ start_url: '/index', display: 'standalone', scope: '/' });
    expect(manifest.icons.map(({ purpose }: { purpose?: string }) => purpose)).toContain('maskable');
    for (const { src } of manifest.icons) expect(readFileSync(join(folder, src)).length).toBeGreaterThan(100);
  },
);

afterEach(() => vi.unstubAllGlobals());

test('who signs out is not shown messages on this device any more; a browser without a worker has nothing to end', async () => {
  let ended = 0;
  const subscription = { unsubscribe: async () => void (ended += 1) };
  const worker = { pushManager: { getSubscription: async () => subscription } };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => worker } });
  await stopRinging();
  expect(ended).toBe(1);
  vi.stubGlobal('navigator', {});
  await stopRinging();
  expect(ended).toBe(1);
});
