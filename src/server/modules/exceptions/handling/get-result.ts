import { paths } from '#contract/all-paths.ts';
import type { CallPath } from '#contract/call-path.ts';
import type { CallData, ParsedQuery } from '#contract/index.ts';
import { warningsAbout } from '#domain/exceptions/warned.ts';
import { listSubscriptionsById, presentSubscription } from '#server/modules/exceptions/exception/index.ts';
import { type ReferenceSnapshot, sourceName } from '#server/modules/administration/masterdata/index.ts';
import { unpackProvenance } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { pageOf, rowsOf } from '#server/platform/page.ts';
import { presentHandled } from './present.ts';
import { findException, findProvenance, listExceptionPage, listSourceNames } from './queries.ts';

type Verb<Input> = { ctx: Ctx; input: Input; reference: ReferenceSnapshot };

/** May the caller save on the handling page? Everybody signed in may read it. */
function mayHandle(ctx: Ctx): boolean {
  const { access }: CallPath = paths.saveExceptionCauses;
  if (ctx.actor.kind !== 'user' || typeof access === 'string') return false;
  const { userType, menus } = ctx.actor;
  return userType === 'admin' || access.some((menu) => menus.has(menu));
}

/** One exception with what explains it; one of another tenant is as unknown as one that never was. */
export async function getExceptionResult({
  ctx,
  input,
  reference,
}: Verb<ParsedQuery<'exceptionResultById'>>): Promise<CallData<'exceptionResultById'>> {
  const row = await findException(ctx, input.obmAutotestResultId);
  if (row === undefined) throw notFound('exception.notFound');
  const shown = presentHandled(row, ctx.lang, reference);
  const about = { typeCode: row.type_code, boxNos: shown.boxNos };
  const warnings = warningsAbout(about, unpackProvenance(await findProvenance(ctx, row.subscription_id)) ?? {});
  const codes = [...new Set(row.evidence.flatMap(({ sourceCode }) => (sourceCode === undefined ? [] : [sourceCode])))];
  const subscriptionId = row.subscription_id;
  const subscription =
    subscriptionId === null ? undefined : (await listSubscriptionsById(ctx, [subscriptionId])).get(subscriptionId);
  const sources = await listSourceNames(ctx, codes);
  const type = reference.exceptionTypes.get(row.type_code);
  return {
    ...shown,
    ruleText: (ctx.lang === 'zh' ? type?.descriptionCn : type?.descriptionEn) ?? '',
    sourceNames: Object.fromEntries(
      sources.map((source) => [source.code, ctx.lang === 'zh' ? source.name_cn : source.name_en]),
    ),
    obmTkSubscribe: subscription === undefined ? null : presentSubscription(subscription, ctx.lang, reference),
    ...(warnings.length > 0 && {
      warnings: warnings.map(({ sourceCode, ...warning }) => ({
        ...warning,
        zone: warning.portCode === null ? null : (reference.rules.zoneOf(warning.portCode) ?? null),
        sourceName: sourceName({ lang: ctx.lang, reference }, sourceCode),
      })),
    }),
    ...(subscription !== undefined && subscription.mode !== 'sea' && { mode: subscription.mode }),
    mayHandle: mayHandle(ctx) ? 1 : 0,
  };
}

/** Exceptions of the caller's tenants, newest first. */
export async function listExceptionResults({
  ctx,
  input,
  reference,
}: Verb<ParsedQuery<'allExceptionResults'>>): Promise<CallData<'allExceptionResults'>> {
  const { rows, total } = await listExceptionPage(ctx, rowsOf(input));
  return pageOf(
    rows.map((row) => presentHandled(row, ctx.lang, reference)),
    total,
    input,
  );
}
