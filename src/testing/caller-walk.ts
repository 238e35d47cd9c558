import { gzipSync } from 'node:zlib';
import { paths } from '#contract/all-paths.ts';
import type { CallPath } from '#contract/call-path.ts';
import type { CallName } from '#contract/paths.ts';
import { buildContent } from '#domain/testing/builders.ts';
import { entities } from '#entities/index.ts';
import { TABLES, TENANT_TABLES } from '#generated/schema.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { App } from '#server/platform/http/app-types.ts';
import { type Entity, isShared } from '#shared/entity/declare.ts';
import { idNamesOf, inputOf } from './call-inputs.ts';
import { type FilledTenant, fillTenant, tenantSnapshot } from './fill-tenant.ts';
import { buildTenant, type TestTenant, type TestUser } from './people.ts';
import { type CallOptions, type TestAnswer, TestClient } from './test-app.ts';
import { type RowChange, watchRows } from './watch-rows.ts';

const shipmentContent = buildContent({ booking: { billNo: 'WALKMARK-content-bill' } });
/** Values that rows of a walk need. */
export const walkedValues = {
  'shipment.content': JSON.stringify(shipmentContent),
  'shipment.fused': true,
  'source.protocol': 'dcsa',
  'outward_delivery.body': gzipSync('[]'),
  // A recipient is a user or an address.
  'report_recipient.address_id': null,
};

/**
 * Two rows are in every table. The first ones have one id in all tables, the second ones another: asking by these two asks for every
 * row, whatever kind of id a call takes. The second refer to the first, so that an answer that names a row beside the one requested
 * says an id that the question did not.
 */
export const rowIds = { first: 700_000_000_001, second: 700_000_000_002, ofNobody: 700_000_000_900 } as const;

/** What belongs to no tenant, or may: what one tenant's people change here changes for all. */
const sharedTables = new Set([
  ...Object.keys(TENANT_TABLES).filter((table) => TENANT_TABLES[table]?.nullable === true),
  ...Object.values<Entity>(entities)
    .filter((entity) => isShared(entity) && entity.table in TABLES)
    .map(({ table }) => table),
  'source',
  'fusion_precedence',
  'event_field',
  'event_item_type',
  'exchange_rate',
  'unknown_port',
  'edi_file',
  'spot_offer',
  'sailing_source',
  'commerce_source',
  'weather_source',
  'vehicle_gateway',
  'task',
  'run',
]);

/** A tenant whose rows fill every table, for walks that must not reach them. */
export type WalkedTenant = {
  tenant: TestTenant;
  filled: FilledTenant;
  /** Texts that are in rows of this tenant and nowhere else. */
  secrets: readonly string[];
};

/** What English callers read as the name of the tenant. */
export const walkedEnglishName = 'WALKTENANTINENGLISH';

/** Fills every table with two rows of a new tenant, and those that tenants share with one row that belongs to nobody. */
export async function fillWalkedTenant(database: Database): Promise<WalkedTenant> {
  const tenant = await buildTenant(database, { code: 'WALKMINE', name: '甲方秘密' });
  await database.execute('update tenant set name_en = $2 where id = $1', [tenant.id, walkedEnglishName]);
  const own = { tenantId: tenant.id, sameId: true, values: walkedValues };
  const filled = await fillTenant(database, { ...own, mark: 'WALKMARK', firstId: rowIds.first });
  const second = await fillTenant(database, { ...own, mark: 'WALKSECOND', firstId: rowIds.second, refersTo: filled });
  await fillTenant(database, {
    ...own,
    mark: 'WALKSHARED',
    firstId: rowIds.ofNobody,
    shared: true,
    tables: [...sharedTables],
  });
  const texts = [filled, second]
    .flatMap((one) => Object.entries(one.texts))
    .filter(([name]) => (name.split('.')[0] ?? '') in TENANT_TABLES)
    .map(([, text]) => text);
  return {
    tenant,
    filled,
    secrets: [...texts, 'WALKMINE', 'WALKMARK-content-bill', '甲方秘密', walkedEnglishName, 'WALKOWNER'],
  };
}

/** Somebody who makes calls: a user, or nobody. */
export type Caller = TestUser | null;

/** What a walk of one call found. */
export type Walked = {
  /** Texts and ids of the walked tenant that were answered without being requested, and failures. */
  found: string[];
  answers: Pick<TestAnswer, 'http' | 'status'>[];
};

/** Ids of the tenant's own rows; rows that all tenants share were made along with them. */
const ownIds = new Set([rowIds.first, rowIds.second].map(String));

