import { z } from 'zod';
import { isMailAddress } from '#shared/text/mail-address.ts';
import { parseAdsbFeeds } from './adsb-feeds.ts';
import { parseAisFeeds } from './ais-feeds.ts';
import { parseFunctionBases } from './function-bases.ts';
import { isDatabaseUrl } from '../db/database-hosts.ts';
import type { SettingName } from './setting-docs.ts';

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
  DATABASE_READ_URL: z.string().refine(isDatabaseUrl).optional(),
  DATABASE_READ_WAIT_MS: whole(0, 10_000).default(200),
  ANALYTICS_ADDRESS: z
    .string()
    .regex(/^[\w.-]{1,253}(:\d{1,5})?$/)
    .optional(),
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
  ARCHIVE_FOLDER: z.string().min(1).optional(),
  ARCHIVE_AFTER_DAYS: whole(400, 36_500).default(400),
  MAIL_IN_PORT: portOrOff(null),
  MAIL_IN_DOMAIN: z
    .string()
    .max(200)
    .transform((text) => text.trim().toLowerCase())
    .refine((text) => isMailAddress(`x@${text}`))
    .optional(),
  MAIL_IN_HOST: z.string().min(1).optional(),
  MAIL_IN_TLS_CERT: z.string().min(1).optional(),
  MAIL_IN_TLS_KEY: z.string().min(1).optional(),
  MAIL_IN_MAX_MB: whole(1, 100).default(25),
  EDI_FOLDER: z.string().min(1).optional(),
  CARGO_IMP_FOLDER: z.string().min(1).optional(),
  SIMULATOR: flag.optional(),
  SIMULATOR_PORT: whole(0, 65_535).optional(),
  SIMULATOR_URL: httpUrl.optional(),
  SIMULATOR_SEED: z.string().min(1).default('portolan'),
  SIMULATOR_PEOPLE: flag.default(true),
  SIMULATOR_ROBOTS: flag.default(true),
} satisfies Record<SettingName, z.ZodType>;

/** What each setting may be in the environment, and what it is unless set. */
export const settingSchema = z.object(fields);

/** The settings one by one, before they are checked together. */
export type RawSettings = z.output<typeof settingSchema>;
