import type { VesselFix } from '#domain/network/position/fix.ts';
import type { FenceState, ObservedPortCall } from '#domain/network/position/geofence.ts';
import type { Database } from '#server/platform/db/database.ts';
import { dayPartitions } from '#server/platform/db/day-partitions.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { StaticWord } from './take-message.ts';
import { notifyVesselNews } from './vessel-news.ts';
import type { VesselNews, VesselState, WordChange } from './vessel-memory.ts';

type VesselRow = {
  mmsi: number;
  imo: string | null;
  name: string | null;
  call_sign: string | null;
  ship_type: number | null;
  length_m: number | null;
  beam_m: number | null;
  draught_m: number | null;
  destination: string | null;
  master_eta: string | null;
  ais_class: 'A' | 'B' | null;
  said_at: VesselState['statedAt'];
  fix_at: Instant | null;
  fix_feed: string | null;
  lon: number | null;
  lat: number | null;
  speed_kn: number | null;
  course: number | null;
  heading: number | null;
  nav_status: number | null;
  memory: { suspect?: VesselFix | null; stay?: FenceState['stay'] };
};

/** What she stated of herself; what is not known is left out. */
const wordOf = (row: VesselRow): StaticWord => ({
  ...(row.imo !== null && { imo: row.imo }),
  ...(row.name !== null && { name: row.name }),
  ...(row.call_sign !== null && { callSign: row.call_sign }),
  ...(row.ship_type !== null && { shipType: row.ship_type }),
  ...(row.length_m !== null && { lengthM: row.length_m }),
  ...(row.beam_m !== null && { beamM: row.beam_m }),
  ...(row.draught_m !== null && { draughtM: row.draught_m }),
  ...(row.destination !== null && { destination: row.destination }),
  ...(row.master_eta !== null && { masterEta: row.master_eta }),
  ...(row.ais_class !== null && { aisClass: row.ais_class }),
});

function toState(row: VesselRow): VesselState {
  const last: VesselFix | null =
    row.fix_at === null || row.lon === null || row.lat === null
      ? null
      : {
          at: row.fix_at,
          lon: row.lon,
          lat: row.lat,
          speed: row.speed_kn,
          course: row.course,
          heading: row.heading,
          status: row.nav_status,
        };
  return {
    mmsi: row.mmsi,
    fixes: { last, suspect: row.memory.suspect ?? null },
    fixFeed: row.fix_feed,
    fence: { at: row.fix_at ?? Number.NEGATIVE_INFINITY, stay: row.memory.stay ?? null },
    word: wordOf(row),
    statedAt: row.said_at,
  };
}

/** What is stored about vessels. */
export async function listVesselStates(database: Database, mmsis: readonly number[]): Promise<VesselState[]> {
  const { rows } = await database.execute<VesselRow>(
    `select mmsi, imo, name, call_sign, ship_type, length_m, beam_m, draught_m, destination, master_eta, ais_class, said_at,
       fix_at, fix_feed, lon, lat, speed_kn, course, heading, nav_status, memory
     from ais_vessel where mmsi = any($1)`,
    [mmsis],
  );
  return rows.map(toState);
}

/** Positions of vessels by day. */
export const vesselDays = dayPartitions('ais_position');

/** Keeps positions; one of the same vessel and moment that is there already stays as it is. */
export async function insertPositions(database: Database, news: readonly VesselNews[]): Promise<number> {
  const columns: unknown[][] = [[], [], [], [], [], [], [], [], []];
  for (const { state, positions } of news) {
    for (const { fix, jump } of positions) {
      const row = [state.mmsi, fix.at, fix.lon, fix.lat, fix.speed, fix.course, fix.heading, fix.status, jump];
      row.forEach((value, index) => columns[index]?.push(value));
    }
  }
  if (columns[0]?.length === 0) return 0;
  const { rowCount } = await database.execute(
    `insert into ais_position (mmsi, at, lon, lat, speed_kn, course, heading, nav_status, jump)
     select mmsi, to_timestamp(at / 1000), lon, lat, speed, course, heading, status, jump
     from unnest($1::int[], $2::float8[], $3::float8[], $4::float8[], $5::real[], $6::real[], $7::smallint[], $8::smallint[], $9::boolean[])
       as r(mmsi, at, lon, lat, speed, course, heading, status, jump)
     on conflict do nothing`,
    columns,
  );
  return rowCount;
}

const toRow = ({ state }: VesselNews) => {
  const { word, fixes } = state;
  return {
    mmsi: state.mmsi,
    imo: word.imo,
    name: word.name,
    call_sign: word.callSign,
    ship_type: word.shipType,
    length_m: word.lengthM,
    beam_m: word.beamM,
    draught_m: word.draughtM,
    destination: word.destination,
    master_eta: word.masterEta,
    ais_class: word.aisClass,
    said_at: state.statedAt,
    fix_at: fixes.last === null ? null : new Date(fixes.last.at).toISOString(),
    fix_feed: state.fixFeed,
    lon: fixes.last?.lon,
    lat: fixes.last?.lat,
    speed_kn: fixes.last?.speed,
    course: fixes.last?.course,
    heading: fixes.last?.heading,
    nav_status: fixes.last?.status,
    memory: { suspect: fixes.suspect, stay: state.fence.stay },
  };
};

