import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { startPushing } from '#testing/pushing.ts';
import { testDatabase } from '#testing/test-database.ts';
import { soon } from '#testing/soon.ts';

const database = await testDatabase();
const { anonymous, carrier, sign, push } = await startPushing(database);
const { app } = anonymous;
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;

/** Announces a body of 5 MB and sends none of it; gives what is answered nevertheless. */
async function announce(path: string, ...headers: string[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'content-type: application/json', 'content-length: 5000000'];
  socket.write(`${[...head, ...headers].join('\r\n')}\r\n\r\n`);
  await vi.waitFor(() => expect(text).toContain('HTTP/1.1 '), soon);
  socket.destroy();
  return text;
}

test('who is unknown, or shows nothing, is refused before the body is read', async () => {
  const one = await carrier();
  const path = (code: string): string => `/api/data-center/dcsa/v2/notifications/${encodeURIComponent(code)}`;
  const signature = `notification-signature: ${sign('{}')}`;
  for (const [code, ...headers] of [['dcsa:NONE', signature], [`dcsa:${one.code}`]] as [string, ...string[]][]) {
    expect(await announce(path(code), ...headers)).toContain('HTTP/1.1 401');
    expect(await announce(`/api/data-center/dcsa/v3/${encodeURIComponent(code)}/events`, ...headers)).toContain(
      'HTTP/1.1 401',
    );
    expect(
      await announce(`/api/data-center/onerecord/${encodeURIComponent(code)}/notifications`, ...headers),
    ).toContain('HTTP/1.1 401');
  }
});

test('many notifications of a carrier at once are all taken; one with a wrong signature is refused', async () => {
  const one = await carrier();
  const answers = await Promise.all(Array.from({ length: 40 }, () => push(one.code, one.events)));
  expect(answers.map(({ http }) => http)).toEqual(answers.map(() => 200));
  const wrong = await push(one.code, one.events, { 'notification-signature': `sha256=${'0'.repeat(64)}` });
  expect(wrong.http).toBe(401);
});
