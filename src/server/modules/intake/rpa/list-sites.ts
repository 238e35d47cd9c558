// unscoped: Parsers, sites and answers of robots hold for all tenants; robots act by their key, people by the right of the platform.
import type { CallData } from '#contract/index.ts';
import { failureCause } from '#domain/execution/job/failure-cause.ts';
import { readShare } from '#domain/execution/job/pages-changed.ts';
import { pageParsers } from '#server/connectors/rpa/index.ts';
import { sourceProfiles } from '#server/connectors/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Ctx, Lang } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { carrierName } from './present.ts';
import { sitePackages } from './shipped/site-packages.ts';

type Row = {
  carrier_code: string;
  scac: string | null;
  package_id: number;
  package_name: string;
  package_version: string | null;
  site_url: string | null;
  pause_ms: number;
  contact: string | null;
  confirmed_by: string | null;
  confirmed_at: Instant | null;
  stopped_at: Instant | null;
  stopped_until: Instant | null;
  stop_code: string | null;
  stop_job_id: number | null;
  changed_at: Instant | null;
  changed_answer_id: number | null;
  read_answer_id: number | null;
};

const sites = `
  select o.carrier_code, m.scac, o.package_id, k.package_name, o.pause_ms, o.contact, o.confirmed_by, o.confirmed_at, o.stopped_at,
    o.stopped_until, o.stop_code, o.stop_job_id, o.changed_at, o.changed_answer_id, o.read_answer_id,
    (select v.package_version from package_version v where v.package_id = o.package_id
       order by exists (select from process p where p.package_version_id = v.id) desc, v.id desc limit 1) as package_version,
    (select s.base_url from source s where s.protocol = 'rpa' and s.carrier_code = o.carrier_code order by s.id limit 1) as site_url
  from robot_site o join package k on k.id = o.package_id left join md_carrier m on m.code = o.carrier_code
  order by o.confirmed_at is null, o.carrier_code`;

type Counted = { carrier_code: string; n: number; share: number | null };

/** Pages of the last week within the caller's tenants, and the share of their rows that was read; a page that was refused counts as none. */
async function countPages(ctx: Ctx): Promise<Map<string, Counted>> {
  const rows = await ctx.db
    .selectFrom('robot_answer')
    .select((select) => ['carrier_code', 'state', 'events', 'refused_events', select.fn.countAll<number>().as('n')])
    .where('received_at', '>=', ts(ctx.clock.now() - 7 * DAY_MS))
    .groupBy(['carrier_code', 'state', 'events', 'refused_events'])
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.carrier_code)].map(([code, own]) => {
      let pages = 0;
      let shares = 0;
      let known = 0;
      for (const { state, events, refused_events: unread, n } of own) {
        pages += Number(n);
        // A shipment that has not moved yet has no rows to be read.
        if (state === 'unknown' || (state !== 'refused' && events + unread === 0)) continue;
        known += Number(n);
        shares += Number(n) * readShare({ state, events, refusedEvents: unread });
      }
      return [code, { carrier_code: code, n: pages, share: known === 0 ? null : shares / known }];
    }),
  );
}

/** What can be queried in place of robots: the carrier's own API where the product knows it, and aggregators. */
function alternativesOf({ carrier_code: code, scac }: Row, lang: Lang): string {
  const own = sourceProfiles.filter(
    ({ kind, carriers }) => kind === 'carrier' && (carriers.includes(code) || carriers.includes(scac ?? '')),
  );
  const aggregators = sourceProfiles.filter(({ kind }) => kind === 'aggregator').slice(0, 1);
  const names = (profiles: typeof own): string =>
    profiles.map(({ label }) => label[lang]).join(lang === 'zh' ? '、' : ', ');
  return own.length === 0
    ? serverText('robotSite.aggregators', { aggregators: names(aggregators) }, lang)
    : serverText('robotSite.ownApi', { api: names(own), aggregators: names(aggregators) }, lang);
}

/** The sentence about the last refusal of a site. */
function refusalText({ stop_code: code }: Row, lang: Lang): string | null {
  const cause = failureCause(code, null);
  return cause === undefined ? null : serverText(`job.cause.${cause}`, {}, lang);
}

/** Sites of carriers that packages of the product collect from, with who confirmed their terms and how robots fare there. */
export async function listSites(ctx: Ctx, reference: ReferenceSnapshot): Promise<CallData<'rpaSites'>> {
  const isPlatform = ctx.scope.kind === 'all';
  const [rows, counted] = await Promise.all([ctx.unscoped.query<Row>(sites), countPages(ctx)]);
  const now = realClock.now();
  return {
    platform: isPlatform,
    sites: rows.map((row) => {
      const pages = counted.get(row.carrier_code);
      const isStopped = row.stopped_until !== null && row.stopped_until > now;
      return {
        carrierCode: row.carrier_code,
        carrierName: carrierName(reference, row.carrier_code, ctx.lang),
        packageId: String(row.package_id),
        packageName: row.package_name,
        packageVersion: row.package_version,
        siteUrl: row.site_url || (sitePackages.find((one) => one.carrierCode === row.carrier_code)?.siteUrl ?? null),
        parserIds: [
          ...new Set(pageParsers.filter((one) => one.carrierCode === row.carrier_code).map((parser) => parser.id)),
        ],
        state: row.confirmed_at === null ? 'off' : isStopped ? 'stopped' : 'ready',
        confirmedTime: row.confirmed_at,
        confirmedBy: isPlatform ? row.confirmed_by : null,
        contact: isPlatform ? row.contact : null,
        pauseSeconds: row.pause_ms / 1000,
        refusedTime: row.stopped_at,
        refusal: refusalText(row, ctx.lang),
        alternatives: alternativesOf(row, ctx.lang),
        refusedJobId: isPlatform && row.stop_job_id !== null ? String(row.stop_job_id) : null,
        answers: pages?.n ?? 0,
        readShare: pages?.share ?? null,
        changedTime: row.changed_at,
        changedAnswerId: isPlatform && row.changed_answer_id !== null ? String(row.changed_answer_id) : null,
        readAnswerId: isPlatform && row.read_answer_id !== null ? String(row.read_answer_id) : null,
      };
    }),
  };
}
