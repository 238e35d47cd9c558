// unscoped: Each recipient gets a copy that is read in the scope of that recipient; the message names its tenant.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { findAssignee } from '#server/modules/exceptions/exception/index.ts';
import { type ReferenceSnapshot, zoneOfCaller } from '#server/modules/administration/masterdata/index.ts';
import { insertInboxMessage, type NotificationCause } from '#server/modules/administration/notification/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { both, type Lang } from '#shared/i18n/text.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { readHandOver } from './get-hand-over.ts';
import { handOverText } from './hand-over-text.ts';
import type { TenantScope } from '#server/platform/db/database.ts';

type Input = ParsedBody<'handOverSend'>;
type Notify = (causes: readonly NotificationCause[]) => Promise<unknown>;
type Parts = { ctx: Ctx; input: Input; reference: ReferenceSnapshot };

/** What two people may both see. */
function shared(one: TenantScope, other: readonly number[] | 'all'): TenantScope {
  if (other === 'all') return one;
  const tenantIds = one.kind === 'all' ? other : one.tenantIds.filter((id) => other.includes(id));
  return { kind: 'tenants', tenantIds };
}

/** The page of this shift, in which everybody sees what their own rights let them. */
const linkOf = (from: number, by: string | undefined): string =>
  `/hand-over?from=${from}${by === undefined ? '' : `&by=${encodeURIComponent(by)}`}`;

/** The hand-over as a text that says nothing of tenants outside of a scope. */
async function textWithin({ ctx, input, reference }: Parts, scope: TenantScope, lang: Lang): Promise<string> {
  const inside: Ctx = { ...ctx, scope, db: ctx.unscoped.scoped(scope) };
  const handOver = await readHandOver(inside, input, lang, reference);
  return handOverText(handOver, lang, zoneOfCaller(ctx, reference), input.note);
}

async function findRecipients({ ctx, input }: Parts) {
  const recipients: { userCode: string; scope: TenantScope }[] = [];
  for (const code of new Set(input.userCodes)) {
    const user = await findAssignee(ctx, code);
    const scope = user === undefined ? undefined : shared(ctx.scope, user.tenantIds);
    // A user of other tenants gets the same answer as an unknown code.
    if (user === undefined || scope === undefined || (scope.kind === 'tenants' && scope.tenantIds.length === 0))
      throw refused('handOver.unknownUser', { code });
    recipients.push({ userCode: user.userCode, scope });
  }
  return recipients;
}

/** Tells the next people in their inbox, each of what they may see, and mails it where a definition of the own tenant listens to hand-overs. */
export async function sendHandOver({
  notify,
  ...parts
}: Parts & { notify?: Notify | undefined }): Promise<CallData<'handOverSend'>> {
  const { ctx, input } = parts;
  const { actor } = ctx;
  if (actor.kind !== 'user') throw refused('handOver.unknownUser', { code: actor.userCode });
  const recipients = await findRecipients(parts);
  const now = ctx.clock.now();
  const from = input.from ?? now - input.hours * HOUR_MS;
  const key = `handover:${actor.userCode}:${ctx.requestId}`;
  const ownScope: TenantScope = { kind: 'tenants', tenantIds: [actor.tenantId] };
  const mailed = {
    zh: await textWithin(parts, ownScope, 'zh'),
    en: await textWithin(parts, ownScope, 'en'),
  };
  const { lang } = ctx;
  const texts = new Map<string, string>();
  for (const { userCode, scope } of recipients) texts.set(userCode, await textWithin(parts, scope, lang));
  await ctx.unscoped.transaction(async () => {
    for (const { userCode, scope } of recipients)
      await insertInboxMessage(ctx.unscoped, {
        tenantId:
          scope.kind === 'all'
            ? actor.tenantId
            : (scope.tenantIds.find((id) => id === actor.tenantId) ?? scope.tenantIds[0] ?? actor.tenantId),
        userCode,
        kind: 'handover',
        key: `${key}:${userCode}`,
        subject: both(`交接班：${actor.name}`, `Hand-over: ${actor.name}`)[lang],
        content: texts.get(userCode) ?? '',
        link: linkOf(from, input.by),
        at: now,
      });
    await writeAudit(ctx, {
      entity: 'handOver',
      entityId: String(from),
      action: 'send',
      tenantId: actor.tenantId,
      after: { from, userCodes: recipients.map(({ userCode }) => userCode).join(','), note: input.note ?? null },
    });
    await notify?.([
      {
        tenantId: actor.tenantId,
        kind: 'handover',
        key,
        status: 'HAND_OVER',
        at: now,
        describe: (language) => ({ process: actor.name, jobId: '', error: mailed[language], billNo: '' }),
        linkPath: linkOf(from, input.by),
        output: { from, by: input.by ?? null },
        error: mailed[lang],
        facts: { from, by: input.by ?? null },
      },
    ]);
  });
  return { told: recipients.length };
}
