import type { ContainerContent, ShipmentContent } from '#domain/tracking/model.ts';
import type { Instant } from '#shared/time/instant.ts';
import { zoneOffsetMs } from '#shared/time/zone.ts';
import { type EdiNotice, type RawTime, emptyNotice, noShip } from './notice.ts';
import { isDeparture, writtenCodes } from './status-codes.ts';
import { writeTime } from './times.ts';
import { encodeText, syntaxFor, writeSegment } from './write-edifact.ts';

/** Who sends a message to whom, under which numbers. */
export type WriteOptions = {
  sender: { id: string; qualifier: string | null };
  receiver: { id: string; qualifier: string | null };
  controlRef: string;
  messageRef: string;
  documentNo: string;
  madeAt: Instant;
  /** Milestones in words, for systems that do not know our codes. */
  isTest?: boolean;
};

const eventQualifiers = { ACT: '334', EST: ['132', '133'], PLN: ['232', '189'] } as const;

function qualifierOf({ classifier, code }: Pick<EdiNotice, 'classifier' | 'code'>): string {
  const qualifiers = eventQualifiers[classifier];
  return typeof qualifiers === 'string' ? qualifiers : qualifiers[isDeparture(code) ? 1 : 0];
}

const dtm = (qualifier: string, { value, format }: RawTime): string => writeSegment('DTM', [qualifier, value, format]);

function placeSegment({ place }: EdiNotice): string[] {
  if (place === null) return [];
  const name = place.name?.slice(0, 70) ?? null;
  const code = place.code === null ? [null, null, null, name] : [place.code, '139', '6', name];
  return [
    writeSegment('LOC', '175', code, place.facility === null ? null : [null, null, null, place.facility.slice(0, 70)]),
  ];
}

function shipSegment({ ship }: EdiNotice): string[] {
  if (ship === null) return [];
  const id = ship.vesselImo ?? ship.callSign;
  const list = ship.vesselImo !== null ? '146' : ship.callSign !== null ? '103' : null;
  const modes = { VESSEL: '1', RAIL: '2', TRUCK: '3', BARGE: '8' } as const;
  const mode = ship.mode === null ? null : modes[ship.mode];
  return [
    writeSegment('TDT', '20', ship.voyage, mode, null, ship.carrierCode, null, null, [id, list, null, ship.vesselName]),
  ];
}

function containerSegments(notice: EdiNotice): string[] {
  if (notice.containerNo === null) return [];
  const load = notice.empty === null ? null : notice.empty === 'EMPTY' ? '4' : '5';
  const status = notice.isTranshipment === true ? '6' : null;
  const type = notice.isoCode === null ? null : [notice.isoCode, '102', '5'];
  return [
    writeSegment('EQD', 'CN', notice.containerNo, type, null, status, load),
    ...(notice.grossWeightKg === null ? [] : [writeSegment('MEA', 'AAE', 'G', ['KGM', String(notice.grossWeightKg)])]),
    ...notice.seals.map((seal) => writeSegment('SEL', seal)),
  ];
}

/** The segments of one status. */
function statusSegments(notice: EdiNotice): string[] {
  const { code, text, reason } = notice.status;
  return [
    writeSegment('STS', '1', [code, null, null, text], reason),
    ...notice.bills.map((bill) => writeSegment('RFF', ['BM', bill])),
    ...notice.bookings.map((booking) => writeSegment('RFF', ['BN', booking])),
    ...(notice.time === null ? [] : [dtm(qualifierOf(notice), notice.time)]),
    ...placeSegment(notice),
    ...shipSegment(notice),
    ...containerSegments(notice),
  ];
}

/**
 * An interchange with one IFTSTA (D.00B) that tells the notices: in the smallest character set that holds its text, with
 * separators released, and with counts and references as they must be.
 */
export function writeIftsta(
  notices: readonly EdiNotice[],
  options: WriteOptions,
): { bytes: Buffer; syntaxId: string; service: string } {
  const made = new Date(options.madeAt).toISOString();
  const digits = made.slice(0, 16).replace(/[-T:]/g, '');
  const body = [
    writeSegment('UNH', options.messageRef, ['IFTSTA', 'D', '00B', 'UN']),
    writeSegment('BGM', '23', options.documentNo, '9'),
    dtm('137', { value: digits, format: '203' }),
    writeSegment('NAD', 'MS', options.sender.id),
    writeSegment('NAD', 'MR', options.receiver.id),
    writeSegment('CNI', '1'),
    ...notices.flatMap(statusSegments),
  ];
  body.push(writeSegment('UNT', String(body.length + 1), options.messageRef));
  const party = ({ id, qualifier }: WriteOptions['sender']): (string | null)[] => [id, qualifier];
  // UTF-8 came with version 4 of the syntax, which writes the century.
  const versionOf = (syntaxId: string): string => (syntaxId === 'UNOY' ? '4' : '3');
  const rest = (syntaxId: string): string =>
    [
      writeSegment(
        'UNB',
        [syntaxId, versionOf(syntaxId)],
        party(options.sender),
        party(options.receiver),
        [digits.slice(versionOf(syntaxId) === '4' ? 0 : 2, 8), digits.slice(8)],
        options.controlRef,
        null,
        'IFTSTA',
        null,
        null,
        null,
        options.isTest === true ? '1' : null,
      ),
      ...body,
      writeSegment('UNZ', '1', options.controlRef),
    ].join('\n');
  const syntaxId = syntaxFor(rest('UNOA'));
  const service = `:+.?${versionOf(syntaxId) === '4' ? '*' : ' '}'`;
  return { bytes: encodeText(`UNA${service}\n${rest(syntaxId)}\n`, syntaxId), syntaxId, service };
}

/** The events of a shipment as notices in our own codes: for each milestone what happened, is expected and was planned. */
export function noticesOf(content: ShipmentContent): EdiNotice[] {
  const containers = new Map(content.containers.map((container) => [container.containerNo, container]));
  const { billNo, bookingNo, carrierCode } = content.booking;
  const notices: EdiNotice[] = [];
  for (const event of content.events) {
    const offset =
      event.zone === null
        ? 0
        : Math.round(zoneOffsetMs(event.actual ?? event.estimated ?? event.planned ?? 0, event.zone) / 60_000);
    const container: ContainerContent | undefined =
      event.containerNo === null ? undefined : containers.get(event.containerNo);
    const times = { ACT: event.actual, EST: event.estimated, PLN: event.planned } as const;
    for (const classifier of ['ACT', 'EST', 'PLN'] as const) {
      const at = times[classifier];
      if (at === null) continue;
      notices.push({
        ...emptyNotice,
        serial: notices.length + 1,
        segment: 0,
        line: 0,
        kind: 'OWN',
        code: event.statusCode,
        classifier,
        time: writeTime(at, offset),
        containerNo: event.containerNo,
        isoCode: container?.sizeType ?? null,
        seals: container?.sealNo == null || classifier !== 'ACT' ? [] : container.sealNo.split('/'),
        bills: billNo === null ? [] : [billNo],
        bookings: bookingNo === null ? [] : [bookingNo],
        place:
          event.portCode === null && event.place === null
            ? null
            : { code: event.portCode, name: null, facility: event.place },
        ship:
          event.vesselName === null && event.voyage === null
            ? null
            : { ...noShip, vesselName: event.vesselName, voyage: event.voyage, mode: 'VESSEL', carrierCode },
        status: { code: writtenCodes[event.statusCode] ?? 'ZZZ', text: event.statusCode, reason: null },
      });
    }
  }
  return notices;
}
