// unscoped: Connections of programs, their clients and tokens belong to the signed-in person or to the token shown, not to a tenant; rows are addressed by the hash or the id that was checked before.
import { Provider } from 'oidc-provider';
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { removeItems } from './queries.ts';

type Ended = { id: number; tenant_id: number; grant_id: string; name: string; scopes: string[] };

const shown = ({ name, scopes }: Pick<Ended, 'name' | 'scopes'>) => ({ name, scopes: scopes.join(', ') });

/** Ends the connections that `condition` names (with `$1` for now), with all that was issued under them. In a transaction. */
async function end(database: Database, condition: string, values: readonly unknown[]): Promise<Ended[]> {
  const { rows } = await database.execute<Ended>(
    `update connected_program set revoked_at = $1, expires_at = least(expires_at, $1)
     where revoked_at is null and ${condition} returning id, tenant_id, grant_id, name, scopes`,
    [new Date(), ...values],
  );
  for (const { grant_id: grantId } of rows) await removeItems(database, grantId);
  return rows;
}

const record = (ctx: Parameters<typeof writeAudit>[0], row: Ended, action: string): Promise<void> =>
  writeAudit(ctx, {
    entity: 'connectedProgram',
    entityId: String(row.id),
    action,
    tenantId: row.tenant_id,
    before: shown(row),
  });

/** Ends one connection because a person wants it; false when it had ended before. In a transaction. */
export async function endConnection(ctx: Ctx, id: number): Promise<boolean> {
  const rows = await end(ctx.unscoped, 'id = $2', [id]);
  for (const row of rows) await record(ctx, row, 'delete');
  return rows.length > 0;
}

/** Ends the connection that a new one of the same person, program and tenant replaces. In a transaction. */
export async function endReplaced(
  ctx: Ctx,
  { userId, clientId, tenantId }: { userId: number; clientId: string; tenantId: number },
): Promise<void> {
  const rows = await end(ctx.unscoped, 'user_id = $2 and client_id = $3 and tenant_id = $4', [
    userId,
    clientId,
    tenantId,
  ]);
  for (const row of rows) await record(ctx, row, 'delete');
}

/** Ends the connection of a grant that the program gave back, or whose code or token came twice, as stolen ones do. */
export async function endByLibrary(database: Database, grantId: string): Promise<void> {
  const request = Provider.ctx;
  const isGivenBack = request?.oidc.route === 'revocation';
  await database.transaction(async () => {
    const rows = await end(database, 'grant_id = $2', [grantId]);
    // A grant whose connection ended before leaves nothing either.
    await removeItems(database, grantId);
    for (const row of rows)
      await record(
        {
          actor: { kind: 'system', userCode: 'oauth' },
          origin: 'Remote',
          requestId: request?.get('x-request-id') ?? 'oauth',
          ip: request?.ip ?? null,
          client: row.name,
          unscoped: database,
        },
        row,
        isGivenBack ? 'disconnect' : 'token-reused',
      );
  });
}

/** What the audit keeps of a connection. */
export const auditedConnection = shown;
