import { failureCause, siteRefusals } from '#domain/execution/job/failure-cause.ts';
import { insertInboxMessage } from '#server/modules/administration/notification/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type AppError, refused } from '#server/platform/errors/app-error.ts';
import { serverText, type MessageParams, type ServerMessageCode } from '#shared/i18n/server-messages/index.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { isOneOf } from '#shared/values/objects.ts';
import { siteName } from './job-definitions.ts';
import type { JobDeps, JobRow } from './types.ts';

/** Why the site that a version collects from may not be asked; null where it may, or where it collects from none. */
export async function closedSite(database: Database, versionId: number): Promise<'unconfirmed' | 'stopped' | null> {
  const [site] = await database.query<{ confirmed_at: Instant | null; stopped: boolean }>(
    `select o.confirmed_at, coalesce(o.stopped_until > $2, false) as stopped
     from package_version v join robot_site o on o.package_id = v.package_id where v.id = $1`,
    [versionId, new Date(realClock.now())],
  );
  if (site === undefined) return null;
  return site.confirmed_at === null ? 'unconfirmed' : site.stopped ? 'stopped' : null;
}

/**
 * Why robots may not ask the site of the carrier of a subscription for it: the refusal for anyone who wants it asked; undefined where they may,
 * where no package collects from it, and for sources that are no pages.
 */
export async function closedSiteOf(
  database: Database,
  subscriptionId: number,
  sourceType: string,
): Promise<AppError | undefined> {
  if (sourceType !== 'RPA') return undefined;
  const [site] = await database.query<{ carrier: string }>(
    `select ${siteName} as carrier from subscription s join robot_site o on o.carrier_code = s.carrier_code
       left join md_carrier m on m.code = o.carrier_code
     where s.id = $1 and o.confirmed_at is null`,
    [subscriptionId],
  );
  return site === undefined ? undefined : refused('robotSite.unconfirmed', { carrier: site.carrier });
}

/** A message about a site, in both languages: its readers are not known by theirs. */
export type SiteNews = {
  key: string;
  title: ServerMessageCode;
  text: ServerMessageCode;
  params: MessageParams;
  link: string;
  at: Instant;
};

/** Tells the administrators of the platform of something about a site, once under its key; in the current transaction. */
export async function notifyPlatform(
  database: Database,
  { key, title, text, params, link, at }: SiteNews,
): Promise<void> {
  const admins = await database.query<{ user_code: string; tenant_id: number }>(
    `select user_code, tenant_id from app_user where user_type = 'admin' and all_tenants and removed_at is null order by id`,
  );
  const [first] = admins;
  if (first === undefined) return;
  const inBoth = (code: ServerMessageCode): string =>
    (['zh', 'en'] as const).map((lang) => serverText(code, params, lang)).join(' / ');
  await insertInboxMessage(database, {
    tenantId: first.tenant_id,
    userCode: admins.map(({ user_code: code }) => code).join(','),
    kind: 'site',
    key,
    subject: inBoth(title),
    content: inBoth(text),
    link,
    at,
  });
}

/**
 * Notes that the site of a package has refused the robot of a locked job: for a day no robot asks it, and the administrators of the
 * platform are reported once. Does nothing for other failures and other packages.
 */
export async function stopSite(
  { database, clock }: JobDeps,
  job: JobRow,
  errorCode: string | null | undefined,
): Promise<void> {
  const cause = failureCause(errorCode ?? null, null);
  if (cause === undefined || !isOneOf(siteRefusals, cause)) return;
  const now = realClock.now();
  const { rows } = await database.execute<{ carrier_code: string; carrier: string }>(
    `update robot_site o set stopped_at = $2, stopped_until = $3, stop_code = $4, stop_job_id = $5
     from package_version v, robot_site s left join md_carrier m on m.code = s.carrier_code
     where v.id = $1 and s.package_id = v.package_id and o.carrier_code = s.carrier_code
     returning o.carrier_code, ${siteName} as carrier`,
    [job.package_version_id, new Date(clock.now()), new Date(now + DAY_MS), errorCode, job.id],
  );
  const [site] = rows;
  if (site === undefined) return;
  const { carrier_code: code } = site;
  await notifyPlatform(database, {
    key: `site:${code}:refused:${job.id}`,
    title: 'robotSite.refusedTitle',
    text: `job.cause.${cause}`,
    params: { carrier: site.carrier },
    link: `/job/detail?jobId=${job.id}`,
    at: clock.now(),
  });
}
