import { Socket } from 'node:net';
import pg from 'pg';
import { toError } from '#shared/values/errors.ts';
import { hostsOf, wantsWritable } from './database-hosts.ts';

const PROBE_MS = 3_000;
/** Connections that are opened together go to the server that was found for the first of them. */
const KNOWN_MS = 1_000;
const TAKES_WRITES = `select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as yes`;

/** The error of a server that takes no writes, with the code that PostgreSQL gives to a refused write. */
export const standbyError = (): Error =>
  Object.assign(new Error('the database server is a standby'), { code: '25006' });

type Place = { host: string; port: number };

const placeOf = (url: string): Place => {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 5432 : Number(port) };
};

async function takesWrites(url: string): Promise<boolean> {
  const probe = new pg.Client({
    connectionString: url,
    application_name: 'portolan',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  probe.on('error', () => {});
  try {
    await probe.connect();
    const { rows } = await probe.query<{ yes: boolean }>(TAKES_WRITES);
    return rows[0]?.yes === true;
  } finally {
    probe.end().catch(() => {});
  }
}

/** The first server that takes writes, asked in their order; throws what the last of them stated. */
async function findWritable(urls: readonly string[]): Promise<Place> {
  let failure: unknown;
  for (const url of urls) {
    try {
      if (await takesWrites(url)) return placeOf(url);
      failure = standbyError();
    } catch (error) {
      failure ??= error;
    }
  }
  throw toError(failure);
}

/** A socket that finds out where to connect to when it connects. */
class ChoosingSocket extends Socket {
  readonly #choose: () => Promise<Place>;

  constructor(choose: () => Promise<Place>) {
    super();
    this.#choose = choose;
  }

  override connect(): this {
    this.#choose().then(
      ({ host, port }) => {
        if (!this.destroyed) super.connect(port, host);
      },
      (error: unknown) => this.destroy(toError(error)),
    );
    return this;
  }
}

/**
 * How the driver reaches the server of a database URL. Of several hosts every new connection goes to the one that takes writes at that
 * moment, so that the product follows a failover. With TLS the certificate is checked against the first name.
 */
export function reaching(url: string): Pick<pg.ClientConfig, 'connectionString' | 'stream'> {
  const urls = hostsOf(url);
  const [connectionString] = urls;
  if (urls.length === 1 || wantsWritable(url) !== true) return { connectionString };
  let known: { place: Promise<Place>; at: number } | undefined;
  const choose = (): Promise<Place> => {
    if (known === undefined || Date.now() - known.at > KNOWN_MS) {
      known = { place: findWritable(urls), at: Date.now() };
      known.place.catch(() => (known = undefined));
    }
    return known.place;
  };
  return { connectionString, stream: () => new ChoosingSocket(choose) };
}
