import type { RiskKind } from '#contract/network/risk.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { insertInboxMessage } from '#server/modules/administration/notification/index.ts';
import { fleetAt } from '#server/modules/network/vessel/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Area } from './areas.ts';
import { readAreas, vesselsIn } from './get-risk-map.ts';

type Deps = { database: Database; clock: Clock; reference: () => ReferenceSnapshot };

type Entry = { id: number; area_code: string; mmsi: number };

/** Who is to be notified of a vessel, with the cargo of their tenant on board. */
type Watcher = { tenant_id: number; user_code: string; kinds: RiskKind[]; mmsi: number; bills: string };

async function listWatchers(database: Database, mmsis: readonly number[]): Promise<Watcher[]> {
  const { rows } = await database.execute<Watcher>(
    `select k.tenant_id, k.user_code, k.kinds, w.mmsi,
       string_agg(distinct coalesce(s.bill_no, s.container_no), ', ') as bills
     from risk_watch k join voyage_watch w on w.tenant_id = k.tenant_id and w.state in ('underway', 'loading')
     join subscription s on s.id = w.subscription_id and not s.ended
     where w.mmsi = any($1) group by k.id, w.mmsi order by k.id, w.mmsi`,
    [mmsis],
  );
  return rows;
}

/** Vessels with somebody's cargo. */
async function listLaden(database: Database): Promise<ReadonlySet<number>> {
  const { rows } = await database.execute<{ mmsi: number }>(
    `select distinct mmsi from voyage_watch where state in ('underway', 'loading')`,
  );
  return new Set(rows.map(({ mmsi }) => mmsi));
}

/** Writes who is where now; gives the entries that are new. */
async function moveEntries(
  database: Database,
  inside: readonly { area_code: string; mmsi: number }[],
  now: Instant,
): Promise<Entry[]> {
  const rows = JSON.stringify(inside);
  await database.execute(
    `update risk_entry e set left_at = $2 where left_at is null and not exists (
       select from jsonb_to_recordset($1::jsonb) as r(area_code text, mmsi int) where r.area_code = e.area_code and r.mmsi = e.mmsi)`,
    [rows, new Date(now)],
  );
  const added = await database.execute<Entry>(
    `insert into risk_entry (area_code, mmsi, entered_at)
     select r.area_code, r.mmsi, $2 from jsonb_to_recordset($1::jsonb) as r(area_code text, mmsi int)
     on conflict do nothing returning id, area_code, mmsi`,
    [rows, new Date(now)],
  );
  return added.rows;
}

function textsOf(area: Area, vessel: string, bills: string) {
  const one = (lang: 'zh' | 'en', key: 'risk.enteredTitle' | 'risk.enteredText'): string =>
    serverText(key, { vessel, area: lang === 'zh' ? (area.nameCn ?? area.name) : area.name, bills }, lang);
  const both = (key: 'risk.enteredTitle' | 'risk.enteredText'): string => `${one('zh', key)} / ${one('en', key)}`;
  return { subject: both('risk.enteredTitle'), content: both('risk.enteredText') };
}

/** Tells those who requested it of vessels with their cargo that have entered a risk area, once for each entry. */
export async function notifyWatchers({ database, clock, reference }: Deps): Promise<void> {
  const now = clock.now();
  const snapshot = reference();
  const { areas } = await readAreas(database, snapshot, now, now);
  const laden = await listLaden(database);
  const fleet = (await fleetAt(database, snapshot, now, now)).filter(({ mmsi }) => laden.has(mmsi));
  const names = new Map(fleet.map(({ mmsi, name }) => [mmsi, name ?? String(mmsi)]));
  const byCode = new Map(areas.map((area) => [area.code, area]));
  const inside = areas.flatMap((area) => vesselsIn(area, fleet).map(({ mmsi }) => ({ area_code: area.code, mmsi })));
  await database.transaction(async () => {
    const entries = await moveEntries(database, inside, now);
    const watchers = await listWatchers(
      database,
      entries.map(({ mmsi }) => mmsi),
    );
    for (const entry of entries) {
      const area = byCode.get(entry.area_code);
      if (area === undefined) continue;
      for (const watcher of watchers.filter(({ mmsi, kinds }) => mmsi === entry.mmsi && kinds.includes(area.kind)))
        await insertInboxMessage(database, {
          tenantId: watcher.tenant_id,
          userCode: watcher.user_code,
          kind: 'risk',
          key: `risk:${entry.id}:${watcher.user_code}`,
          ...textsOf(area, names.get(entry.mmsi) ?? String(entry.mmsi), watcher.bills),
          link: `/risk-map?area=${encodeURIComponent(area.code)}`,
          at: now,
        });
    }
  });
}