/** Makes every call as different people, with inputs that name rows of one tenant in every way that its shape allows. */
export class CallerWalk {
  readonly #app: App;
  readonly #database: Database;
  readonly #walked: WalkedTenant;
  readonly #changes: () => Promise<RowChange[]>;
  /** How many calls were made as whom. */
  readonly made = new Map<string, number>();

  private constructor(app: App, database: Database, walked: WalkedTenant, changes: () => Promise<RowChange[]>) {
    this.#app = app;
    this.#database = database;
    this.#walked = walked;
    this.#changes = changes;
  }

  static async prepare(app: App, database: Database, walked: WalkedTenant): Promise<CallerWalk> {
    return new CallerWalk(app, database, walked, await watchRows(database));
  }

  /** What is kept of the tenant, table by table. */
  snapshot(): Promise<Record<string, string>> {
    return tenantSnapshot(this.#database, this.#walked.tenant.id);
  }

  /** Changes since the last time: of rows of the tenant, and of rows that belong to no tenant. */
  async changes(): Promise<{ own: RowChange[]; shared: RowChange[] }> {
    const changes = await this.#changes();
    const { id } = this.#walked.tenant;
    const of = (tenantId: number | null): RowChange[] => changes.filter((change) => change.tenantId === tenantId);
    return { own: of(id), shared: of(null) };
  }

  /** Inputs of a call that name rows of the tenant: in every way its shape allows, or in one. */
  *#inputsOf(name: CallName, userCode: string, ways: 'all' | 'one'): Generator<CallOptions> {
    const { texts } = this.#walked.filled;
    // What a caller may know from elsewhere.
    const known = {
      tenantCode: 'WALKMINE',
      blNo: texts['subscription.bill_no'] ?? '1',
      ctnNo: texts['subscription.container_no'] ?? '1',
      userCode: texts['app_user.user_code'] ?? '1',
    };
    const acting = { chargeCode: userCode, chargeName: userCode, handleStatus: '1' };
    yield inputOf(name, { id: rowIds.first, texts: { ...known, ...acting }, everything: true });
    if (ways === 'one') return;
    yield inputOf(name, { id: 1, texts: {}, everything: false });
    yield inputOf(name, { id: 1, texts: known, everything: false });
    for (const id of [...Object.values(rowIds), this.#walked.tenant.id])
      for (const idName of idNamesOf(name)) {
        yield inputOf(name, { id, idName, texts: {}, everything: false });
        yield inputOf(name, { id, idName, texts: acting, everything: false });
      }
  }

  /** What an answer says of the tenant beyond what the question stated. */
  #leaks(answer: string, input: CallOptions): string[] {
    const question = JSON.stringify(input);
    const ids = [...answer.matchAll(/700000000\d{3}/g)].map(([id]) => id).filter((id) => ownIds.has(id));
    return [...this.#walked.secrets.filter((secret) => answer.includes(secret)), ...ids].filter(
      (found) => !question.includes(found),
    );
  }

  async #clientOf(caller: Caller): Promise<TestClient> {
    if (caller === null) return new TestClient(this.#app);
    const token = await this.#app.deps.sessions.open(caller.id, { ip: null, userAgent: null });
    return new TestClient(this.#app, `portolan_session=${token}`);
  }

  /** Makes one call with all of these inputs. `as` says for whom it is counted; who is refused before anything is read needs one way. */
  async walk(name: CallName, as: string, caller: Caller, ways: 'all' | 'one' = 'all'): Promise<Walked> {
    const found = new Set<string>();
    const answers: Walked['answers'] = [];
    const verbs = (paths[name] as CallPath).also === undefined ? [false] : [false, true];
    let client: TestClient | undefined;
    // Most calls take none of the texts, and then several ways are the same.
    const requested = new Set<string>();
    for (const input of this.#inputsOf(name, caller?.userCode ?? 'nobody', ways)) {
      const question = JSON.stringify(input);
      if (requested.has(question)) continue;
      requested.add(question);
      for (const also of verbs) {
        client ??= await this.#clientOf(caller);
        const { http, status, text } = await client.call(name, { ...input, also });
        answers.push({ http, status });
        // Some calls end the session of anyone who makes them.
        if (http === 401) client = undefined;
        for (const leak of this.#leaks(text, input)) found.add(leak);
        // A failure may hide that a row was found.
        if (http >= 500) found.add(`HTTP ${http}`);
      }
    }
    this.made.set(as, (this.made.get(as) ?? 0) + answers.length);
    return { found: [...found], answers };
  }
}
