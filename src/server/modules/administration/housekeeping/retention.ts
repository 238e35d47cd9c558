import { entities } from '#entities/index.ts';
import { importKeptDays } from '#server/entity/index.ts';
import { exportKeptDays } from '#server/modules/administration/export/index.ts';
import { reportKeptDays } from '#shared/reference/report.ts';
import type { Keeping, Sweep } from './retention-types.ts';

const ever = (why: string): Keeping => ({ kind: 'ever', why });
const belongsTo = (parent: string): Keeping => ({ kind: 'with', parent });
const passing = (why: string): Keeping => ({ kind: 'passing', why });
const swept = (...sweeps: [Sweep, ...Sweep[]]): Keeping => ({ kind: 'swept', sweeps });

const configuration = ever('settings by users or by a release, until a user deletes them');
const tracked = ever('data received and findings: needed years later, for damage claims');

const hour = 1 / 24;
/** Stays, predictions and what a vessel stated of herself: a year and what a comparison with the year before needs. */
const yearDays = 400;

/** Runs that ended: they show what was done and are of no use to anything later. */
const endedRuns = { rows: 'that have ended', age: 'started_at', days: 'run', clock: 'world' } as const;

/** Answers that a newer full answer of the same source has replaced, no record was made from and none is the difference from. */
const replacedAnswers = `exists (select from raw_answer n where n.subscription_id = t.subscription_id
    and n.source_id = t.source_id and n.via = 'pull' and n.id > t.id)
  and not exists (select from subscription_source s where s.subscription_id = t.subscription_id and s.raw_answer_id = t.id)
  and not exists (select from shipment s where s.subscription_id = t.subscription_id and not s.fused and s.raw_answer_id = t.id)
  and not exists (select from edi_applied a where a.subscription_id = t.subscription_id and a.raw_answer_id = t.id)
  and not exists (select from raw_answer d where d.subscription_id = t.subscription_id and d.source_id = t.source_id
    and d.base_id = t.id)`;

/** Pages that nothing was read from, and those that a newer one of the same shipment has replaced. */
const replacedPages = `(t.state in ('unknown', 'refused') or exists (select from robot_answer n
    where n.carrier_code = t.carrier_code and n.subject_no = t.subject_no and n.collected_at > t.collected_at
      and n.state in ('parsed', 'partly')))`;

const platform: Record<string, Keeping> = {
  app_user: ever('the audit and other records refer to users, also after they have left'),
  user_tenant: belongsTo('app_user'),
  user_menu: belongsTo('app_user'),
  recovery_code: belongsTo('app_user'),
  push_device: belongsTo('app_user'),
  calendar_feed: belongsTo('app_user'),
  calendar_event: belongsTo('calendar_feed'),
  role_template: configuration,
  preference: belongsTo('app_user'),
  saved_view: configuration,
  saved_view_choice: belongsTo('saved_view'),
  report: configuration,
  report_recipient: belongsTo('report'),
  report_address: configuration,
  analytics_role: ever('roles of the database, until an administrator removes them'),
  analytics_watermark: ever('one row for each person, tenant and data set: where the next data file begins'),
  analytics_moment: swept({ age: 'at', days: 90, clock: 'machine' }),
  api_key: ever('shows who had a key and until when; includes revoked keys'),
  api_key_use: belongsTo('api_key'),
  connected_program: swept({ rows: 'that have ended', age: 'expires_at', days: 'run', clock: 'machine' }),
  oauth_client: swept(
    {
      rows: 'that nobody connected',
      age: 'registered_at',
      days: 1,
      clock: 'machine',
      when: 't.used_at is null',
    },
    {
      rows: 'without a connection for long',
      age: 'used_at',
      days: 90,
      clock: 'machine',
      when: 'not exists (select from connected_program c where c.client_id = t.client_id and c.revoked_at is null and c.expires_at > now())',
    },
  ),
  oauth_item: swept({ age: 'expires_at', days: 0, clock: 'machine' }),
  robot_key: ever('shows who had a key and until when; includes revoked keys'),
  app_state: ever('one row for each state that processes share'),
  decision_version: ever('one row for each kind of setting that processes keep in memory'),
  schema_migration: ever('one row for each migration'),
  seeded_row: ever('one row for each row of reference data delivered with a release'),
  session: swept({ age: 'expires_at', days: 0, clock: 'machine' }),
  login_address: swept({ age: 'last_at', days: 90, clock: 'machine' }),
  login_failure: swept({ age: 'last_at', days: 1, clock: 'machine' }),
  audit_log: swept({ age: 'at', days: 'audit', clock: 'machine' }),
  request_answer: swept({ age: 'answered_at', days: 1, clock: 'machine' }),
  live_event: swept({ age: 'at', days: hour, clock: 'machine', step: 5_000 }),
  task: swept({
    rows: 'that failed for good',
    age: 'created_at',
    days: 'run',
    clock: 'machine',
    when: `t.status = 'dead'`,
  }),
};

