// GENERATED from migrations/*.sql by scripts/generate-schema.ts; never edited by hand.
/* eslint-disable */
import type { ColumnType } from 'kysely';
import type { Instant } from '#shared/time/instant.ts';
import type { BookingCutoff, BookingDetail, BookingState, Equipment } from '#domain/commerce/booking/booking-state.ts';
import type { ChangedLine, PriceChange } from '#domain/commerce/freight/change-price.ts';
import type { MarketPlace } from '#domain/commerce/freight/market-band.ts';
import type { OrderRisk, OrderStage, StageLines, StoredProblem, StoredReason } from '#domain/commerce/order/judge-order.ts';
import type { Crossing } from '#domain/exceptions/crossing.ts';
import type { FieldPlace } from '#domain/exceptions/event/fields.ts';
import type { EventStage, EventState } from '#domain/exceptions/event/stage.ts';
import type { MoneyAtRisk } from '#domain/exceptions/money-at-risk.ts';
import type { RiskSeverity } from '#domain/exceptions/risk-zones.ts';
import type { Evidence, RuleSettings, Severity } from '#domain/exceptions/types.ts';
import type { JobStatus } from '#domain/execution/job/job-status.ts';
import type { StepError } from '#domain/execution/job/step-values.ts';
import type { OutcomeReason } from '#domain/execution/schedule/plan.ts';
import type { ValueChanges } from '#domain/intake/fusion/known-values.ts';
import type { AttributeValue, OverrideState } from '#domain/intake/fusion/types.ts';
import type { VehicleFix } from '#domain/network/vehicle/types.ts';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import type { ShipmentContent, Subject } from '#domain/tracking/model.ts';
import type { FieldType, FieldUnit } from '#shared/event/field-paths.ts';
import type { MessageParams } from '#shared/i18n/server-messages/index.ts';
import type { CutoffCode } from '#shared/reference/cutoff-codes.ts';

/** The database has a value when none is given. */
export type Generated<T> = [T] extends [ColumnType<infer S, infer I, infer U>] ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
/** The database alone gives the value. */
export type GeneratedAlways<T> = [T] extends [ColumnType<infer S, unknown, unknown>] ? ColumnType<S, never, never> : ColumnType<T, never, never>;

/** Table ais_feed. */
export type AisFeedTable = {
  code: string;
  state: 'connecting' | 'open' | 'failed' | 'done';
  connected_at: ColumnType<Instant | null, Date | null, Date | null>;
  last_message_at: ColumnType<Instant | null, Date | null, Date | null>;
  counts: Generated<ColumnType<unknown, string, string>>;
  samples: Generated<ColumnType<unknown, string, string>>;
  last_error: string | null;
  updated_at: ColumnType<Instant, Date, Date>;
  heard_since: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table ais_position. */
export type AisPositionTable = {
  mmsi: number;
  at: ColumnType<Instant, Date, Date>;
  lon: number;
  lat: number;
  speed_kn: number | null;
  course: number | null;
  heading: number | null;
  nav_status: number | null;
  jump: Generated<boolean>;
};

/** Table ais_vessel. */
export type AisVesselTable = {
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
  said_at: Generated<ColumnType<unknown, string, string>>;
  fix_at: ColumnType<Instant | null, Date | null, Date | null>;
  lon: number | null;
  lat: number | null;
  speed_kn: number | null;
  course: number | null;
  heading: number | null;
  nav_status: number | null;
  memory: Generated<ColumnType<unknown, string, string>>;
  fix_feed: string | null;
};

/** Table ais_vessel_change. */
export type AisVesselChangeTable = {
  id: GeneratedAlways<number>;
  mmsi: number;
  at: ColumnType<Instant, Date, Date>;
  field: string;
  old_value: string | null;
  new_value: string | null;
};

/** Table ais_vessel_news. */
export type AisVesselNewsTable = {
  place: number;
  change_no: number;
  mmsis: number[];
};

/** Table analytics_moment. */
export type AnalyticsMomentTable = {
  at: ColumnType<Instant, Date, Date>;
  token: string;
};

/** Table analytics_role. */
export type AnalyticsRoleTable = {
  id: Generated<number>;
  tenant_id: number;
  role_name: string;
  name: string;
  created_at: ColumnType<Instant, Date, Date>;
  created_by: string;
  rotated_at: ColumnType<Instant | null, Date | null, Date | null>;
  suspended_at: ColumnType<Instant | null, Date | null, Date | null>;
  suspended_why: 'locks' | 'objects' | 'tables' | null;
};

/** Table analytics_watermark. */
export type AnalyticsWatermarkTable = {
  tenant_id: number;
  user_id: number;
  dataset: string;
  token: string;
  finished_at: ColumnType<Instant, Date, Date>;
};

/** Table api_key. */
export type ApiKeyTable = {
  id: Generated<number>;
  tenant_id: number;
  name: string;
  prefix: string;
  key_hash: ColumnType<Buffer, Uint8Array, Uint8Array>;
  created_at: ColumnType<Instant, Date, Date>;
  created_by: string;
  last_used_at: ColumnType<Instant | null, Date | null, Date | null>;
  revoked_at: ColumnType<Instant | null, Date | null, Date | null>;
  scopes: Generated<string[]>;
  created_by_id: number | null;
  expires_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table api_key_use. */
export type ApiKeyUseTable = {
  api_key_id: number;
  tenant_id: number;
  minute_at: ColumnType<Instant, Date, Date>;
  minute_calls: number;
  day_on: string;
  day_calls: number;
  day_refused: number;
};

/** Table app_state. */
export type AppStateTable = {
  key: string;
  value: ColumnType<unknown, string, string>;
  updated_at: Generated<ColumnType<Instant, Date, Date>>;
};

/** Table app_user. */
export type AppUserTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  user_code: string;
  name_cn: string;
  user_type: 'user' | 'admin';
  all_tenants: Generated<boolean>;
  password_hash: string | null;
  password_weak: Generated<boolean>;
  must_change_password: Generated<boolean>;
  oidc_subject: string | null;
  office_code: string | null;
  office_name: string | null;
  ip: string | null;
  mac: string | null;
  telephone: string | null;
  email: string | null;
  qq: string | null;
  age: number | null;
  sex: number | null;
  menu_version: Generated<number>;
  record_version: Generated<number>;
  created_at: Generated<ColumnType<Instant, Date, Date>>;
  updated_at: Generated<ColumnType<Instant, Date, Date>>;
  removed_at: ColumnType<Instant | null, Date | null, Date | null>;
  totp_sealed: string | null;
  totp_since: ColumnType<Instant | null, Date | null, Date | null>;
  totp_last_step: number | null;
};

/** Table archive_file. */
export type ArchiveFileTable = {
  id: GeneratedAlways<number>;
  table_name: string;
  lowest: number;
  uppermost: number;
  name: string;
  rows: number;
  bytes: number;
  sha256: ColumnType<Buffer, Uint8Array, Uint8Array>;
  through_id: number;
  staying: number[];
  written_at: ColumnType<Instant, Date, Date>;
  taken_out_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table asset. */
export type AssetTable = {
  id: Generated<number>;
  asset_type: string;
  asset_desc: string;
  value_type: string;
  default_value: string | null;
  record_version: Generated<number>;
  created_at: Generated<ColumnType<Instant, Date, Date>>;
  updated_at: Generated<ColumnType<Instant, Date, Date>>;
};

/** Table audit_log. */
export type AuditLogTable = {
  id: GeneratedAlways<number>;
  at: ColumnType<Instant, Date, Date>;
  tenant_id: number | null;
  actor_id: number | null;
  actor_code: string;
  origin: string;
  request_id: string | null;
  entity: string;
  entity_id: string;
  action: string;
  before: ColumnType<unknown, string | null, string | null>;
  after: ColumnType<unknown, string | null, string | null>;
  ip: string | null;
  client: string | null;
};

/** Table booking_event. */
export type BookingEventTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  booking_id: number;
  at: ColumnType<Instant, Date, Date>;
  kind: string;
  actor: string;
  detail: Generated<ColumnType<BookingDetail, string, string>>;
};

/** Table booking_record. */
export type BookingRecordTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  carrier_code: string;
  pol_code: string;
  pod_code: string;
  vessel_name: string | null;
  voyage: string | null;
  departs_at: ColumnType<Instant | null, Date | null, Date | null>;
  arrives_at: ColumnType<Instant | null, Date | null, Date | null>;
  first_departs_at: ColumnType<Instant | null, Date | null, Date | null>;
  equipment: ColumnType<Equipment[], string, string>;
  containers: number;
  customer: string | null;
  remark: string | null;
  state: BookingState;
  sending: string | null;
  next_ask_at: ColumnType<Instant | null, Date | null, Date | null>;
  failures: Generated<number>;
  problem: string | null;
  request_ref: string | null;
  booking_no: string | null;
  bill_no: string | null;
  cut_offs: Generated<ColumnType<BookingCutoff[], string, string>>;
  rolls: Generated<number>;
  subscription_id: number | null;
  created_by: string;
  created_at: ColumnType<Instant, Date, Date>;
  changed_at: ColumnType<Instant, Date, Date>;
  record_version: Generated<number>;
  request_no: string | null;
  order_no: string | null;
  sent_at: ColumnType<Instant | null, Date | null, Date | null>;
  ref_named: Generated<boolean>;
};

/** Table business_data_change. */
export type BusinessDataChangeTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  subscription_id: number;
  kind: 'saved' | 'deleted' | 'arrivalCopied';
  at: ColumnType<Instant, Date, Date>;
  actor_code: string;
  actor_name: string;
  detail: ColumnType<unknown, string, string>;
  undone_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table calendar. */
export type CalendarTable = {
  id: Generated<number>;
  tenant_id: number;
  calendar_name: string;
  description: string | null;
  free_weekdays: string | null;
  record_version: Generated<number>;
  place_code: string | null;
};

/** Table calendar_day. */
export type CalendarDayTable = {
  id: Generated<number>;
  calendar_id: number;
  tenant_id: number;
  day: string;
  working_flag: Generated<boolean>;
  day_name: string | null;
  record_version: Generated<number>;
};

/** Table calendar_event. */
export type CalendarEventTable = {
  feed_id: number;
  event_key: string;
  starts_at: ColumnType<Instant, Date, Date>;
  zone: string | null;
  content_hash: ColumnType<Buffer, Uint8Array, Uint8Array>;
  sequence: number;
  changed_at: ColumnType<Instant, Date, Date>;
  cancelled_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table calendar_feed. */
export type CalendarFeedTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  for_tenant_id: number | null;
  name: string;
  token_hash: ColumnType<Buffer, Uint8Array, Uint8Array>;
  kinds: string[];
  shipments: string;
  days_ahead: number;
  days_behind: number;
  language: string;
  created_at: ColumnType<Instant, Date, Date>;
  last_read_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table cargo_imp_message. */
export type CargoImpMessageTable = {
  id: Generated<number>;
  received_at: ColumnType<Instant, Date, Date>;
  way: 'file' | 'mail';
  file_name: string;
  waybill: string;
  carrier_code: string;
  body: ColumnType<Buffer, Uint8Array, Uint8Array>;
  hash: ColumnType<Buffer, Uint8Array, Uint8Array>;
};

/** Table cargo_order. */
export type CargoOrderTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  order_no: string;
  supplier: Generated<string>;
  customer: string | null;
  transport_modes: Generated<Mode[]>;
  origin_code: string | null;
  destination_code: string | null;
  ship_by: string | null;
  promised_on: string | null;
  promised_noon: GeneratedAlways<ColumnType<Instant | null, Date | null, Date | null>>;
  expected_at: ColumnType<Instant | null, Date | null, Date | null>;
  lines: Generated<number>;
  stage_lines: Generated<ColumnType<StageLines, string, string>>;
  stage: Generated<OrderStage>;
  risk: Generated<OrderRisk>;
  late_days: number | null;
  reason: ColumnType<StoredReason | null, string | null, string | null>;
  problem: ColumnType<StoredProblem | null, string | null, string | null>;
  open_exceptions: Generated<number>;
  changed_at: ColumnType<Instant | null, Date | null, Date | null>;
  seen_change: Generated<number>;
  due_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table carrier_answer. */
export type CarrierAnswerTable = {
  id: Generated<number>;
  carrier_code: string;
  from_port: string;
  to_port: string;
  date_of: 'departure' | 'arrival';
  first_day: string;
  last_day: string;
  most_changes: number;
  routes: Generated<ColumnType<unknown, string, string>>;
  validators: Generated<ColumnType<unknown, string, string>>;
  answered_at: ColumnType<Instant | null, Date | null, Date | null>;
  failed_at: ColumnType<Instant | null, Date | null, Date | null>;
  failure: string | null;
  asked_at: ColumnType<Instant, Date, Date>;
};

/** Table commerce_source. */
export type CommerceSourceTable = {
  carrier_code: string;
  base_url: string;
  credential: string | null;
  enabled: Generated<boolean>;
  next_at: ColumnType<Instant, Date, Date>;
  answered_at: ColumnType<Instant | null, Date | null, Date | null>;
  failed_at: ColumnType<Instant | null, Date | null, Date | null>;
  failure: string | null;
  failures: Generated<number>;
};

/** Table connected_program. */
export type ConnectedProgramTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  tenant_id: number;
  client_id: string;
  grant_id: string;
  name: string;
  redirect_host: string;
  scopes: string[];
  created_at: ColumnType<Instant, Date, Date>;
  last_used_at: ColumnType<Instant | null, Date | null, Date | null>;
  expires_at: ColumnType<Instant, Date, Date>;
  revoked_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table decision_version. */
export type DecisionVersionTable = {
  name: string;
  version: Generated<string>;
};

/** Table edi_applied. */
export type EdiAppliedTable = {
  message_id: number;
  tenant_id: number;
  subscription_id: number;
  raw_answer_id: number;
  events: number;
};

/** Table edi_file. */
export type EdiFileTable = {
  id: GeneratedAlways<number>;
  brought_for_tenant: number | null;
  direction: 'in' | 'out';
  way: 'folder' | 'upload' | 'send';
  name: string;
  received_at: ColumnType<Instant, Date, Date>;
  state: 'receiving' | 'received' | 'done';
  size_bytes: Generated<number>;
  uploaded_by: string | null;
  allowed_tenants: number[] | null;
  problems: Generated<ColumnType<unknown, string, string>>;
  problem_count: Generated<number>;
};

/** Table edi_file_part. */
export type EdiFilePartTable = {
  file_id: number;
  part_no: number;
  start_byte: number;
  size_bytes: number;
  body: ColumnType<Buffer, Uint8Array, Uint8Array>;
};

/** Table edi_message. */
export type EdiMessageTable = {
  id: GeneratedAlways<number>;
  tenant_id: number | null;
  direction: 'in' | 'out';
  file_id: number;
  ordinal: number;
  state: 'received' | 'parsed' | 'partly' | 'refused' | 'duplicate' | 'held' | 'sent';
  partner_id: number | null;
  sender: string | null;
  sender_qualifier: string | null;
  receiver: string | null;
  receiver_qualifier: string | null;
  control_ref: string | null;
  group_ref: string | null;
  message_ref: string | null;
  message_type: string | null;
  message_version: string | null;
  document_no: string | null;
  syntax_id: string | null;
  service: string | null;
  is_test: Generated<boolean>;
  prepared_at: string | null;
  received_at: ColumnType<Instant, Date, Date>;
  processed_at: ColumnType<Instant | null, Date | null, Date | null>;
  start_byte: Generated<number>;
  end_byte: Generated<number>;
  first_segment: Generated<number>;
  first_line: Generated<number>;
  segments: Generated<number>;
  events: Generated<number>;
  applied: Generated<number>;
  waiting: Generated<number>;
  refused_events: Generated<number>;
  problems: Generated<ColumnType<unknown, string, string>>;
  problem_count: Generated<number>;
  reasons: Generated<string[]>;
  content_hash: ColumnType<Buffer | null, Uint8Array | null, Uint8Array | null>;
  duplicate_of: number | null;
  record_version: Generated<number>;
  withdraws_no: string | null;
};

/** Table edi_partner. */
export type EdiPartnerTable = {
  id: Generated<number>;
  partner_code: string;
  partner_name: string;
  edi_identity: string;
  identity_qualifier: string | null;
  partner_kind: string;
  carrier_code: string | null;
  zone: string | null;
  tenant_id: number | null;
  active: boolean;
  record_version: Generated<number>;
  created_at: Generated<ColumnType<Instant, Date, Date>>;
  updated_at: Generated<ColumnType<Instant, Date, Date>>;
};

/** Table edi_reference. */
export type EdiReferenceTable = {
  message_id: number;
  reference: string;
};

/** Table environment. */
export type EnvironmentTable = {
  id: Generated<number>;
  environment_name: string;
  description: string | null;
  default_flag: Generated<boolean>;
  record_version: Generated<number>;
};

/** Table eta_prediction. */
export type EtaPredictionTable = {
  id: GeneratedAlways<number>;
  mmsi: number;
  from_port: string;
  to_port: string;
  departed_at: ColumnType<Instant, Date, Date>;
  at: ColumnType<Instant, Date, Date>;
  eta: ColumnType<Instant, Date, Date>;
  basis: 'vessel' | 'lane' | 'speed';
  error_ms: number | null;
  low: ColumnType<Instant | null, Date | null, Date | null>;
  told: ColumnType<Instant | null, Date | null, Date | null>;
  says_late: Generated<boolean>;
};

/** Table eta_score. */
export type EtaScoreTable = {
  lead_days: number;
  learned: boolean;
  predictions: number;
  voyages: number;
  median_error_h: number;
  hits: number;
  too_late: number;
  told: number;
  told_hits: number;
  claims: number;
  claims_right: number;
  scored_at: ColumnType<Instant, Date, Date>;
};

/** Table event_field. */
export type EventFieldTable = {
  id: Generated<number>;
  code: string;
  name_cn: string;
  name_en: string;
  data_path: string;
  field_type: FieldType;
  unit: FieldUnit | null;
  enabled: boolean;
  record_version: Generated<number>;
};

/** Table event_item. */
export type EventItemTable = {
  id: Generated<number>;
  tenant_id: number;
  code: string;
  name_cn: string;
  name_en: string;
  type_id: number;
  severity: string;
  rule: string | null;
  modes: string | null;
  carrier_codes: string | null;
  pol_codes: string | null;
  pod_codes: string | null;
  valid_from: ColumnType<Instant | null, Date | null, Date | null>;
  valid_to: ColumnType<Instant | null, Date | null, Date | null>;
  due_hours: number;
  notify_users: string | null;
  enabled: Generated<boolean>;
  remark: string | null;
  record_version: Generated<number>;
};

/** Table event_item_type. */
export type EventItemTypeTable = {
  id: Generated<number>;
  code: string;
  name_cn: string;
  name_en: string;
  sort_order: number;
  enabled: boolean;
  record_version: Generated<number>;
};

/** Table exception_box. */
export type ExceptionBoxTable = {
  exception_id: number;
  subscription_id: number;
  tenant_id: number;
  container_no: string | null;
  present: boolean;
  severity: string;
  params: ColumnType<unknown, string, string>;
  evidence: ColumnType<unknown, string, string>;
};

/** Table exception_cause. */
export type ExceptionCauseTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  exception_id: number;
  app_type: string;
  type_code: string;
  remark: string | null;
  record_version: Generated<number>;
  created_at: ColumnType<Instant, Date, Date>;
  created_by: string;
  updated_at: ColumnType<Instant, Date, Date>;
  updated_by: string;
};

/** Table exception_cause_status. */
export type ExceptionCauseStatusTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  cause_id: number;
  status_code: string;
  record_version: Generated<number>;
  created_at: ColumnType<Instant, Date, Date>;
  created_by: string;
};

/** Table exception_comment. */
export type ExceptionCommentTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  exception_id: number;
  author_code: string;
  author_name: string;
  body: string;
  mentions: Generated<string[]>;
  created_at: ColumnType<Instant, Date, Date>;
  removed_at: ColumnType<Instant | null, Date | null, Date | null>;
  request_id: string | null;
};

/** Table exception_event. */
export type ExceptionEventTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  exception_id: number;
  at: ColumnType<Instant, Date, Date>;
  kind: string;
  actor_code: string;
  detail: ColumnType<unknown, string, string>;
};

/** Table exception_tally. */
export type ExceptionTallyTable = {
  tenant_id: number;
  kind: 'type' | 'open' | 'opened' | 'handled' | 'gone';
  type_code: string | null;
  handle_status: number | null;
  assigned: boolean | null;
  at: ColumnType<Instant | null, Date | null, Date | null>;
  n: number;
};

/** Table exception_total. */
export type ExceptionTotalTable = {
  tenant_id: number;
  handle_status: number;
  n: number;
  ended: Generated<boolean>;
};

/** Table exchange_rate. */
export type ExchangeRateTable = {
  id: Generated<number>;
  currency: string;
  valid_from: string;
  usd_per_unit: number;
  note: string | null;
  record_version: Generated<number>;
};

