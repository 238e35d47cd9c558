import type { EventRule } from '#domain/exceptions/event/rule.ts';
import type { Database } from '#server/platform/db/database.ts';

type Seed = {
  code: string;
  type: string;
  names: readonly [zh: string, en: string];
  severity: 'low' | 'medium' | 'high';
  dueHours: number;
  conditions: EventRule['conditions'];
};

const hours = (field: string, operator: 'gt' | 'lt', value: number) => ({ field, operator, values: [value] });
const stage = (value: string) => ({ field: 'STAGE', operator: 'is' as const, values: [value] });

/** What planners of the simulated world want to hear of. */
const seeds: readonly Seed[] = [
  {
    code: 'ARRIVAL_LATE_2D',
    type: 'DELAY',
    names: ['到港延误超过 2 天', 'Arrival more than 2 days late'],
    severity: 'high',
    dueHours: 24,
    conditions: [
      { field: 'ARRIVAL_DELAY', operator: 'gt', values: [2], unit: 'days' },
      { field: 'PICKED_UP', operator: 'unknown', values: [] },
    ],
  },
  {
    code: 'DEPARTURE_LATE_1D',
    type: 'DELAY',
    names: ['离港延误超过 1 天', 'Departure more than 1 day late'],
    severity: 'medium',
    dueHours: 24,
    conditions: [
      { field: 'DEPARTURE_DELAY', operator: 'gt', values: [1], unit: 'days' },
      { field: 'STAGE', operator: 'is', values: ['beforeDeparture', 'underWay'] },
    ],
  },
  {
    code: 'ARRIVAL_SOON',
    type: 'DUE',
    names: ['48 小时内到港', 'Arrival within 48 hours'],
    severity: 'low',
    dueHours: 48,
    conditions: [hours('TO_ARRIVAL', 'lt', 48), hours('TO_ARRIVAL', 'gt', 0)],
  },
  {
    code: 'ETA_SLIPPED_3D',
    type: 'ROUTE',
    names: ['预计到港推迟超过 3 天', 'ETA moved by more than 3 days'],
    severity: 'medium',
    dueHours: 48,
    conditions: [{ field: 'ETA_SLIP', operator: 'gt', values: [3], unit: 'days' }, stage('underWay')],
  },
  {
    code: 'TRANSHIPMENT_WAIT',
    type: 'ROUTE',
    names: ['中转港停留超过 5 天', 'More than 5 days at a transhipment port'],
    severity: 'high',
    dueHours: 24,
    conditions: [
      { field: 'SINCE_TRANSHIPMENT_DISCHARGE', operator: 'gt', values: [5], unit: 'days' },
      { field: 'TRANSHIPMENT_LOADED', operator: 'unknown', values: [] },
    ],
  },
  {
    code: 'NOT_PICKED_UP_4D',
    type: 'PICKUP',
    names: ['卸船 4 天未提箱', 'Not picked up 4 days after discharge'],
    severity: 'high',
    dueHours: 12,
    conditions: [
      { field: 'SINCE_DISCHARGE', operator: 'gt', values: [4], unit: 'days' },
      { field: 'PICKED_UP', operator: 'unknown', values: [] },
    ],
  },
  {
    code: 'EMPTY_NOT_RETURNED',
    type: 'PICKUP',
    names: ['提箱 5 天未还空箱', 'Empty not returned 5 days after pick-up'],
    severity: 'medium',
    dueHours: 48,
    conditions: [
      { field: 'SINCE_PICK_UP', operator: 'gt', values: [5], unit: 'days' },
      { field: 'EMPTY_RETURNED', operator: 'unknown', values: [] },
    ],
  },
  {
    code: 'QUIET_4D',
    type: 'SILENCE',
    names: ['在途 4 天没有任何更新', 'Under way without news for 4 days'],
    severity: 'low',
    dueHours: 72,
    conditions: [{ field: 'SINCE_NEWS', operator: 'gt', values: [4], unit: 'days' }, stage('underWay')],
  },
];

/** Event items of the simulated world, in use, for each of its tenants; nothing is added where there are some already. */
export async function seedEventItems(database: Database): Promise<void> {
  await database.execute(
    `insert into event_item (tenant_id, code, name_cn, name_en, type_id, severity, due_hours, rule, enabled)
     select n.id, r.code, r.name_cn, r.name_en, t.id, r.severity, r.due_hours, r.rule, true
     from jsonb_to_recordset($1::jsonb) as r(code text, name_cn text, name_en text, type text, severity text, due_hours int, rule text)
     join event_item_type t on t.code = r.type cross join tenant n
     where not exists (select from event_item) order by n.id, r.code`,
    [
      JSON.stringify(
        seeds.map(({ code, type, names: [nameCn, nameEn], severity, dueHours, conditions }) => ({
          code,
          type,
          name_cn: nameCn,
          name_en: nameEn,
          severity,
          due_hours: dueHours,
          rule: JSON.stringify({ match: 'all', conditions } satisfies EventRule),
        })),
      ),
    ],
  );
}
