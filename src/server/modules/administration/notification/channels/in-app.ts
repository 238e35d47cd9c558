import type { Channel } from './types.ts';

/** Whether user u is among those of tenant $1 whom an address means: user codes $2, or everybody. */
export const recipientSql = `u.removed_at is null
    and (u.tenant_id = $1 or u.all_tenants or exists (
      select 1 from user_tenant t where t.user_id = u.id and t.tenant_id = $1))
    and ('*' = any($2::text[]) or lower(u.user_code) = any($2::text[]))`;

const recipientsSql = `select u.id from app_user u where ${recipientSql}`;

/** The user codes in an address, in lower case. */
export const codesOf = (address: string): string[] =>
  address
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);

/** A message within the product arrives by being written down; it fails when nobody it names sees the tenant. */
export const sendInApp: Channel = async (message, { database }) => {
  const rows = await database.query<{ id: number }>(recipientsSql, [message.tenantId, codesOf(message.address)]);
  return rows.length === 0
    ? { ok: false, reason: 'nobody', final: true, sent: message.content }
    : { ok: true, code: rows.length, sent: message.content };
};