/** Table feedback. */
export type FeedbackTable = {
  id: Generated<number>;
  tenant_id: number;
  feedback_name: string;
  feedback_type: string;
  trigger_status: string | null;
  trigger_match_info: string | null;
  auth_sealed: string | null;
  feedback_addr: string;
  feedback_subject: string | null;
  feedback_content: string | null;
  record_version: Generated<number>;
  created_at: Generated<ColumnType<Instant, Date, Date>>;
  updated_at: Generated<ColumnType<Instant, Date, Date>>;
  trigger_events: string | null;
  active: Generated<boolean>;
};

/** Table field_override. */
export type FieldOverrideTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  subscription_id: number;
  path: string;
  value: ColumnType<AttributeValue, string, string>;
  active: boolean;
  entered_by: string;
  entered_at: ColumnType<Instant, Date, Date>;
  dropped_at: ColumnType<Instant | null, Date | null, Date | null>;
  channel: Generated<string>;
  entered_name: Generated<string>;
  record_version: Generated<number>;
  dropped_by_run: number | null;
};

/** Table field_override_change. */
export type FieldOverrideChangeTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  subscription_id: number;
  field_override_id: number;
  path: string;
  kind: 'entered' | 'changed' | 'enabled' | 'disabled' | 'dropped' | 'restored' | 'undone';
  at: ColumnType<Instant, Date, Date>;
  actor_code: string;
  actor_name: string;
  before: ColumnType<OverrideState | null, string | null, string | null>;
  after: ColumnType<OverrideState | null, string | null, string | null>;
};

/** Table flight_change. */
export type FlightChangeTable = {
  id: GeneratedAlways<number>;
  leg_id: number;
  at: ColumnType<Instant, Date, Date>;
  field: string;
  old_value: string | null;
  new_value: string | null;
};

/** Table flight_leg. */
export type FlightLegTable = {
  id: GeneratedAlways<number>;
  airline_code: string;
  flight_no: string;
  flight_date: string;
  leg_no: number;
  from_airport: string;
  to_airport: string;
  aircraft: string | null;
  days: string;
  departs_at: ColumnType<Instant, Date, Date>;
  arrives_at: ColumnType<Instant, Date, Date>;
  closes_at: ColumnType<Instant | null, Date | null, Date | null>;
  cancelled: Generated<boolean>;
  changed_at: ColumnType<Instant, Date, Date>;
  change_no: number;
};

/** Table flight_position. */
export type FlightPositionTable = {
  flight: string;
  callsign: string;
  hex: string;
  at: ColumnType<Instant, Date, Date>;
  lon: number;
  lat: number;
  altitude_ft: number | null;
  speed_kn: number | null;
  course: number | null;
  feed: string;
};

/** Table freight_rate. */
export type FreightRateTable = {
  id: Generated<number>;
  tenant_id: number;
  rate_no: string;
  supplier_type: string;
  agent_name: string | null;
  carrier_id: number;
  pol_id: number;
  transship_port_id: number | null;
  pod_id: number;
  service: string | null;
  valid_from: string;
  valid_to: string;
  currency: string;
  price20gp: number | null;
  price40gp: number | null;
  price40hq: number | null;
  price45hq: number | null;
  price20rf: number | null;
  price40rh: number | null;
  transit_days: number | null;
  free_demurrage_days: number | null;
  free_detention_days: number | null;
  contract_no: string | null;
  remark: string | null;
  record_version: Generated<number>;
  created_at: Generated<ColumnType<Instant | null, Date | null, Date | null>>;
};

/** Table freight_rate_total. */
export type FreightRateTotalTable = {
  tenant_id: number;
  n: number;
};

/** Table function_interface. */
export type FunctionInterfaceTable = {
  id: Generated<number>;
  function_code: string;
  function_name: string;
  function_path_env: string;
  function_path: string;
  function_status: string;
  function_method: string;
  function_type: string;
  function_class_path: string | null;
  in_param: string | null;
  return_data: string | null;
  record_version: Generated<number>;
  created_at: Generated<ColumnType<Instant, Date, Date>>;
  updated_at: Generated<ColumnType<Instant, Date, Date>>;
};

/** Table fusion_precedence. */
export type FusionPrecedenceTable = {
  version: number;
  orders: ColumnType<unknown, string, string>;
  restored_from: number | null;
  remark: string | null;
  saved_by: string;
  saved_by_name: string;
  saved_at: ColumnType<Instant, Date, Date>;
};

/** Table import_row. */
export type ImportRowTable = {
  run_id: number;
  row_no: number;
  content: ColumnType<unknown, string, string>;
  row_key: string | null;
  plan: string;
  outcome: string | null;
  problems: ColumnType<unknown, string | null, string | null>;
  contest_key: string | null;
  contest_left: string | null;
};

/** Table incident. */
export type IncidentTable = {
  id: GeneratedAlways<number>;
  tenant_id: number | null;
  kind: 'vessel' | 'source' | 'port' | 'sailing' | 'place' | 'zone';
  cause_key: string;
  facts: ColumnType<unknown, string, string>;
  first_at: ColumnType<Instant, Date, Date>;
  last_at: ColumnType<Instant, Date, Date>;
  n: Generated<number>;
  open_n: Generated<number>;
  new_n: Generated<number>;
  work_n: Generated<number>;
  hold_n: Generated<number>;
  high_n: Generated<number>;
  medium_n: Generated<number>;
  open_high_n: Generated<number>;
  open_medium_n: Generated<number>;
  facts_text: GeneratedAlways<string | null>;
  parent_id: number | null;
  outage_at: ColumnType<Instant | null, Date | null, Date | null>;
  sums: ColumnType<unknown, string | null, string | null>;
  sums_due: Generated<boolean>;
};

/** Table incident_delta. */
export type IncidentDeltaTable = {
  tenant_id: number;
  incident_id: number;
  at: ColumnType<Instant, Date, Date>;
  n: number;
  open_n: number;
  new_n: number;
  work_n: number;
  hold_n: number;
  high_n: number;
  medium_n: number;
  open_high_n: number;
  open_medium_n: number;
};

/** Table job. */
export type JobTable = {
  id: Generated<number>;
  tenant_id: number;
  process_id: number;
  package_version_id: number;
  process_type: string;
  process_name: string;
  package_version: string;
  source: 'Manual' | 'WaliRobot' | 'Remote' | 'TimeTrigger';
  status: 'Pending' | 'Running' | 'Stopping' | 'Faulted' | 'Successful' | 'Stopped';
  priority: number;
  rank: number;
  not_before: ColumnType<Instant | null, Date | null, Date | null>;
  environment_id: number;
  site: string | null;
  robot_id: number | null;
  robot_name: string | null;
  robot_session: string | null;
  fence: Generated<number>;
  lease_until: ColumnType<Instant | null, Date | null, Date | null>;
  run_until: ColumnType<Instant | null, Date | null, Date | null>;
  stop_until: ColumnType<Instant | null, Date | null, Date | null>;
  stop_by: string | null;
  attempt: Generated<number>;
  root_job_id: number | null;
  previous_job_id: number | null;
  input: ColumnType<unknown, string | null, string | null>;
  output: ColumnType<unknown, string | null, string | null>;
  error_code: string | null;
  error_text: string | null;
  progress: number | null;
  progress_text: string | null;
  confirm_state: Generated<'none' | 'waiting' | 'confirmed' | 'rejected'>;
  confirmed_by: string | null;
  confirmed_at: ColumnType<Instant | null, Date | null, Date | null>;
  published_at: ColumnType<Instant | null, Date | null, Date | null>;
  occurrence_id: number | null;
  subscription_id: number | null;
  remote_job_id: string | null;
  log_lines: Generated<number>;
  log_received: Generated<number>;
  created_at: ColumnType<Instant, Date, Date>;
  created_by: string;
  started_at: ColumnType<Instant | null, Date | null, Date | null>;
  ended_at: ColumnType<Instant | null, Date | null, Date | null>;
  run_limit_s: number | null;
  trial_of: number | null;
  step_state: Generated<'none' | 'before' | 'after' | 'failed'>;
  given_input: ColumnType<unknown, string | null, string | null>;
  error_params: ColumnType<MessageParams | null, string | null, string | null>;
  remote_open: Generated<boolean>;
  parts_state: Generated<'none' | 'only' | 'after' | 'running'>;
  parent_job_id: number | null;
  part_id: number | null;
  remote_reference: string | null;
  remote_sought_until: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table job_artifact. */
export type JobArtifactTable = {
  id: Generated<number>;
  tenant_id: number;
  job_id: number;
  name: string;
  content_type: string;
  size_bytes: number;
  body: ColumnType<Buffer, Uint8Array, Uint8Array>;
  created_at: ColumnType<Instant, Date, Date>;
};

/** Table job_bulk_item. */
export type JobBulkItemTable = {
  id: Generated<number>;
  run_id: number;
  tenant_id: number;
  job_id: number | null;
  process_id: number;
  process_name: string;
  done: boolean | null;
  job_status: JobStatus | null;
  text_code: string | null;
  text_params: Generated<ColumnType<MessageParams, string, string>>;
  new_job_id: number | null;
};

/** Table job_cap. */
export type JobCapTable = {
  id: Generated<number>;
  tenant_id: number | null;
  site: string | null;
  most: number;
  record_version: Generated<number>;
};

/** Table job_log. */
export type JobLogTable = {
  job_id: number;
  line: number;
  tenant_id: number;
  at: ColumnType<Instant, Date, Date>;
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
  says: ColumnType<unknown, string | null, string | null>;
};

/** Table job_part. */
export type JobPartTable = {
  id: Generated<number>;
  tenant_id: number;
  job_id: number;
  sequence: number;
  stage: number;
  detail_package_version_id: number;
  name: string;
  package_version: string;
  primary_flag: boolean;
  repeat_flag: boolean;
  cron_expression: string | null;
  function_id: number | null;
  function_name: string | null;
  end_function_id: number | null;
  end_function_name: string | null;
  state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'left'>;
  runs: Generated<number>;
  run_job_id: number | null;
  next_at: ColumnType<Instant, Date, Date>;
  output: ColumnType<unknown, string | null, string | null>;
  error: ColumnType<StepError | null, string | null, string | null>;
};

/** Table job_state. */
export type JobStateTable = {
  id: Generated<number>;
  tenant_id: number;
  job_id: number;
  at: ColumnType<Instant, Date, Date>;
  before: string | null;
  status: JobStatus;
  actor_kind: 'user' | 'robot' | 'system';
  actor_name: string;
  reason: string | null;
  params: Generated<ColumnType<MessageParams, string, string>>;
};

/** Table job_step. */
export type JobStepTable = {
  id: Generated<number>;
  tenant_id: number;
  job_id: number;
  phase: 'before' | 'after';
  sequence: number;
  kind: 'params' | 'function' | 'endFunction' | 'template';
  name: string;
  function_id: number | null;
  state: Generated<'waiting' | 'running' | 'done' | 'failed'>;
  attempt: Generated<number>;
  next_at: Generated<ColumnType<Instant, Date, Date>>;
  output: string | null;
  error: ColumnType<StepError | null, string | null, string | null>;
  began_at: ColumnType<Instant | null, Date | null, Date | null>;
  ended_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table lane_passage. */
export type LanePassageTable = {
  id: GeneratedAlways<number>;
  mmsi: number;
  from_port: string;
  to_port: string;
  departed_at: ColumnType<Instant, Date, Date>;
  arrived_at: ColumnType<Instant, Date, Date>;
  lane_nm: number;
  marks: ColumnType<unknown, string, string>;
  calls: ColumnType<unknown, string | null, string | null>;
};

/** Table live_event. */
export type LiveEventTable = {
  id: GeneratedAlways<number>;
  at: ColumnType<Instant, Date, Date>;
  tenant_id: number | null;
  topic: string;
  payload: ColumnType<unknown, string, string>;
};

/** Table login_address. */
export type LoginAddressTable = {
  account: string;
  network: string;
  last_at: ColumnType<Instant, Date, Date>;
};

/** Table login_failure. */
export type LoginFailureTable = {
  key: string;
  failures: number;
  blocked_until: ColumnType<Instant | null, Date | null, Date | null>;
  last_at: ColumnType<Instant, Date, Date>;
};

/** Table mail_address. */
export type MailAddressTable = {
  id: Generated<number>;
  tenant_id: number;
  mailbox: string;
  active: Generated<boolean>;
  senders: Generated<string[]>;
  needs_proof: Generated<boolean>;
  user_id: number;
  created_at: ColumnType<Instant, Date, Date>;
  changed_at: ColumnType<Instant, Date, Date>;
  changed_by: string;
  record_version: Generated<number>;
};

/** Table mail_mapping. */
export type MailMappingTable = {
  id: Generated<number>;
  tenant_id: number;
  kind: 'references' | 'orders';
  headings_key: string;
  headings: string[];
  columns: ColumnType<unknown, string, string>;
  user_id: number;
  mapped_at: ColumnType<Instant, Date, Date>;
};

/** Table mail_sheet. */
export type MailSheetTable = {
  id: Generated<number>;
  tenant_id: number;
  mail_id: number;
  place: number;
  name: string;
  content: ColumnType<Buffer, Uint8Array, Uint8Array>;
  size_bytes: number;
  state: 'waiting' | 'unmapped' | 'working' | 'done' | 'refused';
  reason: string | null;
  reason_count: number | null;
  kind: 'references' | 'orders' | null;
  headings_key: string | null;
  mapping_id: number | null;
  attempt: Generated<number>;
  done_rows: Generated<number>;
  run_id: number | null;
  user_id: number | null;
  rows: number | null;
  taken: Generated<number>;
  unchanged: Generated<number>;
  refused: Generated<number>;
  refusals: Generated<ColumnType<unknown, string, string>>;
};

/** Table md_airline. */
export type MdAirlineTable = {
  id: Generated<number>;
  code: string;
  awb_prefix: string | null;
  name_en: string;
  name_cn: string | null;
  country_code: string | null;
  search_text: Generated<string>;
  record_version: Generated<number>;
};

/** Table md_airport. */
export type MdAirportTable = {
  id: Generated<number>;
  code: string;
  icao: string | null;
  name: string;
  name_cn: string | null;
  country_code: string | null;
  lon: number | null;
  lat: number | null;
  zone: string | null;
  search_text: Generated<string>;
  record_version: Generated<number>;
};

/** Table md_carrier. */
export type MdCarrierTable = {
  id: Generated<number>;
  code: string;
  scac: string | null;
  name_en: string;
  name_cn: string | null;
  url_template: string | null;
  container_prefixes: string | null;
  simulated: Generated<boolean>;
  search_text: string;
  record_version: Generated<number>;
  scac_check: Generated<string>;
  prefixes_check: Generated<string>;
};

/** Table md_code_dict. */
export type MdCodeDictTable = {
  id: Generated<number>;
  code_type_id: number;
  code_type: string;
  code_value: string;
  display_cn: string | null;
  display_en: string | null;
  sort: Generated<number>;
  record_version: Generated<number>;
};

/** Table md_code_type. */
export type MdCodeTypeTable = {
  id: Generated<number>;
  code_type: string;
  code_name: string;
  code_name_en: string | null;
  record_version: Generated<number>;
};

/** Table md_container_type. */
export type MdContainerTypeTable = {
  code: string;
  trade_name: string;
  name_cn: string;
  name_en: string;
  id: Generated<number>;
  record_version: Generated<number>;
  length_ft: number | null;
  teu: number | null;
};

/** Table md_country. */
export type MdCountryTable = {
  code: string;
  name_cn: string;
  name_en: string;
};

/** Table md_exception_handle_status. */
export type MdExceptionHandleStatusTable = {
  id: GeneratedAlways<number>;
  code: string;
  name_cn: string;
  name_en: string;
  sort: Generated<number>;
  enabled: Generated<boolean>;
  record_version: Generated<number>;
};

/** Table md_exception_type. */
export type MdExceptionTypeTable = {
  code: string;
  name_cn: string;
  name_en: string;
  description_cn: string | null;
  description_en: string | null;
  source_code: Generated<string>;
  severity: Generated<string>;
  enabled: Generated<boolean>;
  record_version: Generated<number>;
  id: Generated<number>;
};

/** Table md_free_time. */
export type MdFreeTimeTable = {
  id: Generated<number>;
  carrier_code: string;
  place_code: string;
  demurrage_days: number;
  detention_days: number;
  demurrage_rate: number | null;
  detention_rate: number | null;
  currency: string | null;
  enabled: Generated<boolean>;
  record_version: Generated<number>;
  storage_days: number | null;
  storage_rate: number | null;
};

/** Table md_port. */
export type MdPortTable = {
  id: Generated<number>;
  code: string;
  name: string;
  name_cn: string | null;
  description: string | null;
  country_code: string | null;
  lon: number | null;
  lat: number | null;
  zone: string | null;
  search_text: string;
  record_version: Generated<number>;
};

/** Table md_port_alias. */
export type MdPortAliasTable = {
  alias: string;
  port_code: string;
  note: string | null;
  id: Generated<number>;
  record_version: Generated<number>;
  port_id: number;
};

/** Table md_port_fence. */
export type MdPortFenceTable = {
  id: Generated<number>;
  port_id: number;
  port_code: string;
  name_cn: string | null;
  name_en: string;
  lon: number | null;
  lat: number | null;
  radius_nm: number | null;
  outline: string | null;
  far_from_port: Generated<boolean>;
  enabled: Generated<boolean>;
  note: string | null;
  record_version: Generated<number>;
};

/** Table md_rail_station. */
export type MdRailStationTable = {
  id: Generated<number>;
  code: string;
  name_en: string;
  name_cn: string | null;
  country_code: string | null;
  lon: number | null;
  lat: number | null;
  zone: string | null;
  border_code: string | null;
  search_text: Generated<string>;
  record_version: Generated<number>;
};

/** Table md_risk_zone. */
export type MdRiskZoneTable = {
  id: Generated<number>;
  code: string;
  name_cn: string;
  name_en: string;
  zone_type: string;
  severity: RiskSeverity;
  outline: string;
  active_from: ColumnType<Instant, Date, Date>;
  active_to: ColumnType<Instant | null, Date | null, Date | null>;
  enabled: Generated<boolean>;
  note_cn: string | null;
  note_en: string | null;
  record_version: Generated<number>;
  is_news: Generated<boolean>;
  news_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table md_status. */
export type MdStatusTable = {
  code: string;
  name_cn: string;
  name_en: string;
  stage_code: string;
  stage_name_cn: string;
  stage_name_en: string;
  stage_sequence: number;
  status_sequence: number;
  id: Generated<number>;
  record_version: Generated<number>;
};

/** Table md_vessel. */
export type MdVesselTable = {
  id: Generated<number>;
  imo: string;
  mmsi: string | null;
  call_sign: string | null;
  name: string;
  flag: string | null;
  carrier_code: string | null;
  teu: number | null;
  length_m: number | null;
  beam_m: number | null;
  simulated: Generated<boolean>;
  record_version: Generated<number>;
  carrier_id: number | null;
  draught_m: number | null;
  search_text: Generated<string>;
};

/** Table notification. */
export type NotificationTable = {
  id: Generated<number>;
  tenant_id: number;
  feedback_id: number;
  feedback_name: string;
  feedback_type: string;
  kind: 'job' | 'exception' | 'test' | 'sailing' | 'flight' | 'risk' | 'event' | 'handover' | 'site' | 'report' | 'mail';
  cause_key: string;
  cause_status: string;
  webhook_id: string;
  address: string;
  subject: string | null;
  content: string;
  facts: ColumnType<unknown, string, string>;
  state: 'waiting' | 'failed' | 'sent' | 'given_up';
  attempts: Generated<number>;
  reason: string | null;
  next_attempt_at: ColumnType<Instant | null, Date | null, Date | null>;
  sent_at: ColumnType<Instant | null, Date | null, Date | null>;
  cause_at: ColumnType<Instant, Date, Date>;
  created_at: ColumnType<Instant, Date, Date>;
  created_by: string;
  outage: string | null;
  rung_at: ColumnType<Instant | null, Date | null, Date | null>;
  attachments: ColumnType<unknown, string | null, string | null>;
};

/** Table notification_attempt. */
export type NotificationAttemptTable = {
  id: Generated<number>;
  tenant_id: number;
  notification_id: number;
  number: number;
  started_at: ColumnType<Instant, Date, Date>;
  result: 'running' | 'sent' | 'failed' | 'unknown';
  reason: string | null;
  address: string;
  response_code: number | null;
  duration_ms: number | null;
  detail: string | null;
  actor_code: string;
};

/** Table notification_reader. */
export type NotificationReaderTable = {
  tenant_id: number;
  notification_id: number;
  user_id: number;
  read_at: ColumnType<Instant, Date, Date>;
};

/** Table oauth_client. */
export type OauthClientTable = {
  client_id: string;
  metadata: ColumnType<unknown, string, string>;
  registered_at: ColumnType<Instant, Date, Date>;
  used_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table oauth_item. */
export type OauthItemTable = {
  id_hash: ColumnType<Buffer, Uint8Array, Uint8Array>;
  kind: string;
  grant_id: string | null;
  payload: string;
  consumed_at: ColumnType<Instant | null, Date | null, Date | null>;
  expires_at: ColumnType<Instant, Date, Date>;
};

/** Table occurrence. */
export type OccurrenceTable = {
  id: Generated<number>;
  schedule_id: number;
  tenant_id: number;
  process_id: number;
  run_at: ColumnType<Instant, Date, Date>;
  outcome: 'ran' | 'queued' | 'skipped' | 'merged' | 'missed';
  reason: OutcomeReason | null;
  detail: string | null;
  decided_at: ColumnType<Instant, Date, Date>;
  job_id: number | null;
};

/** Table order_document. */
export type OrderDocumentTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  order_id: number;
  file_name: string;
  content_type: string;
  size_bytes: number;
  sha256: string;
  uploaded_by: string;
  uploaded_at: ColumnType<Instant, Date, Date>;
};

/** Table order_document_body. */
export type OrderDocumentBodyTable = {
  document_id: number;
  tenant_id: number;
  body: ColumnType<Buffer, Uint8Array, Uint8Array>;
};

/** Table order_ended_shipment. */
export type OrderEndedShipmentTable = {
  id: GeneratedAlways<number>;
  subscription_id: number;
};

/** Table order_line. */
export type OrderLineTable = {
  id: Generated<number>;
  tenant_id: number;
  order_no: string;
  line_no: string;
  supplier: string;
  customer: string | null;
  product_code: string | null;
  product_name: string;
  batch_no: string | null;
  quantity: number;
  unit: string;
  packages: number | null;
  shipped_quantity: number | null;
  transport_mode: Mode;
  origin_code: string | null;
  destination_code: string | null;
  ship_by: string | null;
  promised_on: string;
  reference_nos: string | null;
  remark: string | null;
  record_version: Generated<number>;
  fed_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table order_tie. */
export type OrderTieTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  line_id: number;
  reference_no: string;
  subscription_id: number | null;
  by_hand: Generated<boolean>;
  undone: Generated<boolean>;
};

/** Table outward_attempt. */
export type OutwardAttemptTable = {
  delivery_id: number;
  number: number;
  tenant_id: number;
  at: ColumnType<Instant, Date, Date>;
  duration_ms: number;
  status: number | null;
  reason: string | null;
  headers: ColumnType<unknown, string, string>;
  response: string | null;
  actor_code: string;
};

/** Table outward_delivery. */
export type OutwardDeliveryTable = {
  id: Generated<number>;
  tenant_id: number;
  subscription_id: string;
  kind: 'events' | 'test';
  created_at: ColumnType<Instant, Date, Date>;
  last_event_id: number | null;
  events: number;
  body: ColumnType<Buffer, Uint8Array, Uint8Array>;
  body_bytes: number;
  state: 'waiting' | 'delivered' | 'failed' | 'replaced';
  attempts: Generated<number>;
  last_at: ColumnType<Instant | null, Date | null, Date | null>;
  last_status: number | null;
  resend_by: string | null;
};

/** Table outward_event. */
export type OutwardEventTable = {
  id: Generated<number>;
  tenant_id: number;
  subscription_id: number;
  event_id: string;
  content_key: string;
  current: Generated<boolean>;
  created_at: ColumnType<Instant, Date, Date>;
  event_at: ColumnType<Instant, Date, Date>;
  event_type: string;
  event_code: string;
  classifier: string;
  document_type: string | null;
  bill_no: string | null;
  booking_no: string | null;
  container_nos: string[];
  location_code: string | null;
  vessel_imo: string | null;
  voyage: string | null;
  service_code: string | null;
  transport_call_id: string | null;
  body: ColumnType<unknown, string, string>;
};

/** Table outward_pending. */
export type OutwardPendingTable = {
  subscription_id: number;
  tenant_id: number;
  at: Generated<ColumnType<Instant, Date, Date>>;
};

/** Table outward_subscription. */
export type OutwardSubscriptionTable = {
  id: string;
  tenant_id: number;
  callback_url: string;
  secret: string;
  filters: ColumnType<unknown, string, string>;
  told_to: number;
  failures: Generated<number>;
  next_try_at: ColumnType<Instant | null, Date | null, Date | null>;
  last_error: string | null;
  created_at: ColumnType<Instant, Date, Date>;
  removed_at: ColumnType<Instant | null, Date | null, Date | null>;
  paused_at: ColumnType<Instant | null, Date | null, Date | null>;
  secret_before: string | null;
  secret_before_until: ColumnType<Instant | null, Date | null, Date | null>;
  open_delivery_id: number | null;
};

/** Table outward_tenant. */
export type OutwardTenantTable = {
  tenant_id: number;
};

/** Table package. */
export type PackageTable = {
  id: Generated<number>;
  package_name: string;
  package_desc: string;
  package_type: string;
  package_sub_type: string | null;
  package_status: string;
  official_flag: Generated<boolean>;
  template_name: string | null;
  record_version: Generated<number>;
  result_template: string | null;
};

/** Table package_version. */
export type PackageVersionTable = {
  id: Generated<number>;
  package_id: number;
  package_version: string;
  package_version_status: string;
  independent_flag: Generated<boolean>;
  cron_expression: string | null;
  union_flag: Generated<boolean>;
  record_version: Generated<number>;
  handler_name: string | null;
  script: string | null;
  script_hosts: string | null;
  cron_normal: string | null;
  shipped: Generated<boolean>;
};

/** Table package_version_package. */
export type PackageVersionPackageTable = {
  id: Generated<number>;
  package_version_id: number;
  package_id: number | null;
  repeat_flag: Generated<boolean>;
  detail_package_version_id: number;
  detail_package_id: number | null;
  function_id: number | null;
  cron_expression: string | null;
  end_function_id: number | null;
  primary_flag: Generated<boolean>;
  primary_no: number | null;
  record_version: Generated<number>;
  cron_normal: string | null;
};

/** Table package_version_type. */
export type PackageVersionTypeTable = {
  id: Generated<number>;
  package_version_id: number;
  package_id: number | null;
  machine_type: string;
  machine_version: string;
  weight: number | null;
  remote_process_id: string | null;
  package_version_type_status: string;
  priority: number | null;
  record_version: Generated<number>;
};

/** Table port_visit. */
export type PortVisitTable = {
  id: GeneratedAlways<number>;
  mmsi: number;
  port_code: string;
  arrived_at: ColumnType<Instant, Date, Date>;
  departed_at: ColumnType<Instant | null, Date | null, Date | null>;
  change_no: number;
  arrived_after: ColumnType<Instant | null, Date | null, Date | null>;
  departed_before: ColumnType<Instant | null, Date | null, Date | null>;
  berthed_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table preference. */
export type PreferenceTable = {
  user_id: number;
  name: string;
  value: ColumnType<unknown, string, string>;
  changed_at: ColumnType<Instant, Date, Date>;
};

/** Table price_change. */
export type PriceChangeTable = {
  id: Generated<number>;
  tenant_id: number;
  batch: string;
  entity: 'freightRate' | 'surcharge';
  changed_at: ColumnType<Instant, Date, Date>;
  actor_id: number | null;
  actor_name: string;
  what: ColumnType<PriceChange, string, string>;
  line_count: number;
  lines: ColumnType<ChangedLine[], string, string>;
  undone_at: ColumnType<Instant | null, Date | null, Date | null>;
  undone_by: string | null;
};

/** Table process. */
export type ProcessTable = {
  id: Generated<number>;
  tenant_id: number;
  package_version_id: number;
  package_id: number | null;
  process_type: string | null;
  process_name: string | null;
  need_param_exchange: Generated<boolean>;
  param_exchange_function_id: number | null;
  template_exchange_flag: Generated<boolean>;
  need_exchange: Generated<boolean>;
  need_confirm: Generated<boolean>;
  feedback_id: string | null;
  priority: number | null;
  record_version: Generated<number>;
  created_at: Generated<ColumnType<Instant, Date, Date>>;
  updated_at: Generated<ColumnType<Instant, Date, Date>>;
  environment_id: number | null;
  retry_limit: Generated<number>;
  retry_wait_s: Generated<number>;
  running_cap: number | null;
  time_limit_s: Generated<number>;
  stop_limit_s: Generated<number>;
};

/** Table process_function. */
export type ProcessFunctionTable = {
  id: Generated<number>;
  tenant_id: number;
  process_id: number;
  sequence: number;
  function_id: number;
  last_modifier_name: string | null;
  record_version: Generated<number>;
  updated_at: Generated<ColumnType<Instant, Date, Date>>;
};

/** Table pull_record. */
export type PullRecordTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  subscription_id: number;
  subscription_source_id: number;
  state: 'pending' | 'pulled' | 'cancelled';
  created_at: ColumnType<Instant, Date, Date>;
  regained_at: ColumnType<Instant | null, Date | null, Date | null>;
  handler_code: string;
  handler_name: string;
};

/** Table push_device. */
export type PushDeviceTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  endpoint_hash: ColumnType<Buffer, Uint8Array, Uint8Array>;
  sealed: string;
  device_name: string;
  language: string;
  created_at: ColumnType<Instant, Date, Date>;
  last_rung_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table push_nonce. */
export type PushNonceTable = {
  id: GeneratedAlways<number>;
  source_id: number;
  nonce: string;
  taken_at: Generated<ColumnType<Instant, Date, Date>>;
  body_hash: string | null;
  answer: ColumnType<unknown, string | null, string | null>;
};

/** Table pushed_retraction. */
export type PushedRetractionTable = {
  id: Generated<number>;
  source_id: number;
  event_id: string;
  body: ColumnType<unknown, string, string>;
  received_at: ColumnType<Instant, Date, Date>;
  searched: Generated<boolean>;
};

/** Table rate_price. */
export type RatePriceTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  rate_id: number;
  container_type: string;
  priced_on: string;
  priced_at: ColumnType<Instant, Date, Date>;
  pol_code: string;
  pod_code: string;
  carrier_code: string;
  supplier_type: string;
  supplier: string;
  currency: string;
  freight: number;
  freight_usd: number | null;
  total_usd: number | null;
  previous_usd: number | null;
  change_usd: GeneratedAlways<number | null>;
  market_low: number | null;
  market_mid: number | null;
  market_high: number | null;
  market_count: Generated<number>;
  market_place: MarketPlace;
};

/** Table rate_price_day. */
export type RatePriceDayTable = {
  tenant_id: number;
  priced_on: string;
};

/** Table rate_price_single. */
export type RatePriceSingleTable = {
  id: GeneratedAlways<number>;
  rate_id: number;
};

/** Table rate_price_work. */
export type RatePriceWorkTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  carrier_id: number | null;
  pol_id: number | null;
  pod_id: number | null;
  after_id: Generated<number>;
};

/** Table raw_answer. */
export type RawAnswerTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  subscription_id: number;
  source_id: number;
  via: 'pull' | 'push';
  received_at: ColumnType<Instant, Date, Date>;
  body: ColumnType<Buffer, Uint8Array, Uint8Array>;
  encoding: 'identity' | 'deflate' | 'zstd' | 'difference';
  hash: ColumnType<Buffer, Uint8Array, Uint8Array>;
  standing: Generated<boolean>;
  base_id: number | null;
};

