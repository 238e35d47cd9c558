import { toLocalText } from '#shared/time/zone.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import type { Move } from './collect-moves.ts';

/** One message as its type and the segments between UNH and UNT. */
export type Message = { type: string; body: string[] };

const release = (text: string): string => text.replace(/[?'+:]/g, '?$&');
const local = (at: Instant, zone: string): string => toLocalText(at, zone).replace(/\D/g, '').slice(0, 12);

/** What a terminal's milestone is in the words of its reports: message, document, status and load of the container. */
type Report = { type: 'COARRI' | 'CODECO'; document: '34' | '36' | '119' | '122'; status: string; load: '4' | '5' };

const reports: Readonly<Record<string, Report>> = {
  LOBD: { type: 'COARRI', document: '122', status: '2', load: '5' },
  TSLB: { type: 'COARRI', document: '122', status: '6', load: '5' },
  DSCH: { type: 'COARRI', document: '119', status: '3', load: '5' },
  TSDC: { type: 'COARRI', document: '119', status: '6', load: '5' },
  GITM: { type: 'CODECO', document: '34', status: '2', load: '5' },
  STCS: { type: 'CODECO', document: '36', status: '3', load: '5' },
  STSP: { type: 'CODECO', document: '36', status: '2', load: '4' },
  RCVE: { type: 'CODECO', document: '34', status: '3', load: '4' },
};

type ReportedMove = Move & { report: Report };

function containerSegments(move: ReportedMove, qualifier: '203' | '7', terminal: string): string[] {
  const { container, shipment, milestone, leg } = move;
  const { status, load } = move.report;
  const isFull = load === '5';
  return [
    `EQD+CN+${container.number}+${container.isoCode}:102:5++${status}+${load}`,
    `RFF+BN:${shipment.bookingNo}`,
    // Not every terminal is reported the bill.
    ...(shipment.key.seq % 2 === 0 ? [`RFF+BM:${shipment.billNo}`] : []),
    `DTM+${qualifier}:${local(move.at, milestone.port.zone)}:203`,
    ...(leg === undefined ? [`LOC+175+${terminal}`] : [`LOC+9+${leg.pol}:139:6`, `LOC+11+${leg.pod}:139:6`]),
    ...(isFull ? [`MEA+AAE+VGM+KGM:${Math.round(container.grossWeightKg)}`, `SEL+${container.sealNumber}+CA`] : []),
  ];
}

/** Reports of one terminal: gate moves together, moves of each ship by themselves. */
export function terminalMessages(
  moves: readonly Move[],
  terminal: { port: string; name: string },
  madeAt: Instant,
): Message[] {
  const known = moves.flatMap((move): ReportedMove[] => {
    const report = reports[move.milestone.code];
    return report === undefined ? [] : [{ ...move, report }];
  });
  const groups = Map.groupBy(known, ({ report: { type, document }, leg }) =>
    type === 'CODECO' ? document : `${document} ${leg?.imo ?? ''} ${leg?.voyage ?? ''}`,
  );
  return [...groups.values()].map((group): Message => {
    const first = itemAt(group, 0);
    const { type, document } = first.report;
    const zone = first.milestone.port.zone;
    const place = `${terminal.port}:139:6+${release(terminal.name)}:TER:ZZZ`;
    const ship =
      type === 'COARRI' && first.leg !== undefined
        ? [
            `TDT+20+${first.leg.voyage}+1++${first.shipment.carrier.scac}:172:20+++${first.leg.imo}:146::${release(first.leg.vessel)}`,
            `LOC+${document === '122' ? '9' : '11'}+${place}`,
          ]
        : [];
    return {
      type,
      body: [
        `BGM+${document}+${local(madeAt, 'UTC')}${terminal.port}+9`,
        `DTM+137:${local(madeAt, zone)}:203`,
        ...ship,
        `NAD+CA+${first.shipment.carrier.scac}:172:20`,
        ...group.flatMap((move) => containerSegments(move, type === 'COARRI' ? '203' : '7', place)),
        `CNT+16:${group.length}`,
      ],
    };
  });
}

const statuses: Readonly<Record<string, readonly [string, string]>> = {
  DLPT: ['VD', 'Vessel departed'],
  TSDP: ['VD', 'Vessel departed'],
  TSBA: ['VA', 'Vessel arrived'],
  BDAR: ['VA', 'Vessel arrived'],
};

/** Status reports of one carrier, one for each bill. */
export function carrierMessages(moves: readonly Move[], madeAt: Instant): Message[] {
  const reported = moves.flatMap((move) => {
    const status = statuses[move.milestone.code];
    return status === undefined ? [] : [{ ...move, status }];
  });
  const byBill = Map.groupBy(reported, ({ shipment }) => shipment.billNo);
  return [...byBill].map(([bill, group]): Message => {
    const { shipment } = itemAt(group, 0);
    return {
      type: 'IFTSTA',
      body: [
        `BGM+23+${bill}+9`,
        `DTM+137:${local(madeAt, 'UTC')}:203`,
        `NAD+CA+${shipment.carrier.scac}:160:20`,
        'CNI+1',
        ...group.flatMap(({ milestone, container, at, leg, status }) => {
          const [code, words] = status;
          return [
            `STS+1+${code}:::${words}`,
            `RFF+BM:${bill}`,
            `RFF+BN:${shipment.bookingNo}`,
            `DTM+334:${local(at, milestone.port.zone)}:203`,
            `LOC+175+${milestone.port.code}:139:6`,
            ...(leg === undefined
              ? []
              : [`TDT+20+${leg.voyage}+1++${shipment.carrier.scac}:172:20+++${leg.imo}:146::${release(leg.vessel)}`]),
            `EQD+CN+${container.number}+${container.isoCode}:102:5+++5`,
          ];
        }),
      ],
    };
  });
}

/** An interchange of messages with right counts, one segment a line. */
export function interchangeText(
  messages: readonly Message[],
  about: { sender: string; control: string; syntax: string; madeAt: Instant },
): string {
  const made = local(about.madeAt, 'UTC');
  const lines = [
    `UNB+${about.syntax}+${about.sender}+PORTOLAN:ZZZ+${made.slice(2, 8)}:${made.slice(8)}+${about.control}`,
  ];
  for (const [index, { type, body }] of messages.entries()) {
    const ref = String(index + 1);
    lines.push(`UNH+${ref}+${type}:D:00B:UN`, ...body, `UNT+${body.length + 2}+${ref}`);
  }
  lines.push(`UNZ+${messages.length}+${about.control}`);
  return `${lines.join("'\n")}'\n`;
}
