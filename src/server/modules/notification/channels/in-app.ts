import type { Channel } from './types.ts';

/** Who among the users of a tenant is meant by an address: user codes, or everybody. */
const recipientsSql = `
  select u.id from app_user u
  where u.removed_at is null
    and (u.tenant_id = $1 or u.all_tenants or exists (
      select 1 from user_tenant t where t.user_id = u.id and t.tenant_id = $1))
    and ('*' = any($2::text[]) or lower(u.user_code) = any($2::text[]))`;

/** The user codes in an address, in lower case. */
const codesOf = (address: string): string[] =>
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
