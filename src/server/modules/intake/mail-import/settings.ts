// unscoped: Addresses of users are read for the caller's own tenant, and what is audited names it.
import { randomInt } from 'node:crypto';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { forbidden, notFound, refused } from '#server/platform/errors/app-error.ts';
import { isMailAddress } from '#shared/text/mail-address.ts';
import { columnsOf, fieldsOf } from './kinds.ts';
import { listUserAddresses } from './mail-queries.ts';
import type { MailDeps } from './types.ts';

type Settings = CallData<'mailImportGet'>;
type WebDeps = Pick<MailDeps, 'mailDomain'>;

/** Services where anybody has an address: allowing the whole domain would allow everybody. */
const publicDomains = new Set(
  'qq.com foxmail.com 163.com 126.com yeah.net 139.com 189.cn sina.com sina.cn sohu.com aliyun.com gmail.com outlook.com hotmail.com live.com msn.com yahoo.com icloud.com me.com gmx.com gmx.de web.de mail.ru yandex.ru proton.me protonmail.com'.split(
    ' ',
  ),
);
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Random signs of an address: nobody finds it by trying. */
const signsOfAddress = 8;

/** The tenant of the caller. */
function tenantIdOf({ actor }: Ctx): number {
  if (actor.kind !== 'user') throw forbidden();
  return actor.tenantId;
}

const addressRow = (ctx: Ctx, tenantId: number) =>
  ctx.db
    .selectFrom('mail_address as a')
    .innerJoin('app_user as u', 'u.id', 'a.user_id')
    .select(['a.id', 'a.mailbox', 'a.active', 'a.senders', 'a.needs_proof', 'a.record_version', 'a.user_id'])
    .select('u.name_cn as user_name')
    .where('a.tenant_id', '=', tenantId);

async function listMappings(ctx: Ctx, tenantId: number): Promise<Settings['mappings']> {
  const rows = await ctx.db
    .selectFrom('mail_mapping as m')
    .innerJoin('app_user as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.kind', 'm.headings', 'm.columns', 'm.mapped_at as mappedTime', 'u.name_cn as userName'])
    .where('m.tenant_id', '=', tenantId)
    .orderBy('m.mapped_at', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ id, ...row }) => {
    const columns = columnsOf(row.columns);
    return {
      ...row,
      mappingId: String(id),
      columns: fieldsOf(row.kind).flatMap(({ name, label }) =>
        columns[name] === undefined ? [] : [{ field: label[ctx.lang], heading: columns[name] }],
      ),
    };
  });
}

/** The address of the caller's tenant, who may send to it, and which headings are known. */
export async function getSettings(ctx: Ctx, { mailDomain = null }: WebDeps): Promise<Settings> {
  const tenantId = tenantIdOf(ctx);
  const [row, users, mappings] = await Promise.all([
    addressRow(ctx, tenantId).executeTakeFirst(),
    listUserAddresses(ctx.unscoped, tenantId),
    listMappings(ctx, tenantId),
  ]);
  return {
    domain: mailDomain,
    address: row === undefined || mailDomain === null ? null : `${row.mailbox}@${mailDomain}`,
    active: row?.active === true ? 1 : 0,
    senders: row?.senders ?? [],
    users,
    needsProof: row?.needs_proof === true ? 1 : 0,
    userName: row?.user_name ?? null,
    recordVersion: row?.record_version ?? null,
    mayChange: ctx.actor.kind === 'user' && ctx.actor.userType === 'admin' ? 1 : 0,
    mappings,
  };
}

/** Addresses and domains as they are compared. Throws for what is neither. */
function readSenders(given: readonly string[]): string[] {
  const senders = given.map((text) => text.normalize('NFKC').trim().toLowerCase()).filter((text) => text !== '');
  for (const value of senders) {
    const isDomain = value.startsWith('@');
    if (!isMailAddress(isDomain ? `x${value}` : value))
      throw refused('mailImport.badSender', { value: value.slice(0, 80) });
    if (isDomain && publicDomains.has(value.slice(1))) throw refused('mailImport.publicDomain', { value });
  }
  return [...new Set(senders)].sort();
}

/** A new address of a tenant: its code, so that people know it again, and signs that nobody guesses. */
function newMailbox(code: string): string {
  const name = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 20);
  const random = Array.from({ length: signsOfAddress }, () => signs[randomInt(signs.length)]).join('');
  return [name, random].filter(Boolean).join('-');
}

/** Saves who may send to the tenant's address; makes the address, or another one. From then on the caller's rights count for it. */
export async function saveSettings(ctx: Ctx, deps: WebDeps, input: ParsedBody<'mailImportSave'>): Promise<Settings> {
  const tenantId = tenantIdOf(ctx);
  if (deps.mailDomain == null) throw refused('mailImport.off');
  if (ctx.actor.kind !== 'user') throw forbidden();
  const { userId, userCode } = ctx.actor;
  const values = {
    active: input.active === 1,
    senders: readSenders(input.senders),
    needs_proof: input.needsProof === 1,
    user_id: userId,
    changed_at: ts(ctx.clock.now()),
    changed_by: userCode,
  };
  await ctx.unscoped.transaction(async () => {
    const before = await addressRow(ctx, tenantId).forUpdate('a').executeTakeFirst();
    if ((before?.record_version ?? null) !== input.recordVersion) throw refused('error.staleUnnamed');
    const [tenant] = await ctx.unscoped.query<{ code: string }>('select code from tenant where id = $1', [tenantId]);
    const mailbox = before === undefined || input.newAddress === 1 ? newMailbox(tenant?.code ?? '') : before.mailbox;
    const { id } =
      before === undefined
        ? await ctx.db
            .insertInto('mail_address')
            .values({ ...values, tenant_id: tenantId, mailbox, created_at: values.changed_at })
            .returning('id')
            .executeTakeFirstOrThrow()
        : await ctx.db
            .updateTable('mail_address')
            .set({ ...values, mailbox, record_version: before.record_version + 1 })
            .where('id', '=', before.id)
            .returning('id')
            .executeTakeFirstOrThrow();
    const shown = (row: { mailbox: string; active: boolean; senders: readonly string[]; needs_proof: boolean }) => ({
      mailbox: row.mailbox,
      active: row.active,
      senders: row.senders.join(', '),
      needs_proof: row.needs_proof,
    });
    await writeAudit(ctx, {
      entity: 'mailAddress',
      entityId: String(id),
      action: before === undefined ? 'insert' : 'update',
      tenantId,
      ...(before === undefined ? {} : { before: shown(before) }),
      after: shown({ ...values, mailbox }),
    });
  });
  return getSettings(ctx, deps);
}

/** Forgets what the headings of a kind of sheet mean: the next one waits for a mapping. */
export async function removeMapping(ctx: Ctx, deps: WebDeps, mappingId: number): Promise<Settings> {
  const tenantId = tenantIdOf(ctx);
  await ctx.unscoped.transaction(async () => {
    const row = await ctx.db
      .deleteFrom('mail_mapping')
      .where('id', '=', mappingId)
      .where('tenant_id', '=', tenantId)
      .returning(['id', 'kind', 'columns'])
      .executeTakeFirst();
    if (row === undefined) throw notFound();
    await writeAudit(ctx, {
      entity: 'mailMapping',
      entityId: String(row.id),
      action: 'delete',
      tenantId,
      before: { kind: row.kind, ...columnsOf(row.columns) },
    });
  });
  return getSettings(ctx, deps);
}
