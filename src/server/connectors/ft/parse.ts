import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import type { Connector, ParsedRecord } from '../types.ts';
import { asObject, attribute, parseJsonBytes, refusal } from '../untrusted.ts';
import { outcomes } from './client.ts';
import { toContent } from './to-content.ts';
import { validateRecord } from './validate-record.ts';

type About = Parameters<Connector['parse']>[1];

/** A record of another shipment than was asked for must not be taken for it. */
function strangerField(billNo: string | null, containerNos: readonly string[], about: About): string | null {
  const asked = about.billNo?.trim().toUpperCase() ?? null;
  if (about.subject === 'bill') return billNo !== null && asked !== null && billNo !== asked ? 'billNo' : null;
  const container = normalizeContainerNumber(about.containerNo ?? '');
  return containerNos.length > 0 && !containerNos.includes(container) ? 'containerNo' : null;
}

/** Makes one record of the newest answer of the aggregator; pieces that cannot be taken are refused. Never throws. */
export const parseRecord: Connector['parse'] = (bodies, about, reference): ParsedRecord => {
  const nothing: ParsedRecord = { content: null, observedAt: about.receivedAt, refusals: [] };
  // It pushes nothing: every body is a full answer.
  const body = bodies[bodies.length - 1];
  if (body === undefined) return nothing;
  const json = parseJsonBytes(body);
  if (json === undefined) return { ...nothing, refusals: [refusal('unreadable')] };
  const envelope = asObject(json.value);
  if (envelope === undefined) return { ...nothing, refusals: [refusal('malformed_event', { value: json.value })] };
  const code = attribute(envelope, 'code');
  if (code === outcomes.collecting || code === outcomes.unknown) return nothing;
  const data = attribute(envelope, 'data');
  const fields = asObject(data);
  if (code !== outcomes.success || fields === undefined) {
    const field = code === outcomes.success ? 'data' : 'code';
    return { ...nothing, refusals: [refusal('malformed_event', { field, value: field === 'data' ? data : code })] };
  }
  const { record, refusals } = validateRecord(fields, reference);
  const containerNos = record.containers.map(({ containerNo }) => containerNo);
  const stranger = strangerField(record.billNo, containerNos, about);
  if (stranger !== null) {
    const value = stranger === 'billNo' ? record.billNo : containerNos.join(',');
    return { ...nothing, refusals: [...refusals, refusal('unknown_reference', { field: stranger, value })] };
  }
  const own = about.subject === 'bill' ? undefined : normalizeContainerNumber(about.containerNo ?? '');
  const containers = record.containers.filter(({ containerNo }) => own === undefined || containerNo === own);
  return {
    content: {
      ...toContent({ ...record, containers }, about.carrierCode),
      // Its record of a bill is the whole of it.
      ...(about.subject === 'bill' && containers.length > 0 && { listsAllContainers: true as const }),
    },
    observedAt: Math.min(record.updatedAt ?? about.receivedAt, about.receivedAt),
    refusals,
  };
};
