import { trimEndOf } from '#shared/text/normalize.ts';
import { join } from 'node:path';
import { z } from 'zod';
import { type AdsbFeed, parseAdsbFeeds } from './adsb-feeds.ts';
import { type AisFeed, parseAisFeeds } from './ais-feeds.ts';
import { type SettingDoc, settingDocs, type SettingName } from './setting-docs.ts';
import { isDatabaseUrl } from '../db/database-hosts.ts';
import type { DiskNeed } from '../db/disk-space.ts';
import type { PasswordPolicy } from '#shared/text/password-strength.ts';
import { isOneOf } from '#shared/values/objects.ts';
import { parseFunctionBases } from './function-bases.ts';
import { rolesOf, trustProxyOf } from './setting-values.ts';

/** One problem with one setting, in both languages. */
export type SettingProblem = { name: string; zh: string; en: string };

const flag = z.enum(['on', 'off', 'true', 'false', '1', '0']).transform((value) => ['on', 'true', '1'].includes(value));
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
/** A port that may be switched off; null = none. */
const portOrOff = (standard: number | null) =>
  z.union([z.enum(['off', 'OFF']).transform(() => null), whole(0, 65_535)]).default(standard);
const httpUrl = z.url({ protocol: /^https?$/ });

const fields = {
  NODE_ENV: z.string().optional(),
  PORT: whole(0, 65_535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.string().refine(isDatabaseUrl).optional(),
  POOL_SIZE: whole(2, 200).default(10),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  PUBLIC_URL: httpUrl.optional(),
  TRUST_PROXY: z.string().optional(),
  SECRET_KEY: z.string().optional(),
  SESSION_IDLE_HOURS: z.coerce.number().positive().max(8760).default(12),
  SESSION_MAX_HOURS: z.coerce.number().positive().max(8760).default(168),
  PASSWORD_POLICY: z.enum(['standard', 'strict']).optional(),
  PASSWORD_SIGN_IN: flag.default(true),
  PASSWORD_CHANGE_BY_GET: flag.default(false),
  RATE_LIMIT_PER_MINUTE: whole(0, 1_000_000).default(3000),
  METRICS_TOKEN: z.string().min(8).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('portolan'),
  VALIDATE_ANSWERS: flag.default(false),
  DATA_PAGE_URL: httpUrl.optional(),
  FT_PAGE_URL: httpUrl.optional(),
  EMBED_ANCESTORS: z.string().default(''),
  OIDC_ISSUER: httpUrl.optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_SCOPE: z.string().default('openid profile email'),
  OIDC_CLAIM: z.string().default('sub'),
  FUNCTION_BASE_URLS: z
    .string()
    .refine((text) => parseFunctionBases(text) !== undefined)
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMTP_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<>]@[^\s@<>]+>?$/)
    .default('Portolan <portolan@localhost>'),
  NOTIFY_ALLOWED_URLS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(httpUrl)),
  NOTIFY_TIMEOUT_S: z.coerce.number().positive().max(60).default(10),
  SMS_GATEWAY_URL: httpUrl.optional(),
  DISK_LEAST_FREE_MB: whole(0, 1_000_000).default(200),
  WORKER_PORT: portOrOff(null),
  WORKER_CONCURRENCY: whole(1, 64).default(2),
  SOURCE_TIMEOUT_S: z.coerce.number().positive().max(120).default(30),
  AIS_SOURCES: z
    .string()
    .transform((text) => (text.trim().toLowerCase() === 'off' ? [] : parseAisFeeds(text)))
    .refine((feeds) => feeds !== undefined)
    .optional(),
  ADSB_SOURCES: z
    .string()
    .default('')
    .transform((text) => (text.trim().toLowerCase() === 'off' ? [] : parseAdsbFeeds(text)))
    .refine((feeds) => feeds !== undefined),
  JT808_PORT: portOrOff(6808),
  GT06_PORT: portOrOff(5023),
  VEHICLE_HOST: z.string().min(1).optional(),
  VEHICLE_SIGN_INS_PER_ADDRESS: whole(1, 1000).default(20),
  VEHICLE_RETENTION_DAYS: whole(1, 400).default(60),
  AIS_RETENTION_DAYS: whole(1, 400).default(60),
  ANSWER_RETENTION_DAYS: whole(1, 3650).default(90),
  EDI_RETENTION_DAYS: whole(30, 3650).default(400),
  NOTIFICATION_RETENTION_DAYS: whole(1, 3650).default(180),
  REFUSAL_RETENTION_DAYS: whole(1, 3650).default(90),
  RUN_RETENTION_DAYS: whole(1, 3650).default(90),
  AUDIT_RETENTION_DAYS: whole(0, 36_500).default(0),
  EDI_FOLDER: z.string().min(1).optional(),
  CARGO_IMP_FOLDER: z.string().min(1).optional(),
  SIMULATOR: flag.optional(),
  SIMULATOR_PORT: whole(0, 65_535).optional(),
  SIMULATOR_URL: httpUrl.optional(),
  SIMULATOR_SEED: z.string().min(1).default('portolan'),
  SIMULATOR_PEOPLE: flag.default(true),
  SIMULATOR_ROBOTS: flag.default(true),
} satisfies Record<SettingName, z.ZodType>;

