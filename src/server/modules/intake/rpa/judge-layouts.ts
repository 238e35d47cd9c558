import { pagesChanged, type ReadPage } from '#domain/execution/job/pages-changed.ts';
import { siteName, notifyPlatform } from '#server/modules/execution/job/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { RpaTaskDeps } from './types.ts';

/** Pages of a site that are looked at, newest first. */
const LOOKED = 23;

type Row = {
  carrier_code: string;
  carrier: string;
  changed_at: Instant | null;
  id: number;
  state: ReadPage['state'];
  events: number;
  refused_events: number;
};

const percent = (share: number): number => Math.round(share * 100);

/**
 * Notices by the share of rows read that a site has changed its pages. The administrators of the platform are reported once, with the first
 * page that could not be read; it is over when pages are read again.
 */
export async function judgeLayouts({ database, clock }: Pick<RpaTaskDeps, 'database' | 'clock'>): Promise<void> {
  const { rows } = await database.execute<Row>(
    `select o.carrier_code, ${siteName} as carrier, o.changed_at, a.id, a.state, a.events, a.refused_events
     from robot_site o left join md_carrier m on m.code = o.carrier_code
       cross join lateral (
         select id, state, events, refused_events from robot_answer r
         where r.carrier_code = o.carrier_code and r.state <> 'unknown'
           and (r.state = 'refused' or r.events + r.refused_events > 0)
         order by r.id desc limit $1) a
     where o.confirmed_at is not null order by o.carrier_code, a.id desc`,
    [LOOKED],
  );
  for (const [code, pages] of Map.groupBy(rows, (row) => row.carrier_code)) {
    const [first] = pages;
    const found = pagesChanged(pages.map((page) => ({ ...page, refusedEvents: page.refused_events })));
    if (first === undefined || found.kind === 'unsure' || (found.kind === 'changed') === (first.changed_at !== null))
      continue;
    await database.transaction(async () => {
      const changed = found.kind === 'changed' ? found : undefined;
      const now = clock.now();
      await database.execute(
        `update robot_site set changed_at = $2, changed_answer_id = $3, read_answer_id = $4 where carrier_code = $1`,
        [code, changed === undefined ? null : new Date(now), changed?.answerId ?? null, changed?.readAnswerId ?? null],
      );
      if (changed === undefined) return;
      await notifyPlatform(database, {
        key: `site:${code}:changed:${changed.answerId}`,
        title: 'robotSite.changedTitle',
        text: 'robotSite.changed',
        params: {
          carrier: first.carrier,
          share: percent(changed.share),
          before: percent(changed.before),
        },
        link: `/robot-answers?answerId=${changed.answerId}`,
        at: now,
      });
    });
  }
}
