// unscoped: Parsers, sites and answers of robots hold for all tenants; robots act by their key, people by the right of the platform.
import type { ParsedBody } from '#contract/index.ts';
import { endJobsOfSite, type JobDeps } from '#server/modules/execution/job/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { tsOrNull } from '#server/platform/db/instants.ts';
import { malformed, refused } from '#server/platform/errors/app-error.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { isContact } from '#shared/text/contact.ts';
import { addSiteProcesses } from './shipped/site-processes.ts';
import { sitePackages } from './shipped/site-packages.ts';
import { ensureSource } from './targets.ts';

/** All tenants' shipments are collected by the same packages: only anyone who acts for all of them answers for the terms of a site. */
function ofPlatform(ctx: Ctx): void {
  if (ctx.scope.kind !== 'all') throw refused('robotSite.platformOnly');
}

async function lockSite(ctx: Ctx, carrierCode: string) {
  const site = await ctx.unscoped.system
    .selectFrom('robot_site')
    .selectAll()
    .where('carrier_code', '=', carrierCode.toUpperCase())
    .forUpdate()
    .executeTakeFirst();
  if (site === undefined) throw refused('robotSite.noRobot');
  return site;
}

type Site = Awaited<ReturnType<typeof lockSite>>;
type Change = Partial<Pick<Site, 'contact' | 'pause_ms'>> & Pick<Site, 'confirmed_by' | 'confirmed_at'>;

async function change(ctx: Ctx, site: Site, action: 'confirm' | 'withdraw', after: Change): Promise<void> {
  await ctx.unscoped.system
    .updateTable('robot_site')
    .set({ ...after, confirmed_at: tsOrNull(after.confirmed_at) })
    .where('carrier_code', '=', site.carrier_code)
    .execute();
  const before: Change = {
    contact: site.contact,
    pause_ms: site.pause_ms,
    confirmed_by: site.confirmed_by,
    confirmed_at: site.confirmed_at,
  };
  await writeAudit(ctx, { entity: 'robotSite', entityId: site.carrier_code, action, tenantId: null, before, after });
  await publish(ctx.unscoped, { tenantId: null, topic: 'rpa', payload: {} });
}

/**
 * Keeps who confirmed, and when, that the terms of a site allow robots, with the address that robots give and their pause. The source of
 * its pages is switched on, and tenants that follow shipments of the carrier get a process and a schedule. Confirmed again it takes the
 * new values.
 */
export function confirmSite(
  ctx: Ctx,
  input: ParsedBody<'rpaSiteConfirm'>,
  reference: ReferenceSnapshot,
): Promise<null> {
  ofPlatform(ctx);
  const { contact, pauseSeconds } = input;
  if (!isContact(contact)) throw malformed('robotSite.contact');
  return ctx.unscoped.transaction(async () => {
    const site = await lockSite(ctx, input.carrierCode);
    const by = ctx.actor.kind === 'user' ? ctx.actor.name : ctx.actor.userCode;
    const now = ctx.clock.now();
    await change(ctx, site, 'confirm', {
      contact,
      pause_ms: Math.round(pauseSeconds * 1000),
      confirmed_by: by,
      confirmed_at: now,
    });
    const sourceId = await ensureSource(ctx.unscoped, site.carrier_code, reference);
    const siteUrl = sitePackages.find(({ carrierCode }) => carrierCode === site.carrier_code)?.siteUrl ?? '';
    await ctx.unscoped.execute(
      `update source set enabled = true, attached_at = null, base_url = case base_url when '' then $2 else base_url end where id = $1`,
      [sourceId ?? null, siteUrl],
    );
    await addSiteProcesses(ctx.unscoped, now);
    return null;
  });
}

/**
 * Takes the confirmation back: no job is started any more, those that wait are not run, and those that run are ended. What was
 * collected stays.
 */
export async function withdrawSite(ctx: Ctx, deps: JobDeps, carrierCode: string): Promise<null> {
  ofPlatform(ctx);
  const code = await ctx.unscoped.transaction(async () => {
    const site = await lockSite(ctx, carrierCode);
    await change(ctx, site, 'withdraw', { confirmed_by: null, confirmed_at: null });
    await ctx.unscoped.execute(`update source set enabled = false where protocol = 'rpa' and carrier_code = $1`, [
      site.carrier_code,
    ]);
    return site.carrier_code;
  });
  // Afterwards, as a job that is locked may be about to stop its site; none begins any more.
  await endJobsOfSite(ctx, deps, code);
  return null;
}