const configured: Record<string, Keeping> = {
  ...Object.fromEntries(Object.values(entities).map(({ table }) => [table, configuration])),
  source: configuration,
  source_key_health: belongsTo('source'),
  source_calls: belongsTo('source'),
  source_token: belongsTo('source'),
  source_tolerance: belongsTo('source'),
  mail_address: configuration,
  mail_mapping: configuration,
  robot_site: configuration,
  robot_reader: configuration,
  push_nonce: swept({ age: 'taken_at', days: hour, clock: 'machine' }),
  rule_setting: configuration,
  md_country: configuration,
  md_exception_handle_status: configuration,
  fusion_precedence: ever('every version that was in force, to show later which one decided a value'),
  robot_parser_release: ever('shows from when each version of a parser read answers'),
};

const shipments: Record<string, Keeping> = {
  subscription: tracked,
  subscription_source: belongsTo('subscription'),
  subscription_total: passing('deltas, folded every minute to one row per tenant and kind'),
  trace_total: passing('deltas, folded every minute to one row per tenant, mode and state'),
  pull_record: belongsTo('subscription'),
  shipment: belongsTo('subscription'),
  shipment_change: belongsTo('shipment'),
  shipment_said: belongsTo('shipment'),
  shipment_cutoff: belongsTo('subscription'),
  shipment_removal: belongsTo('subscription'),
  business_data_change: belongsTo('subscription'),
  shipment_track: belongsTo('shipment'),
  shipment_track_progress: ever('one row'),
  field_override: belongsTo('subscription'),
  field_override_change: belongsTo('subscription'),
  trace_share: belongsTo('subscription'),
  shipment_exception: belongsTo('subscription'),
  exception_event: belongsTo('shipment_exception'),
  exception_box: belongsTo('shipment_exception'),
  exception_cause: belongsTo('shipment_exception'),
  exception_cause_status: belongsTo('exception_cause'),
  exception_comment: belongsTo('shipment_exception'),
  exception_tally: passing('deltas, folded every minute to one row per tenant, kind and hour'),
  exception_total: passing('deltas, folded every minute to one row per tenant and state'),
  shipment_event: belongsTo('subscription'),
  shipment_event_note: belongsTo('shipment_event'),
  incident: ever('exceptions refer to them; one row per common cause'),
  incident_delta: passing('deltas, folded into the incidents every minute'),
  outward_event: belongsTo('subscription'),
  outward_pending: passing('shipments waiting to be written as events'),
  outward_tenant: ever('one row for each tenant with a key'),
  // Before the subscriptions, with which theirs would go at once.
  outward_delivery: swept({ age: 'created_at', days: 'notification', clock: 'world', step: 200 }),
  outward_attempt: belongsTo('outward_delivery'),
  outward_subscription: swept({
    rows: 'that have ended',
    age: 'removed_at',
    days: 'run',
    clock: 'world',
    when: 't.removed_at is not null',
  }),
  raw_answer: swept({
    rows: 'that a newer answer has replaced',
    age: 'received_at',
    days: 'answer',
    clock: 'world',
    when: replacedAnswers,
    walks: true,
  }),
  robot_answer: swept({
    rows: 'that a newer answer has replaced, or that could not be read',
    age: 'received_at',
    days: 'answer',
    clock: 'world',
    when: replacedPages,
    walks: true,
    step: 500,
  }),
  pushed_retraction: swept({
    rows: 'that were compared with all earlier data',
    age: 'received_at',
    days: 'answer',
    clock: 'world',
    when: 't.searched',
  }),
  archive_file: ever('one row for each file of the archive'),
  refusal: swept({ age: 'at', days: 'refusal', clock: 'world' }),
  refusal_tally: swept({ age: 'hour', days: 'refusal', clock: 'world' }),
  unknown_port: swept({
    rows: 'that nobody handled and no record refers to any more',
    age: 'first_seen_at',
    days: 'refusal',
    clock: 'world',
    when: `t.state = 'open' and not exists (select from unknown_port_use u where u.unknown_port_id = t.id)`,
  }),
  unknown_port_use: belongsTo('subscription'),
};