const schema = z.object(fields);

export type Role = 'web' | 'worker' | 'simulator';

/** Days that what grows without end is kept; `audit` 0 = for ever. */
export type RetentionDays = {
  position: number;
  vehicle: number;
  answer: number;
  edi: number;
  notification: number;
  refusal: number;
  run: number;
  audit: number;
};

/** All settings, checked. */
export type Settings = {
  production: boolean;
  roles: readonly Role[];
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  poolSize: number;
  logLevel: string;
  publicUrl: string | null;
  trustProxy: false | number | string;
  /** Key of the installation, base64 of 32 bytes each; undefined: made in the data directory. */
  secretKeys: readonly string[] | undefined;
  sessionIdleMs: number;
  sessionMaxMs: number;
  /** What is demanded of new passwords. */
  passwordPolicy: PasswordPolicy;
  /** Passwords open sessions; otherwise the identity provider alone does. */
  passwordSignIn: boolean;
  /** The specified change of a password by GET is answered. */
  passwordChangeByGet: boolean;
  rateLimitPerMinute: number;
  metricsToken: string | null;
  /** Where spans are exported to, and as which service; null: nowhere. */
  tracing: { endpoint: string; service: string } | null;
  validateAnswers: boolean;
  dataPageUrl: string | null;
  ftPageUrl: string | null;
  embedAncestors: readonly string[];
  oidc: { issuer: string; clientId: string; clientSecret: string; scope: string; claim: string } | null;
  /** Addresses that function interfaces may call, by name. */
  functionBases: ReadonlyMap<string, string>;
  notify: {
    smtpUrl: string | null;
    smtpFrom: string;
    allowedUrls: readonly string[];
    timeoutMs: number;
    smsGatewayUrl: string | null;
  };
  /** Where the embedded database is, and what must be free there; null: the database is on a server. */
  disk: DiskNeed | null;
  /** Where a process without the web role answers about its health; null: nowhere. */
  workerPort: number | null;
  workerConcurrency: number;
  sourceTimeoutMs: number;
  /** Where AIS sentences come from; undefined: the simulated world, if there is one. */
  aisFeeds: readonly AisFeed[] | undefined;
  /** Receivers of aircraft. */
  adsbFeeds: readonly AdsbFeed[];
  /** Where devices of vehicles connect; null: that protocol is not served. */
  vehiclePorts: { host: string; jt808: number | null; gt06: number | null; signInsPerAddress: number };
  retention: RetentionDays;
  /** Folder for EDI files from and to partners; null: none. */
  ediFolder: string | null;
  /** Folder of messages of airlines. */
  cargoImpFolder: string | null;
  /** The simulated world belongs to this installation. */
  simulated: boolean;
  simulatorPort: number;
  simulatorPortIsFree: boolean; // Nobody named it and no other process has to know it: any other one does as well.
  simulatorUrl: string;
  simulatorSeed: string;
  simulatorPeople: boolean;
  simulatorRobots: boolean;
};

