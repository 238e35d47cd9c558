import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { loadSettings } from '#server/platform/config/index.ts';
import { confirmKeys, seal } from '#server/platform/crypto/index.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import type { CommandInput } from './command.ts';
import { examine, runDoctor } from './doctor.ts';
import { within } from './finding.ts';
import { resetPassword } from './reset-password.ts';
import { maskedError, writeSupportBundle } from './support-bundle.ts';

const database = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'portolan-commands-'));
afterAll(() => rmSync(folder, { recursive: true }));
const key = randomBytes(32);
await confirmKeys(database, [key]);
const env = {
  DATA_DIR: folder,
  SECRET_KEY: key.toString('base64'),
  DATABASE_URL: 'postgres://dbuser:Db-Geheim-1@db.intern.example/portolan',
  METRICS_TOKEN: 'metrics-Geheim-2',
  SMTP_URL: 'smtp://mailer:Mail-Geheim-3@127.0.0.1:9',
  OIDC_ISSUER: 'https://login.intern.example/Geheim-4',
  OIDC_CLIENT_ID: 'client-Geheim-5',
  OIDC_CLIENT_SECRET: 'oidc-Geheim-6',
  PUBLIC_URL: 'http://127.0.0.1:9',
  FUNCTION_BASE_URLS: 'X=https://fn.intern.example/Geheim-7',
  NOTIFY_ALLOWED_URLS: 'https://hooks.intern.example/Geheim-8',
  WORKER_CONCURRENCY: '3',
};

function inputOf(
  more: Partial<CommandInput> = {},
  changed: Record<string, string> = {},
): CommandInput & { message: string[] } {
  const loaded = loadSettings({ ...env, ...changed }, []);
  if (loaded.settings === undefined) throw new Error(JSON.stringify(loaded.problems));
  const message: string[] = [];
  return {
    name: 'test',
    operand: undefined,
    options: [],
    answers: {},
    settings: loaded.settings,
    say: (...lines) => void message.push(...lines),
    withDatabase: (work) => work(database),
    inProduct: true,
    message,
    ...more,
  };
}

test(
  'a bundle for support has no secret and nothing of tenants in it, plain or encoded',
  { timeout: 60_000 },
  async () => {
    const tenant = await buildTenant(database);
    const user = await buildUser(database, { tenantId: tenant.id, userType: 'user' });
    const secrets = {
      credential: 'credential-Geheim-10',
      hook: 'https://hooks.customer.example/T0ken-Geheim-11',
      mail: 'frau.geheim-12@customer.example',
      bill: 'GEHEIM1234567',
      password: 'Passw0rd-Geheim-13',
    };
    const sealed = seal(secrets.credential, [key]);
    await database.execute(
      `insert into source (code, name_cn, name_en, base_url, credential, simulated, last_error)
     values ('geheim-14', '秘密数据源', 'Geheim Lines', 'https://geheim-15.customer.example/x', $1, true, $2)`,
      [sealed, `HTTP 401 for ${secrets.mail} with token ${secrets.credential} of Geheim Lines`],
    );
    await database.execute(
      `insert into feedback (tenant_id, feedback_name, feedback_type, feedback_addr, auth_sealed) values ($1, 'Geheim', 'WEBHOOK', $2, $3)`,
      [tenant.id, secrets.hook, sealed],
    );
    await database.execute(
      `insert into task (kind, payload, run_at, max_attempts, last_error) values ('pull', $1, now(), 3, $2)`,
      [
        JSON.stringify({ to: secrets.mail }),
        `duplicate key value violates unique constraint: Key (bill_no)=(${secrets.bill}) password=${secrets.password} 张三 ${user.userCode}`,
      ],
    );
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const file = join(folder, 'bundle.json');
    expect(await writeSupportBundle(inputOf({ operand: file }))).toBe(0);
    vi.unstubAllEnvs();

    const bytes = readFileSync(file);
    const text = bytes.toString();
    const [stored] = await database.query<{ hash: string }>(
      'select password_hash as hash from app_user where id = $1',
      [user.id],
    );
    const kept = Object.entries(env)
      .filter(([name]) => name !== 'WORKER_CONCURRENCY')
      .map(([, value]) => value);
    const forbidden = [
      ...kept,
      ...Object.values(secrets),
      sealed,
      stored?.hash ?? '',
      user.userCode,
      tenant.code,
      '张三',
      '秘密',
    ];
    for (const value of forbidden.filter((one) => one.length > 1)) {
      const encoded = Buffer.from(value);
      for (const form of [value, encoded.toString('base64'), encoded.toString('base64url'), encoded.toString('hex')])
        expect(text.includes(form.replace(/=+$/, '')), form).toBe(false);
    }
    // Whatever was cut or wrapped: the marks of all seeded values are nowhere.
    expect(text).not.toMatch(/geheim|intern\.example|customer\.example/i);
    const bundle = JSON.parse(text);
    expect(bundle.settings).toMatchObject({ WORKER_CONCURRENCY: '3', SECRET_KEY: '(set)', METRICS_TOKEN: '(set)' });
    expect(bundle.database.taskErrors).toMatchObject([
      { kind: 'pull', error: expect.stringContaining('duplicate key value violates unique constraint'), times: 1 },
    ]);
    expect(bundle.database.sources.map((source: { error: string }) => source.error)).toContainEqual(
      expect.stringMatching(/^HTTP 401/),
    );
    expect(bundle.database.migrations.length).toBeGreaterThan(100);
  },
);

