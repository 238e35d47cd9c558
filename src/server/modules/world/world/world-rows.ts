import { worldParts } from '#contract/world/world.ts';
import { colleagueCodes, worldLoginCodes, worldTenantCodes } from '#server/modules/world/seed/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { recordOf } from '#shared/values/objects.ts';

/** A part of the preview. */
export type WorldPart = (typeof worldParts)[number];

/** A person added this row: seeds write no audit. */
const own = (entity: string, of = 't'): string =>
  `exists (select from audit_log a where a.entity = '${entity}' and a.entity_id = ${of}.id::text and a.before is null and a.actor_id is not null)`;

/** Rows of a table that belong to the world: `t` is the table. In the order in which they can be deleted. */
type Rule = { table: string; where: string; part?: WorldPart };

const goneSource = 't.source_id in (select id from gone_source)';
const goneSubscription = 't.subscription_id in (select id from gone_subscription)';
const goneProcess = 't.process_id in (select id from gone_process)';

/** Everything with a rule of its own; what belongs to a tenant that goes follows from the schema. */
export const worldRules: readonly Rule[] = [
  { table: 'shipment_exception', where: goneSubscription, part: 'exceptions' },
  {
    table: 'incident',
    where: `not exists (select from shipment_exception e where e.incident_id = t.id)
      and not exists (select from incident p join shipment_exception e on e.incident_id = p.id where p.parent_id = t.id)`,
  },
  { table: 'rule_run_problem', where: goneSubscription },
  { table: 'order_ended_shipment', where: goneSubscription },
  { table: 'refusal', where: `${goneSource} or ${goneSubscription}` },
  { table: 'refusal_tally', where: goneSource },
  { table: 'subscription', where: 't.id in (select id from gone_subscription)', part: 'subscriptions' },
  // What simulated sources stated of subscriptions that stay.
  { table: 'shipment', where: `not t.fused and ${goneSource}` },
  { table: 'raw_answer', where: goneSource },
  { table: 'subscription_source', where: goneSource },
  { table: 'unknown_port', where: goneSource },
  {
    table: 'robot_answer',
    where: `${goneSource} or t.robot_key_id in (select id from gone_robot_key)`,
  },
  { table: 'schedule', where: goneProcess },
  { table: 'occurrence', where: goneProcess },
  { table: 'job', where: goneProcess },
  { table: 'process_function', where: goneProcess },
  { table: 'process', where: 't.id in (select id from gone_process)' },
  { table: 'package_version_type', where: `t.package_version_id in (select id from gone_version)` },
  { table: 'package_version', where: `t.id in (select id from gone_version)` },
  { table: 'package', where: 't.id in (select id from gone_package)' },
  { table: 'robot', where: 't.robot_key_id in (select id from gone_robot_key)', part: 'robots' },
  { table: 'robot_key', where: 't.id in (select id from gone_robot_key)' },
  {
    table: 'edi_file',
    where: `t.uploaded_by is null and not exists (select from edi_message m join edi_partner p on p.id = m.partner_id
      where m.file_id = t.id and p.id not in (select id from gone_partner))`,
    part: 'messages',
  },
  { table: 'edi_partner', where: 't.id in (select id from gone_partner)' },
  { table: 'notification', where: 't.feedback_id in (select id from gone_feedback)', part: 'notifications' },
  { table: 'feedback', where: 't.id in (select id from gone_feedback)' },
  { table: 'vehicle', where: `not ${own('vehicle')}`, part: 'vehicles' },
  { table: 'road_site', where: `not ${own('roadSite')}` },
  { table: 'order_line', where: `not ${own('orderLine')}`, part: 'orders' },
  {
    table: 'cargo_order',
    where: `not exists (select from order_line l where l.tenant_id = t.tenant_id and l.order_no = t.order_no and ${own('orderLine', 'l')})
      and not exists (select from order_document d where d.order_id = t.id)`,
  },
  { table: 'booking_record', where: 'true', part: 'bookings' },
  { table: 'freight_rate', where: `not ${own('freightRate')}`, part: 'prices' },
  { table: 'surcharge', where: `not ${own('surcharge')}` },
  {
    table: 'md_free_time',
    where: `not ${own('freeTime')} and t.carrier_code in (select code from md_carrier where simulated)`,
  },
  { table: 'source', where: 't.id in (select id from gone_source)', part: 'sources' },
];

/** Tables that only the servers of the world fill: vessels and aircraft, schedules, weather, spot prices, telegrams. */
export const worldTables: readonly string[] = (
  'sailing_source sailing_call sailing_statement sailing_change sailing_subscription carrier_answer flight_leg flight_change ' +
  'commerce_source spot_offer weather_source storm_point cargo_imp_message live_event'
).split(' ');

/** The same for positions of vessels, unless the operator has a source of them. */
export const positionTables: readonly string[] = (
  'ais_position ais_vessel ais_vessel_change ais_vessel_news ais_feed port_visit eta_prediction vessel_outlook eta_score ' +
  'lane_passage risk_entry'
).split(' ');

