import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { App } from '#server/platform/http/app-types.ts';
import { isOneOf } from '#shared/values/objects.ts';

/** What a request to the assistant's address is sent with. */
type Sent = { key?: string; headers?: Record<string, string>; method?: 'GET' | 'POST' | 'DELETE' };

/** Sends one message of JSON-RPC by hand, as a program without a library does. */
export async function notify(app: App, message: unknown, { key, headers, method = 'POST' }: Sent = {}) {
  const {
    statusCode,
    body,
    headers: answered,
  } = await app.inject({
    method,
    url: '/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(method === 'POST' ? { payload: JSON.stringify(message) } : {}),
  });
  // The answer comes as plain JSON or as the only event of a stream, as the protocol has it.
  const event = /^data: (.*)$/m.exec(body)?.[1] ?? body;
  return { http: statusCode, headers: answered, body: event === '' ? null : JSON.parse(event) };
}

/** Brings the requests of a client library to an application that listens nowhere. */
const fetchWithin =
  (app: App): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { method } = request;
    if (!isOneOf(['GET', 'POST', 'DELETE'] as const, method)) throw new Error(`${method} is not sent by clients`);
    const body = await request.text();
    const answer = await app.inject({
      method,
      url: new URL(request.url).pathname,
      headers: Object.fromEntries(request.headers),
      ...(body === '' ? {} : { payload: body }),
    });
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const empty = answer.statusCode === 202 || answer.statusCode === 204;
    return new Response(empty ? null : answer.body, { status: answer.statusCode, headers });
  };

/** What a tool answered. */
export type ToolAnswer = {
  text: string;
  isError: boolean;
  // oxlint-disable-next-line typescript/no-explicit-any -- the structured content of any tool; what it is, each test says by expect
  data: any;
};

/** An assistant that is connected by a client library, with the tools it has. */
export async function connectAssistant(app: App, key: string, lang: 'zh' | 'en' = 'en') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const transport = new StreamableHTTPClientTransport(new URL('http://portolan.test/mcp'), {
    fetch: fetchWithin(app),
    requestInit: { headers: { authorization: `Bearer ${key}`, 'accept-language': lang } },
  });
  await client.connect(transport);
  return {
    client,
    toolNames: async (): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name).sort(),
    use: async (name: string, input: Record<string, unknown> = {}): Promise<ToolAnswer> => {
      const { content, isError, structuredContent } = await client.callTool({ name, arguments: input });
      const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
      return { text, isError: isError === true, data: structuredContent };
    },
  };
}