const vesselColumns = `imo, name, call_sign, ship_type, length_m, beam_m, draught_m, destination, master_eta, ais_class,
  said_at, fix_at, fix_feed, lon, lat, speed_kn, course, heading, nav_status, memory`;

type MovedVessel = VesselNews & { state: { fixes: { last: VesselFix } } };

/** Whether more than the newest position has to be written. */
const isMore = ({ before, state }: VesselNews): boolean =>
  before.word !== state.word ||
  before.fixes.suspect !== state.fixes.suspect ||
  before.fence.stay !== state.fence.stay ||
  before.fixes.last === null;

/** Writes what is known of vessels now: mostly the newest position alone. */
export async function writeVessels(database: Database, news: readonly VesselNews[]): Promise<void> {
  const [more, moved]: [VesselNews[], VesselNews[]] = [[], []];
  for (const one of news) (isMore(one) ? more : moved).push(one);
  const elsewhere = moved.filter(
    (one): one is MovedVessel => one.state.fixes.last !== null && one.before.fixes.last !== one.state.fixes.last,
  );
  if (more.length > 0) await upsertVessels(database, more);
  await moveVessels(database, elsewhere);
  await notifyVesselNews(
    database,
    [...more, ...elsewhere].map(({ state }) => state.mmsi),
  );
}

async function moveVessels(database: Database, news: readonly MovedVessel[]): Promise<void> {
  if (news.length === 0) return;
  const fixes = news.map(({ state }) => state.fixes.last);
  await database.execute(
    `update ais_vessel v set fix_at = to_timestamp(r.at / 1000), fix_feed = r.feed, lon = r.lon, lat = r.lat, speed_kn = r.speed,
       course = r.course, heading = r.heading, nav_status = r.status
     from unnest($1::int[], $2::float8[], $3::float8[], $4::float8[], $5::real[], $6::real[], $7::smallint[], $8::smallint[], $9::text[])
       as r(mmsi, at, lon, lat, speed, course, heading, status, feed)
     where v.mmsi = r.mmsi`,
    [
      news.map(({ state }) => state.mmsi),
      fixes.map((fix) => fix.at),
      fixes.map((fix) => fix.lon),
      fixes.map((fix) => fix.lat),
      fixes.map((fix) => fix.speed),
      fixes.map((fix) => fix.course),
      fixes.map((fix) => fix.heading),
      fixes.map((fix) => fix.status),
      news.map(({ state }) => state.fixFeed),
    ],
  );
}

async function upsertVessels(database: Database, news: readonly VesselNews[]): Promise<void> {
  const assignments = vesselColumns
    .split(',')
    .map((name) => `${name.trim()} = excluded.${name.trim()}`)
    .join(', ');
  await database.execute(
    `insert into ais_vessel (mmsi, ${vesselColumns})
     select mmsi, ${vesselColumns} from jsonb_to_recordset($1::jsonb) as r(mmsi int, imo text, name text, call_sign text,
       ship_type smallint, length_m real, beam_m real, draught_m real, destination text, master_eta text, ais_class text,
       said_at jsonb, fix_at timestamptz, fix_feed text, lon float8, lat float8, speed_kn real, course real, heading smallint,
       nav_status smallint, memory jsonb)
     on conflict (mmsi) do update set ${assignments}`,
    [JSON.stringify(news.map(toRow))],
  );
}

/** Keeps what changed in vessels' own data. */
export async function insertWordChanges(database: Database, changes: readonly WordChange[]): Promise<void> {
  if (changes.length === 0) return;
  await database.execute(
    `insert into ais_vessel_change (mmsi, at, field, old_value, new_value)
     select r.mmsi, to_timestamp(r.at / 1000.0), r.field, r."from", r."to"
     from jsonb_to_recordset($1::jsonb) as r(mmsi int, at float8, field text, "from" text, "to" text)`,
    [JSON.stringify(changes)],
  );
}

/** Writes stays that began or ended. */
export async function upsertVisits(
  database: Database,
  visits: readonly (ObservedPortCall & { mmsi: number })[],
): Promise<void> {
  if (visits.length === 0) return;
  // A stay that began and ended in one batch is one row.
  const last = new Map(visits.map((visit) => [`${visit.mmsi} ${visit.portCode} ${visit.arrivedAt}`, visit]));
  await database.execute(
    `insert into port_visit (mmsi, port_code, arrived_at, departed_at, arrived_after, departed_before, berthed_at, change_no)
     select r.mmsi, r."portCode", to_timestamp(r."arrivedAt" / 1000.0), to_timestamp(r."departedAt" / 1000.0),
       to_timestamp(r."arrivedAfter" / 1000.0), to_timestamp(r."departedBefore" / 1000.0),
       to_timestamp(r."berthedAt" / 1000.0), nextval('port_visit_change_no')
     from jsonb_to_recordset($1::jsonb) as r(mmsi int, "portCode" text, "arrivedAt" float8, "departedAt" float8,
       "arrivedAfter" float8, "departedBefore" float8, "berthedAt" float8)
     on conflict (mmsi, port_code, arrived_at) do update set departed_at = excluded.departed_at,
       arrived_after = coalesce(excluded.arrived_after, port_visit.arrived_after), departed_before = excluded.departed_before,
       berthed_at = coalesce(excluded.berthed_at, port_visit.berthed_at),
       change_no = excluded.change_no`,
    [JSON.stringify([...last.values()])],
  );
}
