import { TENANT_TABLES } from '#generated/schema.ts';

/**
 * Where the rows of a table are when one database is no longer enough. `tenant`: with their tenant. `everywhere`: a copy in each place,
 * as many statements join them and they change seldom. `one`: in one place, as they are taken in turn for all tenants or belong to none.
 */
export type Placement = 'tenant' | 'everywhere' | 'one';

/** Settings and people: a few thousand rows that nearly every statement may join. */
const settings = [
  'asset',
  'analytics_role',
  'api_key',
  'calendar',
  'calendar_day',
  'connected_program',
  'edi_partner',
  'event_field',
  'event_item',
  'event_item_type',
  'exception_cause',
  'exception_cause_status',
  'exchange_rate',
  'feedback',
  'job_cap',
  'mail_address',
  'mail_mapping',
  'outward_subscription',
  'outward_tenant',
  'process',
  'process_function',
  'report',
  'report_address',
  'report_recipient',
  'risk_watch',
  'road_site',
  'robot',
  'robot_key',
  'role_template',
  'rule_setting',
  'saved_view',
  'schedule',
  'source',
  'tenant_asset',
  'user_tenant',
  'app_user',
  'vehicle',
];

/** Work that is taken in turn for all tenants, counts that tenants share, and what comes from devices and partners before its tenant is known. */
const takenInTurn = [
  'api_key_use',
  'analytics_watermark',
  'audit_log',
  'booking_event',
  'booking_record',
  'edi_applied',
  'edi_message',
  'freight_rate',
  'freight_rate_total',
  'incident',
  'incident_delta',
  'job',
  'job_artifact',
  'job_bulk_item',
  'job_log',
  'job_part',
  'job_state',
  'job_step',
  'live_event',
  'mail_sheet',
  'occurrence',
  'price_change',
  'rate_price',
  'rate_price_day',
  'rate_price_work',
  'received_mail',
  'refusal',
  'refusal_tally',
  'robot_answer',
  'rule_run_problem',
  'run',
  'sailing_subscription',
  'source_calls',
  'source_key_health',
  'source_token',
  'surcharge',
  'unknown_port_use',
];

const placed = new Map<string, Placement>([
  ...settings.map((table) => [table, 'everywhere'] as const),
  ...takenInTurn.map((table) => [table, 'one'] as const),
]);

/** Where the rows of a table are. */
export function placementOf(table: string): Placement {
  const named = placed.get(table);
  if (named !== undefined) return named;
  if (table in TENANT_TABLES) return table.startsWith('vehicle_') ? 'one' : 'tenant';
  return table.startsWith('md_') || table === 'tenant' ? 'everywhere' : 'one';
}
