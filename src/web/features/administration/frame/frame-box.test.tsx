import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { FrameBox } from './FrameBox.tsx';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['frame']);
});
afterEach(cleanup);

const listen = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((_request, response) => void response.end()).listen(0, '127.0.0.1', () =>
      resolve(server),
    );
  });
const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/tracking`;
const closed = (server: Server): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));

test('a page of another site that nobody answers for is an error with a way to try again', async () => {
  const server = await listen();
  const src = addressOf(server);
  await closed(server);
  let tries = 0;
  renderInApp(<FrameBox src={src} title="远洋跟踪" onRetry={() => (tries += 1)} />);
  expect(await screen.findByText('外部页面的地址连接不上。')).toBeDefined();
  expect(screen.queryByTitle('远洋跟踪')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /重\s*试/ }));
  expect(tries).toBe(1);
});

test('one that is answered for stays in its frame', async () => {
  const server = await listen();
  const requested = new Promise<string | undefined>((resolve) =>
    server.once('request', ({ method }) => resolve(method)),
  );
  renderInApp(<FrameBox src={addressOf(server)} title="远洋跟踪" onRetry={() => undefined} />);
  expect(await requested).toBe('HEAD');
  expect(screen.getByTitle('远洋跟踪').getAttribute('sandbox')).not.toContain('allow-same-origin');
  await closed(server);
  expect(screen.queryByRole('alert')).toBeNull();
});
