import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { listeningAt, portOrAny } from './listening-at.ts';
import { StartupError } from './startup-error.ts';

const listenAt = async (port: number) => {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

test('a port in use is stated in both languages, with the port and the setting that chooses it', async () => {
  const first = await listenAt(0);
  const { port } = first.address() as AddressInfo;
  try {
    const refused = await listeningAt({ name: 'PORT', port }, () => listenAt(port)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartupError);
    const { zh, en } = refused as StartupError;
    expect(zh).toBe(`端口 ${port} 已被其他程序占用。请结束该程序，或用 PORT=<端口> 另选一个端口。`);
    expect(en).toBe(
      `Port ${port} is in use by another program. End that program, or choose another port with PORT=<port>.`,
    );
  } finally {
    first.close();
  }
});

test('a port that nobody named gives way to any free one when it is taken', async () => {
  const taken = await listenAt(0);
  const { port } = taken.address() as AddressInfo;
  expect(await portOrAny(port, '127.0.0.1')).toBe(0);
  taken.close();
  await once(taken, 'close');
  expect(await portOrAny(port, '127.0.0.1')).toBe(port);
});

test('what begins to listen is given back, and other errors stay what they are', async () => {
  const server = await listeningAt({ name: 'SIMULATOR_PORT', port: 0 }, () => listenAt(0));
  server.close();
  const other = new Error('something else');
  await expect(listeningAt({ name: 'PORT', port: 1 }, () => Promise.reject(other))).rejects.toBe(other);
});