test('an error keeps the words of the product and the system only', () => {
  expect(maskedError('connect ECONNREFUSED 10.1.2.3:5432')).toBe('connect ECONNREFUSED …');
  expect(maskedError('Invalid user ada@harbourmail.test (HTTP 503)')).not.toMatch(/ada|harbourmail/);
});

test(
  'the doctor names what is wrong with its mend, and ends with 1 for a fault only',
  { timeout: 60_000 },
  async () => {
    const closed = createServer();
    await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done));
    const address = closed.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await database.execute(
      `insert into source (code, name_cn, name_en, base_url) values ('alive', 'a', 'a', $1), ('off', 'o', 'o', 'http://127.0.0.1:9/x')`,
      [`http://127.0.0.1:${port}/v2?key=hidden`],
    );
    await database.execute(`delete from feedback`);
    const good = inputOf(
      {},
      {
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        OIDC_ISSUER: `http://127.0.0.1:${port}`,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
      },
    );
    await database.execute(`update source set enabled = code <> 'off'`);
    closed.on('connection', (socket) => socket.end());
    expect(await runDoctor(good)).toBe(0);
    expect(good.message.join('\n')).toContain(`数据源 127.0.0.1:${port} 可以连接`);
    expect(good.message.join('\n')).not.toContain('hidden');
    expect(good.message.filter((line) => line.startsWith('注意')).join()).toContain(
      'no running Portolan answers there',
    );

    await database.execute(`update source set enabled = true`);
    const found = await examine(inputOf({}, { SECRET_KEY: randomBytes(32).toString('base64') }));
    closed.close();
    const faults = found.filter(({ level }) => level === 'fault');
    expect([...new Set(faults.map(({ check }) => check))].toSorted()).toEqual([
      'keys',
      'mail',
      'oidc',
      'public-url',
      'sources',
    ]);
    expect(faults.find(({ check }) => check === 'sources')?.en).toContain(
      '127.0.0.1:9 cannot be reached (ECONNREFUSED)',
    );
    expect(found.map(({ zh, en }) => zh + en).join()).not.toMatch(/Geheim|\n/);
  },
);

test('a check that hangs is a fault of its own', async () => {
  const [finding] = await within('sources', 20, inputOf().settings, () => new Promise(() => {}));
  expect(finding).toMatchObject({ level: 'fault', en: expect.stringContaining('had no result within 0.02 s') });
});

test('a password set on the console ends the sessions, must be changed, and is audited without it', async () => {
  const tenant = await buildTenant(database);
  const user = await buildUser(database, { tenantId: tenant.id, userType: 'user' });
  const { signedIn, anonymous } = await testApp(database);
  const client = await signedIn(user.userCode);
  const weak = inputOf({ operand: user.userCode, answers: { password: 'weak' } });
  await expect(resetPassword(weak)).rejects.toMatchObject({ code: 'auth.shortPassword' });
  await expect(resetPassword(inputOf({ operand: 'nobody-at-all', options: ['generate'] }))).rejects.toMatchObject({
    code: 'auth.userNotFound',
  });
  const input = inputOf({ operand: ` ${user.userCode.toUpperCase()}`, options: ['generate'] });
  expect(await resetPassword(input)).toBe(0);
  const password = input.message[0]?.split(': ')[1] ?? '';
  expect(input.message.filter((line) => line.includes(password))).toHaveLength(1);
  expect((await client.call('session')).http).toBe(401);
  expect(await anonymous.signIn(user.userCode, password)).toMatchObject({ status: 1 });
  const [row] = await database.query<{ must: boolean; audited: string }>(
    `select u.must_change_password as must, (select string_agg(row_to_json(a)::text, '') from audit_log a
       where a.entity_id = u.id::text and a.action = 'password-changed' and a.actor_code = 'console' and a.tenant_id = u.tenant_id) as audited
       from app_user u where u.id = $1`,
    [user.id],
  );
  expect(row?.must).toBe(true);
  expect(row?.audited).toContain('password-changed');
  expect(row?.audited).not.toContain(password);
});
