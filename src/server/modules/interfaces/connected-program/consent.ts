// unscoped: Connections of programs, their clients and tokens belong to the signed-in person or to the token shown, not to a tenant; rows are addressed by the hash or the id that was checked before.
import type { FastifyRequest } from 'fastify';
import { sql, type SqlBool } from 'kysely';
import type { Provider } from 'oidc-provider';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import type { Principal } from '#server/platform/auth/principal.ts';
import type { SessionStore } from '#server/platform/auth/session-store.ts';
import type { Ctx } from '#server/platform/context.ts';
import { equalTexts } from '#server/platform/crypto/index.ts';
import { countRows } from '#server/platform/db/count-rows.ts';
import { keepCap } from '#server/platform/db/lock-name.ts';
import { AppError, notFound, refused } from '#server/platform/errors/app-error.ts';
import { programScopes } from '#shared/reference/program-scopes.ts';
import { isLoopback } from './client-rules.ts';
import { auditedConnection, endReplaced } from './end-connection.ts';
import { holderOf } from './holder.ts';
import { connectCookie, lifetimes, resourceOf } from './provider.ts';
import { mayAct, scopesIn } from './scopes.ts';

/** So many programs one person may have connected at once. */
const maxConnections = 50;

/** What the calls of the page work with. */
export type ConsentCall = {
  ctx: Ctx;
  principal: Principal;
  sessions: SessionStore;
  provider: Provider | undefined;
  request: FastifyRequest;
};

/**
 * The pending request of a program. It is tied to this browser by a cookie, so that nobody can have another person answer it by sending a
 * link. Throws `connect.expired` when the request has expired or belongs to another browser.
 */
async function askedBy({ provider, request }: ConsentCall, id: string) {
  const own = request.cookies[connectCookie];
  if (provider === undefined || own === undefined || !equalTexts(own, id)) throw refused('connect.expired');
  const interaction = await provider.Interaction.find(id);
  if (interaction === undefined || interaction.result !== undefined) throw refused('connect.expired');
  const { client_id: clientId, redirect_uri: redirect, scope } = interaction.params;
  const client = typeof clientId === 'string' ? await provider.Client.find(clientId) : undefined;
  if (client === undefined || typeof redirect !== 'string') throw refused('connect.expired');
  return { provider, interaction, client, redirect: new URL(redirect), asked: scopesIn(scope) };
}

/** What a program asks for, and whether the person may allow it. */
export async function describeRequest(call: ConsentCall, id: string): Promise<CallData<'connectRequest'>> {
  const { client, redirect, asked } = await askedBy(call, id);
  return {
    name: client.clientName ?? '',
    redirectHost: redirect.host,
    onThisComputer: isLoopback(redirect),
    scopes: asked,
    mayAct: mayAct(call.ctx.actor),
    userCode: call.principal.userCode,
  };
}

/** Where the browser goes on: the library answers the program there. */
type Answered = { redirectTo: string };

async function answer(
  { interaction }: Awaited<ReturnType<typeof askedBy>>,
  result: NonNullable<Awaited<ReturnType<typeof askedBy>>['interaction']['result']>,
): Promise<Answered> {
  interaction.result = result;
  await interaction.persist();
  return { redirectTo: interaction.returnTo };
}

/** The person does not want the program. */
export async function denyRequest(call: ConsentCall, id: string): Promise<Answered> {
  const asked = await askedBy(call, id);
  return answer(asked, { error: 'access_denied', error_description: 'The person did not allow it' });
}

/** Refuses what the person may not lend: another tenant, scopes that were not asked for, acts without the pages for them. */
async function checkChoice(
  { ctx, principal, sessions }: ConsentCall,
  { tenantId, scopes }: ParsedBody<'connectAllow'>,
  asked: readonly string[],
): Promise<void> {
  if (scopes.some((scope) => !asked.includes(scope))) throw refused('connect.notAsked');
  if (scopes.includes('act') && !mayAct(ctx.actor)) throw refused('connect.mayNotAct');
  const holder = { user_id: principal.userId, tenant_id: tenantId, grant_id: '', scopes: [...scopes] };
  if ((await holderOf(sessions, holder)) === undefined) throw notFound();
}

/** Connects the program to one tenant of the person; an earlier connection of the same program there is replaced. */
export async function allowRequest(call: ConsentCall, input: ParsedBody<'connectAllow'>): Promise<Answered> {
  const { ctx, principal } = call;
  const request = await askedBy(call, input.request);
  const { provider, client, redirect, asked } = request;
  await checkChoice(call, input, asked);
  const { tenantId } = input;
  const scopes = programScopes.filter((scope) => input.scopes.includes(scope));
  const { userId } = principal;
  return ctx.unscoped.transaction(async () => {
    await keepCap(ctx.unscoped, {
      of: `programs of user ${userId}`,
      limit: maxConnections,
      count: () => countRows(livingConnections(ctx, userId)),
      refusal: () => new AppError('connect.tooMany', { most: maxConnections }),
    });
    await endReplaced(ctx, { userId, clientId: client.clientId, tenantId });
    const accountId = String(userId);
    const grant = new provider.Grant({ accountId, clientId: client.clientId });
    grant.addResourceScope(resourceOf(provider.issuer), scopes.join(' '));
    const grantId = await grant.save();
    const now = Date.now();
    const name = client.clientName ?? redirect.host;
    const { id } = await ctx.unscoped.system
      .insertInto('connected_program')
      .values({
        user_id: userId,
        tenant_id: tenantId,
        client_id: client.clientId,
        grant_id: grantId,
        name,
        redirect_host: redirect.host,
        scopes,
        created_at: new Date(now),
        // Until its first tokens are fetched.
        expires_at: new Date(now + lifetimes.request * 1000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await ctx.unscoped.execute('update oauth_client set used_at = $2 where client_id = $1', [
      client.clientId,
      new Date(now),
    ]);
    await writeAudit(ctx, {
      entity: 'connectedProgram',
      entityId: String(id),
      action: 'insert',
      tenantId,
      after: { ...auditedConnection({ name, scopes }), redirectHost: redirect.host },
    });
    return answer(request, { login: { accountId, remember: false }, consent: { grantId }, select_account: {} });
  });
}

/** Connections of a user that have not ended. */
const livingConnections = (ctx: Ctx, userId: number) =>
  ctx.unscoped.system
    .selectFrom('connected_program')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where(sql<SqlBool>`expires_at > ${new Date()}`);
