import { trimEndOf } from '#shared/text/normalize.ts';
import { join } from 'node:path';
import type { AdsbFeed } from './adsb-feeds.ts';
import type { AisFeed } from './ais-feeds.ts';
import { hostsOf } from '../db/database-hosts.ts';
import type { DiskNeed } from '../db/disk-space.ts';
import type { PasswordPolicy } from '#shared/text/password-strength.ts';
import { isOneOf } from '#shared/values/objects.ts';
import { parseFunctionBases } from './function-bases.ts';
import { type RawSettings, settingSchema } from './setting-fields.ts';
import { crossChecks, problemOf, type SettingProblem } from './setting-problems.ts';
import { knownRoles, type Role, rolesOf, trustProxyOf } from './setting-values.ts';

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
  /** After the end of a shipment: then it may go to the archive. */
  archive: number;
};

/** All settings, checked. */
export type Settings = {
  production: boolean;
  roles: readonly Role[];
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Folder of the archive; null: nothing is archived. */
  archiveFolder: string | null;
  /** Replicas for reads of calls, and how long a read waits for one that is behind. */
  readReplicas: { url: string; waitMs: number } | null;
  /** Host and port that tools of analysts connect to; null: the database is embedded. */
  analyticsAddress: string | null;
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
  /** Domain of the tenants' addresses for import by e-mail; null: none. */
  mailDomain: string | null;
  /** Where this process takes mails; null: nowhere. Certificate and key are paths of files in PEM. */
  mailIn: { host: string; port: number; sizeBytes: number; tls: { key: string; cert: string } | null } | null;
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
const retentionOf = (raw: RawSettings): RetentionDays => ({
  position: raw.AIS_RETENTION_DAYS,
  vehicle: raw.VEHICLE_RETENTION_DAYS,
  answer: raw.ANSWER_RETENTION_DAYS,
  edi: raw.EDI_RETENTION_DAYS,
  notification: raw.NOTIFICATION_RETENTION_DAYS,
  refusal: raw.REFUSAL_RETENTION_DAYS,
  run: raw.RUN_RETENTION_DAYS,
  audit: raw.AUDIT_RETENTION_DAYS,
  archive: raw.ARCHIVE_AFTER_DAYS,
});

/** Folders for incoming messages; without a setting they exist with the simulated world only. */
const foldersOf = (raw: RawSettings, simulated: boolean): Pick<Settings, 'ediFolder' | 'cargoImpFolder'> => ({
  ediFolder: raw.EDI_FOLDER ?? (simulated ? join(raw.DATA_DIR, 'edi') : null),
  cargoImpFolder: raw.CARGO_IMP_FOLDER ?? (simulated ? join(raw.DATA_DIR, 'cargo-imp') : null),
});

const vehiclePortsOf = (raw: RawSettings): Settings['vehiclePorts'] => ({
  host: raw.VEHICLE_HOST ?? raw.HOST,
  jt808: raw.JT808_PORT,
  gt06: raw.GT06_PORT,
  signInsPerAddress: raw.VEHICLE_SIGN_INS_PER_ADDRESS,
});

/** Where calls that only ask read, if not on the primary. */
const replicasOf = ({ DATABASE_READ_URL: url, DATABASE_READ_WAIT_MS: waitMs }: RawSettings): Settings['readReplicas'] =>
  url === undefined ? null : { url, waitMs };

/** Where analysts connect: as set, or where the product does. */
const analyticsAddressOf = ({ ANALYTICS_ADDRESS: set, DATABASE_URL: url }: RawSettings): string | null =>
  url === undefined ? null : (set ?? (hostsOf(url)[0] === undefined ? null : new URL(hostsOf(url)[0] ?? '').host));

/** The provider that people sign in at, if there is one. */
const oidcOf = (raw: RawSettings): Settings['oidc'] =>
  raw.OIDC_ISSUER === undefined
    ? null
    : {
        issuer: raw.OIDC_ISSUER,
        clientId: raw.OIDC_CLIENT_ID ?? '',
        clientSecret: raw.OIDC_CLIENT_SECRET ?? '',
        scope: raw.OIDC_SCOPE,
        claim: raw.OIDC_CLAIM,
      };

/** Where spans go, if anywhere. */
const tracingOf = ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_SERVICE_NAME: service,
}: RawSettings): Settings['tracing'] => (endpoint === undefined ? null : { endpoint, service });

/** Where mails are taken. */
const mailInOf = (raw: RawSettings): Settings['mailIn'] =>
  raw.MAIL_IN_PORT === null || raw.MAIL_IN_DOMAIN === undefined
    ? null
    : {
        host: raw.MAIL_IN_HOST ?? raw.HOST,
        port: raw.MAIL_IN_PORT,
        sizeBytes: raw.MAIL_IN_MAX_MB * 1_000_000,
        tls:
          raw.MAIL_IN_TLS_KEY === undefined || raw.MAIL_IN_TLS_CERT === undefined
            ? null
            : { key: raw.MAIL_IN_TLS_KEY, cert: raw.MAIL_IN_TLS_CERT },
      };

/** How notifications go out. */
const notifyOf = (raw: RawSettings): Settings['notify'] => ({
  smtpUrl: raw.SMTP_URL ?? null,
  smtpFrom: raw.SMTP_FROM,
  allowedUrls: raw.NOTIFY_ALLOWED_URLS,
  timeoutMs: Math.round(raw.NOTIFY_TIMEOUT_S * 1000),
  smsGatewayUrl: raw.SMS_GATEWAY_URL ?? null,
});

/** Retention when nobody sets anything. */
export const standardRetention: RetentionDays = retentionOf(settingSchema.parse({}));

/** The settings among the variables of an environment. */
const givenIn = (env: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) => name in settingSchema.shape && value !== undefined && value.trim() !== '',
    ),
  );

/** Reads settings from environment variables and arguments; an empty variable counts as absent. */
export function loadSettings(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[] = [],
): { settings: Settings; problems?: undefined } | { problems: SettingProblem[]; settings?: undefined } {
  const parsed = settingSchema.safeParse(givenIn(env));
  const requested = rolesOf(args);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
    return { problems: names.map((name) => problemOf(name, env[name])) };
  }
  const raw = parsed.data;
  const problems = crossChecks(raw, requested);
  if (problems.length > 0) return { problems };
  const production = raw.NODE_ENV === 'production';
  const simulated = raw.SIMULATOR ?? (raw.DATABASE_URL === undefined && !production);
  const simulatorPort = raw.SIMULATOR_PORT ?? 8090;
  const chosen = requested.filter((role) => isOneOf(knownRoles, role));
  const roles: readonly Role[] = chosen.length > 0 ? chosen : simulated ? knownRoles : ['web', 'worker'];
  return {
    settings: {
      production,
      roles,
      port: raw.PORT,
      host: raw.HOST,
      dataDir: raw.DATA_DIR,
      databaseUrl: raw.DATABASE_URL,
      archiveFolder: raw.ARCHIVE_FOLDER ?? null,
      readReplicas: replicasOf(raw),
      analyticsAddress: analyticsAddressOf(raw),
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
      oidc: oidcOf(raw),
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
      mailDomain: raw.MAIL_IN_DOMAIN ?? null,
      mailIn: mailInOf(raw),
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
