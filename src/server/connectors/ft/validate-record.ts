import { landMilestones } from '#domain/tracking/milestone-order.ts';
import { milestones } from '#domain/tracking/model.ts';
import { isCutoffCode } from '#shared/reference/cutoff-codes.ts';
import { warningCodes } from '#shared/reference/warning-codes.ts';
import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { normalizeImo } from '#shared/ids/imo.ts';
import { normalizeUnLocode } from '#shared/ids/un-locode.ts';
import { dayAt } from '#shared/time/day.ts';
import type { Instant } from '#shared/time/instant.ts';
import { parseIsoInstant } from '#shared/time/parse-iso-instant.ts';
import { parseTimeText } from '#shared/time/parse-time-text.ts';
import { fromLocalText, isZone } from '#shared/time/zone.ts';
import { isOneOf } from '#shared/values/objects.ts';
import type { RefusalReason } from '../refusal-reasons.ts';
import type { ParseRefusal, ParseReference } from '../types.ts';
import { asObject, attribute, cleanText, refusal } from '../untrusted.ts';
import type { FtContainer, FtCutoff, FtLeg, FtNode, FtPlace, FtRecord, FtWarning } from './types.ts';

const TEXT_CHARS = 200;
/** A date without a time. */
const DATE_ONLY = /^\d{4}([-/.]?)\d{1,2}\1\d{1,2}$/;
/** Longest text that can be a time, in characters. */
const TIME_CHARS = 40;
const MAX_LEGS = 50;
const MAX_CONTAINERS = 1_000;
const MAX_NODES = 500;
const MAX_CUTOFFS = 50;
const MAX_WARNINGS = 2_000;
const MAX_REFUSALS = 500;
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2101, 0, 1);
/** The aggregator writes the time of its last change in its own zone. */
const OWN_ZONE = 'Asia/Shanghai';

const codes = [...Object.values(milestones), ...Object.values(landMilestones)];

/** The ways in which yes and no are written; nothing is no. */
const truths: ReadonlyMap<string, boolean> = new Map([
  ...['Y', 'TRUE', '1'].map((text) => [text, true] as const),
  ...['', 'N', 'FALSE', '0'].map((text) => [text, false] as const),
]);

type Fields = Record<string, unknown>;

/** Reads attributes of a record and collects what is wrong with them; `where` is the place inside the record. */
class RecordReader {
  readonly refusals: ParseRefusal[] = [];
  private readonly reference: ParseReference;

  constructor(reference: ParseReference) {
    this.reference = reference;
  }

  note(reason: RefusalReason, field: string, value: unknown, index: number | null = null): void {
    if (this.refusals.length < MAX_REFUSALS) this.refusals.push(refusal(reason, { index, field, value }));
  }

  text(fields: Fields, name: string, where = ''): string | null {
    const value = attribute(fields, name);
    if (value === undefined) return null;
    if (typeof value === 'string') return cleanText(value.slice(0, TEXT_CHARS)) || null;
    this.note('bad_type', `${where}${name}`, value);
    return null;
  }

  /** The digits of an IMO number, which is as good as a number; other numbers would have lost their zeros. */
  imo(fields: Fields, where: string): string | null {
    const value = attribute(fields, 'imo');
    return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : this.text(fields, 'imo', where);
  }

