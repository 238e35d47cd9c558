import type { Crossing } from '#domain/exceptions/crossing.ts';
import type { HandleStatus } from '#domain/exceptions/handle-status.ts';
import type { IncidentCause } from '#domain/exceptions/incident-cause.ts';
import type { ExistingException } from '#domain/exceptions/lifecycle.ts';
import type { MoneyAtRisk } from '#domain/exceptions/money-at-risk.ts';
import type { Evidence } from '#domain/exceptions/types.ts';
import type { Instant } from '#shared/time/instant.ts';

/** An exception as it is shown. */
export type ExceptionRow = {
  id: number;
  tenant_id: number;
  subscription_id: number | null;
  shipment_id: number | null;
  type_code: string;
  severity: string;
  open: boolean;
  regressions: number;
  params: Record<string, string | number>;
  evidence: Evidence[];
  handle_status: number;
  handle_remark: string | null;
  handle_time: Instant | null;
  assignee_code: string | null;
  assignee_name: string | null;
  bill_no: string | null;
  container_no: string | null;
  carrier_code: string | null;
  vessel_name: string | null;
  voyage: string | null;
  created_at: Instant;
  updated_at: Instant;
  resolution: string | null;
  incident_id: number | null;
  reason: string;
  crossing: Crossing | null;
  money_usd: number;
  money: MoneyAtRisk | null;
  snoozed_at: Instant | null;
  snoozed_until: Instant | null;
  // As its subscription has them.
  subject: 'bill' | 'container';
  subscribed_at: Instant | null;
  ended: boolean;
  channel: string | null;
  source_type: string | null;
  record_version: number;
};

/** An exception as detection reads it. */
export type StoredException = {
  id: number;
  tenant_id: number;
  subscription_id: number | null;
  type_code: string;
  problem_key: string;
  open: boolean;
  handle_status: HandleStatus;
  severity: ExistingException['finding']['severity'];
  params: ExistingException['finding']['params'];
  evidence: Evidence[];
  created_at: Instant;
  resolved_at: Instant | null;
  snoozed_at: Instant | null;
  incident_kind: IncidentCause['kind'] | null;
  cause_key: string | null;
  shipment_id: number | null;
  bill_no: string | null;
  vessel_name: string | null;
  voyage: string | null;
  ended: boolean;
  money_usd: number;
  /** The bill whose containers share it (`containerBillOf`); null: it is of its subscription alone. */
  box_bill: string | null;
};

/** Its columns, of `e` with its incident `i`. */
export const storedColumns = `e.id, e.tenant_id, e.subscription_id, e.type_code, e.problem_key, e.open, e.handle_status, e.severity, e.params,
  e.evidence, e.created_at, e.resolved_at, e.snoozed_at, e.shipment_id, e.bill_no, e.vessel_name, e.voyage, e.ended, e.money_usd, e.box_bill,
  i.kind as incident_kind, i.cause_key`;

/** A stored exception as its life goes on from it. */
export const toExisting = (row: StoredException): ExistingException => ({
  id: String(row.id),
  code: row.type_code,
  key: row.problem_key,
  state: row.open ? 'open' : 'resolved',
  handleStatus: row.handle_status,
  finding: { key: row.problem_key, params: row.params, evidence: row.evidence, severity: row.severity },
  firstSeenAt: row.created_at,
  resolvedAt: row.resolved_at,
  snoozed: row.snoozed_at !== null,
});