/** Table received_mail. */
export type ReceivedMailTable = {
  id: Generated<number>;
  tenant_id: number;
  received_at: ColumnType<Instant, Date, Date>;
  message_id: string;
  content_hash: ColumnType<Buffer, Uint8Array, Uint8Array>;
  envelope_from: string;
  ip: string;
  helo: string;
  encrypted: boolean;
  mailbox: string;
  raw: ColumnType<Buffer, Uint8Array, Uint8Array>;
  size_bytes: number;
  state: Generated<'received' | 'held' | 'unmapped' | 'working' | 'done' | 'partly' | 'refused' | 'rejected'>;
  reason: string | null;
  sender: string | null;
  sender_name: string | null;
  subject: string | null;
  answer_to: string | null;
  automatic: Generated<boolean>;
  proof: ColumnType<unknown, string | null, string | null>;
  decided_by: string | null;
  answer_state: Generated<'none' | 'waiting' | 'sent' | 'failed'>;
  answer_reason: string | null;
  answer_text: string | null;
  answered_at: ColumnType<Instant | null, Date | null, Date | null>;
  sheets: Generated<number>;
  taken: Generated<number>;
  unchanged: Generated<number>;
  refused: Generated<number>;
};

/** Table recovery_code. */
export type RecoveryCodeTable = {
  user_id: number;
  code_hash: ColumnType<Buffer, Uint8Array, Uint8Array>;
  used_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table refusal. */
export type RefusalTable = {
  id: GeneratedAlways<number>;
  at: ColumnType<Instant, Date, Date>;
  tenant_id: number | null;
  source_id: number | null;
  subscription_id: number | null;
  via: string;
  reason: string;
  detail: ColumnType<unknown, string, string>;
  sample: string | null;
};

/** Table refusal_tally. */
export type RefusalTallyTable = {
  hour: ColumnType<Instant, Date, Date>;
  tenant_id: number | null;
  source_id: number | null;
  sender: string;
  via: string;
  reason: string;
  field: string;
  n: number;
  last_at: ColumnType<Instant, Date, Date>;
  sample: string | null;
  subject: Generated<string>;
};

/** Table report. */
export type ReportTable = {
  id: Generated<number>;
  tenant_id: number;
  owner_id: number;
  report_name: string;
  report_kind: 'shipments' | 'exceptions' | 'arrivals' | 'punctuality';
  view_name: string | null;
  filters: ColumnType<unknown, string, string>;
  days: number;
  formats: string[];
  language: 'zh' | 'en';
  cron_expression: string;
  cron_zone: string;
  missed_policy: 'latest' | 'skip';
  active: Generated<boolean>;
  paused_because: 'person' | 'rightLost' | null;
  planned_until: ColumnType<Instant, Date, Date>;
  next_run_at: ColumnType<Instant | null, Date | null, Date | null>;
  record_version: Generated<number>;
  created_at: Generated<ColumnType<Instant, Date, Date>>;
  updated_at: Generated<ColumnType<Instant, Date, Date>>;
};

/** Table report_address. */
export type ReportAddressTable = {
  id: Generated<number>;
  tenant_id: number;
  address: string;
  remark: string | null;
  active: boolean;
  record_version: Generated<number>;
};

/** Table report_recipient. */
export type ReportRecipientTable = {
  id: Generated<number>;
  tenant_id: number;
  report_id: number;
  user_id: number | null;
  address_id: number | null;
};

/** Table request_answer. */
export type RequestAnswerTable = {
  user_id: number;
  call: string;
  request_key: string;
  answered_at: Generated<ColumnType<Instant, Date, Date>>;
  answer: string;
};

/** Table risk_entry. */
export type RiskEntryTable = {
  id: GeneratedAlways<number>;
  area_code: string;
  mmsi: number;
  entered_at: ColumnType<Instant, Date, Date>;
  left_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table risk_watch. */
export type RiskWatchTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  user_code: string;
  kinds: ColumnType<unknown, string, string>;
  created_at: ColumnType<Instant, Date, Date>;
};

/** Table road_site. */
export type RoadSiteTable = {
  id: Generated<number>;
  tenant_id: number;
  code: string;
  name_cn: string;
  name_en: string | null;
  lon: number;
  lat: number;
  radius_m: number;
  zone: string | null;
  record_version: Generated<number>;
};

/** Table robot. */
export type RobotTable = {
  id: Generated<number>;
  tenant_id: number | null;
  robot_name: string;
  description: string | null;
  machine_type: string;
  machine_version: string | null;
  environment_id: string | null;
  slots: Generated<number>;
  enabled: Generated<boolean>;
  record_version: Generated<number>;
  robot_key_id: number | null;
  session_id: string | null;
  registered_at: ColumnType<Instant | null, Date | null, Date | null>;
  last_seen_at: ColumnType<Instant | null, Date | null, Date | null>;
  disconnected_at: ColumnType<Instant | null, Date | null, Date | null>;
  agent_version: string | null;
  protocol_version: number | null;
  capabilities: Generated<string[]>;
  host: string | null;
  skew_ms: number | null;
  state: Generated<'Available' | 'Busy' | 'Unresponsive' | 'Disconnected' | 'Disabled'>;
  lost_after_s: Generated<number>;
  remote_url: string | null;
  remote_identity_url: string | null;
  remote_folder_id: string | null;
  remote_client_id: string | null;
  remote_auth_sealed: string | null;
  remote_scope: string | null;
  remote_problem: string | null;
  remote_robots: number | null;
  remote_pause_until: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table robot_answer. */
export type RobotAnswerTable = {
  id: Generated<number>;
  tenant_id: number | null;
  robot_key_id: number;
  source_id: number | null;
  carrier_code: string;
  subject: 'bill' | 'container';
  subject_no: string;
  collected_at: ColumnType<Instant, Date, Date>;
  received_at: ColumnType<Instant, Date, Date>;
  robot_id: string;
  job_id: string;
  parser_hint: string | null;
  content_type: 'html' | 'json';
  body: ColumnType<Buffer, Uint8Array, Uint8Array>;
  encoding: 'identity' | 'deflate' | 'zstd';
  size_bytes: number;
  hash: ColumnType<Buffer, Uint8Array, Uint8Array>;
  state: 'parsed' | 'partly' | 'unknown' | 'refused';
  reasons: Generated<string[]>;
  problems: Generated<ColumnType<unknown, string, string>>;
  parser_id: string | null;
  parser_version: number | null;
  events: Generated<number>;
  refused_events: Generated<number>;
};

/** Table robot_key. */
export type RobotKeyTable = {
  id: Generated<number>;
  tenant_id: number | null;
  name: string;
  prefix: string;
  key_hash: ColumnType<Buffer, Uint8Array, Uint8Array>;
  created_at: ColumnType<Instant, Date, Date>;
  created_by: string;
  last_used_at: ColumnType<Instant | null, Date | null, Date | null>;
  revoked_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table robot_parser_difference. */
export type RobotParserDifferenceTable = {
  id: Generated<number>;
  run_id: number;
  answer_id: number;
  kind: 'changed' | 'parsed' | 'refused';
  path: string | null;
  before: string | null;
  after: string | null;
};

/** Table robot_parser_release. */
export type RobotParserReleaseTable = {
  id: Generated<number>;
  parser_id: string;
  version: number;
  before_version: number;
  at: ColumnType<Instant, Date, Date>;
  actor_code: string;
  actor_name: string;
};

/** Table robot_reader. */
export type RobotReaderTable = {
  parser_id: string;
  version: number;
  carrier_code: string;
  name: string;
  mapping: ColumnType<unknown, string | null, string | null>;
  created_at: ColumnType<Instant, Date, Date>;
  actor_code: string;
  actor_name: string;
};

/** Table robot_site. */
export type RobotSiteTable = {
  carrier_code: string;
  package_id: number;
  installed_version: Generated<number>;
  pause_ms: number;
  contact: string | null;
  confirmed_by: string | null;
  confirmed_at: ColumnType<Instant | null, Date | null, Date | null>;
  stopped_at: ColumnType<Instant | null, Date | null, Date | null>;
  stopped_until: ColumnType<Instant | null, Date | null, Date | null>;
  stop_code: string | null;
  stop_job_id: number | null;
  changed_at: ColumnType<Instant | null, Date | null, Date | null>;
  changed_answer_id: number | null;
  read_answer_id: number | null;
};

/** Table role_template. */
export type RoleTemplateTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  role_name: string;
  menus: string[];
  record_version: Generated<number>;
  created_at: Generated<ColumnType<Instant, Date, Date>>;
  updated_at: Generated<ColumnType<Instant, Date, Date>>;
};

/** Table rule_run_problem. */
export type RuleRunProblemTable = {
  id: GeneratedAlways<number>;
  run_id: number;
  subscription_id: number;
  tenant_id: number;
  problem_key: string;
  outcome: 'same' | 'new' | 'gone';
  first_at: ColumnType<Instant, Date, Date>;
  gone_at: ColumnType<Instant | null, Date | null, Date | null>;
  openings: number;
  severity: string;
  params: ColumnType<MessageParams, string, string>;
  exception_id: number | null;
  handle_status: number | null;
};

/** Table rule_setting. */
export type RuleSettingTable = {
  id: GeneratedAlways<number>;
  tenant_id: number | null;
  carrier_code: string | null;
  lane: string | null;
  rule_code: string;
  enabled: boolean | null;
  settings: Generated<ColumnType<RuleSettings, string, string>>;
  record_version: Generated<number>;
  updated_at: Generated<ColumnType<Instant, Date, Date>>;
};

/** Table run. */
export type RunTable = {
  id: Generated<number>;
  kind: string;
  subject: string;
  scope: string | null;
  params: ColumnType<unknown, string, string>;
  state: Generated<'running' | 'done' | 'failed' | 'cancelled' | 'waiting'>;
  total: number;
  done: Generated<number>;
  failed: Generated<number>;
  cursors: number[];
  outcome: Generated<ColumnType<unknown, string, string>>;
  error: string | null;
  handler_code: string;
  handler_name: string;
  started_at: ColumnType<Instant, Date, Date>;
  finished_at: ColumnType<Instant | null, Date | null, Date | null>;
  tenant_id: number | null;
  user_id: number | null;
  client_key: string | null;
};

/** Table run_file_part. */
export type RunFilePartTable = {
  run_id: number;
  part_no: number;
  body: ColumnType<Buffer, Uint8Array, Uint8Array>;
};

/** Table run_row_part. */
export type RunRowPartTable = {
  run_id: number;
  part_no: number;
  ids: number[] | null;
  cells: ColumnType<unknown, string | null, string | null>;
};

/** Table sailing_call. */
export type SailingCallTable = {
  id: GeneratedAlways<number>;
  carrier_code: string;
  service_code: string;
  service_name: string | null;
  imo: string;
  mmsi: string | null;
  vessel_name: string;
  call_sign: string | null;
  flag: string | null;
  import_voyage: string | null;
  export_voyage: string | null;
  universal_voyage: string | null;
  port_code: string;
  terminal: string | null;
  omitted: boolean;
  planned_arrival: ColumnType<Instant | null, Date | null, Date | null>;
  estimated_arrival: ColumnType<Instant | null, Date | null, Date | null>;
  actual_arrival: ColumnType<Instant | null, Date | null, Date | null>;
  planned_departure: ColumnType<Instant | null, Date | null, Date | null>;
  estimated_departure: ColumnType<Instant | null, Date | null, Date | null>;
  actual_departure: ColumnType<Instant | null, Date | null, Date | null>;
  arrives_at: ColumnType<Instant, Date, Date>;
  departs_at: ColumnType<Instant, Date, Date>;
  cut_offs: Generated<ColumnType<unknown, string, string>>;
  sellers: Generated<ColumnType<unknown, string, string>>;
  differences: Generated<ColumnType<unknown, string, string>>;
  changed_at: ColumnType<Instant, Date, Date>;
  change_no: number;
};

/** Table sailing_change. */
export type SailingChangeTable = {
  id: GeneratedAlways<number>;
  call_id: number;
  at: ColumnType<Instant, Date, Date>;
  field: string;
  old_value: string | null;
  new_value: string | null;
};

/** Table sailing_source. */
export type SailingSourceTable = {
  carrier_code: string;
  base_url: string;
  credential: string | null;
  enabled: Generated<boolean>;
  refresh_s: Generated<number>;
  next_at: ColumnType<Instant, Date, Date>;
  answered_at: ColumnType<Instant | null, Date | null, Date | null>;
  failed_at: ColumnType<Instant | null, Date | null, Date | null>;
  failure: string | null;
  failures: Generated<number>;
  validators: Generated<ColumnType<unknown, string, string>>;
  mode: Generated<'sea' | 'air'>;
};

/** Table sailing_statement. */
export type SailingStatementTable = {
  carrier_code: string;
  call_ref: string;
  call_id: number;
  said: ColumnType<unknown, string, string>;
  hash: string;
  said_at: ColumnType<Instant, Date, Date>;
};

/** Table sailing_subscription. */
export type SailingSubscriptionTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  carrier_code: string;
  vessel_name: string;
  voyage: string;
  port_code: string;
  call_id: number | null;
  effective_on: string;
  expires_on: string;
  cancelled_at: ColumnType<Instant | null, Date | null, Date | null>;
  created_by: string;
  created_at: ColumnType<Instant, Date, Date>;
  told_change_id: Generated<number>;
  record_version: Generated<number>;
  mode: Generated<'sea' | 'air'>;
  leg_id: number | null;
};

/** Table saved_view. */
export type SavedViewTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  owner_id: number;
  list: string;
  kind: 'view' | 'columns';
  view_name: string;
  shared: Generated<boolean>;
  content: ColumnType<unknown, string, string>;
  record_version: Generated<number>;
  created_at: Generated<ColumnType<Instant, Date, Date>>;
  updated_at: Generated<ColumnType<Instant, Date, Date>>;
};