  list(fields: Fields, name: string, limit: number, where = ''): Fields[] {
    const value = attribute(fields, name);
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.note('bad_type', `${where}${name}`, value);
      return [];
    }
    if (value.length > limit) this.note('too_many_events', `${where}${name}`, value.length);
    return value.slice(0, limit).flatMap((item: unknown, index) => {
      const part = asObject(item);
      if (part === undefined) this.note('malformed_event', `${where}${name}`, item, index);
      return part === undefined ? [] : [part];
    });
  }

  place(fields: Fields, where: string): FtPlace {
    const code = normalizeUnLocode(this.text(fields, 'portCd', where) ?? '');
    const isCode = /^[A-Z]{2}[A-Z0-9]{3}$/.test(code);
    // What is no code at all may still be known, as an alias or by what an operator has stated.
    const known = code === '' ? undefined : this.reference.resolvePort(code);
    if (code !== '' && !isCode && known === undefined) this.note('bad_reference', `${where}portCd`, code);
    const portCode = known ?? (isCode ? code : null);
    const given = this.text(fields, 'timeZone', where);
    if (given !== null && !isZone(given)) this.note('bad_zone', `${where}timeZone`, given);
    const ofPort = portCode === null ? undefined : this.reference.zoneOf(portCode);
    // Hours ahead of UTC count where nobody knows the port.
    const zone = given !== null && isZone(given) ? given : (ofPort ?? this.text(fields, 'offsetZone', where));
    return { portCode, name: this.text(fields, 'portName', where), zone };
  }

  /** A local time, a time with an offset, or a day; undefined when it is refused, null when the field is empty. */
  time(fields: Fields, name: string, zone: string | null, where = ''): Instant | null | undefined {
    const value = attribute(fields, name);
    if (value === undefined || value === '') return null;
    if (typeof value !== 'string') this.note('bad_type', `${where}${name}`, value);
    else {
      const text = value.length > TIME_CHARS ? '' : value.trim();
      const { instant: reported } = parseIsoInstant(text);
      const local = reported === undefined ? parseTimeText(text) : undefined;
      const here = (known: string, place: string): Instant | undefined =>
        DATE_ONLY.test(text) ? dayAt(known.slice(0, 10), place) : fromLocalText(known, place);
      const instant = reported ?? (local === undefined || zone === null ? undefined : here(local, zone));
      if (instant !== undefined && instant >= EARLIEST && instant < LATEST) return instant;
      this.note(local !== undefined && zone === null ? 'no_zone' : 'bad_time', `${where}${name}`, value);
    }
    return undefined;
  }
}

function readNode(reader: RecordReader, fields: Fields, where: string): FtNode | undefined {
  const code = reader.text(fields, 'nodeCd', where);
  if (!isOneOf(codes, code)) {
    reader.note(code === null ? 'missing_field' : 'bad_enumeration', `${where}nodeCd`, code ?? undefined);
    return undefined;
  }
  const place = reader.place(fields, where);
  const at = reader.time(fields, 'occurTime', place.zone, where);
  if (at === null) reader.note('missing_field', `${where}occurTime`, undefined);
  if (at == null) return undefined;
  const wording = attribute(fields, 'isEst') ?? '';
  const isEstimate = truths.get(typeof wording === 'object' ? '?' : String(wording).trim().toUpperCase());
  // Without knowing whether it happened the node must not be shown as a fact.
  if (isEstimate === undefined) {
    reader.note('bad_enumeration', `${where}isEst`, wording);
    return undefined;
  }
  return {
    statusCode: code,
    place,
    at,
    isEstimate,
    vesselName: reader.text(fields, 'vesselName', where)?.toUpperCase() ?? null,
    voyage: reader.text(fields, 'voyageNo', where)?.toUpperCase() ?? null,
  };
}

function readContainer(reader: RecordReader, fields: Fields, index: number): FtContainer | undefined {
  const where = `containers[${index}].`;
  const text = reader.text(fields, 'containerNo', where);
  const containerNo = normalizeContainerNumber(text ?? '');
  if (!/^[A-Z]{4}\d{7}$/.test(containerNo)) {
    reader.note(text === null ? 'missing_field' : 'bad_reference', `${where}containerNo`, text ?? undefined, index);
    return undefined;
  }
  const sizeType = reader.text(fields, 'containerType', where)?.toUpperCase() ?? null;
  const isSizeType = sizeType === null || /^[A-Z0-9]{4}$/.test(sizeType);
  if (!isSizeType) reader.note('bad_reference', `${where}containerType`, sizeType, index);
  const nodes = reader
    .list(fields, 'nodes', MAX_NODES, where)
    .map((node, at) => readNode(reader, node, `${where}nodes[${at}].`))
    .filter((node) => node !== undefined);
  return { containerNo, sizeType: isSizeType ? sizeType : null, sealNo: reader.text(fields, 'sealNo', where), nodes };
}

