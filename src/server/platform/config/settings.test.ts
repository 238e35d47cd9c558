import { describe, expect, test } from 'vitest';
import { loadSettings, settingDocs, settingsTable } from './index.ts';

const key = Buffer.alloc(32, 7).toString('base64');

describe('loadSettings', () => {
  test('without any variable: embedded database, all roles, simulated world', () => {
    const { settings } = loadSettings({});
    expect(settings).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      simulated: true,
      roles: ['web', 'worker', 'simulator'],
      databaseUrl: undefined,
    });
  });

  test('an empty variable counts as absent', () => {
    expect(loadSettings({ PORT: ' ' }).settings?.port).toBe(8080);
  });

  test.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['DATABASE_READ_URL', 'mysql://x/y'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_URL', 'ftp://x'],
    ['SIMULATOR', 'maybe'],
  ])('a wrong %s (%s) is one clear line in both languages', (name, value) => {
    const { problems } = loadSettings({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems?.[0]?.zh).toContain(name);
    expect(problems?.[0]?.en).toContain(name);
  });

  test('secrets are never shown', () => {
    const { problems } = loadSettings({ DATABASE_URL: 'http://user:hunter2@host/db' });
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });

  test('PostgreSQL needs a key and has no simulated world unless requested', () => {
    expect(loadSettings({ DATABASE_URL: 'postgres://h/db' }).problems?.[0]?.name).toBe('SECRET_KEY');
    const { settings } = loadSettings({ DATABASE_URL: 'postgres://h/db', SECRET_KEY: key });
    expect(settings).toMatchObject({ simulated: false, roles: ['web', 'worker'] });
  });

  test('replicas need a server that they follow', () => {
    const env = { DATABASE_READ_URL: 'postgres://a,b/db' };
    expect(loadSettings(env).problems?.map(({ name }) => name)).toEqual(['DATABASE_READ_URL']);
    const { settings } = loadSettings({ ...env, DATABASE_URL: 'postgres://h/db', SECRET_KEY: key });
    expect(settings?.readReplicas).toEqual({ url: 'postgres://a,b/db', waitMs: 200 });
  });

  test('roles are named by argument; an unknown one is refused', () => {
    const env = { DATABASE_URL: 'postgres://h/db', SECRET_KEY: key };
    expect(loadSettings(env, ['--role=worker']).settings?.roles).toEqual(['worker']);
    expect(loadSettings(env, ['--role=cook']).problems?.[0]?.en).toContain('cook');
  });

  test('OIDC settings come together', () => {
    expect(loadSettings({ OIDC_ISSUER: 'https://id.example' }).problems?.map((problem) => problem.name)).toEqual([
      'OIDC_ISSUER',
      'PUBLIC_URL',
    ]);
  });

  test('the simulated world never runs in production', () => {
    expect(loadSettings({ NODE_ENV: 'production' }).settings?.simulated).toBe(false);
    expect(loadSettings({ NODE_ENV: 'production', SIMULATOR: 'on' }).problems?.[0]?.name).toBe('SIMULATOR');
  });
});

test('every setting is documented in the table', () => {
  for (const name of Object.keys(settingDocs)) expect(settingsTable()).toContain(`\`${name}\``);
});