/** Table saved_view_choice. */
export type SavedViewChoiceTable = {
  user_id: number;
  view_id: number;
  pinned: Generated<boolean>;
  is_default: Generated<boolean>;
};

/** Table schedule. */
export type ScheduleTable = {
  id: Generated<number>;
  tenant_id: number;
  process_id: number;
  subscription_id: number | null;
  schedule_name: string;
  cron_expression: string;
  cron_zone: string;
  calendar_id: number | null;
  missed_policy: Generated<'skip' | 'latest' | 'all'>;
  overlap_policy: Generated<'skip' | 'queue' | 'allow'>;
  catch_up_limit: Generated<number>;
  priority: number | null;
  input: string | null;
  schedule_status: Generated<'Running' | 'Stopped'>;
  paused_until: ColumnType<Instant | null, Date | null, Date | null>;
  planned_until: Generated<ColumnType<Instant, Date, Date>>;
  next_run_at: ColumnType<Instant | null, Date | null, Date | null>;
  last_occurrence_id: number | null;
  problem: string | null;
  record_version: Generated<number>;
  created_at: Generated<ColumnType<Instant, Date, Date>>;
  updated_at: Generated<ColumnType<Instant, Date, Date>>;
  own_cron: string | null;
  cron_normal: string | null;
};

/** Table seeded_row. */
export type SeededRowTable = {
  table_name: string;
  row_key: string;
};

/** Table session. */
export type SessionTable = {
  token_hash: ColumnType<Buffer, Uint8Array, Uint8Array>;
  user_id: number;
  created_at: ColumnType<Instant, Date, Date>;
  expires_at: ColumnType<Instant, Date, Date>;
  last_seen_at: ColumnType<Instant, Date, Date>;
  ip: string | null;
  user_agent: string | null;
};

/** Table shipment. */
export type ShipmentTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  subscription_id: number;
  fused: boolean;
  source_id: number | null;
  source_type: string;
  source_code: string;
  channel: string;
  observed_at: ColumnType<Instant, Date, Date>;
  received_at: ColumnType<Instant, Date, Date>;
  raw_answer_id: number | null;
  bill_no: string | null;
  container_no: string | null;
  booking_no: string | null;
  carrier_code: string | null;
  vessel_name: string | null;
  vessel_imo: string | null;
  voyage: string | null;
  service_code: string | null;
  place_of_receipt: string | null;
  port_of_loading: string | null;
  port_of_discharge: string | null;
  place_of_delivery: string | null;
  final_destination: string | null;
  planned_departure: ColumnType<Instant | null, Date | null, Date | null>;
  etd: ColumnType<Instant | null, Date | null, Date | null>;
  atd: ColumnType<Instant | null, Date | null, Date | null>;
  planned_arrival: ColumnType<Instant | null, Date | null, Date | null>;
  eta: ColumnType<Instant | null, Date | null, Date | null>;
  ata: ColumnType<Instant | null, Date | null, Date | null>;
  direction: string | null;
  ended: Generated<boolean>;
  ended_at: ColumnType<Instant | null, Date | null, Date | null>;
  container_nos: Generated<string[]>;
  content: ColumnType<ShipmentContent | null, string | null, string | null>;
  content_hash: ColumnType<Buffer, Uint8Array, Uint8Array>;
  provenance: ColumnType<unknown, string | null, string | null>;
  history: ColumnType<unknown, string | null, string | null>;
  record_version: Generated<number>;
  created_at: ColumnType<Instant, Date, Date>;
  updated_at: ColumnType<Instant, Date, Date>;
  awaited_until: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table shipment_change. */
export type ShipmentChangeTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  shipment_id: number;
  known_at: ColumnType<Instant, Date, Date>;
  changes: ColumnType<ValueChanges | null, string | null, string | null>;
  corrected: Generated<boolean>;
  packed: ColumnType<Buffer | null, Uint8Array | null, Uint8Array | null>;
  said_id: number | null;
  said: ColumnType<Buffer | null, Uint8Array | null, Uint8Array | null>;
};

/** Table shipment_cutoff. */
export type ShipmentCutoffTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  subscription_id: number;
  code: CutoffCode;
  at: ColumnType<Instant, Date, Date>;
  paper: Generated<string>;
  set_by: string;
  set_at: ColumnType<Instant, Date, Date>;
  in_record: Generated<boolean>;
};

/** Table shipment_event. */
export type ShipmentEventTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  subscription_id: number;
  item_id: number;
  severity: Severity;
  handle_status: Generated<number>;
  present: Generated<boolean>;
  state: GeneratedAlways<EventState>;
  resolution: string | null;
  stage: EventStage;
  place: FieldPlace;
  port_code: string | null;
  planned_at: ColumnType<Instant | null, Date | null, Date | null>;
  estimated_at: ColumnType<Instant | null, Date | null, Date | null>;
  actual_at: ColumnType<Instant | null, Date | null, Date | null>;
  delay_hours: number | null;
  reference_no: string;
  bill_no: string | null;
  carrier_code: string | null;
  mode: Mode;
  vessel_name: string | null;
  voyage: string | null;
  pol_code: string | null;
  pod_code: string | null;
  params: ColumnType<unknown, string, string>;
  evidence: ColumnType<Evidence[], string, string>;
  owner_code: string | null;
  owner_name: string | null;
  opened_at: ColumnType<Instant, Date, Date>;
  due_at: ColumnType<Instant, Date, Date>;
  closed_at: ColumnType<Instant | null, Date | null, Date | null>;
  updated_at: ColumnType<Instant, Date, Date>;
  record_version: Generated<number>;
  said: ColumnType<unknown, string | null, string | null>;
};

/** Table shipment_event_note. */
export type ShipmentEventNoteTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  event_id: number;
  at: ColumnType<Instant, Date, Date>;
  kind: 'opened' | 'returned' | 'worse' | 'resolved' | 'confirm' | 'close' | 'reopen' | 'comment';
  actor_code: string;
  actor_name: string;
  detail: Generated<ColumnType<unknown, string, string>>;
};

/** Table shipment_exception. */
export type ShipmentExceptionTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  subscription_id: number | null;
  shipment_id: number | null;
  type_code: string;
  problem_key: Generated<string>;
  severity: Generated<Severity>;
  open: Generated<boolean>;
  regressions: Generated<number>;
  params: Generated<ColumnType<MessageParams, string, string>>;
  evidence: Generated<ColumnType<Evidence[], string, string>>;
  handle_status: Generated<number>;
  handle_remark: string | null;
  handle_time: ColumnType<Instant | null, Date | null, Date | null>;
  assignee_code: string | null;
  assignee_name: string | null;
  subject: Subject;
  bill_no: string | null;
  container_no: string | null;
  carrier_code: string | null;
  vessel_name: string | null;
  voyage: string | null;
  source_type: string | null;
  channel: string | null;
  ended: Generated<boolean>;
  subscribed_at: ColumnType<Instant | null, Date | null, Date | null>;
  created_at: ColumnType<Instant, Date, Date>;
  updated_at: ColumnType<Instant, Date, Date>;
  resolved_at: ColumnType<Instant | null, Date | null, Date | null>;
  resolution: string | null;
  record_version: Generated<number>;
  incident_id: number | null;
  reason: Generated<string>;
  crossing: ColumnType<Crossing | null, string | null, string | null>;
  snoozed_at: ColumnType<Instant | null, Date | null, Date | null>;
  snoozed_until: ColumnType<Instant | null, Date | null, Date | null>;
  box_bill: string | null;
  money_usd: Generated<number>;
  money: ColumnType<MoneyAtRisk | null, string | null, string | null>;
};

/** Table shipment_removal. */
export type ShipmentRemovalTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  subscription_id: number;
  source_code: string;
  item: string;
  removed_at: ColumnType<Instant, Date, Date>;
};

/** Table shipment_said. */
export type ShipmentSaidTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  shipment_id: number;
  known_at: ColumnType<Instant, Date, Date>;
  said: ColumnType<unknown, string | null, string | null>;
  packed: ColumnType<Buffer | null, Uint8Array | null, Uint8Array | null>;
};

/** Table shipment_track. */
export type ShipmentTrackTable = {
  shipment_id: number;
  tenant_id: number;
  change_id: number;
  format: number;
  track: string;
};

/** Table shipment_track_progress. */
export type ShipmentTrackProgressTable = {
  only_row: Generated<boolean>;
  change_id: number;
};

/** Table source. */
export type SourceTable = {
  id: Generated<number>;
  code: string;
  protocol: Generated<string>;
  source_type: Generated<string>;
  channel: Generated<string>;
  carrier_code: string | null;
  name_cn: string;
  name_en: string;
  base_url: Generated<string>;
  credential: string | null;
  push_secret: string | null;
  push_enabled: Generated<boolean>;
  enabled: Generated<boolean>;
  pull_interval_s: Generated<number>;
  consecutive_failures: Generated<number>;
  last_success_at: ColumnType<Instant | null, Date | null, Date | null>;
  last_failure_at: ColumnType<Instant | null, Date | null, Date | null>;
  last_error: string | null;
  record_version: Generated<number>;
  asked: Generated<boolean>;
  mode: Generated<'sea' | 'domestic' | 'air' | 'rail' | 'road' | 'courier'>;
  tenant_id: number | null;
  profile: string | null;
  access_url: string | null;
  carrier_codes: string | null;
  asset_id: number | null;
  platform_key_for_all: Generated<boolean>;
  most_per_minute: number | null;
  most_per_hour: number | null;
  most_per_day: number | null;
  most_at_once: number | null;
  created_at: Generated<ColumnType<Instant, Date, Date>>;
  updated_at: Generated<ColumnType<Instant, Date, Date>>;
  attached_at: Generated<ColumnType<Instant | null, Date | null, Date | null>>;
  polling: Generated<'shipment' | 'sparing' | 'fixed'>;
  maintenance_from: ColumnType<Instant | null, Date | null, Date | null>;
  maintenance_until: ColumnType<Instant | null, Date | null, Date | null>;
  answers_for: string | null;
  simulated: Generated<boolean>;
};

/** Table source_calls. */
export type SourceCallsTable = {
  id: GeneratedAlways<number>;
  source_id: number;
  tenant_id: number | null;
  base_at: ColumnType<Instant, Date, Date>;
  state: Generated<ColumnType<unknown, string, string>>;
  paused_until: ColumnType<Instant | null, Date | null, Date | null>;
  paused_by: 'limit' | 'maintenance' | null;
};

/** Table source_key_health. */
export type SourceKeyHealthTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  source_id: number;
  consecutive_failures: Generated<number>;
  last_success_at: ColumnType<Instant | null, Date | null, Date | null>;
  last_failure_at: ColumnType<Instant | null, Date | null, Date | null>;
  last_error: string | null;
};

/** Table source_token. */
export type SourceTokenTable = {
  id: GeneratedAlways<number>;
  source_id: number;
  tenant_id: number | null;
  key_hash: string;
  sealed: string | null;
  usable_until: ColumnType<Instant | null, Date | null, Date | null>;
  fetching_until: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table source_tolerance. */
export type SourceToleranceTable = {
  source_id: number;
  tolerance: string;
  day: string;
  n: Generated<number>;
  last_at: ColumnType<Instant, Date, Date>;
};

/** Table spot_offer. */
export type SpotOfferTable = {
  id: GeneratedAlways<number>;
  carrier_code: string;
  quoted_on: string;
  quoted_at: ColumnType<Instant, Date, Date>;
  offer_ref: string;
  pol_code: string;
  pod_code: string;
  service_code: string | null;
  vessel_name: string;
  voyage: string;
  departs_at: ColumnType<Instant, Date, Date>;
  arrives_at: ColumnType<Instant, Date, Date>;
  space: string;
  container_type: string;
  currency: string;
  freight: number;
  price: ColumnType<unknown, string, string>;
  total_usd: number | null;
  previous_usd: number | null;
  previous_on: string | null;
  change_usd: GeneratedAlways<number | null>;
  current: Generated<boolean>;
};

/** Table storm_point. */
export type StormPointTable = {
  source_code: string;
  storm_code: string;
  name: string;
  issued_at: ColumnType<Instant, Date, Date>;
  valid_at: ColumnType<Instant, Date, Date>;
  lon: number;
  lat: number;
  wind_kn: number;
  radius_nm: number;
  error_nm: number;
};

/** Table subscription. */
export type SubscriptionTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  subject: 'bill' | 'container';
  bill_no: string | null;
  container_no: string | null;
  carrier_code: string;
  vessel_name: string | null;
  voyage: string | null;
  direction: 'E' | 'I' | null;
  channel: string;
  source_type: string;
  order_no: string | null;
  subscribed_at: ColumnType<Instant, Date, Date>;
  ended: Generated<boolean>;
  ended_at: ColumnType<Instant | null, Date | null, Date | null>;
  has_data: Generated<boolean>;
  shipment_id: number | null;
  remark: string | null;
  record_version: Generated<number>;
  created_at: ColumnType<Instant, Date, Date>;
  shipment_chosen: Generated<boolean>;
  judged_by: string | null;
  arrived: Generated<boolean>;
  open_exceptions: Generated<number>;
  troubled: GeneratedAlways<boolean>;
  mode: Generated<'sea' | 'domestic' | 'air' | 'rail' | 'road' | 'courier'>;
  judged_at: ColumnType<Instant | null, Date | null, Date | null>;
  eta: ColumnType<Instant | null, Date | null, Date | null>;
  moments: ColumnType<unknown, string | null, string | null>;
};

/** Table subscription_source. */
export type SubscriptionSourceTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  subscription_id: number;
  source_id: number;
  next_pull_at: ColumnType<Instant | null, Date | null, Date | null>;
  last_pull_at: ColumnType<Instant | null, Date | null, Date | null>;
  last_success_at: ColumnType<Instant | null, Date | null, Date | null>;
  last_change_at: ColumnType<Instant | null, Date | null, Date | null>;
  consecutive_failures: Generated<number>;
  last_error: string | null;
  etag: string | null;
  answer_hash: ColumnType<Buffer | null, Uint8Array | null, Uint8Array | null>;
  raw_answer_id: number | null;
  stopped: Generated<boolean>;
  robot_until: ColumnType<Instant | null, Date | null, Date | null>;
  first_answer_at: ColumnType<Instant | null, Date | null, Date | null>;
  object_id: string | null;
  asked_with: 'tenant' | 'platform' | null;
  next_pull_why: 'departure' | 'transhipment' | 'arrival' | 'free_time' | 'quiet' | 'calls' | 'limit' | 'maintenance' | 'planned_maintenance' | null;
  calls_of_pull: number | null;
  news_object_id: string | null;
};

/** Table subscription_total. */
export type SubscriptionTotalTable = {
  tenant_id: number;
  subject: string;
  source_type: string;
  channel: string;
  n: number;
  carrier_code: string;
};

/** Table surcharge. */
export type SurchargeTable = {
  id: Generated<number>;
  tenant_id: number;
  line_no: string;
  surcharge_code: string;
  surcharge_name_cn: string | null;
  surcharge_name_en: string | null;
  carrier_id: number | null;
  pol_id: number | null;
  pod_id: number | null;
  basis: string;
  container_type_id: number | null;
  currency: string | null;
  amount: number;
  payer: string;
  valid_from: string;
  valid_to: string;
  remark: string | null;
  record_version: Generated<number>;
  created_at: Generated<ColumnType<Instant | null, Date | null, Date | null>>;
};

/** Table task. */
export type TaskTable = {
  id: GeneratedAlways<number>;
  kind: string;
  singleton_key: string | null;
  payload: ColumnType<unknown, string, string>;
  priority: Generated<number>;
  run_at: ColumnType<Instant, Date, Date>;
  status: Generated<'waiting' | 'running' | 'dead'>;
  attempts: Generated<number>;
  max_attempts: Generated<number>;
  lease_until: ColumnType<Instant | null, Date | null, Date | null>;
  fence: Generated<number>;
  worker: string | null;
  last_error: string | null;
  created_at: Generated<ColumnType<Instant, Date, Date>>;
  holder: number | null;
  lost_workers: Generated<number>;
  trace_parent: string | null;
  turn_of: Generated<number>;
};

/** Table tenant. */
export type TenantTable = {
  id: Generated<number>;
  code: string;
  name: string;
  name_en: string | null;
  zone: Generated<string>;
  language: Generated<'zh' | 'en'>;
  free_demurrage_days: Generated<number>;
  free_detention_days: Generated<number>;
  active: Generated<boolean>;
  record_version: Generated<number>;
  created_at: Generated<ColumnType<Instant, Date, Date>>;
  updated_at: Generated<ColumnType<Instant, Date, Date>>;
  platform: Generated<boolean>;
};

/** Table tenant_asset. */
export type TenantAssetTable = {
  id: Generated<number>;
  tenant_id: number;
  asset_id: number;
  asset_value: string;
  record_version: Generated<number>;
  created_at: Generated<ColumnType<Instant, Date, Date>>;
  updated_at: Generated<ColumnType<Instant, Date, Date>>;
};

