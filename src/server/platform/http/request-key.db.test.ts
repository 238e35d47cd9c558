import { expect, test } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import type { Ctx } from '../context.ts';
import { adaptError } from './error-adapter.ts';
import { doOnce, SavedAnswer } from './request-key.ts';

const database = await testDatabase();
const tenant = await buildTenant(database);
const { id: userId } = await buildUser(database, { tenantId: tenant.id });

test('what was kept of a call counts only on a server that takes writes', async () => {
  const call = (unscoped: Database, work: () => Promise<SavedAnswer>) =>
    doOnce({ actor: { kind: 'user', userId }, unscoped } as Ctx, 'addExceptionComment', 'k'.repeat(16), work);
  const answer = new SavedAnswer({ msg: 'done', data: null });
  const refused = () => Promise.reject(new Error('refused'));
  expect(await call(database, async () => answer)).toEqual(answer);
  expect(await call(database, refused)).toEqual(answer);
  // A primary that was cut off comes back as a standby: it shows what it never handed on to its successor.
  const standby: Database = {
    ...database,
    execute: (text, values) =>
      database.transaction(async () => {
        await database.execute('set transaction read only');
        return database.execute(text, values);
      }),
  };
  const error: unknown = await call(standby, refused).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '25006' });
  expect(adaptError(error, 'en', 'r')).toMatchObject({ httpStatus: 503 });
});
