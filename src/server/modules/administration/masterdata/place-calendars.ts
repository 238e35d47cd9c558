import { type PlaceCalendar, workingDaysFrom } from '#domain/execution/schedule/working-days.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Calendars of places, each with its special days. */
export async function readPlaceCalendars(database: Database): Promise<PlaceCalendar[]> {
  const rows = await database.query<{
    tenant_id: number;
    place_code: string;
    free: string | null;
    days: { day: string; working: boolean }[];
  }>(
    `select c.tenant_id, c.place_code, c.free_weekdays as free,
       coalesce((select jsonb_agg(jsonb_build_object('day', d.day, 'working', d.working_flag)) from calendar_day d
         where d.calendar_id = c.id), '[]'::jsonb) as days
     from calendar c where c.place_code is not null order by c.calendar_name desc`,
    [],
  );
  return rows.map(({ tenant_id: tenantId, place_code: placeCode, free, days }) => ({
    tenantId: String(tenantId),
    placeCode,
    calendar: workingDaysFrom(free, days),
  }));
}
