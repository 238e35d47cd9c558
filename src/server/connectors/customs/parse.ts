import { landMilestones } from '#domain/tracking/milestone-order.ts';
import { emptyContent } from '#domain/tracking/empty-content.ts';
import { milestones } from '#domain/tracking/model.ts';
import type { EventContent, ShipmentContent } from '#domain/tracking/model.ts';
import { findContainerNumberProblem, normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { normalizeUnLocode } from '#shared/ids/un-locode.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Connector, ParsedRecord, ParseReference, ParseRefusal } from '../types.ts';
import type { RefusalReason } from '../refusal-reasons.ts';
import { asObject, attribute, cleanText, parseJsonBytes, refusal } from '../untrusted.ts';

type About = Parameters<Connector['parse']>[1];

/** What customs says of a declaration, by the direction of the goods. */
const statuses: Readonly<Record<string, Readonly<Record<'EXPORT' | 'IMPORT', string>>>> = {
  DECLARED: { EXPORT: landMilestones.exportDeclared, IMPORT: landMilestones.importDeclared },
  EXAMINED: { EXPORT: landMilestones.exportInspection, IMPORT: milestones.inspection },
  HELD: { EXPORT: landMilestones.exportHold, IMPORT: milestones.customsHold },
  RELEASED: { EXPORT: milestones.customsRelease, IMPORT: landMilestones.importRelease },
};

const MAX_LINES = 1_000;
const TEXT_CHARS = 100;
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

type Line = {
  billNo: string | null;
  containerNo: string | null;
  statusCode: string;
  portCode: string | null;
  zone: string | null;
  at: Instant;
  publishedAt: Instant | null;
};

class LineReader {
  readonly refusals: ParseRefusal[] = [];
  private readonly index: number;
  private readonly fields: Record<string, unknown>;

  constructor(fields: Record<string, unknown>, index: number) {
    this.fields = fields;
    this.index = index;
  }

  note(reason: RefusalReason, field: string, value?: unknown): undefined {
    this.refusals.push(refusal(reason, { index: this.index, field, value }));
    return undefined;
  }

  /** A text in capitals; null when the field is missing. */
  text(name: string): string | null {
    const value = attribute(this.fields, name);
    if (value === undefined) return null;
    if (typeof value === 'string') return cleanText(value.slice(0, TEXT_CHARS)).toUpperCase() || null;
    return this.note('bad_type', name, value) ?? null;
  }

  /** A moment with its offset; undefined when it is refused, null when there is none. */
  moment(name: string): Instant | null | undefined {
    const value = attribute(this.fields, name);
    if (value === undefined || value === '') return null;
    if (typeof value !== 'string') return this.note('bad_type', name, value);
    const at = INSTANT.test(value) ? Date.parse(value) : Number.NaN;
    if (at >= EARLIEST && at < LATEST) return at;
    return this.note(/T\d{2}:\d{2}(:\d{2})?$/.test(value) ? 'no_offset' : 'bad_time', name, value);
  }
}

function statusIn(reader: LineReader): string | undefined {
  const status = reader.text('status');
  const procedure = reader.text('procedure');
  if (status === null) return reader.note('missing_field', 'status');
  if (procedure !== 'EXPORT' && procedure !== 'IMPORT')
    return reader.note(procedure === null ? 'missing_field' : 'bad_enumeration', 'procedure', procedure ?? undefined);
  const known = Object.hasOwn(statuses, status) ? statuses[status]?.[procedure] : undefined;
  return known ?? reader.note('bad_enumeration', 'status', status);
}

function readLine(reader: LineReader, reference: ParseReference): Line | undefined {
  const statusCode = statusIn(reader);
  const at = reader.moment('statusTime');
  if (at === null) reader.note('missing_field', 'statusTime');
  const container = reader.text('containerNo');
  const containerNo = container === null ? null : normalizeContainerNumber(container);
  if (containerNo !== null && findContainerNumberProblem(containerNo) === 'shape')
    return reader.note('bad_reference', 'containerNo', containerNo);
  if (statusCode === undefined || at == null) return undefined;
  const code = normalizeUnLocode(reader.text('portCode') ?? '');
  const isCode = /^[A-Z]{2}[A-Z0-9]{3}$/.test(code);
  const known = code === '' ? undefined : reference.resolvePort(code);
  if (code !== '' && !isCode && known === undefined) reader.note('bad_reference', 'portCode', code);
  const portCode = known ?? (isCode ? code : null);
  const zone = (portCode === null ? undefined : reference.zoneOf(portCode)) ?? null;
  const publishedAt = reader.moment('publishedTime') ?? null;
  return { billNo: reader.text('billNo'), containerNo, statusCode, portCode, zone, at, publishedAt };
}

/** What a line is about: a status reported twice, or reported again with the time corrected, is one status. */
const subjectOf = ({ containerNo, statusCode, portCode }: Line): string =>
  `${containerNo ?? ''}|${statusCode}|${portCode ?? ''}`;

/** Two lines of one status: what was published last counts; the order in the answer plays no part. */
const isNewer = (a: Line, b: Line): boolean =>
  (a.publishedAt ?? a.at) - (b.publishedAt ?? b.at) > 0 || (a.publishedAt === b.publishedAt && a.at > b.at);

function toContent(lines: readonly Line[]): ShipmentContent {
  const latest = new Map<string, Line>();
  for (const line of lines) {
    const known = latest.get(subjectOf(line));
    if (known === undefined || isNewer(line, known)) latest.set(subjectOf(line), line);
  }
  const sorted = [...latest.values()].sort((a, b) => a.at - b.at || (subjectOf(a) < subjectOf(b) ? -1 : 1));
  const containers = [...new Set(sorted.flatMap(({ containerNo }) => containerNo ?? []))].sort();
  const empty = emptyContent();
  return {
    ...empty,
    booking: { ...empty.booking, billNo: sorted.find(({ billNo }) => billNo !== null)?.billNo ?? null },
    containers: containers.map((containerNo) => ({
      containerNo,
      sealNo: null,
      sizeType: null,
      quantity: null,
      grossWeightKg: null,
      volumeM3: null,
    })),
    events: sorted.map(({ containerNo, statusCode, portCode, zone, at }): EventContent => ({
      containerNo,
      statusCode,
      portCode,
      occurrence: 1,
      planned: null,
      estimated: null,
      actual: at,
      vesselName: null,
      voyage: null,
      zone,
      place: null,
    })),
  };
}

/** A line about another shipment than was requested must not be taken for it. */
function isStranger(line: Line, about: About): boolean {
  if (about.subject === 'container')
    return line.containerNo !== null && line.containerNo !== normalizeContainerNumber(about.containerNo ?? '');
  return line.billNo !== null && line.billNo !== about.billNo?.trim().toUpperCase();
}

/** Makes one record of the newest answer of customs; lines that cannot be taken are refused. Never throws. */
export const parseDeclarations: Connector['parse'] = (bodies, about, reference): ParsedRecord => {
  const nothing: ParsedRecord = { content: null, observedAt: about.receivedAt, refusals: [] };
  // It pushes nothing: every body is a full answer.
  const body = bodies[bodies.length - 1];
  if (body === undefined) return nothing;
  const json = parseJsonBytes(body);
  if (json === undefined) return { ...nothing, refusals: [refusal('unreadable')] };
  const list = attribute(asObject(json.value) ?? {}, 'declarations');
  if (!Array.isArray(list)) return { ...nothing, refusals: [refusal('not_an_array', { field: 'declarations' })] };
  const refusals: ParseRefusal[] = [];
  if (list.length > MAX_LINES) refusals.push(refusal('too_many_events', { value: list.length }));
  const lines = list.slice(0, MAX_LINES).flatMap((item: unknown, index): Line[] => {
    const fields = asObject(item);
    if (fields === undefined) {
      refusals.push(refusal('malformed_event', { index, value: item }));
      return [];
    }
    const reader = new LineReader(fields, index);
    const line = readLine(reader, reference);
    if (line !== undefined && isStranger(line, about))
      reader.note(
        'unknown_reference',
        about.subject === 'bill' ? 'billNo' : 'containerNo',
        line.billNo ?? line.containerNo,
      );
    refusals.push(...reader.refusals);
    return line === undefined || isStranger(line, about) ? [] : [line];
  });
  if (lines.length === 0) return { ...nothing, refusals };
  const wording = Math.max(...lines.map(({ publishedAt, at }) => publishedAt ?? at));
  return { content: toContent(lines), observedAt: Math.min(wording, about.receivedAt), refusals };
};
