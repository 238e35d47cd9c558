import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** A request as a receiver got it. */
export type ReceivedRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string };

/** What a receiver does with a request; `count` counts from 1. */
export type Behaviour = (request: ReceivedRequest, response: ServerResponse, count: number) => void;

/** A real HTTP server that keeps what it gets and behaves as reported; it is closed after the tests of the file. */
export async function startHttpReceiver(): Promise<{
  url: string;
  requests: ReceivedRequest[];
  behave: (behaviour: Behaviour) => void;
}> {
  const requests: ReceivedRequest[] = [];
  const ok: Behaviour = (_request, response) => response.writeHead(200).end('ok');
  let behaviour = ok;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const got = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      requests.push(got);
      behaviour(got, response, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    behave: (next) => {
      requests.splice(0);
      behaviour = next;
    },
  };
}

/** Answers every request with one status. */
export const answering =
  (status: number, text = '', headers: Record<string, string> = {}): Behaviour =>
  (_request, response) =>
    void response.writeHead(status, headers).end(text);
