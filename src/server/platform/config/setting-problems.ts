import { isOneOf } from '#shared/values/objects.ts';
import { type SettingDoc, settingDocs } from './setting-docs.ts';
import type { RawSettings } from './setting-fields.ts';
import { knownRoles } from './setting-values.ts';

/** One problem with one setting, in both languages. */
export type SettingProblem = { name: string; zh: string; en: string };

const docs: Readonly<Record<string, SettingDoc>> = settingDocs;

/** What is wrong with the value of a setting; a secret value is not shown. */
export const problemOf = (name: string, value: string | undefined): SettingProblem => {
  const doc = docs[name];
  const shown = doc?.secret === true ? '***' : (value ?? '');
  return {
    name,
    zh: `设置 ${name} 的值“${shown}”不正确：${doc?.zh ?? ''}`,
    en: `The setting ${name} has the wrong value "${shown}": ${doc?.en ?? ''}`,
  };
};

const keyPattern = /^[A-Za-z0-9+/]{43}=$/;

/** What is wrong with the settings of the mail server. */
function mailProblems(raw: RawSettings): SettingProblem[] {
  const problems: SettingProblem[] = [];
  if (raw.MAIL_IN_PORT !== null && raw.MAIL_IN_DOMAIN === undefined) {
    problems.push({
      name: 'MAIL_IN_DOMAIN',
      zh: '设置 MAIL_IN_PORT 时必须同时设置 MAIL_IN_DOMAIN',
      en: 'MAIL_IN_DOMAIN is required with MAIL_IN_PORT',
    });
  }
  if ((raw.MAIL_IN_TLS_CERT === undefined) !== (raw.MAIL_IN_TLS_KEY === undefined)) {
    problems.push({
      name: 'MAIL_IN_TLS_CERT',
      zh: 'MAIL_IN_TLS_CERT 与 MAIL_IN_TLS_KEY 必须同时设置',
      en: 'MAIL_IN_TLS_CERT and MAIL_IN_TLS_KEY must be set together',
    });
  }
  return problems;
}

/** What is wrong with settings that depend on each other, or on the roles of this process. */
export function crossChecks(raw: RawSettings, roles: readonly string[]): SettingProblem[] {
  const problems: SettingProblem[] = [];
  const unknown = roles.find((role) => !isOneOf(knownRoles, role));
  if (unknown !== undefined) {
    problems.push({
      name: '--role',
      zh: `未知的角色“${unknown}”，可用：web、worker、simulator`,
      en: `Unknown role "${unknown}"; use web, worker, simulator`,
    });
  }
  if (raw.DATABASE_URL !== undefined && raw.SECRET_KEY === undefined) {
    problems.push({
      name: 'SECRET_KEY',
      zh: '使用 PostgreSQL 时必须设置 SECRET_KEY(32 字节的 base64)',
      en: 'SECRET_KEY (32 bytes as base64) is required with PostgreSQL',
    });
  }
  if (raw.DATABASE_READ_URL !== undefined && raw.DATABASE_URL === undefined) {
    problems.push({
      name: 'DATABASE_READ_URL',
      zh: '只读副本需要设置 DATABASE_URL：内置数据库没有副本',
      en: 'Read replicas need DATABASE_URL: the embedded database has none',
    });
  }
  const keys = raw.SECRET_KEY?.split(',') ?? [];
  if (keys.some((key) => !keyPattern.test(key.trim()))) problems.push(problemOf('SECRET_KEY', undefined));
  problems.push(...mailProblems(raw));
  const oidc = [raw.OIDC_ISSUER, raw.OIDC_CLIENT_ID, raw.OIDC_CLIENT_SECRET];
  if (oidc.some(Boolean) && !oidc.every(Boolean)) {
    problems.push({
      name: 'OIDC_ISSUER',
      zh: 'OIDC_ISSUER、OIDC_CLIENT_ID、OIDC_CLIENT_SECRET 必须同时设置',
      en: 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together',
    });
  }
  if (raw.OIDC_ISSUER !== undefined && raw.PUBLIC_URL === undefined) {
    problems.push({
      name: 'PUBLIC_URL',
      zh: '使用 OIDC 登录时必须设置 PUBLIC_URL',
      en: 'PUBLIC_URL is required for sign-in by OIDC',
    });
  }
  if (!raw.PASSWORD_SIGN_IN && raw.OIDC_ISSUER === undefined) {
    problems.push({
      name: 'PASSWORD_SIGN_IN',
      zh: '关闭密码登录前必须设置 OIDC 登录，否则无人能够登录',
      en: 'Sign-in by password can be switched off only where OIDC is set up; otherwise nobody could sign in',
    });
  }
  if (['on', 'true'].includes(raw.TRUST_PROXY?.toLowerCase() ?? '')) {
    problems.push({
      name: 'TRUST_PROXY',
      zh: '请填写代理的层数（例如 1）或代理的地址列表；on 会相信任何人填写的地址',
      en: 'Give the number of proxies (such as 1) or their addresses; "on" would believe an address that anybody writes',
    });
  }
  if (raw.NODE_ENV === 'production' && raw.SIMULATOR === true) {
    problems.push({
      name: 'SIMULATOR',
      zh: '生产环境不能运行模拟世界',
      en: 'The simulated world does not run in production',
    });
  }
  if (
    raw.DATABASE_URL === undefined &&
    roles.length > 0 &&
    roles.length < knownRoles.length &&
    !roles.includes('web')
  ) {
    problems.push({
      name: '--role',
      zh: '内置数据库只能由一个进程使用；分开运行需要 DATABASE_URL',
      en: 'The embedded database serves one process only; separate roles need DATABASE_URL',
    });
  }
  return problems;
}
