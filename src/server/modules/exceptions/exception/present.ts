import type { z } from 'zod';
import type { exceptionResult, subscriptionRow } from '#contract/wire/rows.ts';
import { containersOf } from '#domain/exceptions/containers.ts';
import { isResolutionNote, resolutionNotes } from '#domain/exceptions/lifecycle.ts';
import { moneyText } from '#domain/exceptions/money-text.ts';
import { renderText } from '#domain/exceptions/render.ts';
import { exceptionRules } from '#domain/exceptions/rules/index.ts';
import {
  exceptionTypeName,
  type ReferenceSnapshot,
  tenantName,
} from '#server/modules/administration/masterdata/index.ts';
import type { ExceptionPresenter } from '#server/modules/tracking/shipment/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { evidenceInWords } from './evidence-words.ts';
import type { SubscriptionListRow } from './row-parts.ts';
import type { ExceptionRow } from './stored-exception.ts';

const ruleOf = new Map(exceptionRules.map((rule) => [rule.code, rule]));

/** What the rule says about it, in the caller's language. */
export function exceptionText(
  row: Pick<ExceptionRow, 'type_code' | 'params'>,
  lang: Lang,
  reference: ReferenceSnapshot,
): string {
  const rule = ruleOf.get(row.type_code);
  return rule === undefined
    ? exceptionTypeName(row.type_code, lang, reference)
    : renderText(rule, row.params, lang, reference.rules);
}

const systemNote = ({ resolution }: ExceptionRow, lang: Lang): string | null =>
  isResolutionNote(resolution) ? resolutionNotes[resolution][lang] : null;

/** What an exception shows of its subscription, which keeps it up to date in the row. */
function ofSubscription(row: ExceptionRow) {
  if (row.subscription_id === null)
    return { isBillNo: null, recordTime: null, endFlag: null, processType: null, bizSourceType: null };
  return {
    isBillNo: row.subject === 'bill' ? 1 : 0,
    recordTime: row.subscribed_at,
    endFlag: row.ended ? 1 : 0,
    processType: row.channel,
    bizSourceType: row.source_type,
  } as const;
}

/** An exception as `obmAutotestResult`. */
export function presentException(
  row: ExceptionRow,
  lang: Lang,
  reference: ReferenceSnapshot,
): z.output<typeof exceptionResult> {
  const tenant = reference.tenants.get(row.tenant_id);
  return {
    obmAutotestResultId: String(row.id),
    testPurpose: row.type_code,
    testPurposeName: exceptionTypeName(row.type_code, lang, reference),
    tenantCode: tenant?.code ?? '',
    tenantName: tenantName(row.tenant_id, lang, reference),
    blNo: row.bill_no,
    ctnNo: row.container_no,
    carrierCode: row.carrier_code,
    errorRemark: exceptionText(row, lang, reference),
    createTime: row.created_at,
    lastModifyTime: row.updated_at,
    handleStatus: String(row.handle_status),
    handleRemark: row.handle_remark ?? systemNote(row, lang),
    handleTime: row.handle_time,
    chargeCode: row.assignee_code,
    chargeName: row.assignee_name,
    obmTkSubscribeId: row.subscription_id === null ? null : String(row.subscription_id),
    bkId: row.shipment_id === null ? null : String(row.shipment_id),
    ...ofSubscription(row),
    vesselName: row.vessel_name,
    voyage: row.voyage,
    severity: row.severity,
    open: row.open ? 1 : 0,
    resolution: row.open ? null : row.resolution,
    regressions: row.regressions,
    incidentId: row.incident_id === null ? null : String(row.incident_id),
    reason: row.reason,
    crossing: row.crossing,
    moneyAtRisk: row.money_usd,
    moneyReason: row.money === null ? null : moneyText(row.money, lang),
    snoozed: row.snoozed_at === null ? 0 : 1,
    snoozedUntil: row.snoozed_until,
    boxNos: containersOf({ params: row.params }),
    evidence: row.evidence.map((piece) => evidenceInWords(piece, lang, reference.rules)),
    recordVersion: row.record_version,
  };
}

/** A subscription as `obmTkSubscribe`. */
export function presentSubscription(
  row: Omit<SubscriptionListRow, 'mode'>,
  lang: Lang,
  reference: ReferenceSnapshot,
): z.output<typeof subscriptionRow> {
  const tenant = reference.tenants.get(row.tenant_id);
  return {
    obmTkSubscribeId: String(row.id),
    tenantCode: tenant?.code ?? '',
    tenantName: tenantName(row.tenant_id, lang, reference),
    isBillNo: row.subject === 'bill' ? 1 : 0,
    blNo: row.bill_no,
    ctnNo: row.container_no,
    carrierCode: row.carrier_code,
    vesselName: row.vessel_name,
    voyage: row.voyage,
    endFlag: row.ended ? 1 : 0,
    processType: row.channel,
    bizSourceType: row.source_type,
    inOutFlag: row.direction,
    bkId: row.shipment_id === null ? null : String(row.shipment_id),
    subscribeStatus: row.has_data ? 1 : 0,
    recordTime: row.subscribed_at,
    remark: row.remark,
    recordVersion: row.record_version,
  };
}

/** How the trace page shows subscriptions and exceptions. */
export const tracePresenter =
  (current: () => ReferenceSnapshot) =>
  (lang: Lang): ExceptionPresenter => ({
    subscription: (row) => presentSubscription(row, lang, current()),
    exception: (row) => ({
      obmAutotestResultId: String(row.id),
      testPurpose: row.type_code,
      testPurposeName: exceptionTypeName(row.type_code, lang, current()),
      errorRemark: exceptionText(row, lang, current()),
      severity: row.severity,
      handleStatus: String(row.handle_status),
      open: row.open ? 1 : 0,
      createTime: row.created_at,
    }),
  });
