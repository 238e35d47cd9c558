import type { MailSheetKind } from '#contract/intake/mail-import.ts';
import { paths } from '#contract/all-paths.ts';
import { orderLine } from '#entities/order-line.ts';
import { contextOf } from '#server/platform/acting.ts';
import { isAdmitted } from '#server/platform/auth/access.ts';
import { actorOf } from '#server/platform/auth/principal.ts';
import { principalFor } from '#server/platform/auth/session-store.ts';
import type { Actor, Ctx } from '#server/platform/context.ts';
import type { StoredMail } from './mail-queries.ts';
import type { MailDeps } from './types.ts';

/** May somebody import such rows, by the same rule as on the pages? */
export const mayTake = (kind: MailSheetKind, actor: Actor): boolean =>
  isAdmitted(kind === 'orders' ? [orderLine.menu] : paths.importSubscriptions.access, actor);

/**
 * The context of the person in whose name rows of a mail are taken, with the rights that he or she has now in the tenant of the mail;
 * undefined when the person is gone. The audit names the sender beside the person.
 */
export async function contextFor(
  deps: MailDeps,
  mail: Pick<StoredMail, 'id' | 'tenant_id' | 'sender'>,
  userId: number,
): Promise<Ctx | undefined> {
  const principal = await principalFor(deps.database, { userId, tenantId: mail.tenant_id, readOnly: false });
  if (principal === undefined || principal.mustChangePassword) return undefined;
  const actor = actorOf(principal);
  if (actor.kind !== 'user') return undefined;
  return contextOf(
    deps,
    {
      actor: { ...actor, menus: [...actor.menus] },
      scope: principal.scope,
      zone: deps.reference().tenants.get(mail.tenant_id)?.zone,
      requestId: `mail-${mail.id}`,
      origin: 'Remote',
      client: `E-mail ${mail.sender ?? ''}`.trim(),
    },
    principal.language,
  );
}
