// unscoped: Before sign-in there is no tenant yet; accounts, sessions and attempts are found by user code or id.
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import type { Ctx } from '#server/platform/context.ts';
import { isDiskFull } from '#server/platform/db/refused-writes.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import type { OidcSettings } from '#server/platform/http/settings.ts';
import type { Identity } from './oidc-client.ts';
import type { OidcFailure } from './oidc-failure.ts';
import { type SignedIn, openReadOnlySession, openSession } from './open-session.ts';
import { type Account, bindSubject, findAccount, findAccountBySubject } from './queries.ts';
import type { AuthServices, Origin } from './services.ts';

/** The user of an identity: by its subject, else by the configured claim if no other subject has that user. */
async function accountOf(ctx: Ctx, settings: OidcSettings, identity: Identity): Promise<Account | undefined> {
  const bound = await findAccountBySubject(ctx.unscoped, identity.subject);
  if (bound !== undefined || settings.claim === 'sub' || identity.claim === null) return bound;
  const named = await findAccount(ctx.unscoped, identity.claim);
  return named?.oidc_subject === null ? named : undefined;
}

/** Keeps in the audit that an answer of the identity provider signed in nobody, and why; nothing in it can be trusted. */
export async function noteOidcFailure(
  ctx: Ctx,
  services: AuthServices,
  { ip }: Origin,
  reason: OidcFailure,
): Promise<void> {
  services.metrics.signIns.inc({ outcome: 'refused' });
  const after = { by: 'oidc', ip, reason };
  await writeAudit(ctx, { entity: 'session', entityId: '', action: 'sign-in-failed', tenantId: null, after });
}

/** Opens the same kind of session for whom the identity provider vouches. */
export async function signInByOidc(request: {
  ctx: Ctx;
  identity: Identity;
  settings: OidcSettings;
  from: Origin;
  services: AuthServices;
}): Promise<SignedIn> {
  const { ctx, identity, settings, from, services } = request;
  const account = await accountOf(ctx, settings, identity);
  if (account === undefined) {
    services.metrics.signIns.inc({ outcome: 'refused' });
    const after = { by: 'oidc', ip: from.ip, subject: identity.subject.slice(0, 200) };
    await writeAudit(ctx, {
      entity: 'session',
      entityId: identity.claim?.slice(0, 100) ?? '',
      action: 'sign-in-failed',
      tenantId: null,
      after,
    });
    throw refused('auth.oidcUnknownUser');
  }
  const signedIn = await ctx.unscoped
    .transaction(async () => {
      if (account.oidc_subject === null && !(await bindSubject(ctx.unscoped, account.id, identity.subject)))
        throw refused('auth.oidcUnknownUser');
      return openSession(ctx, services, account.id, from, 'oidc');
    })
    .catch((error: unknown) => {
      if (!isDiskFull(error) || account.oidc_subject === null) throw error;
      return openReadOnlySession(ctx, services, account.id, from);
    });
  services.metrics.signIns.inc({ outcome: 'oidc' });
  return signedIn;
}