/** Table trace_share. */
export type TraceShareTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  subscription_id: number;
  note: Generated<string>;
  created_at: ColumnType<Instant, Date, Date>;
  created_by: string;
  expires_at: ColumnType<Instant, Date, Date>;
  revoked_at: ColumnType<Instant | null, Date | null, Date | null>;
  revoked_by: string | null;
  views: Generated<number>;
  last_viewed_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table trace_total. */
export type TraceTotalTable = {
  tenant_id: number;
  state: string;
  troubled: boolean;
  n: number;
  mode: Generated<string>;
  carrier_code: string;
};

/** Table unknown_port. */
export type UnknownPortTable = {
  id: Generated<number>;
  raw_code: string;
  source_id: number;
  state: Generated<'open' | 'mapped' | 'not_port'>;
  port_id: number | null;
  first_seen_at: ColumnType<Instant, Date, Date>;
  mapped_by: string | null;
  mapped_by_name: string | null;
  mapped_at: ColumnType<Instant | null, Date | null, Date | null>;
  record_version: Generated<number>;
  kind: Generated<'port' | 'word'>;
  status_code: string | null;
};

/** Table unknown_port_use. */
export type UnknownPortUseTable = {
  id: Generated<number>;
  unknown_port_id: number;
  tenant_id: number;
  subscription_id: number;
  place: string | null;
  resolution: Generated<string>;
  seen_at: ColumnType<Instant, Date, Date>;
};

/** Table user_menu. */
export type UserMenuTable = {
  user_id: number;
  menu_code: string;
};

/** Table user_tenant. */
export type UserTenantTable = {
  user_id: number;
  tenant_id: number;
};

/** Table vehicle. */
export type VehicleTable = {
  id: Generated<number>;
  tenant_id: number;
  plate_no: string;
  protocol: string;
  terminal_no: string;
  vehicle_kind: string | null;
  driver_name: string | null;
  driver_phone: string | null;
  lane_sites: string | null;
  corridor_km: number | null;
  temperature_min: number | null;
  temperature_max: number | null;
  enabled: boolean;
  record_version: Generated<number>;
  device_maker: string | null;
  device_id: string | null;
  networks: string | null;
  clock_zone: string | null;
};

/** Table vehicle_alarm. */
export type VehicleAlarmTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  vehicle_id: number;
  kind: 'emergency' | 'collision' | 'rollover' | 'theft' | 'moved' | 'doorOpened' | 'tampered' | 'jammed' | 'powerCut' | 'overspeed' | 'fatigue' | 'harshDriving' | 'vibration' | 'fuel' | 'lowPower' | 'lowBattery' | 'fault';
  began_at: ColumnType<Instant, Date, Date>;
  ended_at: ColumnType<Instant | null, Date | null, Date | null>;
  lon: number | null;
  lat: number | null;
};

/** Table vehicle_alarm_told. */
export type VehicleAlarmToldTable = {
  alarm_id: number;
  subscription_id: number;
  tenant_id: number;
};

/** Table vehicle_device. */
export type VehicleDeviceTable = {
  vehicle_id: number;
  tenant_id: number;
  open_until: ColumnType<Instant | null, Date | null, Date | null>;
  code_hash: ColumnType<Buffer | null, Uint8Array | null, Uint8Array | null>;
  registered_at: ColumnType<Instant | null, Date | null, Date | null>;
  legacy_no: string | null;
  epoch: Generated<number>;
  address: string | null;
  network: string | null;
  network_since: ColumnType<Instant | null, Date | null, Date | null>;
  connections: Generated<number>;
};

/** Table vehicle_excursion. */
export type VehicleExcursionTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  vehicle_id: number;
  began_at: ColumnType<Instant, Date, Date>;
  ended_at: ColumnType<Instant | null, Date | null, Date | null>;
  extreme_c: number;
  min_c: number | null;
  max_c: number | null;
};

