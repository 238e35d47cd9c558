import { openDatabase } from '#server/platform/db/database.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser, testPassword } from '#testing/people.ts';
import { signIn } from './product.ts';

type Answer = { status: number; data: { mdCodeDictId?: string; mdCodeTypeId?: string } | null };

/** Writes values of one code type to a product, as a browser does: each call has a request key. */
export type Writer = {
  cookie: string;
  /** One try of a write; gives the id of the row, undefined when no answer stated that it was made. */
  tryWrite: (value: string, key: string) => Promise<string | undefined>;
  /** The rows that are there: ids by value. */
  kept: () => Promise<Map<string, string>>;
};

/** Signs an administrator of the code type `code` in, and makes that type. */
export async function openWriter(url: string, databaseUrl: string, code: string): Promise<Writer> {
  const open = () => openDatabase({ url: databaseUrl, poolSize: 2, log: silentLog });
  const database = await open();
  const tenant = await buildTenant(database, { code });
  await buildUser(database, { tenantId: tenant.id, userCode: code.toLowerCase(), userType: 'admin', allTenants: true });
  await database.close();
  const cookie = await signIn(url, { userCode: code.toLowerCase(), password: testPassword });
  const send = async (path: string, key: string, body: object): Promise<Answer['data'] | undefined> => {
    try {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { source: 'Manual', 'content-type': 'application/json', 'idempotency-key': key, cookie },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      });
      const { status, data } = (await answer.json()) as Answer;
      return status === 1 ? data : undefined;
    } catch {
      return undefined;
    }
  };
  const type = await send('/api/product/code/insert', crypto.randomUUID(), { codeType: code, codeName: code });
  return {
    cookie,
    tryWrite: async (value, key) => {
      const body = { mdCodeTypeId: type?.mdCodeTypeId, codeValue: value, displayValueCn: value };
      return (await send('/api/product/dict/insert', key, body))?.mdCodeDictId;
    },
    kept: async () => {
      const rows = await open();
      const found = await rows.query<{ code_value: string; id: string }>(
        'select code_value, id::text as id from md_code_dict where code_type = $1',
        [code],
      );
      await rows.close();
      return new Map(found.map((row) => [row.code_value, row.id]));
    },
  };
}
