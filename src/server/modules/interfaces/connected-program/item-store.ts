import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { hashToken } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { isRecord } from '#shared/values/objects.ts';

/** Stands in what is kept for the text of the code or token itself. */
const own = '{id}';

/** What the library keeps of one kind of code, token or request: found by the hash of its text, which itself is kept nowhere. */
export class ItemStore implements Adapter {
  readonly #database: Database;
  readonly #kind: string;
  readonly #ended: (grantId: string) => Promise<void>;

  /** `ended` is called when the library ends a whole grant. */
  constructor(database: Database, kind: string, ended: (grantId: string) => Promise<void>) {
    this.#database = database;
    this.#kind = kind;
    this.#ended = ended;
  }

  async upsert(id: string, payload: AdapterPayload, expiresInS = 0): Promise<void> {
    const expiresAt = new Date(Date.now() + expiresInS * 1000);
    const { grantId } = payload;
    await this.#database.execute(
      `insert into oauth_item (id_hash, kind, grant_id, payload, expires_at) values ($1, $2, $3, $4, $5)
       on conflict (id_hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
      [hashToken(id), this.#kind, grantId ?? null, JSON.stringify(payload).replaceAll(id, own), expiresAt],
    );
    if (this.#kind === 'RefreshToken')
      await this.#database.execute(
        'update connected_program set expires_at = $2 where grant_id = $1 and revoked_at is null',
        [grantId, expiresAt],
      );
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.#database.query<{ payload: string; consumed: boolean }>(
      'select payload, consumed_at is not null as consumed from oauth_item where id_hash = $1 and kind = $2 and expires_at > $3',
      [hashToken(id), this.#kind, new Date()],
    );
    if (row === undefined) return undefined;
    const payload: unknown = JSON.parse(row.payload.replaceAll(own, id));
    return isRecord(payload) ? { ...payload, ...(row.consumed ? { consumed: true } : {}) } : undefined;
  }

  /** Uses a code or token up. Of two that come with it at once, the second is refused and ends the grant, as later ones do. */
  async consume(id: string): Promise<void> {
    const { rowCount } = await this.#database.execute(
      'update oauth_item set consumed_at = $2 where id_hash = $1 and consumed_at is null',
      [hashToken(id), new Date()],
    );
    if (rowCount > 0) return;
    const [row] = await this.#database.query<{ grant_id: string | null }>(
      'select grant_id from oauth_item where id_hash = $1',
      [hashToken(id)],
    );
    if (row?.grant_id != null) await this.#ended(row.grant_id);
    throw new errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    if (this.#kind === 'Grant') await this.#ended(id);
    else await this.#database.execute('delete from oauth_item where id_hash = $1', [hashToken(id)]);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#database.execute('delete from oauth_item where grant_id = $1 and kind = $2', [grantId, this.#kind]);
  }

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }
}

const nothing = async (): Promise<undefined> => undefined;

/**
 * Sessions of the library are kept nowhere: who somebody is, the product's own session says at every request, and each connection is
 * confirmed by the person.
 */
export const noStore: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUid: nothing,
  findByUserCode: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
};
