import type { ExceptionQuery } from '#contract/exceptions/exception.ts';
import { handleStatuses } from '#domain/exceptions/handle-status.ts';
import { resolutionNotes } from '#domain/exceptions/lifecycle.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { containingPattern } from '#server/platform/search/index.ts';
import { pastedNumbers } from '#shared/ids/pasted-numbers.ts';
import { NOBODY } from '#shared/reference/nobody.ts';
import { dayEndOfText, dayStartOfText } from '#shared/time/day-range.ts';
import type { Instant } from '#shared/time/instant.ts';
import { fromLocalText } from '#shared/time/zone.ts';

/** The filters of the list as the query takes them; only those that were given are present. */
export type ExceptionFilterValues = {
  tenantIds?: number[];
  subscribedFrom?: Date;
  subscribedTo?: Date;
  handleStatuses?: number[];
  /** The statuses that wait for somebody, all of them: what an index is kept for. */
  waiting?: true;
  /** Of shipments whose tracking has ended, or only of those that go on. */
  ended?: true;
  goingOn?: true;
  handledFrom?: Date;
  handledTo?: Date;
  subscriptionIds?: number[];
  remarkLike?: string;
  /** Automatic notes that the text is part of: they stand in the column of remarks. */
  orNotes?: string[];
  createdFrom?: Date;
  createdTo?: Date;
  assignees?: string[];
  /** Without anybody responsible, besides those of `orAssignees`. */
  unassigned?: boolean;
  orAssignees?: string[];
  typeCodes?: string[];
  subject?: 'bill' | 'container';
  billNos?: string[];
  containerNos?: string[];
  carrierCodes?: string[];
  vesselLike?: string;
  voyage?: string;
  sourceTypes?: string[];
  channels?: string[];
  exceptionId?: number;
  severities?: string[];
  incidentId?: number;
  reasons?: string[];
  /** Of shipments from or to these ports, and when they are expected. */
  loadingPorts?: string[];
  dischargePorts?: string[];
  etaFrom?: Date;
  etaTo?: Date;
};

/** Stands for what cannot be: an unknown tenant, a text that is no id. */
export const noSuchId = -1;

/** The moment a filter's text means in a zone; `end` takes in the whole day. */
export function instantOf(text: string, zone: string, end: boolean, field: string): Date {
  const whole = fromLocalText(text, zone);
  const instant: Instant | undefined = whole ?? (end ? dayEndOfText(text, zone) : dayStartOfText(text, zone));
  if (instant === undefined) throw refused('error.invalidDate', { name: field });
  return new Date(instant);
}

/** Numbers pasted from a sheet, each once, as they are kept. */
export function splitNumbers(name: string, input: string | string[] | undefined): string[] | undefined {
  if (input === undefined) return undefined;
  const numbers = [...new Set([input].flat().flatMap(pastedNumbers))];
  if (numbers.length > 500) throw refused('error.tooManyNumbers', { name, max: 500 });
  return numbers.length > 0 ? numbers : undefined;
}

/** Ids of the tenants that codes name. */
export function tenantIdsOf(codes: string[] | undefined, reference: ReferenceSnapshot): number[] | undefined {
  if (codes === undefined) return undefined;
  const wanted = new Set(codes);
  const ids = [...reference.tenants.values()]
    .filter((tenant) => wanted.has(tenant.code) || wanted.has(String(tenant.id)))
    .map((tenant) => tenant.id);
  return ids.length > 0 ? ids : [noSuchId];
}

