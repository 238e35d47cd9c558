import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';

/** A program as people connect it: it keeps what the official client library gives it, and waits for the person's browser. */
export class OAuthProgram implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata;
  readonly #scope: string | undefined;
  #client: StoredOAuthClientInformation | undefined;
  #verifier = '';
  kept: StoredOAuthTokens | undefined;
  /** Where the person's browser was sent. */
  authorization: URL | undefined;

  constructor({
    name = 'Test program',
    redirectUrl = 'http://127.0.0.1:9/callback',
    scope,
  }: { name?: string; redirectUrl?: string; scope?: string } = {}) {
    this.redirectUrl = redirectUrl;
    this.#scope = scope;
    this.clientMetadata = {
      client_name: name,
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      ...(scope === undefined ? {} : { scope }),
    };
  }

  state(): string {
    return 'state of the program';
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.kept;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.kept = tokens;
  }

  redirectToAuthorization(url: URL): void {
    this.authorization = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  /** What the server no longer takes is forgotten, so that the person is asked again. */
  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'tokens') this.kept = undefined;
    if (scope === 'all' || scope === 'client') this.#client = undefined;
  }

  /** A transport and a client of their own, as the program makes them at each start. */
  #open(base: string) {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const transport = new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { authProvider: this });
    return { client, transport };
  }

  /** Connects with the tokens that are kept; without valid ones it finds the server, registers and gives where the person has to go. */
  async connect(base: string): Promise<{ client: Client } | { authorization: URL }> {
    const { client, transport } = this.#open(base);
    this.authorization = undefined;
    try {
      await client.connect(transport);
      return { client };
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || this.authorization === undefined) throw error;
      return { authorization: this.authorization };
    }
  }

  /** Takes the address to which the person's browser was sent back, and connects. */
  async finish(base: string, answer: URL): Promise<Client> {
    if (answer.searchParams.get('state') !== this.state()) throw new Error('an answer to another request');
    await this.#open(base).transport.finishAuth(answer.searchParams);
    const connected = await this.connect(base);
    if (!('client' in connected)) throw new Error('the tokens are not taken');
    return connected.client;
  }
}
