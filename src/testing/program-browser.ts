import type { TestClient } from './test-app.ts';

/** The browser of a person who is signed in, as far as connecting programs needs one: cookies, and addresses it is sent to. */
export class ProgramBrowser {
  readonly #base: string;
  readonly #client: TestClient;
  readonly #session: string;
  readonly #cookies = new Map<string, string>();

  constructor(base: string, client: TestClient) {
    this.#base = base;
    this.#client = client;
    this.#session = client.cookie;
  }

  get #cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Opens an address and gives where it leads; cookies are kept whatever their path. */
  async open(address: string | URL): Promise<{ status: number; location: URL | undefined }> {
    const answer = await fetch(new URL(address, this.#base), { redirect: 'manual', headers: { cookie: this.#cookie } });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = answer.headers.get('location');
    return { status: answer.status, location: location === null ? undefined : new URL(location, this.#base) };
  }

  /** Opens what a program asks for and gives the name of the request on the page of ours, or the problem that the page shows. */
  async ask(authorization: string | URL): Promise<{ request: string } | { problem: string } | { back: URL }> {
    const { location } = await this.open(authorization);
    if (location === undefined) throw new Error('the request led nowhere');
    if (location.origin !== new URL(this.#base).origin) return { back: location };
    const request = location.searchParams.get('request');
    return request === null ? { problem: location.searchParams.get('problem') ?? '' } : { request };
  }

  /** Makes a call of the page with the cookies of this browser. */
  call(...[name, options]: Parameters<TestClient['call']>): ReturnType<TestClient['call']> {
    this.#client.cookie = [this.#session, this.#cookie].filter((part) => part !== '').join('; ');
    return this.#client.call(name, options);
  }

  /** Lets the program in and gives where the browser ends. */
  async allow(authorization: string | URL, body: { tenantId: string; scopes: readonly string[] }): Promise<URL> {
    const asked = await this.ask(authorization);
    if (!('request' in asked)) throw new Error(`there is nothing to allow: ${JSON.stringify(asked)}`);
    const { data, msg } = await this.call('connectAllow', { body: { request: asked.request, ...body } });
    if (data === null) throw new Error(msg);
    const { location } = await this.open(data.redirectTo);
    if (location === undefined) throw new Error('the person was sent nowhere');
    return location;
  }
}