function readLeg(reader: RecordReader, fields: Fields, index: number): FtLeg {
  const where = `vessels[${index}].`;
  const given = attribute(fields, 'seq');
  const order = typeof given === 'string' && /^\d{1,4}$/.test(given.trim()) ? Number(given) : given;
  if (order !== undefined && typeof order !== 'number') reader.note('bad_type', `${where}seq`, order, index);
  const imoText = reader.imo(fields, where);
  const imo = normalizeImo(imoText ?? '');
  const isImo = /^\d{7}$/.test(imo);
  if (imoText !== null && !isImo) reader.note('bad_reference', `${where}imo`, imoText, index);
  const placeOf = (name: string): FtPlace => reader.place(asObject(attribute(fields, name)) ?? {}, `${where}${name}.`);
  const [pol, pod] = [placeOf('pol'), placeOf('pod')];
  const time = (name: string, place: FtPlace): Instant | null => reader.time(fields, name, place.zone, where) ?? null;
  return {
    order: typeof order === 'number' && Number.isFinite(order) ? order : index + 1,
    vesselName: reader.text(fields, 'vesselName', where)?.toUpperCase() ?? null,
    vesselImo: isImo ? imo : null,
    voyage: reader.text(fields, 'voyageNo', where)?.toUpperCase() ?? null,
    pol,
    pod,
    etd: time('etd', pol),
    atd: time('atd', pol),
    eta: time('eta', pod),
    ata: time('ata', pod),
  };
}

/** A cut-off in the time of the port of loading; of two of one kind the later in the list counts. */
function readCutoff(reader: RecordReader, fields: Fields, zone: string | null, index: number): FtCutoff | undefined {
  const where = `cutOffs[${index}].`;
  const code = reader.text(fields, 'cutOffCd', where)?.toUpperCase() ?? null;
  if (code === null || !isCutoffCode(code)) {
    reader.note(code === null ? 'missing_field' : 'bad_enumeration', `${where}cutOffCd`, code ?? undefined, index);
    return undefined;
  }
  const own = reader.place(fields, where);
  const time = reader.time(fields, 'cutOffTime', own.zone ?? zone, where);
  if (time === null) reader.note('missing_field', `${where}cutOffTime`, undefined, index);
  return time == null ? undefined : { code, time };
}

/** A warning; without a time of its own it was given when it was received. */
function readWarning(reader: RecordReader, fields: Fields, zone: string | null, index: number): FtWarning | undefined {
  const where = `warnings[${index}].`;
  const code = reader.text(fields, 'warningCd', where)?.toUpperCase() ?? null;
  if (!isOneOf(warningCodes, code)) {
    reader.note(code === null ? 'missing_field' : 'bad_enumeration', `${where}warningCd`, code ?? undefined, index);
    return undefined;
  }
  const text = reader.text(fields, 'containerNo', where);
  const containerNo = text === null ? null : normalizeContainerNumber(text);
  if (containerNo !== null && !/^[A-Z]{4}\d{7}$/.test(containerNo)) {
    reader.note('bad_reference', `${where}containerNo`, text, index);
    return undefined;
  }
  const place = reader.place(fields, where);
  const received = attribute(fields, 'receivedAt');
  const time = reader.time(fields, 'occurTime', place.zone ?? zone, where);
  const at = time ?? (typeof received === 'number' ? received : null);
  return at === null ? undefined : { code, containerNo, portCode: place.portCode, time: at };
}

/** Checks a record of the aggregator piece by piece: what is wrong is left out and noted. Never throws. */
export function validateRecord(
  fields: Fields,
  reference: ParseReference,
): { record: FtRecord; refusals: ParseRefusal[] } {
  const reader = new RecordReader(reference);
  const placeOf = (name: string): FtPlace => reader.place(asObject(attribute(fields, name)) ?? {}, `${name}.`);
  const pol = placeOf('pol');
  const record: FtRecord = {
    billNo: reader.text(fields, 'billNo')?.toUpperCase() ?? null,
    bookingNo: reader.text(fields, 'bookingNo')?.toUpperCase() ?? null,
    pol,
    pod: placeOf('pod'),
    legs: reader.list(fields, 'vessels', MAX_LEGS).map((leg, index) => readLeg(reader, leg, index)),
    containers: reader
      .list(fields, 'containers', MAX_CONTAINERS)
      .map((container, index) => readContainer(reader, container, index))
      .filter((container) => container !== undefined),
    cutoffs: reader
      .list(fields, 'cutOffs', MAX_CUTOFFS)
      .map((cutoff, index) => readCutoff(reader, cutoff, pol.zone, index))
      .filter((cutoff) => cutoff !== undefined),
    warnings: reader
      .list(fields, 'warnings', MAX_WARNINGS)
      .map((warning, index) => readWarning(reader, warning, pol.zone, index))
      .filter((warning) => warning !== undefined),
    updatedAt: reader.time(fields, 'updateTime', OWN_ZONE) ?? null,
  };
  return { record, refusals: reader.refusals };
}
