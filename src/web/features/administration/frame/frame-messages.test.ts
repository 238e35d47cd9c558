import { describe, expect, test } from 'vitest';
import { cacheBuster, frameUrl, readFrameMessage, readShellMessage } from './frame-messages.ts';

const frame = {} as MessageEventSource;
const expected = {
  source: frame,
  origins: ['null', 'https://pages.example'],
  knows: (path: string) => path === '/trace-detail',
};
const from = (data: unknown, origin = 'null', source: MessageEventSource | null = frame) =>
  readFrameMessage({ source, origin, data }, expected);

describe('a message counts', () => {
  test('when frame, origin, action and page fit', () => {
    const message = { action: 'navigate', path: '/trace-detail?bkId=1' };
    expect(from(message)).toEqual(message);
    expect(from(message, 'https://pages.example')).toEqual(message);
  });
  test.each([
    ['a foreign origin', { action: 'navigate', path: '/trace-detail' }, 'https://evil.example', frame],
    ['another window', { action: 'navigate', path: '/trace-detail' }, 'null', {} as MessageEventSource],
    ['no window', { action: 'navigate', path: '/trace-detail' }, 'null', null],
    ['another action', { action: 'open', path: '/trace-detail' }, 'null', frame],
    ['an unknown page', { action: 'navigate', path: '/nowhere' }, 'null', frame],
    ['another site', { action: 'navigate', path: '//evil.example/trace-detail' }, 'null', frame],
    ['a scheme', { action: 'navigate', path: 'javascript:alert(1)' }, 'null', frame],
    ['no path', { action: 'navigate' }, 'null', frame],
    ['no object', 'navigate', 'null', frame],
    ['nothing', null, 'null', frame],
  ] as const)('not with %s', (_name, data, origin, source) => {
    expect(from(data, origin, source)).toBeUndefined();
  });
});

test('the window around a frame may set language and looks only', () => {
  expect(readShellMessage({ action: 'appearance', locale: 'en', theme: 'dark', path: '/x' })).toEqual({
    locale: 'en',
    theme: 'dark',
  });
  expect(readShellMessage({ action: 'appearance', locale: 'fr' })).toEqual({});
  expect(readShellMessage({ action: 'navigate', path: '/x' })).toBeUndefined();
});

test('the address of a data page holds path, query, language and cache-buster, and the token in the fragment only', () => {
  const url = new URL(
    frameUrl('https://pages.example/app/?v=2', '/trace-detail?bkId=1&blNo=A%26B', {
      locale: 'en',
      buster: '77',
      token: 't/+=',
    }),
  );
  expect(url.origin + url.pathname).toBe('https://pages.example/app/trace-detail');
  expect(Object.fromEntries(url.searchParams)).toEqual({ v: '2', bkId: '1', blNo: 'A&B', locale: 'en', _: '77' });
  expect(new URLSearchParams(url.hash.slice(1)).get('token')).toBe('t/+=');
  expect(url.search).not.toContain('t%2F');
});

test('the cache-buster is a whole number below 10000', () => {
  for (let i = 0; i < 200; i += 1) expect(cacheBuster()).toMatch(/^\d{1,4}$/);
});
