// unscoped: Sources are shared by tenants: keys and limits are read for the tenants the statement names, which the caller may see.
import { type Expression, sql, type SqlBool } from 'kysely';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import { modeNames } from '#lists/mode-column.ts';
import { sourceProfiles } from '#server/connectors/index.ts';
import { carrierText, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';

/** Why no source can answer: there is none, or the best one there is takes no such references, is off, has no key, or a wrong one. */
type Reason = 'none' | 'kind' | 'off' | 'noKey' | 'refused';

/** What decides which sources can answer. */
export type Reference = { tenantId: number; mode: Mode; carrierCode: string; subject: 'bill' | 'container' };

type Missing = {
  carrier_code: string;
  mode: Mode;
  subject: 'bill' | 'container';
  reason: Reason;
  name_cn: string | null;
  name_en: string | null;
};

/** What declared profiles need and take, as the rule in the database reads it. */
const profileFacts = JSON.stringify(
  sourceProfiles.map(({ name, credentials, references }) => ({
    name,
    needsKey: credentials.some(({ optional }) => optional !== true),
    bill: references.includes('bill') || references.includes('booking'),
    container: references.includes('container'),
  })),
);

/** The rule `missing_source` for rows of a statement that have these columns. */
const missingSource = (of: string) =>
  sql<{
    reason: Reason;
    source_id: number | null;
  }>`missing_source(${sql.ref(`${of}.tenant_id`)}, ${sql.ref(`${of}.mode`)},
    ${sql.ref(`${of}.carrier_code`)}, ${sql.ref(`${of}.subject`)}, ${profileFacts}::jsonb)`;

/** The sentence that names what is missing, and what the caller can do about it. */
function sentence(ctx: Ctx, missing: Missing, reference: ReferenceSnapshot): string {
  const { carrier_code, mode, subject, reason } = missing;
  const { actor, lang } = ctx;
  const words = { lang, reference };
  const isAble = actor.kind === 'user' && (actor.userType === 'admin' || actor.menus.has('/sources'));
  const named = serverText(
    `source.missing.${reason}`,
    {
      carrier: carrierText(words, carrier_code),
      mode: modeNames[mode][lang],
      kind: serverText(`source.missing.${subject}`, {}, lang),
      source: (lang === 'zh' ? missing.name_cn : missing.name_en) ?? '',
    },
    lang,
  );
  const space = lang === 'zh' ? '' : ' ';
  return `${named}${space}${serverText(isAble ? 'source.missing.connect' : 'source.missing.askAdministrator', {}, lang)}`;
}

/**
 * What is missing for references that nothing can answer, in words for the caller; by the place of the reference. References that
 * some source can answer are not in it. The tenants must be the caller's.
 */
export async function missingSources(
  ctx: Ctx,
  references: readonly Reference[],
  reference: ReferenceSnapshot,
): Promise<ReadonlyMap<number, string>> {
  if (references.length === 0) return new Map();
  const rows = await ctx.unscoped.query<Missing & { place: number }>(
    `select r.place, r.carrier_code, r.mode, r.subject, m.reason, o.name_cn, o.name_en
     from jsonb_to_recordset($1::jsonb) as r(place integer, tenant_id bigint, mode text, carrier_code text, subject text),
       missing_source(r.tenant_id, r.mode, r.carrier_code, r.subject, $2::jsonb) as m left join source o on o.id = m.source_id`,
    [
      JSON.stringify(
        references.map(({ tenantId, mode, carrierCode, subject }, place) => ({
          place,
          tenant_id: tenantId,
          mode,
          carrier_code: carrierCode,
          subject,
        })),
      ),
      profileFacts,
    ],
  );
  return new Map(rows.map((row) => [row.place, sentence(ctx, row, reference)]));
}

/** The same for living subscriptions without data, by their ids; those of other tenants are left out. */
export async function missingSourcesOf(
  ctx: Ctx,
  ids: readonly number[],
  reference: ReferenceSnapshot,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('subscription as s')
    .innerJoinLateral(missingSource('s').as('m'), (join) => join.onTrue())
    .leftJoin('source as o', 'o.id', 'm.source_id')
    .select(['s.id', 's.carrier_code', 's.mode', 's.subject', 'm.reason', 'o.name_cn', 'o.name_en'])
    .where('s.id', '=', sql<number>`any(${[...ids]})`)
    .where('s.ended', '=', false)
    .where('s.has_data', '=', false)
    .execute();
  return new Map(rows.map((row) => [row.id, sentence(ctx, row, reference)]));
}

/**
 * The condition that a subscription of a statement lives, has no data and can be answered by no source, or that this is not so. The
 * rule is queried once for each tenant, mode, carrier and kind of reference, not for each subscription.
 */
export function withoutSource(db: Ctx['db'], of: string, wanted = true): Expression<SqlBool> {
  const kinds = db
    .selectFrom('subscription')
    .select(['tenant_id', 'mode', 'carrier_code', 'subject'])
    .where('ended', '=', false)
    .where('has_data', '=', false)
    .distinct()
    .as('c');
  const missing = db
    .selectFrom(kinds)
    .innerJoinLateral(missingSource('c').as('m'), (join) => join.onTrue())
    .select(['c.tenant_id', 'c.mode', 'c.carrier_code', 'c.subject']);
  const [tenant, mode, carrier, subject] = ['tenant_id', 'mode', 'carrier_code', 'subject'].map((name) =>
    sql.ref(`${of}.${name}`),
  );
  // As a value and not as a join: kinds are looked up by hash while an index gives the rows in order.
  const fits = sql<SqlBool>`not ${sql.ref(`${of}.ended`)} and not ${sql.ref(`${of}.has_data`)}
    and ((${tenant}, ${mode}, ${carrier}, ${subject}) in ${missing}) is true`;
  return wanted ? fits : sql<SqlBool>`not (${fits})`;
}