const hourMs = 3_600_000;
const knownRoles: readonly Role[] = ['web', 'worker', 'simulator'];

const docs: Readonly<Record<string, SettingDoc>> = settingDocs;

const problemOf = (name: string, value: string | undefined): SettingProblem => {
  const doc = docs[name];
  const shown = doc?.secret === true ? '***' : (value ?? '');
  return {
    name,
    zh: `设置 ${name} 的值“${shown}”不正确：${doc?.zh ?? ''}`,
    en: `The setting ${name} has the wrong value "${shown}": ${doc?.en ?? ''}`,
  };
};

const keyPattern = /^[A-Za-z0-9+/]{43}=$/;

function crossChecks(raw: z.output<typeof schema>, roles: readonly string[]): SettingProblem[] {
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
  const keys = raw.SECRET_KEY?.split(',') ?? [];
  if (keys.some((key) => !keyPattern.test(key.trim()))) problems.push(problemOf('SECRET_KEY', undefined));
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

const retentionOf = (raw: z.output<typeof schema>): RetentionDays => ({
  position: raw.AIS_RETENTION_DAYS,
  vehicle: raw.VEHICLE_RETENTION_DAYS,
  answer: raw.ANSWER_RETENTION_DAYS,
  edi: raw.EDI_RETENTION_DAYS,
  notification: raw.NOTIFICATION_RETENTION_DAYS,
  refusal: raw.REFUSAL_RETENTION_DAYS,
  run: raw.RUN_RETENTION_DAYS,
  audit: raw.AUDIT_RETENTION_DAYS,
});

/** Folders for incoming messages; without a setting they exist with the simulated world only. */
const foldersOf = (
  raw: z.output<typeof schema>,
  simulated: boolean,
): Pick<Settings, 'ediFolder' | 'cargoImpFolder'> => ({
  ediFolder: raw.EDI_FOLDER ?? (simulated ? join(raw.DATA_DIR, 'edi') : null),
  cargoImpFolder: raw.CARGO_IMP_FOLDER ?? (simulated ? join(raw.DATA_DIR, 'cargo-imp') : null),
});

const vehiclePortsOf = (raw: z.output<typeof schema>): Settings['vehiclePorts'] => ({
  host: raw.VEHICLE_HOST ?? raw.HOST,
  jt808: raw.JT808_PORT,
  gt06: raw.GT06_PORT,
  signInsPerAddress: raw.VEHICLE_SIGN_INS_PER_ADDRESS,
});

/** Where spans go, if anywhere. */
const tracingOf = ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_SERVICE_NAME: service,
}: z.output<typeof schema>): Settings['tracing'] => (endpoint === undefined ? null : { endpoint, service });

/** How notifications go out. */
const notifyOf = (raw: z.output<typeof schema>): Settings['notify'] => ({
  smtpUrl: raw.SMTP_URL ?? null,
  smtpFrom: raw.SMTP_FROM,
  allowedUrls: raw.NOTIFY_ALLOWED_URLS,
  timeoutMs: Math.round(raw.NOTIFY_TIMEOUT_S * 1000),
  smsGatewayUrl: raw.SMS_GATEWAY_URL ?? null,
});

/** Retention when nobody sets anything. */
export const standardRetention: RetentionDays = retentionOf(schema.parse({}));