const messages: Record<string, Keeping> = {
  edi_message: swept({
    rows: 'that were read',
    age: 'received_at',
    days: 'edi',
    clock: 'world',
    when: `t.state <> 'received'`,
    step: 500,
  }),
  cargo_imp_message: swept({ age: 'received_at', days: 'edi', clock: 'world' }),
  received_mail: swept({
    rows: 'that nothing is left to do with',
    age: 'received_at',
    days: 'edi',
    clock: 'world',
    when: `t.state not in ('received', 'working')`,
    step: 50,
  }),
  mail_sheet: belongsTo('received_mail'),
  edi_reference: belongsTo('edi_message'),
  edi_applied: belongsTo('edi_message'),
  edi_file: swept({
    rows: 'without stored messages',
    age: 'received_at',
    days: 'edi',
    clock: 'world',
    when: 'not exists (select from edi_message m where m.file_id = t.id)',
    first: [{ table: 'edi_file_part', by: 'file_id', step: 50 }],
  }),
  edi_file_part: belongsTo('edi_file'),
  notification: swept({
    rows: 'that were sent or given up',
    age: 'created_at',
    days: 'notification',
    clock: 'world',
    when: `t.state in ('sent', 'given_up')`,
  }),
  notification_attempt: belongsTo('notification'),
  notification_reader: belongsTo('notification'),
};

const runs: Record<string, Keeping> = {
  run: swept(
    {
      ...endedRuns,
      rows: 'that have ended and removed no expert value',
      when: `t.state not in ('waiting', 'running') and t.kind not in ('export', 'import', 'report')
        and not exists (select from field_override o where o.dropped_by_run = t.id)`,
      first: [
        { table: 'robot_parser_difference', by: 'run_id' },
        { table: 'rule_run_problem', by: 'run_id' },
        { table: 'job_bulk_item', by: 'run_id' },
      ],
    },
    {
      rows: 'of exports',
      age: 'started_at',
      days: exportKeptDays,
      clock: 'machine',
      when: `t.kind = 'export'`,
      first: [
        { table: 'run_row_part', by: 'run_id', step: 50 },
        { table: 'run_file_part', by: 'run_id', step: 50 },
      ],
    },
    {
      rows: 'of scheduled reports that are not under way',
      age: 'started_at',
      days: reportKeptDays,
      clock: 'machine',
      when: `t.kind = 'report' and t.state <> 'running'`,
      first: [
        { table: 'run_row_part', by: 'run_id', step: 50 },
        { table: 'run_file_part', by: 'run_id', step: 50 },
      ],
    },
    {
      rows: 'of imports that are not under way',
      age: 'started_at',
      days: importKeptDays,
      clock: 'machine',
      when: `t.kind = 'import' and t.state <> 'running'`,
      first: [{ table: 'import_row', by: 'run_id' }],
    },
  ),
  import_row: belongsTo('run'),
  run_row_part: belongsTo('run'),
  run_file_part: belongsTo('run'),
  rule_run_problem: belongsTo('run'),
  job_bulk_item: belongsTo('run'),
  robot_parser_difference: belongsTo('run'),
};

const jobs: Record<string, Keeping> = {
  job: swept({
    rows: 'that have ended',
    age: 'created_at',
    days: 'run',
    clock: 'world',
    when: `t.status in ('Successful', 'Faulted', 'Stopped') and t.confirm_state <> 'waiting'`,
    first: [
      { table: 'job_log', by: 'job_id' },
      { table: 'job_artifact', by: 'job_id', step: 50 },
    ],
  }),
  occurrence: swept({
    rows: 'that were decided',
    age: 'run_at',
    days: 'run',
    clock: 'world',
    when: `t.outcome <> 'queued'`,
  }),
  job_state: belongsTo('job'),
  job_step: belongsTo('job'),
  job_part: belongsTo('job'),
  job_log: belongsTo('job'),
  job_artifact: belongsTo('job'),
};