/** Table vehicle_excursion_told. */
export type VehicleExcursionToldTable = {
  excursion_id: number;
  subscription_id: number;
  tenant_id: number;
  ended_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table vehicle_gateway. */
export type VehicleGatewayTable = {
  code: string;
  state: 'open' | 'failed';
  port: number | null;
  connections: number;
  counts: Generated<ColumnType<unknown, string, string>>;
  last_error: string | null;
  updated_at: ColumnType<Instant, Date, Date>;
};

/** Table vehicle_held. */
export type VehicleHeldTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  vehicle_id: number;
  network: string;
  reason: 'network' | 'second' | 'jump';
  received_at: ColumnType<Instant, Date, Date>;
  at: ColumnType<Instant, Date, Date>;
  lon: number;
  lat: number;
  fix: ColumnType<VehicleFix, string, string>;
  taken_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table vehicle_network. */
export type VehicleNetworkTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  vehicle_id: number;
  terminal_no: string;
  network: string;
  address: string;
  state: 'seen' | 'held' | 'confirmed';
  first_at: ColumnType<Instant, Date, Date>;
  last_at: ColumnType<Instant, Date, Date>;
  sign_ins: Generated<number>;
  second_at: ColumnType<Instant | null, Date | null, Date | null>;
  doubt_at: ColumnType<Instant | null, Date | null, Date | null>;
  decided_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table vehicle_network_told. */
export type VehicleNetworkToldTable = {
  network_id: number;
  subscription_id: number;
  tenant_id: number;
  doubt_at: ColumnType<Instant, Date, Date>;
  decided_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table vehicle_photo. */
export type VehiclePhotoTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  vehicle_id: number;
  media_id: number;
  taken_at: ColumnType<Instant, Date, Date>;
  channel: number;
  event: number;
  lon: number | null;
  lat: number | null;
  data: ColumnType<Buffer, Uint8Array, Uint8Array>;
};

/** Table vehicle_position. */
export type VehiclePositionTable = {
  vehicle_id: number;
  at: ColumnType<Instant, Date, Date>;
  tenant_id: number;
  lon: number;
  lat: number;
  speed_kmh: number;
  course: number;
  ignition: boolean | null;
  temperature_c: number | null;
  mileage_km: number | null;
  flaw: string | null;
};

/** Table vehicle_state. */
export type VehicleStateTable = {
  vehicle_id: number;
  tenant_id: number;
  heard_at: ColumnType<Instant, Date, Date>;
  connected: boolean;
  fix_at: ColumnType<Instant | null, Date | null, Date | null>;
  lon: number | null;
  lat: number | null;
  speed_kmh: number | null;
  course: number | null;
  ignition: boolean | null;
  temperature_c: number | null;
  mileage_km: number | null;
  movement: Generated<'driving' | 'idling' | 'stopped'>;
  movement_since: ColumnType<Instant | null, Date | null, Date | null>;
  site_id: number | null;
  site_since: ColumnType<Instant | null, Date | null, Date | null>;
  off_lane_km: number | null;
  flaws: Generated<ColumnType<unknown, string, string>>;
  memory: Generated<ColumnType<unknown, string, string>>;
};

/** Table vehicle_stay. */
export type VehicleStayTable = {
  id: GeneratedAlways<number>;
  tenant_id: number;
  vehicle_id: number;
  site_id: number;
  arrived_at: ColumnType<Instant, Date, Date>;
  departed_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table vessel_outlook. */
export type VesselOutlookTable = {
  id: GeneratedAlways<number>;
  mmsi: number;
  from_port: string;
  to_port: string;
  departed_at: ColumnType<Instant, Date, Date>;
  at: ColumnType<Instant, Date, Date>;
  own: ColumnType<Instant | null, Date | null, Date | null>;
  own_low: ColumnType<Instant | null, Date | null, Date | null>;
  own_high: ColumnType<Instant | null, Date | null, Date | null>;
  basis: 'vessel' | 'lane' | 'speed' | null;
  carrier: ColumnType<Instant | null, Date | null, Date | null>;
  master: ColumnType<Instant | null, Date | null, Date | null>;
  arrived_at: ColumnType<Instant | null, Date | null, Date | null>;
  hindcast: Generated<boolean>;
};

/** Table voyage_report. */
export type VoyageReportTable = {
  subscription_id: number;
  tenant_id: number;
  hash: string;
};

/** Table voyage_watch. */
export type VoyageWatchTable = {
  subscription_id: number;
  sequence: number;
  tenant_id: number;
  mmsi: number;
  vessel_name: string | null;
  from_port: string;
  to_port: string;
  leg: ColumnType<unknown, string, string>;
  state: 'waiting' | 'loading' | 'underway' | 'arrived';
  departed_at: ColumnType<Instant | null, Date | null, Date | null>;
  prediction: ColumnType<unknown, string | null, string | null>;
  predicted_at: ColumnType<Instant | null, Date | null, Date | null>;
};

/** Table weather_source. */
export type WeatherSourceTable = {
  code: string;
  name_cn: string;
  name_en: string;
  base_url: string;
  enabled: Generated<boolean>;
  refresh_s: Generated<number>;
  next_at: ColumnType<Instant, Date, Date>;
  answered_at: ColumnType<Instant | null, Date | null, Date | null>;
  failure: string | null;
  failures: Generated<number>;
};

/** All tables, as Kysely wants them. */
export type DB = {
  ais_feed: AisFeedTable;
  ais_position: AisPositionTable;
  ais_vessel: AisVesselTable;
  ais_vessel_change: AisVesselChangeTable;
  ais_vessel_news: AisVesselNewsTable;
  analytics_moment: AnalyticsMomentTable;
  analytics_role: AnalyticsRoleTable;
  analytics_watermark: AnalyticsWatermarkTable;
  api_key: ApiKeyTable;
  api_key_use: ApiKeyUseTable;
  app_state: AppStateTable;
  app_user: AppUserTable;
  archive_file: ArchiveFileTable;
  asset: AssetTable;
  audit_log: AuditLogTable;
  booking_event: BookingEventTable;
  booking_record: BookingRecordTable;
  business_data_change: BusinessDataChangeTable;
  calendar: CalendarTable;
  calendar_day: CalendarDayTable;
  calendar_event: CalendarEventTable;
  calendar_feed: CalendarFeedTable;
  cargo_imp_message: CargoImpMessageTable;
  cargo_order: CargoOrderTable;
  carrier_answer: CarrierAnswerTable;
  commerce_source: CommerceSourceTable;
  connected_program: ConnectedProgramTable;
  decision_version: DecisionVersionTable;
  edi_applied: EdiAppliedTable;
  edi_file: EdiFileTable;
  edi_file_part: EdiFilePartTable;
  edi_message: EdiMessageTable;
  edi_partner: EdiPartnerTable;
  edi_reference: EdiReferenceTable;
  environment: EnvironmentTable;
  eta_prediction: EtaPredictionTable;
  eta_score: EtaScoreTable;
  event_field: EventFieldTable;
  event_item: EventItemTable;
  event_item_type: EventItemTypeTable;
  exception_box: ExceptionBoxTable;
  exception_cause: ExceptionCauseTable;
  exception_cause_status: ExceptionCauseStatusTable;
  exception_comment: ExceptionCommentTable;
  exception_event: ExceptionEventTable;
  exception_tally: ExceptionTallyTable;
  exception_total: ExceptionTotalTable;
  exchange_rate: ExchangeRateTable;
  feedback: FeedbackTable;
  field_override: FieldOverrideTable;
  field_override_change: FieldOverrideChangeTable;
  flight_change: FlightChangeTable;
  flight_leg: FlightLegTable;
  flight_position: FlightPositionTable;
  freight_rate: FreightRateTable;
  freight_rate_total: FreightRateTotalTable;
  function_interface: FunctionInterfaceTable;
  fusion_precedence: FusionPrecedenceTable;
  import_row: ImportRowTable;
  incident: IncidentTable;
  incident_delta: IncidentDeltaTable;
  job: JobTable;
  job_artifact: JobArtifactTable;
  job_bulk_item: JobBulkItemTable;
  job_cap: JobCapTable;
  job_log: JobLogTable;
  job_part: JobPartTable;
  job_state: JobStateTable;
  job_step: JobStepTable;
  lane_passage: LanePassageTable;
  live_event: LiveEventTable;
  login_address: LoginAddressTable;
  login_failure: LoginFailureTable;
  mail_address: MailAddressTable;
  mail_mapping: MailMappingTable;
  mail_sheet: MailSheetTable;
  md_airline: MdAirlineTable;
  md_airport: MdAirportTable;
  md_carrier: MdCarrierTable;
  md_code_dict: MdCodeDictTable;
  md_code_type: MdCodeTypeTable;
  md_container_type: MdContainerTypeTable;
  md_country: MdCountryTable;
  md_exception_handle_status: MdExceptionHandleStatusTable;
  md_exception_type: MdExceptionTypeTable;
  md_free_time: MdFreeTimeTable;
  md_port: MdPortTable;
  md_port_alias: MdPortAliasTable;
  md_port_fence: MdPortFenceTable;
  md_rail_station: MdRailStationTable;
  md_risk_zone: MdRiskZoneTable;
  md_status: MdStatusTable;
  md_vessel: MdVesselTable;
  notification: NotificationTable;
  notification_attempt: NotificationAttemptTable;
  notification_reader: NotificationReaderTable;
  oauth_client: OauthClientTable;
  oauth_item: OauthItemTable;
  occurrence: OccurrenceTable;
  order_document: OrderDocumentTable;
  order_document_body: OrderDocumentBodyTable;
  order_ended_shipment: OrderEndedShipmentTable;
  order_line: OrderLineTable;
  order_tie: OrderTieTable;
  outward_attempt: OutwardAttemptTable;
  outward_delivery: OutwardDeliveryTable;
  outward_event: OutwardEventTable;
  outward_pending: OutwardPendingTable;
  outward_subscription: OutwardSubscriptionTable;
  outward_tenant: OutwardTenantTable;
  package: PackageTable;
  package_version: PackageVersionTable;
  package_version_package: PackageVersionPackageTable;
  package_version_type: PackageVersionTypeTable;
  port_visit: PortVisitTable;
  preference: PreferenceTable;
  price_change: PriceChangeTable;
  process: ProcessTable;
  process_function: ProcessFunctionTable;
  pull_record: PullRecordTable;
  push_device: PushDeviceTable;
  push_nonce: PushNonceTable;
  pushed_retraction: PushedRetractionTable;
  rate_price: RatePriceTable;
  rate_price_day: RatePriceDayTable;
  rate_price_single: RatePriceSingleTable;
  rate_price_work: RatePriceWorkTable;
  raw_answer: RawAnswerTable;
  received_mail: ReceivedMailTable;
  recovery_code: RecoveryCodeTable;
  refusal: RefusalTable;
  refusal_tally: RefusalTallyTable;
  report: ReportTable;
  report_address: ReportAddressTable;
  report_recipient: ReportRecipientTable;
  request_answer: RequestAnswerTable;
  risk_entry: RiskEntryTable;
  risk_watch: RiskWatchTable;
  road_site: RoadSiteTable;
  robot: RobotTable;
  robot_answer: RobotAnswerTable;
  robot_key: RobotKeyTable;
  robot_parser_difference: RobotParserDifferenceTable;
  robot_parser_release: RobotParserReleaseTable;
  robot_reader: RobotReaderTable;
  robot_site: RobotSiteTable;
  role_template: RoleTemplateTable;
  rule_run_problem: RuleRunProblemTable;
  rule_setting: RuleSettingTable;
  run: RunTable;
  run_file_part: RunFilePartTable;
  run_row_part: RunRowPartTable;
  sailing_call: SailingCallTable;
  sailing_change: SailingChangeTable;
  sailing_source: SailingSourceTable;
  sailing_statement: SailingStatementTable;
  sailing_subscription: SailingSubscriptionTable;
  saved_view: SavedViewTable;
  saved_view_choice: SavedViewChoiceTable;
  schedule: ScheduleTable;
  seeded_row: SeededRowTable;
  session: SessionTable;
  shipment: ShipmentTable;
  shipment_change: ShipmentChangeTable;
  shipment_cutoff: ShipmentCutoffTable;
  shipment_event: ShipmentEventTable;
  shipment_event_note: ShipmentEventNoteTable;
  shipment_exception: ShipmentExceptionTable;
  shipment_removal: ShipmentRemovalTable;
  shipment_said: ShipmentSaidTable;
  shipment_track: ShipmentTrackTable;
  shipment_track_progress: ShipmentTrackProgressTable;
  source: SourceTable;
  source_calls: SourceCallsTable;
  source_key_health: SourceKeyHealthTable;
  source_token: SourceTokenTable;
  source_tolerance: SourceToleranceTable;
  spot_offer: SpotOfferTable;
  storm_point: StormPointTable;
  subscription: SubscriptionTable;
  subscription_source: SubscriptionSourceTable;
  subscription_total: SubscriptionTotalTable;
  surcharge: SurchargeTable;
  task: TaskTable;
  tenant: TenantTable;
  tenant_asset: TenantAssetTable;
  trace_share: TraceShareTable;
  trace_total: TraceTotalTable;
  unknown_port: UnknownPortTable;
  unknown_port_use: UnknownPortUseTable;
  user_menu: UserMenuTable;
  user_tenant: UserTenantTable;
  vehicle: VehicleTable;
  vehicle_alarm: VehicleAlarmTable;
  vehicle_alarm_told: VehicleAlarmToldTable;
  vehicle_device: VehicleDeviceTable;
  vehicle_excursion: VehicleExcursionTable;
  vehicle_excursion_told: VehicleExcursionToldTable;
  vehicle_gateway: VehicleGatewayTable;
  vehicle_held: VehicleHeldTable;
  vehicle_network: VehicleNetworkTable;
  vehicle_network_told: VehicleNetworkToldTable;
  vehicle_photo: VehiclePhotoTable;
  vehicle_position: VehiclePositionTable;
  vehicle_state: VehicleStateTable;
  vehicle_stay: VehicleStayTable;
  vessel_outlook: VesselOutlookTable;
  voyage_report: VoyageReportTable;
  voyage_watch: VoyageWatchTable;
  weather_source: WeatherSourceTable;
};

/** All tables with the PostgreSQL type of each column. */
export const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ais_feed: { code: 'text', state: 'text', connected_at: 'timestamptz', last_message_at: 'timestamptz', counts: 'jsonb', samples: 'jsonb', last_error: 'text', updated_at: 'timestamptz', heard_since: 'timestamptz' },
  ais_position: { mmsi: 'int4', at: 'timestamptz', lon: 'float8', lat: 'float8', speed_kn: 'float4', course: 'float4', heading: 'int2', nav_status: 'int2', jump: 'bool' },
  ais_vessel: { mmsi: 'int4', imo: 'text', name: 'text', call_sign: 'text', ship_type: 'int2', length_m: 'float4', beam_m: 'float4', draught_m: 'float4', destination: 'text', master_eta: 'text', ais_class: 'text', said_at: 'jsonb', fix_at: 'timestamptz', lon: 'float8', lat: 'float8', speed_kn: 'float4', course: 'float4', heading: 'int2', nav_status: 'int2', memory: 'jsonb', fix_feed: 'text' },
  ais_vessel_change: { id: 'int8', mmsi: 'int4', at: 'timestamptz', field: 'text', old_value: 'text', new_value: 'text' },
  ais_vessel_news: { place: 'int2', change_no: 'int8', mmsis: '_int4' },
  analytics_moment: { at: 'timestamptz', token: 'text' },
  analytics_role: { id: 'int8', tenant_id: 'int8', role_name: 'text', name: 'text', created_at: 'timestamptz', created_by: 'text', rotated_at: 'timestamptz', suspended_at: 'timestamptz', suspended_why: 'text' },
  analytics_watermark: { tenant_id: 'int8', user_id: 'int8', dataset: 'text', token: 'text', finished_at: 'timestamptz' },
  api_key: { id: 'int8', tenant_id: 'int8', name: 'text', prefix: 'text', key_hash: 'bytea', created_at: 'timestamptz', created_by: 'text', last_used_at: 'timestamptz', revoked_at: 'timestamptz', scopes: '_text', created_by_id: 'int8', expires_at: 'timestamptz' },
  api_key_use: { api_key_id: 'int8', tenant_id: 'int8', minute_at: 'timestamptz', minute_calls: 'int4', day_on: 'date', day_calls: 'int4', day_refused: 'int4' },
  app_state: { key: 'text', value: 'jsonb', updated_at: 'timestamptz' },
  app_user: { id: 'int8', tenant_id: 'int8', user_code: 'text', name_cn: 'text', user_type: 'text', all_tenants: 'bool', password_hash: 'text', password_weak: 'bool', must_change_password: 'bool', oidc_subject: 'text', office_code: 'text', office_name: 'text', ip: 'text', mac: 'text', telephone: 'text', email: 'text', qq: 'text', age: 'int4', sex: 'int2', menu_version: 'int4', record_version: 'int4', created_at: 'timestamptz', updated_at: 'timestamptz', removed_at: 'timestamptz', totp_sealed: 'text', totp_since: 'timestamptz', totp_last_step: 'int8' },
  archive_file: { id: 'int8', table_name: 'text', lowest: 'int8', uppermost: 'int8', name: 'text', rows: 'int8', bytes: 'int8', sha256: 'bytea', through_id: 'int8', staying: '_int8', written_at: 'timestamptz', taken_out_at: 'timestamptz' },
  asset: { id: 'int8', asset_type: 'text', asset_desc: 'text', value_type: 'text', default_value: 'text', record_version: 'int4', created_at: 'timestamptz', updated_at: 'timestamptz' },
  audit_log: { id: 'int8', at: 'timestamptz', tenant_id: 'int8', actor_id: 'int8', actor_code: 'text', origin: 'text', request_id: 'text', entity: 'text', entity_id: 'text', action: 'text', before: 'jsonb', after: 'jsonb', ip: 'text', client: 'text' },
  booking_event: { id: 'int8', tenant_id: 'int8', booking_id: 'int8', at: 'timestamptz', kind: 'text', actor: 'text', detail: 'jsonb' },
  booking_record: { id: 'int8', tenant_id: 'int8', carrier_code: 'text', pol_code: 'text', pod_code: 'text', vessel_name: 'text', voyage: 'text', departs_at: 'timestamptz', arrives_at: 'timestamptz', first_departs_at: 'timestamptz', equipment: 'jsonb', containers: 'int4', customer: 'text', remark: 'text', state: 'text', sending: 'text', next_ask_at: 'timestamptz', failures: 'int4', problem: 'text', request_ref: 'text', booking_no: 'text', bill_no: 'text', cut_offs: 'jsonb', rolls: 'int4', subscription_id: 'int8', created_by: 'text', created_at: 'timestamptz', changed_at: 'timestamptz', record_version: 'int4', request_no: 'text', order_no: 'text', sent_at: 'timestamptz', ref_named: 'bool' },
  business_data_change: { id: 'int8', tenant_id: 'int8', subscription_id: 'int8', kind: 'text', at: 'timestamptz', actor_code: 'text', actor_name: 'text', detail: 'json', undone_at: 'timestamptz' },
  calendar: { id: 'int8', tenant_id: 'int8', calendar_name: 'text', description: 'text', free_weekdays: 'text', record_version: 'int4', place_code: 'text' },
  calendar_day: { id: 'int8', calendar_id: 'int8', tenant_id: 'int8', day: 'text', working_flag: 'bool', day_name: 'text', record_version: 'int4' },
  calendar_event: { feed_id: 'int8', event_key: 'text', starts_at: 'timestamptz', zone: 'text', content_hash: 'bytea', sequence: 'int4', changed_at: 'timestamptz', cancelled_at: 'timestamptz' },
  calendar_feed: { id: 'int8', user_id: 'int8', for_tenant_id: 'int8', name: 'text', token_hash: 'bytea', kinds: '_text', shipments: 'text', days_ahead: 'int4', days_behind: 'int4', language: 'text', created_at: 'timestamptz', last_read_at: 'timestamptz' },
  cargo_imp_message: { id: 'int8', received_at: 'timestamptz', way: 'text', file_name: 'text', waybill: 'text', carrier_code: 'text', body: 'bytea', hash: 'bytea' },
  cargo_order: { id: 'int8', tenant_id: 'int8', order_no: 'text', supplier: 'text', customer: 'text', transport_modes: '_text', origin_code: 'text', destination_code: 'text', ship_by: 'date', promised_on: 'date', promised_noon: 'timestamptz', expected_at: 'timestamptz', lines: 'int4', stage_lines: 'jsonb', stage: 'text', risk: 'text', late_days: 'int4', reason: 'jsonb', problem: 'jsonb', open_exceptions: 'int4', changed_at: 'timestamptz', seen_change: 'int8', due_at: 'timestamptz' },
  carrier_answer: { id: 'int8', carrier_code: 'text', from_port: 'text', to_port: 'text', date_of: 'text', first_day: 'date', last_day: 'date', most_changes: 'int4', routes: 'jsonb', validators: 'jsonb', answered_at: 'timestamptz', failed_at: 'timestamptz', failure: 'text', asked_at: 'timestamptz' },
  commerce_source: { carrier_code: 'text', base_url: 'text', credential: 'text', enabled: 'bool', next_at: 'timestamptz', answered_at: 'timestamptz', failed_at: 'timestamptz', failure: 'text', failures: 'int4' },
  connected_program: { id: 'int8', user_id: 'int8', tenant_id: 'int8', client_id: 'text', grant_id: 'text', name: 'text', redirect_host: 'text', scopes: '_text', created_at: 'timestamptz', last_used_at: 'timestamptz', expires_at: 'timestamptz', revoked_at: 'timestamptz' },
  decision_version: { name: 'text', version: 'uuid' },
  edi_applied: { message_id: 'int8', tenant_id: 'int8', subscription_id: 'int8', raw_answer_id: 'int8', events: 'int4' },
  edi_file: { id: 'int8', brought_for_tenant: 'int8', direction: 'text', way: 'text', name: 'text', received_at: 'timestamptz', state: 'text', size_bytes: 'int8', uploaded_by: 'text', allowed_tenants: '_int8', problems: 'jsonb', problem_count: 'int4' },
  edi_file_part: { file_id: 'int8', part_no: 'int4', start_byte: 'int8', size_bytes: 'int4', body: 'bytea' },
  edi_message: { id: 'int8', tenant_id: 'int8', direction: 'text', file_id: 'int8', ordinal: 'int4', state: 'text', partner_id: 'int8', sender: 'text', sender_qualifier: 'text', receiver: 'text', receiver_qualifier: 'text', control_ref: 'text', group_ref: 'text', message_ref: 'text', message_type: 'text', message_version: 'text', document_no: 'text', syntax_id: 'text', service: 'text', is_test: 'bool', prepared_at: 'text', received_at: 'timestamptz', processed_at: 'timestamptz', start_byte: 'int8', end_byte: 'int8', first_segment: 'int4', first_line: 'int4', segments: 'int4', events: 'int4', applied: 'int4', waiting: 'int4', refused_events: 'int4', problems: 'jsonb', problem_count: 'int4', reasons: '_text', content_hash: 'bytea', duplicate_of: 'int8', record_version: 'int4', withdraws_no: 'text' },
  edi_partner: { id: 'int8', partner_code: 'text', partner_name: 'text', edi_identity: 'text', identity_qualifier: 'text', partner_kind: 'text', carrier_code: 'text', zone: 'text', tenant_id: 'int8', active: 'bool', record_version: 'int4', created_at: 'timestamptz', updated_at: 'timestamptz' },
  edi_reference: { message_id: 'int8', reference: 'text' },
  environment: { id: 'int8', environment_name: 'text', description: 'text', default_flag: 'bool', record_version: 'int4' },
  eta_prediction: { id: 'int8', mmsi: 'int4', from_port: 'text', to_port: 'text', departed_at: 'timestamptz', at: 'timestamptz', eta: 'timestamptz', basis: 'text', error_ms: 'int8', low: 'timestamptz', told: 'timestamptz', says_late: 'bool' },
  eta_score: { lead_days: 'int2', learned: 'bool', predictions: 'int4', voyages: 'int4', median_error_h: 'float8', hits: 'int4', too_late: 'int4', told: 'int4', told_hits: 'int4', claims: 'int4', claims_right: 'int4', scored_at: 'timestamptz' },
  event_field: { id: 'int8', code: 'text', name_cn: 'text', name_en: 'text', data_path: 'text', field_type: 'text', unit: 'text', enabled: 'bool', record_version: 'int4' },
  event_item: { id: 'int8', tenant_id: 'int8', code: 'text', name_cn: 'text', name_en: 'text', type_id: 'int8', severity: 'text', rule: 'text', modes: 'text', carrier_codes: 'text', pol_codes: 'text', pod_codes: 'text', valid_from: 'timestamptz', valid_to: 'timestamptz', due_hours: 'int4', notify_users: 'text', enabled: 'bool', remark: 'text', record_version: 'int4' },
  event_item_type: { id: 'int8', code: 'text', name_cn: 'text', name_en: 'text', sort_order: 'int4', enabled: 'bool', record_version: 'int4' },
  exception_box: { exception_id: 'int8', subscription_id: 'int8', tenant_id: 'int8', container_no: 'text', present: 'bool', severity: 'text', params: 'jsonb', evidence: 'jsonb' },
  exception_cause: { id: 'int8', tenant_id: 'int8', exception_id: 'int8', app_type: 'text', type_code: 'text', remark: 'text', record_version: 'int4', created_at: 'timestamptz', created_by: 'text', updated_at: 'timestamptz', updated_by: 'text' },
  exception_cause_status: { id: 'int8', tenant_id: 'int8', cause_id: 'int8', status_code: 'text', record_version: 'int4', created_at: 'timestamptz', created_by: 'text' },
  exception_comment: { id: 'int8', tenant_id: 'int8', exception_id: 'int8', author_code: 'text', author_name: 'text', body: 'text', mentions: '_text', created_at: 'timestamptz', removed_at: 'timestamptz', request_id: 'text' },
  exception_event: { id: 'int8', tenant_id: 'int8', exception_id: 'int8', at: 'timestamptz', kind: 'text', actor_code: 'text', detail: 'jsonb' },
  exception_tally: { tenant_id: 'int8', kind: 'text', type_code: 'text', handle_status: 'int2', assigned: 'bool', at: 'timestamptz', n: 'int8' },
  exception_total: { tenant_id: 'int8', handle_status: 'int2', n: 'int8', ended: 'bool' },
  exchange_rate: { id: 'int8', currency: 'text', valid_from: 'date', usd_per_unit: 'numeric', note: 'text', record_version: 'int4' },
  feedback: { id: 'int8', tenant_id: 'int8', feedback_name: 'text', feedback_type: 'text', trigger_status: 'text', trigger_match_info: 'text', auth_sealed: 'text', feedback_addr: 'text', feedback_subject: 'text', feedback_content: 'text', record_version: 'int4', created_at: 'timestamptz', updated_at: 'timestamptz', trigger_events: 'text', active: 'bool' },
  field_override: { id: 'int8', tenant_id: 'int8', subscription_id: 'int8', path: 'text', value: 'jsonb', active: 'bool', entered_by: 'text', entered_at: 'timestamptz', dropped_at: 'timestamptz', channel: 'text', entered_name: 'text', record_version: 'int4', dropped_by_run: 'int8' },
  field_override_change: { id: 'int8', tenant_id: 'int8', subscription_id: 'int8', field_override_id: 'int8', path: 'text', kind: 'text', at: 'timestamptz', actor_code: 'text', actor_name: 'text', before: 'jsonb', after: 'jsonb' },
  flight_change: { id: 'int8', leg_id: 'int8', at: 'timestamptz', field: 'text', old_value: 'text', new_value: 'text' },
  flight_leg: { id: 'int8', airline_code: 'text', flight_no: 'text', flight_date: 'text', leg_no: 'int4', from_airport: 'text', to_airport: 'text', aircraft: 'text', days: 'text', departs_at: 'timestamptz', arrives_at: 'timestamptz', closes_at: 'timestamptz', cancelled: 'bool', changed_at: 'timestamptz', change_no: 'int8' },
  flight_position: { flight: 'text', callsign: 'text', hex: 'text', at: 'timestamptz', lon: 'float8', lat: 'float8', altitude_ft: 'int4', speed_kn: 'float4', course: 'float4', feed: 'text' },
  freight_rate: { id: 'int8', tenant_id: 'int8', rate_no: 'text', supplier_type: 'text', agent_name: 'text', carrier_id: 'int8', pol_id: 'int8', transship_port_id: 'int8', pod_id: 'int8', service: 'text', valid_from: 'date', valid_to: 'date', currency: 'text', price20gp: 'numeric', price40gp: 'numeric', price40hq: 'numeric', price45hq: 'numeric', price20rf: 'numeric', price40rh: 'numeric', transit_days: 'int4', free_demurrage_days: 'int4', free_detention_days: 'int4', contract_no: 'text', remark: 'text', record_version: 'int4', created_at: 'timestamptz' },
  freight_rate_total: { tenant_id: 'int8', n: 'int8' },
  function_interface: { id: 'int8', function_code: 'text', function_name: 'text', function_path_env: 'text', function_path: 'text', function_status: 'text', function_method: 'text', function_type: 'text', function_class_path: 'text', in_param: 'text', return_data: 'text', record_version: 'int4', created_at: 'timestamptz', updated_at: 'timestamptz' },
  fusion_precedence: { version: 'int4', orders: 'jsonb', restored_from: 'int4', remark: 'text', saved_by: 'text', saved_by_name: 'text', saved_at: 'timestamptz' },
  import_row: { run_id: 'int8', row_no: 'int4', content: 'jsonb', row_key: 'text', plan: 'text', outcome: 'text', problems: 'jsonb', contest_key: 'text', contest_left: 'text' },
  incident: { id: 'int8', tenant_id: 'int8', kind: 'text', cause_key: 'text', facts: 'jsonb', first_at: 'timestamptz', last_at: 'timestamptz', n: 'int8', open_n: 'int8', new_n: 'int8', work_n: 'int8', hold_n: 'int8', high_n: 'int8', medium_n: 'int8', open_high_n: 'int8', open_medium_n: 'int8', facts_text: 'text', parent_id: 'int8', outage_at: 'timestamptz', sums: 'jsonb', sums_due: 'bool' },
  incident_delta: { tenant_id: 'int8', incident_id: 'int8', at: 'timestamptz', n: 'int8', open_n: 'int8', new_n: 'int8', work_n: 'int8', hold_n: 'int8', high_n: 'int8', medium_n: 'int8', open_high_n: 'int8', open_medium_n: 'int8' },
  job: { id: 'int8', tenant_id: 'int8', process_id: 'int8', package_version_id: 'int8', process_type: 'text', process_name: 'text', package_version: 'text', source: 'text', status: 'text', priority: 'int4', rank: 'int8', not_before: 'timestamptz', environment_id: 'int8', site: 'text', robot_id: 'int8', robot_name: 'text', robot_session: 'text', fence: 'int4', lease_until: 'timestamptz', run_until: 'timestamptz', stop_until: 'timestamptz', stop_by: 'text', attempt: 'int4', root_job_id: 'int8', previous_job_id: 'int8', input: 'jsonb', output: 'jsonb', error_code: 'text', error_text: 'text', progress: 'int2', progress_text: 'text', confirm_state: 'text', confirmed_by: 'text', confirmed_at: 'timestamptz', published_at: 'timestamptz', occurrence_id: 'int8', subscription_id: 'int8', remote_job_id: 'text', log_lines: 'int4', log_received: 'int4', created_at: 'timestamptz', created_by: 'text', started_at: 'timestamptz', ended_at: 'timestamptz', run_limit_s: 'int4', trial_of: 'int8', step_state: 'text', given_input: 'jsonb', error_params: 'jsonb', remote_open: 'bool', parts_state: 'text', parent_job_id: 'int8', part_id: 'int8', remote_reference: 'text', remote_sought_until: 'timestamptz' },
  job_artifact: { id: 'int8', tenant_id: 'int8', job_id: 'int8', name: 'text', content_type: 'text', size_bytes: 'int4', body: 'bytea', created_at: 'timestamptz' },
  job_bulk_item: { id: 'int8', run_id: 'int8', tenant_id: 'int8', job_id: 'int8', process_id: 'int8', process_name: 'text', done: 'bool', job_status: 'text', text_code: 'text', text_params: 'jsonb', new_job_id: 'int8' },
  job_cap: { id: 'int8', tenant_id: 'int8', site: 'text', most: 'int4', record_version: 'int4' },
  job_log: { job_id: 'int8', line: 'int4', tenant_id: 'int8', at: 'timestamptz', level: 'text', message: 'text', says: 'jsonb' },
  job_part: { id: 'int8', tenant_id: 'int8', job_id: 'int8', sequence: 'int4', stage: 'int4', detail_package_version_id: 'int8', name: 'text', package_version: 'text', primary_flag: 'bool', repeat_flag: 'bool', cron_expression: 'text', function_id: 'int8', function_name: 'text', end_function_id: 'int8', end_function_name: 'text', state: 'text', runs: 'int4', run_job_id: 'int8', next_at: 'timestamptz', output: 'jsonb', error: 'jsonb' },
  job_state: { id: 'int8', tenant_id: 'int8', job_id: 'int8', at: 'timestamptz', before: 'text', status: 'text', actor_kind: 'text', actor_name: 'text', reason: 'text', params: 'jsonb' },
  job_step: { id: 'int8', tenant_id: 'int8', job_id: 'int8', phase: 'text', sequence: 'int4', kind: 'text', name: 'text', function_id: 'int8', state: 'text', attempt: 'int4', next_at: 'timestamptz', output: 'text', error: 'jsonb', began_at: 'timestamptz', ended_at: 'timestamptz' },
  lane_passage: { id: 'int8', mmsi: 'int4', from_port: 'text', to_port: 'text', departed_at: 'timestamptz', arrived_at: 'timestamptz', lane_nm: 'float8', marks: 'jsonb', calls: 'jsonb' },
  live_event: { id: 'int8', at: 'timestamptz', tenant_id: 'int8', topic: 'text', payload: 'jsonb' },
  login_address: { account: 'text', network: 'text', last_at: 'timestamptz' },
  login_failure: { key: 'text', failures: 'int4', blocked_until: 'timestamptz', last_at: 'timestamptz' },
  mail_address: { id: 'int8', tenant_id: 'int8', mailbox: 'text', active: 'bool', senders: '_text', needs_proof: 'bool', user_id: 'int8', created_at: 'timestamptz', changed_at: 'timestamptz', changed_by: 'text', record_version: 'int4' },
  mail_mapping: { id: 'int8', tenant_id: 'int8', kind: 'text', headings_key: 'text', headings: '_text', columns: 'jsonb', user_id: 'int8', mapped_at: 'timestamptz' },
  mail_sheet: { id: 'int8', tenant_id: 'int8', mail_id: 'int8', place: 'int4', name: 'text', content: 'bytea', size_bytes: 'int4', state: 'text', reason: 'text', reason_count: 'int4', kind: 'text', headings_key: 'text', mapping_id: 'int8', attempt: 'int4', done_rows: 'int4', run_id: 'int8', user_id: 'int8', rows: 'int4', taken: 'int4', unchanged: 'int4', refused: 'int4', refusals: 'jsonb' },
  md_airline: { id: 'int8', code: 'text', awb_prefix: 'text', name_en: 'text', name_cn: 'text', country_code: 'text', search_text: 'text', record_version: 'int4' },
  md_airport: { id: 'int8', code: 'text', icao: 'text', name: 'text', name_cn: 'text', country_code: 'text', lon: 'float8', lat: 'float8', zone: 'text', search_text: 'text', record_version: 'int4' },
  md_carrier: { id: 'int8', code: 'text', scac: 'text', name_en: 'text', name_cn: 'text', url_template: 'text', container_prefixes: 'text', simulated: 'bool', search_text: 'text', record_version: 'int4', scac_check: 'text', prefixes_check: 'text' },
  md_code_dict: { id: 'int8', code_type_id: 'int8', code_type: 'text', code_value: 'text', display_cn: 'text', display_en: 'text', sort: 'int4', record_version: 'int4' },
  md_code_type: { id: 'int8', code_type: 'text', code_name: 'text', code_name_en: 'text', record_version: 'int4' },
  md_container_type: { code: 'text', trade_name: 'text', name_cn: 'text', name_en: 'text', id: 'int8', record_version: 'int4', length_ft: 'int4', teu: 'float8' },
  md_country: { code: 'text', name_cn: 'text', name_en: 'text' },
  md_exception_handle_status: { id: 'int8', code: 'text', name_cn: 'text', name_en: 'text', sort: 'int4', enabled: 'bool', record_version: 'int4' },
  md_exception_type: { code: 'text', name_cn: 'text', name_en: 'text', description_cn: 'text', description_en: 'text', source_code: 'text', severity: 'text', enabled: 'bool', record_version: 'int4', id: 'int8' },
  md_free_time: { id: 'int8', carrier_code: 'text', place_code: 'text', demurrage_days: 'int4', detention_days: 'int4', demurrage_rate: 'float8', detention_rate: 'float8', currency: 'text', enabled: 'bool', record_version: 'int4', storage_days: 'int4', storage_rate: 'float8' },
  md_port: { id: 'int8', code: 'text', name: 'text', name_cn: 'text', description: 'text', country_code: 'text', lon: 'float8', lat: 'float8', zone: 'text', search_text: 'text', record_version: 'int4' },
  md_port_alias: { alias: 'text', port_code: 'text', note: 'text', id: 'int8', record_version: 'int4', port_id: 'int8' },
  md_port_fence: { id: 'int8', port_id: 'int8', port_code: 'text', name_cn: 'text', name_en: 'text', lon: 'float8', lat: 'float8', radius_nm: 'float8', outline: 'text', far_from_port: 'bool', enabled: 'bool', note: 'text', record_version: 'int4' },
  md_rail_station: { id: 'int8', code: 'text', name_en: 'text', name_cn: 'text', country_code: 'text', lon: 'float8', lat: 'float8', zone: 'text', border_code: 'text', search_text: 'text', record_version: 'int4' },
  md_risk_zone: { id: 'int8', code: 'text', name_cn: 'text', name_en: 'text', zone_type: 'text', severity: 'text', outline: 'text', active_from: 'timestamptz', active_to: 'timestamptz', enabled: 'bool', note_cn: 'text', note_en: 'text', record_version: 'int4', is_news: 'bool', news_at: 'timestamptz' },
  md_status: { code: 'text', name_cn: 'text', name_en: 'text', stage_code: 'text', stage_name_cn: 'text', stage_name_en: 'text', stage_sequence: 'int4', status_sequence: 'int4', id: 'int8', record_version: 'int4' },
  md_vessel: { id: 'int8', imo: 'text', mmsi: 'text', call_sign: 'text', name: 'text', flag: 'text', carrier_code: 'text', teu: 'int4', length_m: 'float8', beam_m: 'float8', simulated: 'bool', record_version: 'int4', carrier_id: 'int8', draught_m: 'float8', search_text: 'text' },
  notification: { id: 'int8', tenant_id: 'int8', feedback_id: 'int8', feedback_name: 'text', feedback_type: 'text', kind: 'text', cause_key: 'text', cause_status: 'text', webhook_id: 'text', address: 'text', subject: 'text', content: 'text', facts: 'jsonb', state: 'text', attempts: 'int4', reason: 'text', next_attempt_at: 'timestamptz', sent_at: 'timestamptz', cause_at: 'timestamptz', created_at: 'timestamptz', created_by: 'text', outage: 'text', rung_at: 'timestamptz', attachments: 'jsonb' },
  notification_attempt: { id: 'int8', tenant_id: 'int8', notification_id: 'int8', number: 'int4', started_at: 'timestamptz', result: 'text', reason: 'text', address: 'text', response_code: 'int4', duration_ms: 'int4', detail: 'text', actor_code: 'text' },
  notification_reader: { tenant_id: 'int8', notification_id: 'int8', user_id: 'int8', read_at: 'timestamptz' },
  oauth_client: { client_id: 'text', metadata: 'jsonb', registered_at: 'timestamptz', used_at: 'timestamptz' },
  oauth_item: { id_hash: 'bytea', kind: 'text', grant_id: 'text', payload: 'text', consumed_at: 'timestamptz', expires_at: 'timestamptz' },
  occurrence: { id: 'int8', schedule_id: 'int8', tenant_id: 'int8', process_id: 'int8', run_at: 'timestamptz', outcome: 'text', reason: 'text', detail: 'text', decided_at: 'timestamptz', job_id: 'int8' },
  order_document: { id: 'int8', tenant_id: 'int8', order_id: 'int8', file_name: 'text', content_type: 'text', size_bytes: 'int4', sha256: 'text', uploaded_by: 'text', uploaded_at: 'timestamptz' },
  order_document_body: { document_id: 'int8', tenant_id: 'int8', body: 'bytea' },
  order_ended_shipment: { id: 'int8', subscription_id: 'int8' },
  order_line: { id: 'int8', tenant_id: 'int8', order_no: 'text', line_no: 'text', supplier: 'text', customer: 'text', product_code: 'text', product_name: 'text', batch_no: 'text', quantity: 'numeric', unit: 'text', packages: 'int4', shipped_quantity: 'numeric', transport_mode: 'text', origin_code: 'text', destination_code: 'text', ship_by: 'date', promised_on: 'date', reference_nos: 'text', remark: 'text', record_version: 'int4', fed_at: 'timestamptz' },
  order_tie: { id: 'int8', tenant_id: 'int8', line_id: 'int8', reference_no: 'text', subscription_id: 'int8', by_hand: 'bool', undone: 'bool' },
  outward_attempt: { delivery_id: 'int8', number: 'int4', tenant_id: 'int8', at: 'timestamptz', duration_ms: 'int4', status: 'int4', reason: 'text', headers: 'jsonb', response: 'text', actor_code: 'text' },
  outward_delivery: { id: 'int8', tenant_id: 'int8', subscription_id: 'uuid', kind: 'text', created_at: 'timestamptz', last_event_id: 'int8', events: 'int4', body: 'bytea', body_bytes: 'int4', state: 'text', attempts: 'int4', last_at: 'timestamptz', last_status: 'int4', resend_by: 'text' },
  outward_event: { id: 'int8', tenant_id: 'int8', subscription_id: 'int8', event_id: 'uuid', content_key: 'text', current: 'bool', created_at: 'timestamptz', event_at: 'timestamptz', event_type: 'text', event_code: 'text', classifier: 'text', document_type: 'text', bill_no: 'text', booking_no: 'text', container_nos: '_text', location_code: 'text', vessel_imo: 'text', voyage: 'text', service_code: 'text', transport_call_id: 'text', body: 'jsonb' },
  outward_pending: { subscription_id: 'int8', tenant_id: 'int8', at: 'timestamptz' },
  outward_subscription: { id: 'uuid', tenant_id: 'int8', callback_url: 'text', secret: 'text', filters: 'jsonb', told_to: 'int8', failures: 'int4', next_try_at: 'timestamptz', last_error: 'text', created_at: 'timestamptz', removed_at: 'timestamptz', paused_at: 'timestamptz', secret_before: 'text', secret_before_until: 'timestamptz', open_delivery_id: 'int8' },
  outward_tenant: { tenant_id: 'int8' },
  package: { id: 'int8', package_name: 'text', package_desc: 'text', package_type: 'text', package_sub_type: 'text', package_status: 'text', official_flag: 'bool', template_name: 'text', record_version: 'int4', result_template: 'text' },
  package_version: { id: 'int8', package_id: 'int8', package_version: 'text', package_version_status: 'text', independent_flag: 'bool', cron_expression: 'text', union_flag: 'bool', record_version: 'int4', handler_name: 'text', script: 'text', script_hosts: 'text', cron_normal: 'text', shipped: 'bool' },
  package_version_package: { id: 'int8', package_version_id: 'int8', package_id: 'int8', repeat_flag: 'bool', detail_package_version_id: 'int8', detail_package_id: 'int8', function_id: 'int8', cron_expression: 'text', end_function_id: 'int8', primary_flag: 'bool', primary_no: 'int4', record_version: 'int4', cron_normal: 'text' },
  package_version_type: { id: 'int8', package_version_id: 'int8', package_id: 'int8', machine_type: 'text', machine_version: 'text', weight: 'int4', remote_process_id: 'text', package_version_type_status: 'text', priority: 'int4', record_version: 'int4' },
  port_visit: { id: 'int8', mmsi: 'int4', port_code: 'text', arrived_at: 'timestamptz', departed_at: 'timestamptz', change_no: 'int8', arrived_after: 'timestamptz', departed_before: 'timestamptz', berthed_at: 'timestamptz' },
  preference: { user_id: 'int8', name: 'text', value: 'jsonb', changed_at: 'timestamptz' },
  price_change: { id: 'int8', tenant_id: 'int8', batch: 'text', entity: 'text', changed_at: 'timestamptz', actor_id: 'int8', actor_name: 'text', what: 'jsonb', line_count: 'int4', lines: 'jsonb', undone_at: 'timestamptz', undone_by: 'text' },
  process: { id: 'int8', tenant_id: 'int8', package_version_id: 'int8', package_id: 'int8', process_type: 'text', process_name: 'text', need_param_exchange: 'bool', param_exchange_function_id: 'int8', template_exchange_flag: 'bool', need_exchange: 'bool', need_confirm: 'bool', feedback_id: 'text', priority: 'int4', record_version: 'int4', created_at: 'timestamptz', updated_at: 'timestamptz', environment_id: 'int8', retry_limit: 'int4', retry_wait_s: 'int4', running_cap: 'int4', time_limit_s: 'int4', stop_limit_s: 'int4' },
  process_function: { id: 'int8', tenant_id: 'int8', process_id: 'int8', sequence: 'int4', function_id: 'int8', last_modifier_name: 'text', record_version: 'int4', updated_at: 'timestamptz' },
  pull_record: { id: 'int8', tenant_id: 'int8', subscription_id: 'int8', subscription_source_id: 'int8', state: 'text', created_at: 'timestamptz', regained_at: 'timestamptz', handler_code: 'text', handler_name: 'text' },
  push_device: { id: 'int8', user_id: 'int8', endpoint_hash: 'bytea', sealed: 'text', device_name: 'text', language: 'text', created_at: 'timestamptz', last_rung_at: 'timestamptz' },
  push_nonce: { id: 'int8', source_id: 'int8', nonce: 'text', taken_at: 'timestamptz', body_hash: 'text', answer: 'json' },
  pushed_retraction: { id: 'int8', source_id: 'int8', event_id: 'text', body: 'jsonb', received_at: 'timestamptz', searched: 'bool' },
  rate_price: { id: 'int8', tenant_id: 'int8', rate_id: 'int8', container_type: 'text', priced_on: 'date', priced_at: 'timestamptz', pol_code: 'text', pod_code: 'text', carrier_code: 'text', supplier_type: 'text', supplier: 'text', currency: 'text', freight: 'numeric', freight_usd: 'numeric', total_usd: 'numeric', previous_usd: 'numeric', change_usd: 'numeric', market_low: 'numeric', market_mid: 'numeric', market_high: 'numeric', market_count: 'int4', market_place: 'text' },
  rate_price_day: { tenant_id: 'int8', priced_on: 'date' },
  rate_price_single: { id: 'int8', rate_id: 'int8' },
  rate_price_work: { id: 'int8', tenant_id: 'int8', carrier_id: 'int8', pol_id: 'int8', pod_id: 'int8', after_id: 'int8' },
  raw_answer: { id: 'int8', tenant_id: 'int8', subscription_id: 'int8', source_id: 'int8', via: 'text', received_at: 'timestamptz', body: 'bytea', encoding: 'text', hash: 'bytea', standing: 'bool', base_id: 'int8' },
  received_mail: { id: 'int8', tenant_id: 'int8', received_at: 'timestamptz', message_id: 'text', content_hash: 'bytea', envelope_from: 'text', ip: 'text', helo: 'text', encrypted: 'bool', mailbox: 'text', raw: 'bytea', size_bytes: 'int4', state: 'text', reason: 'text', sender: 'text', sender_name: 'text', subject: 'text', answer_to: 'text', automatic: 'bool', proof: 'jsonb', decided_by: 'text', answer_state: 'text', answer_reason: 'text', answer_text: 'text', answered_at: 'timestamptz', sheets: 'int4', taken: 'int4', unchanged: 'int4', refused: 'int4' },
  recovery_code: { user_id: 'int8', code_hash: 'bytea', used_at: 'timestamptz' },
  refusal: { id: 'int8', at: 'timestamptz', tenant_id: 'int8', source_id: 'int8', subscription_id: 'int8', via: 'text', reason: 'text', detail: 'jsonb', sample: 'text' },
  refusal_tally: { hour: 'timestamptz', tenant_id: 'int8', source_id: 'int8', sender: 'text', via: 'text', reason: 'text', field: 'text', n: 'int8', last_at: 'timestamptz', sample: 'text', subject: 'text' },
  report: { id: 'int8', tenant_id: 'int8', owner_id: 'int8', report_name: 'text', report_kind: 'text', view_name: 'text', filters: 'jsonb', days: 'int4', formats: '_text', language: 'text', cron_expression: 'text', cron_zone: 'text', missed_policy: 'text', active: 'bool', paused_because: 'text', planned_until: 'timestamptz', next_run_at: 'timestamptz', record_version: 'int4', created_at: 'timestamptz', updated_at: 'timestamptz' },
  report_address: { id: 'int8', tenant_id: 'int8', address: 'text', remark: 'text', active: 'bool', record_version: 'int4' },
  report_recipient: { id: 'int8', tenant_id: 'int8', report_id: 'int8', user_id: 'int8', address_id: 'int8' },
  request_answer: { user_id: 'int8', call: 'text', request_key: 'text', answered_at: 'timestamptz', answer: 'text' },
  risk_entry: { id: 'int8', area_code: 'text', mmsi: 'int4', entered_at: 'timestamptz', left_at: 'timestamptz' },
  risk_watch: { id: 'int8', tenant_id: 'int8', user_code: 'text', kinds: 'jsonb', created_at: 'timestamptz' },
  road_site: { id: 'int8', tenant_id: 'int8', code: 'text', name_cn: 'text', name_en: 'text', lon: 'float8', lat: 'float8', radius_m: 'int4', zone: 'text', record_version: 'int4' },
  robot: { id: 'int8', tenant_id: 'int8', robot_name: 'text', description: 'text', machine_type: 'text', machine_version: 'text', environment_id: 'text', slots: 'int4', enabled: 'bool', record_version: 'int4', robot_key_id: 'int8', session_id: 'text', registered_at: 'timestamptz', last_seen_at: 'timestamptz', disconnected_at: 'timestamptz', agent_version: 'text', protocol_version: 'int4', capabilities: '_text', host: 'text', skew_ms: 'int4', state: 'text', lost_after_s: 'int4', remote_url: 'text', remote_identity_url: 'text', remote_folder_id: 'text', remote_client_id: 'text', remote_auth_sealed: 'text', remote_scope: 'text', remote_problem: 'text', remote_robots: 'int4', remote_pause_until: 'timestamptz' },
  robot_answer: { id: 'int8', tenant_id: 'int8', robot_key_id: 'int8', source_id: 'int8', carrier_code: 'text', subject: 'text', subject_no: 'text', collected_at: 'timestamptz', received_at: 'timestamptz', robot_id: 'text', job_id: 'text', parser_hint: 'text', content_type: 'text', body: 'bytea', encoding: 'text', size_bytes: 'int4', hash: 'bytea', state: 'text', reasons: '_text', problems: 'jsonb', parser_id: 'text', parser_version: 'int4', events: 'int4', refused_events: 'int4' },
  robot_key: { id: 'int8', tenant_id: 'int8', name: 'text', prefix: 'text', key_hash: 'bytea', created_at: 'timestamptz', created_by: 'text', last_used_at: 'timestamptz', revoked_at: 'timestamptz' },
  robot_parser_difference: { id: 'int8', run_id: 'int8', answer_id: 'int8', kind: 'text', path: 'text', before: 'text', after: 'text' },
  robot_parser_release: { id: 'int8', parser_id: 'text', version: 'int4', before_version: 'int4', at: 'timestamptz', actor_code: 'text', actor_name: 'text' },
  robot_reader: { parser_id: 'text', version: 'int4', carrier_code: 'text', name: 'text', mapping: 'jsonb', created_at: 'timestamptz', actor_code: 'text', actor_name: 'text' },
  robot_site: { carrier_code: 'text', package_id: 'int8', installed_version: 'int4', pause_ms: 'int4', contact: 'text', confirmed_by: 'text', confirmed_at: 'timestamptz', stopped_at: 'timestamptz', stopped_until: 'timestamptz', stop_code: 'text', stop_job_id: 'int8', changed_at: 'timestamptz', changed_answer_id: 'int8', read_answer_id: 'int8' },
  role_template: { id: 'int8', tenant_id: 'int8', role_name: 'text', menus: '_text', record_version: 'int4', created_at: 'timestamptz', updated_at: 'timestamptz' },
  rule_run_problem: { id: 'int8', run_id: 'int8', subscription_id: 'int8', tenant_id: 'int8', problem_key: 'text', outcome: 'text', first_at: 'timestamptz', gone_at: 'timestamptz', openings: 'int4', severity: 'text', params: 'jsonb', exception_id: 'int8', handle_status: 'int2' },
  rule_setting: { id: 'int8', tenant_id: 'int8', carrier_code: 'text', lane: 'text', rule_code: 'text', enabled: 'bool', settings: 'jsonb', record_version: 'int4', updated_at: 'timestamptz' },
  run: { id: 'int8', kind: 'text', subject: 'text', scope: 'text', params: 'jsonb', state: 'text', total: 'int4', done: 'int4', failed: 'int4', cursors: '_int8', outcome: 'jsonb', error: 'text', handler_code: 'text', handler_name: 'text', started_at: 'timestamptz', finished_at: 'timestamptz', tenant_id: 'int8', user_id: 'int8', client_key: 'text' },
  run_file_part: { run_id: 'int8', part_no: 'int4', body: 'bytea' },
  run_row_part: { run_id: 'int8', part_no: 'int4', ids: '_int8', cells: 'jsonb' },
  sailing_call: { id: 'int8', carrier_code: 'text', service_code: 'text', service_name: 'text', imo: 'text', mmsi: 'text', vessel_name: 'text', call_sign: 'text', flag: 'text', import_voyage: 'text', export_voyage: 'text', universal_voyage: 'text', port_code: 'text', terminal: 'text', omitted: 'bool', planned_arrival: 'timestamptz', estimated_arrival: 'timestamptz', actual_arrival: 'timestamptz', planned_departure: 'timestamptz', estimated_departure: 'timestamptz', actual_departure: 'timestamptz', arrives_at: 'timestamptz', departs_at: 'timestamptz', cut_offs: 'jsonb', sellers: 'jsonb', differences: 'jsonb', changed_at: 'timestamptz', change_no: 'int8' },
  sailing_change: { id: 'int8', call_id: 'int8', at: 'timestamptz', field: 'text', old_value: 'text', new_value: 'text' },
  sailing_source: { carrier_code: 'text', base_url: 'text', credential: 'text', enabled: 'bool', refresh_s: 'int4', next_at: 'timestamptz', answered_at: 'timestamptz', failed_at: 'timestamptz', failure: 'text', failures: 'int4', validators: 'jsonb', mode: 'text' },
  sailing_statement: { carrier_code: 'text', call_ref: 'text', call_id: 'int8', said: 'jsonb', hash: 'text', said_at: 'timestamptz' },
  sailing_subscription: { id: 'int8', tenant_id: 'int8', carrier_code: 'text', vessel_name: 'text', voyage: 'text', port_code: 'text', call_id: 'int8', effective_on: 'text', expires_on: 'text', cancelled_at: 'timestamptz', created_by: 'text', created_at: 'timestamptz', told_change_id: 'int8', record_version: 'int4', mode: 'text', leg_id: 'int8' },
  saved_view: { id: 'int8', tenant_id: 'int8', owner_id: 'int8', list: 'text', kind: 'text', view_name: 'text', shared: 'bool', content: 'jsonb', record_version: 'int4', created_at: 'timestamptz', updated_at: 'timestamptz' },
  saved_view_choice: { user_id: 'int8', view_id: 'int8', pinned: 'bool', is_default: 'bool' },
  schedule: { id: 'int8', tenant_id: 'int8', process_id: 'int8', subscription_id: 'int8', schedule_name: 'text', cron_expression: 'text', cron_zone: 'text', calendar_id: 'int8', missed_policy: 'text', overlap_policy: 'text', catch_up_limit: 'int4', priority: 'int4', input: 'text', schedule_status: 'text', paused_until: 'timestamptz', planned_until: 'timestamptz', next_run_at: 'timestamptz', last_occurrence_id: 'int8', problem: 'text', record_version: 'int4', created_at: 'timestamptz', updated_at: 'timestamptz', own_cron: 'text', cron_normal: 'text' },
  seeded_row: { table_name: 'text', row_key: 'text' },
  session: { token_hash: 'bytea', user_id: 'int8', created_at: 'timestamptz', expires_at: 'timestamptz', last_seen_at: 'timestamptz', ip: 'text', user_agent: 'text' },
  shipment: { id: 'int8', tenant_id: 'int8', subscription_id: 'int8', fused: 'bool', source_id: 'int8', source_type: 'text', source_code: 'text', channel: 'text', observed_at: 'timestamptz', received_at: 'timestamptz', raw_answer_id: 'int8', bill_no: 'text', container_no: 'text', booking_no: 'text', carrier_code: 'text', vessel_name: 'text', vessel_imo: 'text', voyage: 'text', service_code: 'text', place_of_receipt: 'text', port_of_loading: 'text', port_of_discharge: 'text', place_of_delivery: 'text', final_destination: 'text', planned_departure: 'timestamptz', etd: 'timestamptz', atd: 'timestamptz', planned_arrival: 'timestamptz', eta: 'timestamptz', ata: 'timestamptz', direction: 'text', ended: 'bool', ended_at: 'timestamptz', container_nos: '_text', content: 'json', content_hash: 'bytea', provenance: 'json', history: 'jsonb', record_version: 'int4', created_at: 'timestamptz', updated_at: 'timestamptz', awaited_until: 'timestamptz' },
  shipment_change: { id: 'int8', tenant_id: 'int8', shipment_id: 'int8', known_at: 'timestamptz', changes: 'json', corrected: 'bool', packed: 'bytea', said_id: 'int8', said: 'bytea' },
  shipment_cutoff: { id: 'int8', tenant_id: 'int8', subscription_id: 'int8', code: 'text', at: 'timestamptz', paper: 'text', set_by: 'text', set_at: 'timestamptz', in_record: 'bool' },
  shipment_event: { id: 'int8', tenant_id: 'int8', subscription_id: 'int8', item_id: 'int8', severity: 'text', handle_status: 'int2', present: 'bool', state: 'text', resolution: 'text', stage: 'text', place: 'text', port_code: 'text', planned_at: 'timestamptz', estimated_at: 'timestamptz', actual_at: 'timestamptz', delay_hours: 'int4', reference_no: 'text', bill_no: 'text', carrier_code: 'text', mode: 'text', vessel_name: 'text', voyage: 'text', pol_code: 'text', pod_code: 'text', params: 'jsonb', evidence: 'jsonb', owner_code: 'text', owner_name: 'text', opened_at: 'timestamptz', due_at: 'timestamptz', closed_at: 'timestamptz', updated_at: 'timestamptz', record_version: 'int4', said: 'jsonb' },
  shipment_event_note: { id: 'int8', tenant_id: 'int8', event_id: 'int8', at: 'timestamptz', kind: 'text', actor_code: 'text', actor_name: 'text', detail: 'jsonb' },
  shipment_exception: { id: 'int8', tenant_id: 'int8', subscription_id: 'int8', shipment_id: 'int8', type_code: 'text', problem_key: 'text', severity: 'text', open: 'bool', regressions: 'int4', params: 'jsonb', evidence: 'jsonb', handle_status: 'int2', handle_remark: 'text', handle_time: 'timestamptz', assignee_code: 'text', assignee_name: 'text', subject: 'text', bill_no: 'text', container_no: 'text', carrier_code: 'text', vessel_name: 'text', voyage: 'text', source_type: 'text', channel: 'text', ended: 'bool', subscribed_at: 'timestamptz', created_at: 'timestamptz', updated_at: 'timestamptz', resolved_at: 'timestamptz', resolution: 'text', record_version: 'int4', incident_id: 'int8', reason: 'text', crossing: 'jsonb', snoozed_at: 'timestamptz', snoozed_until: 'timestamptz', box_bill: 'text', money_usd: 'int4', money: 'jsonb' },
  shipment_removal: { id: 'int8', tenant_id: 'int8', subscription_id: 'int8', source_code: 'text', item: 'text', removed_at: 'timestamptz' },
  shipment_said: { id: 'int8', tenant_id: 'int8', shipment_id: 'int8', known_at: 'timestamptz', said: 'json', packed: 'bytea' },
  shipment_track: { shipment_id: 'int8', tenant_id: 'int8', change_id: 'int8', format: 'int2', track: 'text' },
  shipment_track_progress: { only_row: 'bool', change_id: 'int8' },
  source: { id: 'int8', code: 'text', protocol: 'text', source_type: 'text', channel: 'text', carrier_code: 'text', name_cn: 'text', name_en: 'text', base_url: 'text', credential: 'text', push_secret: 'text', push_enabled: 'bool', enabled: 'bool', pull_interval_s: 'int4', consecutive_failures: 'int4', last_success_at: 'timestamptz', last_failure_at: 'timestamptz', last_error: 'text', record_version: 'int4', asked: 'bool', mode: 'text', tenant_id: 'int8', profile: 'text', access_url: 'text', carrier_codes: 'text', asset_id: 'int8', platform_key_for_all: 'bool', most_per_minute: 'int4', most_per_hour: 'int4', most_per_day: 'int4', most_at_once: 'int4', created_at: 'timestamptz', updated_at: 'timestamptz', attached_at: 'timestamptz', polling: 'text', maintenance_from: 'timestamptz', maintenance_until: 'timestamptz', answers_for: 'text', simulated: 'bool' },
  source_calls: { id: 'int8', source_id: 'int8', tenant_id: 'int8', base_at: 'timestamptz', state: 'jsonb', paused_until: 'timestamptz', paused_by: 'text' },
  source_key_health: { id: 'int8', tenant_id: 'int8', source_id: 'int8', consecutive_failures: 'int4', last_success_at: 'timestamptz', last_failure_at: 'timestamptz', last_error: 'text' },
  source_token: { id: 'int8', source_id: 'int8', tenant_id: 'int8', key_hash: 'text', sealed: 'text', usable_until: 'timestamptz', fetching_until: 'timestamptz' },
  source_tolerance: { source_id: 'int8', tolerance: 'text', day: 'date', n: 'int8', last_at: 'timestamptz' },
  spot_offer: { id: 'int8', carrier_code: 'text', quoted_on: 'date', quoted_at: 'timestamptz', offer_ref: 'text', pol_code: 'text', pod_code: 'text', service_code: 'text', vessel_name: 'text', voyage: 'text', departs_at: 'timestamptz', arrives_at: 'timestamptz', space: 'text', container_type: 'text', currency: 'text', freight: 'numeric', price: 'jsonb', total_usd: 'numeric', previous_usd: 'numeric', previous_on: 'date', change_usd: 'numeric', current: 'bool' },
  storm_point: { source_code: 'text', storm_code: 'text', name: 'text', issued_at: 'timestamptz', valid_at: 'timestamptz', lon: 'float8', lat: 'float8', wind_kn: 'float4', radius_nm: 'float4', error_nm: 'float4' },
  subscription: { id: 'int8', tenant_id: 'int8', subject: 'text', bill_no: 'text', container_no: 'text', carrier_code: 'text', vessel_name: 'text', voyage: 'text', direction: 'text', channel: 'text', source_type: 'text', order_no: 'text', subscribed_at: 'timestamptz', ended: 'bool', ended_at: 'timestamptz', has_data: 'bool', shipment_id: 'int8', remark: 'text', record_version: 'int4', created_at: 'timestamptz', shipment_chosen: 'bool', judged_by: 'text', arrived: 'bool', open_exceptions: 'int4', troubled: 'bool', mode: 'text', judged_at: 'timestamptz', eta: 'timestamptz', moments: 'jsonb' },
  subscription_source: { id: 'int8', tenant_id: 'int8', subscription_id: 'int8', source_id: 'int8', next_pull_at: 'timestamptz', last_pull_at: 'timestamptz', last_success_at: 'timestamptz', last_change_at: 'timestamptz', consecutive_failures: 'int4', last_error: 'text', etag: 'text', answer_hash: 'bytea', raw_answer_id: 'int8', stopped: 'bool', robot_until: 'timestamptz', first_answer_at: 'timestamptz', object_id: 'text', asked_with: 'text', next_pull_why: 'text', calls_of_pull: 'int2', news_object_id: 'text' },
  subscription_total: { tenant_id: 'int8', subject: 'text', source_type: 'text', channel: 'text', n: 'int8', carrier_code: 'text' },
  surcharge: { id: 'int8', tenant_id: 'int8', line_no: 'text', surcharge_code: 'text', surcharge_name_cn: 'text', surcharge_name_en: 'text', carrier_id: 'int8', pol_id: 'int8', pod_id: 'int8', basis: 'text', container_type_id: 'int8', currency: 'text', amount: 'numeric', payer: 'text', valid_from: 'date', valid_to: 'date', remark: 'text', record_version: 'int4', created_at: 'timestamptz' },
  task: { id: 'int8', kind: 'text', singleton_key: 'text', payload: 'jsonb', priority: 'int2', run_at: 'timestamptz', status: 'text', attempts: 'int4', max_attempts: 'int4', lease_until: 'timestamptz', fence: 'int8', worker: 'text', last_error: 'text', created_at: 'timestamptz', holder: 'int4', lost_workers: 'int2', trace_parent: 'text', turn_of: 'int8' },
  tenant: { id: 'int8', code: 'text', name: 'text', name_en: 'text', zone: 'text', language: 'text', free_demurrage_days: 'int4', free_detention_days: 'int4', active: 'bool', record_version: 'int4', created_at: 'timestamptz', updated_at: 'timestamptz', platform: 'bool' },
  tenant_asset: { id: 'int8', tenant_id: 'int8', asset_id: 'int8', asset_value: 'text', record_version: 'int4', created_at: 'timestamptz', updated_at: 'timestamptz' },
  trace_share: { id: 'int8', tenant_id: 'int8', subscription_id: 'int8', note: 'text', created_at: 'timestamptz', created_by: 'text', expires_at: 'timestamptz', revoked_at: 'timestamptz', revoked_by: 'text', views: 'int4', last_viewed_at: 'timestamptz' },
  trace_total: { tenant_id: 'int8', state: 'text', troubled: 'bool', n: 'int8', mode: 'text', carrier_code: 'text' },
  unknown_port: { id: 'int8', raw_code: 'text', source_id: 'int8', state: 'text', port_id: 'int8', first_seen_at: 'timestamptz', mapped_by: 'text', mapped_by_name: 'text', mapped_at: 'timestamptz', record_version: 'int4', kind: 'text', status_code: 'text' },
  unknown_port_use: { id: 'int8', unknown_port_id: 'int8', tenant_id: 'int8', subscription_id: 'int8', place: 'text', resolution: 'text', seen_at: 'timestamptz' },
  user_menu: { user_id: 'int8', menu_code: 'text' },
  user_tenant: { user_id: 'int8', tenant_id: 'int8' },
  vehicle: { id: 'int8', tenant_id: 'int8', plate_no: 'text', protocol: 'text', terminal_no: 'text', vehicle_kind: 'text', driver_name: 'text', driver_phone: 'text', lane_sites: 'text', corridor_km: 'float8', temperature_min: 'float8', temperature_max: 'float8', enabled: 'bool', record_version: 'int4', device_maker: 'text', device_id: 'text', networks: 'text', clock_zone: 'text' },
  vehicle_alarm: { id: 'int8', tenant_id: 'int8', vehicle_id: 'int8', kind: 'text', began_at: 'timestamptz', ended_at: 'timestamptz', lon: 'float8', lat: 'float8' },
  vehicle_alarm_told: { alarm_id: 'int8', subscription_id: 'int8', tenant_id: 'int8' },
  vehicle_device: { vehicle_id: 'int8', tenant_id: 'int8', open_until: 'timestamptz', code_hash: 'bytea', registered_at: 'timestamptz', legacy_no: 'text', epoch: 'int4', address: 'text', network: 'text', network_since: 'timestamptz', connections: 'int4' },
  vehicle_excursion: { id: 'int8', tenant_id: 'int8', vehicle_id: 'int8', began_at: 'timestamptz', ended_at: 'timestamptz', extreme_c: 'float4', min_c: 'float4', max_c: 'float4' },
  vehicle_excursion_told: { excursion_id: 'int8', subscription_id: 'int8', tenant_id: 'int8', ended_at: 'timestamptz' },
  vehicle_gateway: { code: 'text', state: 'text', port: 'int4', connections: 'int4', counts: 'jsonb', last_error: 'text', updated_at: 'timestamptz' },
  vehicle_held: { id: 'int8', tenant_id: 'int8', vehicle_id: 'int8', network: 'text', reason: 'text', received_at: 'timestamptz', at: 'timestamptz', lon: 'float8', lat: 'float8', fix: 'jsonb', taken_at: 'timestamptz' },
  vehicle_network: { id: 'int8', tenant_id: 'int8', vehicle_id: 'int8', terminal_no: 'text', network: 'text', address: 'text', state: 'text', first_at: 'timestamptz', last_at: 'timestamptz', sign_ins: 'int4', second_at: 'timestamptz', doubt_at: 'timestamptz', decided_at: 'timestamptz' },
  vehicle_network_told: { network_id: 'int8', subscription_id: 'int8', tenant_id: 'int8', doubt_at: 'timestamptz', decided_at: 'timestamptz' },
  vehicle_photo: { id: 'int8', tenant_id: 'int8', vehicle_id: 'int8', media_id: 'int8', taken_at: 'timestamptz', channel: 'int2', event: 'int2', lon: 'float8', lat: 'float8', data: 'bytea' },
  vehicle_position: { vehicle_id: 'int8', at: 'timestamptz', tenant_id: 'int8', lon: 'float8', lat: 'float8', speed_kmh: 'float4', course: 'float4', ignition: 'bool', temperature_c: 'float4', mileage_km: 'float4', flaw: 'text' },
  vehicle_state: { vehicle_id: 'int8', tenant_id: 'int8', heard_at: 'timestamptz', connected: 'bool', fix_at: 'timestamptz', lon: 'float8', lat: 'float8', speed_kmh: 'float4', course: 'float4', ignition: 'bool', temperature_c: 'float4', mileage_km: 'float4', movement: 'text', movement_since: 'timestamptz', site_id: 'int8', site_since: 'timestamptz', off_lane_km: 'float4', flaws: 'jsonb', memory: 'jsonb' },
  vehicle_stay: { id: 'int8', tenant_id: 'int8', vehicle_id: 'int8', site_id: 'int8', arrived_at: 'timestamptz', departed_at: 'timestamptz' },
  vessel_outlook: { id: 'int8', mmsi: 'int4', from_port: 'text', to_port: 'text', departed_at: 'timestamptz', at: 'timestamptz', own: 'timestamptz', own_low: 'timestamptz', own_high: 'timestamptz', basis: 'text', carrier: 'timestamptz', master: 'timestamptz', arrived_at: 'timestamptz', hindcast: 'bool' },
  voyage_report: { subscription_id: 'int8', tenant_id: 'int8', hash: 'text' },
  voyage_watch: { subscription_id: 'int8', sequence: 'int2', tenant_id: 'int8', mmsi: 'int4', vessel_name: 'text', from_port: 'text', to_port: 'text', leg: 'jsonb', state: 'text', departed_at: 'timestamptz', prediction: 'jsonb', predicted_at: 'timestamptz' },
  weather_source: { code: 'text', name_cn: 'text', name_en: 'text', base_url: 'text', enabled: 'bool', refresh_s: 'int4', next_at: 'timestamptz', answered_at: 'timestamptz', failure: 'text', failures: 'int4' },
};

/** Column names that are timestamptz in every table that has them. */
export const INSTANT_COLUMNS: ReadonlySet<string> = new Set([
  'active_from',
  'active_to',
  'actual_arrival',
  'actual_at',
  'actual_departure',
  'answered_at',
  'arrived_after',
  'arrived_at',
  'arrives_at',
  'asked_at',
  'at',
  'ata',
  'atd',
  'attached_at',
  'awaited_until',
  'base_at',
  'began_at',
  'berthed_at',
  'blocked_until',
  'cancelled_at',
  'carrier',
  'cause_at',
  'changed_at',
  'closed_at',
  'closes_at',
  'collected_at',
  'confirmed_at',
  'connected_at',
  'consumed_at',
  'created_at',
  'decided_at',
  'departed_at',
  'departed_before',
  'departs_at',
  'disconnected_at',
  'doubt_at',
  'dropped_at',
  'due_at',
  'ended_at',
  'entered_at',
  'estimated_arrival',
  'estimated_at',
  'estimated_departure',
  'eta',
  'etd',
  'event_at',
  'expected_at',
  'expires_at',
  'failed_at',
  'fed_at',
  'fetching_until',
  'finished_at',
  'first_answer_at',
  'first_at',
  'first_departs_at',
  'first_seen_at',
  'fix_at',
  'gone_at',
  'handle_time',
  'heard_at',
  'heard_since',
  'hour',
  'issued_at',
  'judged_at',
  'known_at',
  'last_at',
  'last_change_at',
  'last_failure_at',
  'last_message_at',
  'last_pull_at',
  'last_read_at',
  'last_rung_at',
  'last_seen_at',
  'last_success_at',
  'last_used_at',
  'last_viewed_at',
  'lease_until',
  'left_at',
  'low',
  'maintenance_from',
  'maintenance_until',
  'mapped_at',
  'master',
  'minute_at',
  'movement_since',
  'network_since',
  'news_at',
  'next_ask_at',
  'next_at',
  'next_attempt_at',
  'next_pull_at',
  'next_run_at',
  'next_try_at',
  'not_before',
  'observed_at',
  'open_until',
  'opened_at',
  'outage_at',
  'own',
  'own_high',
  'own_low',
  'paused_at',
  'paused_until',
  'planned_arrival',
  'planned_at',
  'planned_departure',
  'planned_until',
  'predicted_at',
  'priced_at',
  'processed_at',
  'promised_noon',
  'published_at',
  'quoted_at',
  'read_at',
  'received_at',
  'regained_at',
  'registered_at',
  'remote_pause_until',
  'remote_sought_until',
  'removed_at',
  'resolved_at',
  'revoked_at',
  'robot_until',
  'rotated_at',
  'run_at',
  'run_until',
  'rung_at',
  'saved_at',
  'scored_at',
  'second_at',
  'secret_before_until',
  'seen_at',
  'sent_at',
  'set_at',
  'site_since',
  'snoozed_at',
  'snoozed_until',
  'started_at',
  'starts_at',
  'stop_until',
  'stopped_at',
  'stopped_until',
  'subscribed_at',
  'suspended_at',
  'taken_at',
  'taken_out_at',
  'totp_since',
  'undone_at',
  'updated_at',
  'uploaded_at',
  'usable_until',
  'used_at',
  'valid_at',
  'written_at',
]);

/** Tables with a column tenant_id. */
export const TENANT_TABLES: Readonly<Record<string, { nullable: boolean }>> = {
  analytics_role: { nullable: false },
  analytics_watermark: { nullable: false },
  api_key: { nullable: false },
  api_key_use: { nullable: false },
  app_user: { nullable: false },
  audit_log: { nullable: true },
  booking_event: { nullable: false },
  booking_record: { nullable: false },
  business_data_change: { nullable: false },
  calendar: { nullable: false },
  calendar_day: { nullable: false },
  cargo_order: { nullable: false },
  connected_program: { nullable: false },
  edi_applied: { nullable: false },
  edi_message: { nullable: true },
  edi_partner: { nullable: true },
  event_item: { nullable: false },
  exception_box: { nullable: false },
  exception_cause: { nullable: false },
  exception_cause_status: { nullable: false },
  exception_comment: { nullable: false },
  exception_event: { nullable: false },
  exception_tally: { nullable: false },
  exception_total: { nullable: false },
  feedback: { nullable: false },
  field_override: { nullable: false },
  field_override_change: { nullable: false },
  freight_rate: { nullable: false },
  freight_rate_total: { nullable: false },
  incident: { nullable: true },
  incident_delta: { nullable: false },
  job: { nullable: false },
  job_artifact: { nullable: false },
  job_bulk_item: { nullable: false },
  job_cap: { nullable: true },
  job_log: { nullable: false },
  job_part: { nullable: false },
  job_state: { nullable: false },
  job_step: { nullable: false },
  live_event: { nullable: true },
  mail_address: { nullable: false },
  mail_mapping: { nullable: false },
  mail_sheet: { nullable: false },
  notification: { nullable: false },
  notification_attempt: { nullable: false },
  notification_reader: { nullable: false },
  occurrence: { nullable: false },
  order_document: { nullable: false },
  order_document_body: { nullable: false },
  order_line: { nullable: false },
  order_tie: { nullable: false },
  outward_attempt: { nullable: false },
  outward_delivery: { nullable: false },
  outward_event: { nullable: false },
  outward_pending: { nullable: false },
  outward_subscription: { nullable: false },
  outward_tenant: { nullable: false },
  price_change: { nullable: false },
  process: { nullable: false },
  process_function: { nullable: false },
  pull_record: { nullable: false },
  rate_price: { nullable: false },
  rate_price_day: { nullable: false },
  rate_price_work: { nullable: false },
  raw_answer: { nullable: false },
  received_mail: { nullable: false },
  refusal: { nullable: true },
  refusal_tally: { nullable: true },
  report: { nullable: false },
  report_address: { nullable: false },
  report_recipient: { nullable: false },
  risk_watch: { nullable: false },
  road_site: { nullable: false },
  robot: { nullable: true },
  robot_answer: { nullable: true },
  robot_key: { nullable: true },
  role_template: { nullable: false },
  rule_run_problem: { nullable: false },
  rule_setting: { nullable: true },
  run: { nullable: true },
  sailing_subscription: { nullable: false },
  saved_view: { nullable: false },
  schedule: { nullable: false },
  shipment: { nullable: false },
  shipment_change: { nullable: false },
  shipment_cutoff: { nullable: false },
  shipment_event: { nullable: false },
  shipment_event_note: { nullable: false },
  shipment_exception: { nullable: false },
  shipment_removal: { nullable: false },
  shipment_said: { nullable: false },
  shipment_track: { nullable: false },
  source: { nullable: true },
  source_calls: { nullable: true },
  source_key_health: { nullable: false },
  source_token: { nullable: true },
  subscription: { nullable: false },
  subscription_source: { nullable: false },
  subscription_total: { nullable: false },
  surcharge: { nullable: false },
  tenant_asset: { nullable: false },
  trace_share: { nullable: false },
  trace_total: { nullable: false },
  unknown_port_use: { nullable: false },
  user_tenant: { nullable: false },
  vehicle: { nullable: false },
  vehicle_alarm: { nullable: false },
  vehicle_alarm_told: { nullable: false },
  vehicle_device: { nullable: false },
  vehicle_excursion: { nullable: false },
  vehicle_excursion_told: { nullable: false },
  vehicle_held: { nullable: false },
  vehicle_network: { nullable: false },
  vehicle_network_told: { nullable: false },
  vehicle_photo: { nullable: false },
  vehicle_position: { nullable: false },
  vehicle_state: { nullable: false },
  vehicle_stay: { nullable: false },
  voyage_report: { nullable: false },
  voyage_watch: { nullable: false },
};
