import type { CallData } from '#contract/index.ts';
import type { Subject } from '#domain/tracking/model.ts';
import type { MessageParams } from '#shared/i18n/server-messages/index.ts';

/**
 * How other modules show their rows on the trace page; given by anyone who builds the routes, so that
 * tracking does not depend on the exception module that depends on it.
 */
export type ExceptionPresenter = {
  subscription: (row: {
    id: number;
    tenant_id: number;
    subject: Subject;
    bill_no: string | null;
    container_no: string | null;
    carrier_code: string;
    vessel_name: string | null;
    voyage: string | null;
    ended: boolean;
    channel: string;
    source_type: string;
    direction: string | null;
    shipment_id: number | null;
    has_data: boolean;
    subscribed_at: number;
    remark: string | null;
    record_version: number;
  }) => CallData<'getTrace'>['subscription'];
  exception: (row: {
    id: number;
    type_code: string;
    severity: string;
    handle_status: number;
    open: boolean;
    created_at: number;
    params: MessageParams;
  }) => CallData<'getTrace'>['exceptions'][number];
};