/** Reads settings from environment variables and arguments; an empty variable counts as absent. */
export function loadSettings(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[] = [],
): { settings: Settings; problems?: undefined } | { problems: SettingProblem[]; settings?: undefined } {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in fields && value !== undefined && value.trim() !== ''),
  );
  const parsed = schema.safeParse(given);
  const asked = rolesOf(args);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
    return { problems: names.map((name) => problemOf(name, env[name])) };
  }
  const raw = parsed.data;
  const problems = crossChecks(raw, asked);
  if (problems.length > 0) return { problems };
  const production = raw.NODE_ENV === 'production';
  const simulated = raw.SIMULATOR ?? (raw.DATABASE_URL === undefined && !production);
  const simulatorPort = raw.SIMULATOR_PORT ?? 8090;
  const chosen = asked.filter((role) => isOneOf(knownRoles, role));
  const roles: readonly Role[] = chosen.length > 0 ? chosen : simulated ? knownRoles : ['web', 'worker'];
  return {
    settings: {
      production,
      roles,
      port: raw.PORT,
      host: raw.HOST,
      dataDir: raw.DATA_DIR,
      databaseUrl: raw.DATABASE_URL,
      poolSize: raw.POOL_SIZE,
      logLevel: raw.LOG_LEVEL ?? (production ? 'info' : 'warn'),
      publicUrl: raw.PUBLIC_URL === undefined ? null : trimEndOf(raw.PUBLIC_URL, '/'),
      trustProxy: trustProxyOf(raw.TRUST_PROXY),
      secretKeys: raw.SECRET_KEY?.split(',').map((key) => key.trim()),
      sessionIdleMs: raw.SESSION_IDLE_HOURS * hourMs,
      sessionMaxMs: raw.SESSION_MAX_HOURS * hourMs,
      passwordPolicy: raw.PASSWORD_POLICY ?? (simulated ? 'standard' : 'strict'),
      passwordSignIn: raw.PASSWORD_SIGN_IN,
      passwordChangeByGet: raw.PASSWORD_CHANGE_BY_GET,
      rateLimitPerMinute: raw.RATE_LIMIT_PER_MINUTE,
      metricsToken: raw.METRICS_TOKEN ?? null,
      tracing: tracingOf(raw),
      validateAnswers: raw.VALIDATE_ANSWERS || raw.NODE_ENV === 'test',
      dataPageUrl: raw.DATA_PAGE_URL ?? null,
      ftPageUrl: raw.FT_PAGE_URL ?? null,
      embedAncestors: raw.EMBED_ANCESTORS.split(/[\s,]+/).filter(Boolean),
      oidc:
        raw.OIDC_ISSUER === undefined
          ? null
          : {
              issuer: raw.OIDC_ISSUER,
              clientId: raw.OIDC_CLIENT_ID ?? '',
              clientSecret: raw.OIDC_CLIENT_SECRET ?? '',
              scope: raw.OIDC_SCOPE,
              claim: raw.OIDC_CLAIM,
            },
      functionBases: parseFunctionBases(raw.FUNCTION_BASE_URLS ?? '') ?? new Map(),
      notify: notifyOf(raw),
      disk:
        raw.DATABASE_URL === undefined
          ? { directory: raw.DATA_DIR, leastFreeBytes: raw.DISK_LEAST_FREE_MB * 1_000_000 }
          : null,
      workerPort: raw.WORKER_PORT,
      workerConcurrency: raw.WORKER_CONCURRENCY,
      sourceTimeoutMs: Math.round(raw.SOURCE_TIMEOUT_S * 1000),
      aisFeeds: raw.AIS_SOURCES,
      adsbFeeds: raw.ADSB_SOURCES,
      vehiclePorts: vehiclePortsOf(raw),
      retention: retentionOf(raw),
      ...foldersOf(raw, simulated),
      simulated,
      simulatorPort,
      simulatorPortIsFree: raw.SIMULATOR_PORT === undefined && knownRoles.every((role) => roles.includes(role)),
      simulatorUrl: raw.SIMULATOR_URL ?? `http://127.0.0.1:${simulatorPort}`,
      simulatorSeed: raw.SIMULATOR_SEED,
      simulatorPeople: raw.SIMULATOR_PEOPLE,
      simulatorRobots: raw.SIMULATOR_ROBOTS,
    },
  };
}
