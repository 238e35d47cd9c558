import type { StatedLeg } from '#domain/network/flight/schedule.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A leg of a flight of one day as it is stored. */
export type LegRow = StatedLeg & { id: number; cancelled: boolean };

const columns = `id, airline_code as "airlineCode", flight_no as "flightNo", flight_date as "flightDate", leg_no as "legNo",
  from_airport as "from", to_airport as "to", aircraft, days, departs_at as "departsAt", arrives_at as "arrivesAt",
  closes_at as "closesAt", cancelled`;

/** Stored legs of these flight numbers that leave within a window. */
export async function listLegsOf(
  database: Database,
  airlineCode: string,
  flightNos: readonly string[],
  window: { from: Instant; to: Instant },
): Promise<LegRow[]> {
  const { rows } = await database.execute<LegRow>(
    `select ${columns} from flight_leg where airline_code = $1 and flight_no = any($2) and departs_at between $3 and $4`,
    [airlineCode, flightNos, new Date(window.from), new Date(window.to)],
  );
  return rows;
}

/** Legs by their ids. */
export async function listLegs(database: Database, ids: readonly number[]): Promise<Map<number, LegRow>> {
  if (ids.length === 0) return new Map();
  const rows = await database.query<LegRow>(`select ${columns} from flight_leg where id = any($1)`, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Writes what an airline plans now; what was cancelled and is reported again flies. */
export async function writeLegs(database: Database, legs: readonly StatedLeg[], at: Instant): Promise<void> {
  if (legs.length === 0) return;
  await database.execute(
    `insert into flight_leg (airline_code, flight_no, flight_date, leg_no, from_airport, to_airport, aircraft, days,
       departs_at, arrives_at, closes_at, changed_at, change_no)
     select r."airlineCode", r."flightNo", r."flightDate", r."legNo", r."from", r."to", r.aircraft, r.days,
       to_timestamp(r."departsAt" / 1000), to_timestamp(r."arrivesAt" / 1000), to_timestamp(r."closesAt" / 1000), $2,
       nextval('flight_leg_change_no')
     from jsonb_to_recordset($1::jsonb) as r("airlineCode" text, "flightNo" text, "flightDate" text, "legNo" integer,
       "from" text, "to" text, aircraft text, days text, "departsAt" float8, "arrivesAt" float8, "closesAt" float8)
     on conflict (airline_code, flight_no, flight_date, leg_no) do update set from_airport = excluded.from_airport,
       to_airport = excluded.to_airport, aircraft = excluded.aircraft, days = excluded.days,
       departs_at = excluded.departs_at, arrives_at = excluded.arrives_at, closes_at = excluded.closes_at,
       cancelled = false, changed_at = excluded.changed_at, change_no = excluded.change_no`,
    [JSON.stringify(legs), new Date(at)],
  );
}

/** Notes that these legs do not fly. */
export async function cancelLegs(database: Database, ids: readonly number[], at: Instant): Promise<void> {
  if (ids.length === 0) return;
  await database.execute(
    `update flight_leg set cancelled = true, changed_at = $2, change_no = nextval('flight_leg_change_no')
     where id = any($1)`,
    [ids, new Date(at)],
  );
}

/** How one value of a leg changed. */
export type LegChange = { leg_id: number; field: string; old_value: string | null; new_value: string | null };

/** Notes how legs changed. */
export async function writeLegChanges(database: Database, changes: readonly LegChange[], at: Instant): Promise<void> {
  if (changes.length === 0) return;
  await database.execute(
    `insert into flight_change (leg_id, at, field, old_value, new_value)
     select leg_id, $2, field, old_value, new_value from jsonb_populate_recordset(null::flight_change, $1::jsonb)`,
    [JSON.stringify(changes), new Date(at)],
  );
}

/** The newest change of any leg. */
export async function newestLegChange(database: Database): Promise<number> {
  const [row] = await database.query<{ change_no: number }>(
    'select coalesce(max(change_no), 0)::float8 as change_no from flight_leg',
  );
  return row?.change_no ?? 0;
}

/** Legs that changed after a number, of flights that leave after a moment where one is given. */
export const listChangedLegs = (database: Database, after: number, departingAfter: Instant | null): Promise<LegRow[]> =>
  database.query<LegRow>(
    `select ${columns} from flight_leg where change_no > $1 and ($2::timestamptz is null or departs_at > $2)`,
    [after, departingAfter === null ? null : new Date(departingAfter)],
  );

/** The leg of a flight of a day, from an airport where one is given; the first one otherwise. */
export async function findLeg(
  database: Database,
  of: { airlineCode: string; flightNo: string; flightDate: string; fromAirport: string },
): Promise<{ id: number; from_airport: string; departs_at: Instant } | undefined> {
  const [row] = await database.query<{ id: number; from_airport: string; departs_at: Instant }>(
    `select id, from_airport, departs_at from flight_leg
     where airline_code = $1 and flight_no = $2 and flight_date = $3 and ($4 = '' or from_airport = $4)
     order by leg_no limit 1`,
    [of.airlineCode, of.flightNo, of.flightDate, of.fromAirport],
  );
  return row;
}

/** Whether an airline announces a flight number at all. */
export async function isFlightAnnounced(database: Database, airlineCode: string, flightNo: string): Promise<boolean> {
  const rows = await database.query('select 1 from flight_leg where airline_code = $1 and flight_no = $2 limit 1', [
    airlineCode,
    flightNo,
  ]);
  return rows.length > 0;
}