function dates(query: ExceptionQuery, zone: string): Partial<ExceptionFilterValues> {
  const range = (
    from: string | undefined,
    to: string | undefined,
    field: string,
  ): [Date | undefined, Date | undefined] => [
    from === undefined ? undefined : instantOf(from, zone, false, field),
    to === undefined ? undefined : instantOf(to, zone, true, field),
  ];
  const [subscribedFrom, subscribedTo] = range(query.subscribeTimeFrom, query.subscribeTimeTo, 'subscribeTime');
  const [handledFrom, handledTo] = range(query.handleTimeFrom, query.handleTimeTo, 'handleTime');
  const [createdFrom, createdTo] = range(query.createTimeFrom, query.createTimeTo, 'createTime');
  const [etaFrom, etaTo] = range(query.etaFrom, query.etaTo, 'eta');
  return { subscribedFrom, subscribedTo, handledFrom, handledTo, createdFrom, createdTo, etaFrom, etaTo };
}

const statusOf = (text: string): number => (/^\d{1,3}$/.test(text) ? Number(text) : noSuchId);

const waitingStatuses: readonly number[] = [handleStatuses.untreated, handleStatuses.inProgress, handleStatuses.onHold];

/** All that wait for somebody, or those that were requested. */
const statuses = (requested: number[] | undefined): Pick<ExceptionFilterValues, 'handleStatuses' | 'waiting'> =>
  requested !== undefined &&
  new Set(requested).size === waitingStatuses.length &&
  requested.every((one) => waitingStatuses.includes(one))
    ? { waiting: true }
    : requested === undefined
      ? {}
      : { handleStatuses: requested };

/** A text in the column of remarks: what a person wrote, or the note of what closed by itself, in either language. */
function remarks(text: string | undefined): Pick<ExceptionFilterValues, 'remarkLike' | 'orNotes'> {
  if (text === undefined) return {};
  const wanted = text.toLowerCase();
  const notes = Object.entries(resolutionNotes)
    .filter(([, { zh, en }]) => zh.includes(wanted) || en.toLowerCase().includes(wanted))
    .map(([code]) => code);
  return { remarkLike: containingPattern(text), ...(notes.length > 0 && { orNotes: notes }) };
}

/** Who is responsible; one of those requested may be nobody. */
function assigneesOf(
  codes: string[] | undefined,
): Pick<ExceptionFilterValues, 'assignees' | 'unassigned' | 'orAssignees'> {
  if (codes === undefined || !codes.includes(NOBODY)) return codes === undefined ? {} : { assignees: codes };
  const people = codes.filter((code) => code !== NOBODY);
  return people.length === 0 ? { unassigned: true } : { orAssignees: people };
}

/** Reads the wire's filters; text dates are days of `zone`. */
export function toFilterValues(
  query: ExceptionQuery,
  zone: string,
  reference: ReferenceSnapshot,
): ExceptionFilterValues {
  const values: ExceptionFilterValues = {
    tenantIds: tenantIdsOf(query.tenantCode, reference),
    ...dates(query, zone),
    ...statuses(query.handleStatus?.map(statusOf)),
    ended: query.endFlag === 1 ? true : undefined,
    goingOn: query.endFlag === 0 ? true : undefined,
    subscriptionIds:
      query.obmTkSubscribeId === undefined
        ? undefined
        : [/^\d{1,15}$/.test(query.obmTkSubscribeId) ? Number(query.obmTkSubscribeId) : noSuchId],
    ...remarks(query.handleRemark),
    ...assigneesOf(query.chargeCode),
    typeCodes: query.testPurpose,
    subject: query.isBillNo == null ? undefined : query.isBillNo === 1 ? 'bill' : 'container',
    billNos: splitNumbers('blNo', query.blNo),
    containerNos: splitNumbers('ctnNo', query.ctnNo),
    carrierCodes: query.carrierCode,
    vesselLike: query.vesselName === undefined ? undefined : containingPattern(query.vesselName.toUpperCase()),
    voyage: query.voyage?.toUpperCase(),
    sourceTypes: query.bizSourceType,
    channels: query.processType,
    exceptionId: query.obmAutotestResultId ?? undefined,
    severities: query.severity,
    incidentId: query.incidentId ?? undefined,
    reasons: query.reason,
    loadingPorts: query.polCode,
    dischargePorts: query.podCode,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
