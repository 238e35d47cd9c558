import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** What a source answers: a status with headers and a body, or anything else done by hand. */
export type ScriptedAnswer =
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** A source on this machine that answers as reported; ends with the tests of the file. */
export async function startScriptedSource() {
  let script: (url: URL, request: IncomingMessage) => ScriptedAnswer | Promise<ScriptedAnswer> = () => ({ body: [] });
  const requested: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    requested.push(url);
    void Promise.resolve(script(url, request)).then((answer) => {
      if (typeof answer === 'function') return answer(request, response);
      const { status = 200, headers = {}, body } = answer;
      const text = typeof body === 'string' || body === undefined ? (body ?? '') : JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every address that was requested, in order. */
    asked: requested,
    respond: (next: typeof script): void => {
      script = next;
    },
  };
}