const vehicles: Record<string, Keeping> = {
  vehicle_position: {
    kind: 'own',
    days: 'vehicle',
    why: 'one partition per day, dropped as a whole; counted from the newest position',
  },
  vehicle_state: belongsTo('vehicle'),
  vehicle_stay: swept({ age: 'arrived_at', days: yearDays, clock: 'world' }),
  vehicle_excursion: swept({ age: 'began_at', days: yearDays, clock: 'world' }),
  vehicle_excursion_told: belongsTo('vehicle_excursion'),
  vehicle_alarm: swept({ age: 'began_at', days: yearDays, clock: 'world' }),
  vehicle_alarm_told: belongsTo('vehicle_alarm'),
  vehicle_photo: swept({ age: 'taken_at', days: 'vehicle', clock: 'world' }),
  vehicle_gateway: ever('one row for each protocol'),
  vehicle_device: belongsTo('vehicle'),
  vehicle_network: swept({ age: 'last_at', days: yearDays, clock: 'world' }),
  vehicle_network_told: belongsTo('vehicle_network'),
  vehicle_held: swept({ age: 'received_at', days: 'vehicle', clock: 'world' }),
};

const vessels: Record<string, Keeping> = {
  ais_position: {
    kind: 'own',
    days: 'position',
    why: 'one partition per day, dropped as a whole; counted from the newest position',
  },
  ais_vessel: ever('one row for each vessel'),
  ais_vessel_news: ever('a ring of 1024 rows'),
  flight_position: ever('one row for each flight number that goods are booked on'),
  ais_feed: ever('one row for each configured source of positions'),
  ais_vessel_change: swept({ age: 'at', days: yearDays, clock: 'world' }),
  port_visit: swept({ age: 'arrived_at', days: yearDays, clock: 'world' }),
  eta_prediction: swept({ age: 'at', days: yearDays, clock: 'world' }),
  vessel_outlook: swept({ age: 'at', days: yearDays, clock: 'world' }),
  eta_score: ever('a few rows, one per lead time'),
  commerce_source: configuration,
  booking_record: tracked,
  cargo_order: tracked,
  order_tie: belongsTo('order_line'),
  order_ended_shipment: ever('taken out within seconds'),
  order_document: tracked,
  order_document_body: belongsTo('order_document'),
  booking_event: belongsTo('booking_record'),
  spot_offer: swept({ age: 'quoted_at', days: yearDays, clock: 'world' }),
  freight_rate_total: passing('deltas, folded every minute to one row per tenant'),
  rate_price: belongsTo('freight_rate'),
  price_change: tracked,
  rate_price_day: ever('one row for each tenant that has prices'),
  rate_price_work: passing('lanes whose prices are about to be calculated'),
  rate_price_single: passing('rates whose prices are about to be calculated'),
  weather_source: configuration,
  storm_point: swept({ age: 'valid_at', days: yearDays, clock: 'world' }),
  risk_watch: configuration,
  risk_entry: swept({ age: 'entered_at', days: yearDays, clock: 'world' }),
  sailing_source: configuration,
  sailing_call: swept({ age: 'departs_at', days: yearDays, clock: 'world' }),
  sailing_statement: belongsTo('sailing_call'),
  sailing_change: belongsTo('sailing_call'),
  sailing_subscription: belongsTo('sailing_call'),
  carrier_answer: swept({ age: 'asked_at', days: 7, clock: 'world' }),
  flight_leg: swept({ age: 'departs_at', days: yearDays, clock: 'world' }),
  flight_change: belongsTo('flight_leg'),
  lane_passage: swept({ age: 'arrived_at', days: 730, clock: 'world' }),
  voyage_watch: belongsTo('subscription'),
  voyage_report: belongsTo('subscription'),
};

/** How long the rows of every table are kept. A table that is not here makes a test fail. */
export const retention: Readonly<Record<string, Keeping>> = {
  ...platform,
  ...configured,
  ...shipments,
  ...messages,
  ...runs,
  ...jobs,
  ...vehicles,
  ...vessels,
};
