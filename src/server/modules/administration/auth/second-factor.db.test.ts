import { describe, expect, test } from 'vitest';
import { totpCode, totpStep } from '#server/platform/crypto/totp.ts';
import { buildTenant, buildUser, testPassword } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const { signedIn, anonymous } = await testApp(database, { modules: await testProductModules(database) });
const own = await buildTenant(database);
const other = await buildTenant(database);
await buildUser(database, { tenantId: own.id, userCode: 'boss', userType: 'admin' });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', userType: 'admin' });
const boss = await signedIn('boss');
const currentPassword = testPassword;
let serial = 0;

/** A code of so many periods from now: a code counts once, so each sign-in takes another one. */
const codeOf = (secret: string, off = 0): string => totpCode(secret, totpStep(Date.now()) + off);

async function enrolled() {
  serial += 1;
  const userCode = `person${serial}`;
  const { id } = await buildUser(database, { tenantId: own.id, userCode });
  const client = await signedIn(userCode);
  const begun = await client.call('secondFactorBegin', { body: { currentPassword } });
  expect(begun).toMatchObject({ status: 1, data: { uri: expect.stringContaining(`Portolan%3A${userCode}`) } });
  const { secret } = begun.data;
  const confirmed = await client.call('secondFactorConfirm', { body: { code: codeOf(secret, -1) } });
  expect(confirmed.status).toBe(1);
  const signIn = (code?: string) =>
    anonymous.call('login', { body: { userCode, password: testPassword, ...(code !== undefined && { code }) } });
  return { id, userCode, client, secret, recoveryCodes: confirmed.data.recoveryCodes as string[], signIn };
}

const actsOf = async (id: number): Promise<string[]> =>
  (
    await database.query<{ action: string }>(
      `select action from audit_log where entity = 'user' and entity_id = $1 and action like '%c%' order by id`,
      [String(id)],
    )
  ).map(({ action }) => action);

describe('two-step verification', () => {
  test('is requested once it was confirmed, and a code counts once', async () => {
    const { id, signIn, secret, client } = await enrolled();
    expect(await signIn()).toMatchObject({ status: 0, data: { secondFactor: true }, msg: '请输入两步验证码' });
    expect(await signIn(codeOf(secret, -1))).toMatchObject({ status: 0 });
    expect(await signIn(codeOf(secret))).toMatchObject({ status: 1 });
    expect(await signIn(codeOf(secret))).toMatchObject({ status: 0, data: { secondFactor: true } });
    expect((await client.call('secondFactor')).data).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
    expect(await actsOf(id)).toEqual(['second-factor-on']);
    const [row] = await database.query<{ totp_sealed: string }>('select totp_sealed from app_user where id = $1', [id]);
    expect(row?.totp_sealed).not.toContain(secret);
    expect(JSON.stringify(await database.query('select * from audit_log'))).not.toContain(secret);
  });

  test('is replaced by each recovery code once', async () => {
    const { id, signIn, recoveryCodes } = await enrolled();
    const [first = ''] = recoveryCodes;
    expect(await signIn(first.toUpperCase())).toMatchObject({ status: 1 });
    expect(await signIn(first)).toMatchObject({ status: 0 });
    expect(await actsOf(id)).toEqual(['second-factor-on', 'recovery-code-used']);
  });

  test('is begun and ended with the password, ended with a code too', async () => {
    const { client, secret, signIn } = await enrolled();
    expect(await client.call('secondFactorBegin', { body: { currentPassword } })).toMatchObject({ status: 0 });
    const end = (body: object) => client.call('secondFactorEnd', { body });
    expect(await end({ currentPassword: 'Wrong1', code: codeOf(secret) })).toMatchObject({ status: 0 });
    expect(await end({ currentPassword, code: '' })).toMatchObject({ status: 0 });
    expect(await end({ currentPassword, code: codeOf(secret) })).toMatchObject({ status: 1 });
    expect(await signIn()).toMatchObject({ status: 1 });
  });

  test('is not on before the first code, and guesses are slowed', async () => {
    await buildUser(database, { tenantId: own.id, userCode: 'guess' });
    const client = await signedIn('guess');
    await client.call('secondFactorBegin', { body: { currentPassword } });
    expect(await anonymous.call('login', { body: { userCode: 'guess', password: testPassword } })).toMatchObject({
      status: 1,
    });
    const answers = [];
    for (let n = 0; n < 8; n += 1) answers.push(await client.call('secondFactorConfirm', { body: { code: '000000' } }));
    expect(answers.at(-1)?.msg).toContain('秒后重试');
  });

  test('is reset by an administrator of the tenant, and by no other', async () => {
    const { id, signIn } = await enrolled();
    const stranger = await signedIn('stranger');
    expect((await stranger.call('userResetSecondFactor', { body: { wlUserId: String(id) } })).status).toBe(0);
    expect(await signIn()).toMatchObject({ status: 0 });
    expect(await boss.call('userResetSecondFactor', { body: { wlUserId: String(id) } })).toMatchObject({ status: 1 });
    expect(await signIn()).toMatchObject({ status: 1 });
    expect(await actsOf(id)).toEqual(['second-factor-on', 'second-factor-reset']);
  });
});

test('users see and end their own sessions only', async () => {
  await buildUser(database, { tenantId: own.id, userCode: 'many' });
  const [first, second] = [await signedIn('many'), await signedIn('many')];
  const { data } = await first.call('ownSessions');
  expect(data.map(({ current }: { current: boolean }) => current).sort()).toEqual([false, true]);
  const foreign = data.find(({ current }: { current: boolean }) => !current);
  expect(await boss.call('ownSessionEnd', { body: { sessionId: foreign.sessionId } })).toMatchObject({ status: 0 });
  expect(await first.call('ownSessionEnd', { body: { sessionId: foreign.sessionId } })).toMatchObject({ status: 1 });
  expect((await second.call('session')).http).toBe(401);
  expect((await first.call('ownSessions')).data).toHaveLength(1);
});

describe('an installation', () => {
  test('may demand more of passwords', async () => {
    const strict = await testApp(database, {
      modules: await testProductModules(database),
      settings: { passwordPolicy: 'strict' },
    });
    const admin = await strict.signedIn('boss');
    const insert = (password: string) =>
      admin.call('userInsert', {
        body: { userCode: `new${(serial += 1)}`, userNameCn: '新', tenantId: String(own.id), password },
      });
    expect((await insert('Password1')).msg).toContain('12位');
    expect((await insert('Password12345')).msg).toContain('容易被猜中');
    expect(await insert('Kestrel-Harbour-42')).toMatchObject({ status: 1 });
    expect(await insert('short')).toMatchObject({ status: 0 });
  });

  test('changes passwords by GET only where that is allowed', async () => {
    await buildUser(database, { tenantId: own.id, userCode: 'getter' });
    const query = { currentPassword: testPassword, password: 'Another1' };
    const client = await signedIn('getter');
    expect(await client.call('updatePassword', { also: true, query })).toMatchObject({ http: 403 });
    const lenient = await testApp(database, { settings: { passwordChangeByGet: true } });
    const there = await lenient.signedIn('getter');
    expect(await there.call('updatePassword', { also: true, query })).toMatchObject({ status: 1 });
  });

  test('may leave signing in to the identity provider alone', async () => {
    const only = await testApp(database, { settings: { passwordSignIn: false } });
    const body = { userCode: 'boss', password: testPassword };
    expect(await only.anonymous.call('login', { body })).toMatchObject({ http: 403 });
    expect((await only.anonymous.call('signInOptions')).data).toMatchObject({ passwordSignIn: false });
  });
});
