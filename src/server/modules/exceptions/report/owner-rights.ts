import { paths } from '#contract/all-paths.ts';
import type { CallPath } from '#contract/call-path.ts';
import type { CallName } from '#contract/paths.ts';
import type { Acting } from '#server/platform/acting.ts';
import { isAdmitted } from '#server/platform/auth/access.ts';
import { actorOf } from '#server/platform/auth/principal.ts';
import { principalFor } from '#server/platform/auth/session-store.ts';
import type { Database } from '#server/platform/db/database.ts';

/** The owner of a report as the report reads data: in its tenant alone, and only what the owner may see at this moment. */
export async function actingOwner(
  database: Database,
  report: { reportId: number; ownerId: number; tenantId: number; zone: string },
  call: CallName,
): Promise<Acting | undefined> {
  const principal = await principalFor(database, {
    userId: report.ownerId,
    tenantId: report.tenantId,
    readOnly: true,
  });
  if (principal === undefined) return undefined;
  const actor = actorOf(principal);
  const { access }: CallPath = paths[call];
  const { access: own }: CallPath = paths.reportQuery;
  if (actor.kind !== 'user' || !isAdmitted(access, actor) || !isAdmitted(own, actor)) return undefined;
  return {
    actor: { ...actor, menus: [...actor.menus] },
    scope: principal.scope,
    zone: report.zone,
    requestId: `report ${report.reportId}`,
    origin: 'TimeTrigger',
  };
}
