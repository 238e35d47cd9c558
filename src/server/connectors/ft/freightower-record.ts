import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { parseTimeText } from '#shared/time/parse-time-text.ts';
import type { Connector, ParsedRecord } from '../types.ts';
import { asObject, attribute, parseJsonBytes, refusal } from '../untrusted.ts';
import { freightowerFields } from './freightower-fields.ts';
import { onlyWarns, warningsAfter } from './freightower-warnings.ts';
import { afterMessage } from './merge-changes.ts';
import { toContent } from './to-content.ts';
import { validateRecord } from './validate-record.ts';

type Fields = Record<string, unknown>;
type About = Parameters<Connector['parse']>[1];

/** Outcomes of Freightower that are answers: data, and none yet. */
export const freightowerAnswers = { data: 20_000, collecting: 20_001 } as const;

/** Outcomes of the simulated aggregator before it spoke Freightower's protocol; answers of it are still stored. */
const formerOutcomes = { data: '0', collecting: 'B0202', unknown: 'B0404' } as const;

/** The carrier is to be recognised by Freightower. */
export const unknownCarrier = 'AUTO';

/** The part of an answer or a push that describes the shipment; undefined if it has none. */
export const resultOf = (envelope: Fields): Fields | undefined =>
  asObject(attribute(asObject(attribute(envelope, 'data')) ?? {}, 'result')) ?? asObject(attribute(envelope, 'result'));

/** When Freightower made a result, as a number that can only be compared; undefined where it does not say. */
function changedAt(result: Fields): number | undefined {
  const text = attribute(result, 'updateTime');
  const time = typeof text === 'string' ? parseTimeText(text.slice(0, 40)) : undefined;
  const at = time === undefined ? Number.NaN : Date.parse(`${time.replace(' ', 'T')}Z`);
  return Number.isNaN(at) ? undefined : at;
}

/** What is to be checked of the bodies; `nothing` when the newest of them says that there is nothing yet. */
function read(bodies: readonly Uint8Array[]): {
  fields?: Fields;
  result?: Fields;
  problem?: 'unreadable' | 'noResult';
} {
  const reportedValue: { result: Fields; at: number }[] = [];
  let warnings: readonly Fields[] = [];
  let former: Fields | undefined;
  let problem: 'unreadable' | 'noResult' | undefined;
  for (const body of bodies) {
    const json = parseJsonBytes(body);
    problem = json === undefined ? 'unreadable' : undefined;
    if (json === undefined) continue;
    const envelope = asObject(json.value) ?? {};
    const code = attribute(envelope, 'statusCode') ?? attribute(envelope, 'code');
    const reported = resultOf(envelope);
    if (code === formerOutcomes.data) former = asObject(attribute(envelope, 'data'));
    else if (reported !== undefined) {
      if (!onlyWarns(reported))
        reportedValue.push({ result: reported, at: changedAt(reported) ?? reportedValue.at(-1)?.at ?? 0 });
      warnings = warningsAfter(warnings, reported);
    }
    const isNothing = code === freightowerAnswers.collecting || code === formerOutcomes.collecting;
    const isReported = reported !== undefined || former !== undefined;
    if (!isReported && !isNothing && code !== formerOutcomes.unknown) problem = 'noResult';
  }
  // A message that comes late is older than what is known: it must not replace it.
  const result = reportedValue
    .toSorted((a, b) => a.at - b.at)
    .reduce<Fields | undefined>((known, one) => afterMessage(known, one.result), undefined);
  if (result !== undefined) return { fields: { ...freightowerFields(result), warnings }, result };
  return { ...(former && { fields: former }), ...(problem && { problem }) };
}

/** Whether a body holds anything about a shipment. */
export const reportsSomething = (body: Uint8Array): boolean => read([body]).fields !== undefined;

/** A shorter number is no part of another one by chance only. */
const SHORTEST_NUMBER = 6;

/** The field that shows that an answer is about another shipment than was requested; null when it is about this one. */
function strangerField(
  { billNo, bookingNo, containers }: ReturnType<typeof validateRecord>['record'],
  about: About,
): 'billNo' | 'containerNo' | null {
  if (about.subject === 'container') {
    const container = normalizeContainerNumber(about.containerNo ?? '');
    return containers.length > 0 && !containers.some(({ containerNo }) => containerNo === container)
      ? 'containerNo'
      : null;
  }
  const requested = about.billNo?.trim().toUpperCase() ?? '';
  const reported = billNo ?? bookingNo;
  if (reported === null || requested === '' || reported === requested) return null;
  // Some carriers write their bills with and without their own code before them.
  const isPart = reported.length >= SHORTEST_NUMBER && (requested.endsWith(reported) || reported.endsWith(requested));
  return isPart ? null : 'billNo';
}

/** The carrier that was recognised, where nobody knew it. */
function carrierOf(result: Fields | undefined, carrierCode: string): string {
  if (carrierCode !== unknownCarrier) return carrierCode;
  const carrier = asObject(attribute(result ?? {}, 'carrier')) ?? {};
  const reported = [attribute(carrier, 'scac'), attribute(carrier, 'code')].find((text) => typeof text === 'string');
  return typeof reported === 'string' && /^[A-Z0-9]{2,10}$/.test(reported) ? reported : carrierCode;
}

/**
 * Makes one record of the newest answer of Freightower and what it pushed since; pieces that cannot be taken are refused. Never
 * throws.
 */
export const parseFreightower: Connector['parse'] = (bodies, about, reference): ParsedRecord => {
  const nothing: ParsedRecord = { content: null, observedAt: about.receivedAt, refusals: [] };
  // Nothing was requested: the keys were tried.
  if (about.billNo === null && about.containerNo === null) return nothing;
  const { fields, result, problem } = read(bodies);
  if (fields === undefined) {
    if (problem === undefined) return nothing;
    const reason =
      problem === 'unreadable' ? refusal('unreadable') : refusal('malformed_event', { field: 'data.result' });
    return { ...nothing, refusals: [reason] };
  }
  const { record, refusals } = validateRecord(fields, reference);
  const stranger = strangerField(record, about);
  if (stranger !== null) {
    const value =
      stranger === 'billNo'
        ? (record.billNo ?? record.bookingNo)
        : record.containers.map(({ containerNo }) => containerNo).join(',');
    return { ...nothing, refusals: [...refusals, refusal('unknown_reference', { field: stranger, value })] };
  }
  const own = about.subject === 'container' ? normalizeContainerNumber(about.containerNo ?? '') : undefined;
  const isOwn = ({ containerNo }: { containerNo: string | null }): boolean =>
    own === undefined || containerNo === null || containerNo === own;
  const containers = record.containers.filter(isOwn);
  const warnings = record.warnings.filter(isOwn);
  return {
    content: {
      ...toContent({ ...record, containers, warnings }, carrierOf(result, about.carrierCode)),
      // Its record of a bill is the whole of it.
      ...(own === undefined && containers.length > 0 && { listsAllContainers: true as const }),
    },
    observedAt: Math.min(record.updatedAt ?? about.receivedAt, about.receivedAt),
    refusals,
  };
};
