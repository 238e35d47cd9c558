import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Database } from '#server/platform/db/database.ts';
import { json } from '#server/platform/db/json.ts';
import { keepCap } from '#server/platform/db/lock-name.ts';

/** Programs that registered and were not connected yet: so many may wait, and each for a day. */
const maxNeverUsed = 1_000;

/** Programs that registered themselves. */
export class ClientStore implements Adapter {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Keeps a new program. Throws temporarily_unavailable while too many wait that nobody connected. */
  async upsert(id: string, metadata: AdapterPayload): Promise<void> {
    await this.#database.transaction(async () => {
      await keepCap(this.#database, {
        of: 'programs that were never connected',
        limit: maxNeverUsed,
        count: async () => {
          const [row] = await this.#database.query<{ waiting: number }>(
            'select count(*)::int as waiting from oauth_client where used_at is null',
          );
          return row?.waiting ?? 0;
        },
        refusal: () =>
          new errors.CustomOIDCProviderError(
            'temporarily_unavailable',
            'Too many programs registered; try again tomorrow',
          ),
      });
      await this.#database.execute(
        'insert into oauth_client (client_id, metadata, registered_at) values ($1, $2::jsonb, $3)',
        [id, json(metadata), new Date()],
      );
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.#database.query<{ metadata: AdapterPayload }>(
      'select metadata from oauth_client where client_id = $1',
      [id],
    );
    return row?.metadata;
  }

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(): Promise<void> {
    throw new Error('programs are not used up');
  }

  async destroy(id: string): Promise<void> {
    await this.#database.execute('delete from oauth_client where client_id = $1', [id]);
  }

  async revokeByGrantId(): Promise<void> {
    throw new Error('programs belong to no grant');
  }
}
