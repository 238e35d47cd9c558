// unscoped: Partners and files of EDI are shared by tenants; the message was found by `ctx.db` before, and its parts are addressed by id.
import { sql } from 'kysely';
import { type EntityHooks, type RawRow, statedError } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import type { Text } from '#shared/entity/declare.ts';

const texts = {
  same: {
    zh: '报文标识和限定符相同的 EDI 伙伴已存在',
    en: 'There is already an EDI partner with the same identity and qualifier',
  },
  others: {
    zh: '该报文标识已由平台或其他租户使用，请联系平台人员',
    en: 'This identity is in use by the platform or another tenant; ask the people of the platform',
  },
} satisfies Record<string, Text>;

const qualifierOf = (row: RawRow): string => String(row['identity_qualifier'] ?? '');

/**
 * An identity belongs to the platform or to one tenant, with all its qualifiers: messages are handed out by it. The platform
 * may take an identity that a tenant has added; its partner then goes first.
 */
async function refuseForeignIdentity(
  ctx: Ctx,
  { before, after }: { before: RawRow | undefined; after: RawRow },
): Promise<void> {
  const [identity, tenantId] = [String(after['edi_identity']).toLowerCase(), after['tenant_id'] ?? null];
  const isSame =
    before !== undefined &&
    String(before['edi_identity']).toLowerCase() === identity &&
    qualifierOf(before) === qualifierOf(after);
  if (isSame) return;
  // Two tenants must not add the same identity at once.
  await lockName(ctx.unscoped, `edi identity ${identity}`);
  const { rows } = await sql<{ tenant_id: number | null; identity_qualifier: string | null }>`
    select tenant_id, identity_qualifier from edi_partner
    where lower(edi_identity) = ${identity} and id is distinct from ${before?.['id'] ?? null}::bigint`.execute(
    ctx.unscoped.system,
  );
  const refuse = (text: Text) =>
    statedError(ctx, text, { fields: [{ field: 'ediIdentity', message: text[ctx.lang] }] });
  if (tenantId !== null && rows.some((row) => row.tenant_id !== Number(tenantId))) throw refuse(texts.others);
  if (rows.some((row) => row.tenant_id === tenantId && (row.identity_qualifier ?? '') === qualifierOf(after)))
    throw refuse(texts.same);
}

/** What the declaration of EDI partners cannot say. */
export const ediPartnerHooks: EntityHooks = { beforeWrite: refuseForeignIdentity };
