import { pino } from 'pino';
import { afterAll } from 'vitest';
import { paths } from '#contract/all-paths.ts';
import type { CallPath } from '#contract/call-path.ts';
import type { CallName } from '#contract/paths.ts';
import { type BuildOptions, buildApp } from '#server/app.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { App } from '#server/platform/http/app-types.ts';
import type { HttpSettings } from '#server/platform/http/settings.ts';
import type { Database } from '#server/platform/db/database.ts';
import { testPassword } from './people.ts';

/** Settings of a test: answers are checked against the contract, nothing external is configured. */
const testSettings: HttpSettings = {
  validateAnswers: true,
  publicUrl: null,
  trustProxy: false,
  dataPageUrl: null,
  ftPageUrl: null,
  embedAncestors: [],
  sessionIdleMs: 3_600_000,
  sessionMaxMs: 86_400_000,
  passwordPolicy: 'standard',
  passwordSignIn: true,
  passwordChangeByGet: false,
  rateLimitPerMinute: 0,
  poolSize: 10,
  secret: 'the secret of a test, of no use anywhere else',
  keys: [Buffer.alloc(32, 7)],
  oidc: null,
  demoLogins: [],
  disk: null,
  metricsToken: null,
};

/** An answer as a test sees it. */
export type TestAnswer = {
  http: number;
  status: number;
  msg: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- the data of any call; what it is, each test says by expect
  data: any;
  redirectUrl?: string;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  cookies: { name: string; value: string; [attribute: string]: unknown }[];
};

/** What a call is made with. */
export type CallOptions = {
  query?: Record<string, unknown>;
  body?: unknown;
  params?: Record<string, string | number>;
  /** Use the second method of the call. */
  also?: boolean;
  headers?: Record<string, string>;
};

/** Somebody who makes calls, with the cookies of their browser. */
export class TestClient {
  readonly app: App;
  cookie: string;
  address: string;

  constructor(app: App, cookie = '', address = '10.0.0.1') {
    this.app = app;
    this.cookie = cookie;
    this.address = address;
  }

  /** Makes a call of the contract as the own browser does. */
  async call(name: CallName, options: CallOptions = {}): Promise<TestAnswer> {
    const { method, path, also } = paths[name] as CallPath;
    const verb = options.also === true ? (also ?? method) : method;
    const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(options.params?.[key] ?? '')));
    return this.send(verb, filled + queryText(options.query), options.body, options.headers);
  }

  /** Sends anything. */
  async send(
    method: 'GET' | 'POST' | 'HEAD' | 'PUT' | 'DELETE' | 'OPTIONS',
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> {
    const response = await this.app.inject({
      method,
      url,
      remoteAddress: this.address,
      headers: {
        source: 'Manual',
        'x-lang': 'zh',
        ...(this.cookie === '' ? {} : { cookie: this.cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const envelope = String(response.headers['content-type'] ?? '').startsWith('application/json')
      ? response.json()
      : {};
    return {
      ...envelope,
      http: response.statusCode,
      headers: response.headers,
      text: response.body,
      cookies: response.cookies,
    };
  }

  /** Signs in and keeps the session. */
  async signIn(userCode: string, password: string = testPassword): Promise<TestAnswer> {
    const answer = await this.call('login', { body: { userCode, password } });
    const session = answer.cookies.find((cookie) => cookie.name === 'portolan_session');
    if (session !== undefined) this.cookie = `portolan_session=${session.value}`;
    return answer;
  }
}

/** Arrays as repeated keys, each element JSON-encoded. */
function queryText(query: Record<string, unknown> | undefined): string {
  const parts = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (Array.isArray(value)) for (const item of value) parts.append(key, JSON.stringify(item));
    else if (value !== undefined && value !== null) parts.append(key, String(value));
  }
  const text = parts.toString();
  return text === '' ? '' : `?${text}`;
}

/** Builds an application on a test database; it is closed after the tests of the file. */
export async function testApp(
  database: Database,
  options: Partial<Omit<BuildOptions, 'settings'>> & { settings?: Partial<HttpSettings> } = {},
): Promise<{
  app: App;
  anonymous: TestClient;
  signedIn: (userCode: string, password?: string) => Promise<TestClient>;
}> {
  const { settings, ...rest } = options;
  const app = await buildApp({
    settings: { ...testSettings, ...settings },
    database,
    queue: undefined as never,
    live: undefined as never,
    clock: realClock,
    log: pino({ level: 'silent' }),
    modules: [],
    ...rest,
  });
  afterAll(() => app.close());
  return {
    app,
    anonymous: new TestClient(app),
    signedIn: async (userCode, password) => {
      const client = new TestClient(app);
      const answer = await client.signIn(userCode, password);
      if (answer.status !== 1) throw new Error(`${userCode} could not sign in: ${answer.msg}`);
      return client;
    },
  };
}