const literals = (codes: readonly string[]): string => codes.map((code) => `'${code.replaceAll("'", "''")}'`).join(',');

/**
 * What goes, as temporary tables of the current transaction. The subscriptions of the world: those that no source of the
 * customer's has answered, except those that a person added and no simulated source knows.
 */
const sets: readonly (readonly [name: string, select: string])[] = [
  ['gone_partner', `select id from edi_partner t where not ${own('ediPartner')}`],
  [
    // Those of the world, and those under which messages of its partners, airlines and vehicles were kept.
    'gone_source',
    `select o.id from source o where o.simulated or o.protocol = 'staged' or not o.asked and (
       o.code like 'edi:%' and not exists (select from edi_partner p where o.code = 'edi:' || p.partner_code and p.id not in (select id from gone_partner))
       or o.protocol = 'cargoimp' or o.protocol = 'coldchain' and not exists (select from vehicle t where ${own('vehicle')}))`,
  ],
  [
    'own_source',
    `select id from source where id not in (select id from gone_source) and (profile is not null or code like 'edi:%')`,
  ],
  [
    'gone_subscription',
    `select t.id from subscription t
     where not exists (select from shipment h where h.subscription_id = t.id and not h.fused and h.source_id in (select id from own_source))
       and (not exists (select from audit_log a where a.entity = 'subscription' and a.entity_id = t.id::text and a.action = 'subscribe'
           and a.actor_id is not null)
         or exists (select from shipment h where h.subscription_id = t.id and not h.fused and h.source_id in (select id from gone_source)))`,
  ],
  ['gone_robot_key', `select id from robot_key where created_by = 'system'`],
  ['gone_process', `select id from process t where not ${own('process')}`],
  [
    'gone_package',
    `select id from package t where not ${own('package')} and t.package_name like '%\\_PAGES'
       and not exists (select from robot_site o where o.package_id = t.id)
       and not exists (select from package_version v join process p on p.package_version_id = v.id
         where v.package_id = t.id and p.id not in (select id from gone_process))
       and not exists (select from package_version v join package_version_package s
         on v.id in (s.package_version_id, s.detail_package_version_id) where v.package_id = t.id)`,
  ],
  ['gone_version', 'select id from package_version where package_id in (select id from gone_package)'],
  ['gone_feedback', `select id from feedback t where not ${own('feedback')}`],
];

/** Tables by which a tenant of the world is used by people: it stays where one of them has a row that stays. */
const keepers = [
  'app_user',
  'user_tenant',
  'subscription',
  'source',
  'vehicle',
  'cargo_order',
  'freight_rate',
  'surcharge',
].concat([
  'process',
  'feedback',
  'edi_partner',
  'road_site',
  'robot',
  'api_key',
  'analytics_role',
  'calendar',
  'outward_subscription',
]);

/** Users of the world: nobody signs in as its colleagues, and its logins go unless a person made them theirs. */
const goneUsers = (kept: readonly number[]): string =>
  `select id from app_user where id <> all('{${kept.join(',')}}'::bigint[])
     and user_code in (${literals([...worldLoginCodes, ...colleagueCodes])})`;

/** Works out what goes; in a transaction, before anything is deleted. `kept`: users who stay, though the world brought them. */
export async function findWorldRows(database: Database, kept: readonly number[]): Promise<void> {
  for (const [name, select] of sets) {
    await database.execute(`create temp table ${name} on commit drop as ${select}`);
    await database.execute(`analyze ${name}`);
  }
  await database.execute(`create temp table gone_user on commit drop as ${goneUsers(kept)}`);
  const staying = keepers.map((table) => {
    const rule = worldRules.find((one) => one.table === table);
    const goes = table === 'app_user' ? 't.id in (select id from gone_user)' : rule?.where;
    const byUser = table === 'user_tenant' ? 't.user_id in (select id from gone_user)' : goes;
    return `and not exists (select from ${table} t where t.tenant_id = c.id${byUser === undefined ? '' : ` and not coalesce(${byUser}, false)`})`;
  });
  await database.execute(
    `create temp table gone_tenant on commit drop as
     select c.id from tenant c where c.code in (${literals(worldTenantCodes)}) ${staying.join(' ')}`,
  );
}

/** How many rows of each part go and stay. */
export async function countWorldRows(database: Database): Promise<Record<WorldPart, { goes: number; stays: number }>> {
  const none = { goes: 0, stays: 0 };
  const counts = recordOf(worldParts, () => none);
  const wheres = [
    ...worldRules,
    { part: 'users' as const, table: 'app_user', where: 't.id in (select id from gone_user)' },
    { part: 'tenants' as const, table: 'tenant', where: 't.id in (select id from gone_tenant)' },
  ];
  for (const { table, where, part } of wheres) {
    if (part === undefined) continue;
    const { rows } = await database.execute<{ goes: number; stays: number }>(
      `select (count(*) filter (where ${where}))::int as goes,
         (count(*) filter (where not coalesce(${where}, false)))::int as stays from ${table} t`,
    );
    counts[part] = rows[0] ?? none;
  }
  return counts;
}
