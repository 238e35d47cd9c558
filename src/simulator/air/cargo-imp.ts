import { createRandom, type Random } from '#shared/random/prng.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { type Partner, type PartnerFile, startPartner } from '../folders/start-partner.ts';
import type { AirStatus, Consignment, Consignments } from './consignments.ts';
import { airlines, type Flight, type WorldAirline, zoneOfAirport } from './flights.ts';
import { mailOf } from './mail.ts';

/** Airlines reported so far back when the world begins, in files of so long a time. */
const LOOK_BACK_MS = 4 * DAY_MS;
const STEP_MS = 6 * HOUR_MS;
/** The longest life of a consignment. */
const LIFE_MS = 25 * DAY_MS;
/** Share of files that come a second time. */
const REPEATED = 0.05;
/** Airlines that send their messages by mail; the others put files. */
const byMail: ReadonlySet<string> = new Set(['CK']);
/** Statuses that are not sent as messages: bookings come by the interface, and papers are not reported. */
export const unsent: ReadonlySet<string> = new Set(['BKD', 'MAN', 'AWR']);

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;
const POUND_KG = 0.453_592_37;

/** A day (2026-11-20) as air cargo writes it: 20NOV. */
const dayOf = (day: string): string => `${day.slice(8, 10)}${months[Number(day.slice(5, 7)) - 1] ?? ''}`;

/** Day and clock of a moment at an airport. */
function clockAt(at: Instant, airport: string): { day: string; clock: string } {
  const text = toLocalText(at, zoneOfAirport(airport));
  return { day: text.slice(0, 10), clock: text.slice(11, 16).replace(':', '') };
}

/** A clock time with the mark of how many days it is after that of the flight. */
function flightClock(kind: 'A' | 'E', at: Instant, airport: string, flight: Flight): string {
  const { day, clock } = clockAt(at, airport);
  const shift = Math.round((Date.parse(day) - Date.parse(flight.day)) / DAY_MS);
  const mark = { '-1': '-P', 0: '', 1: '-N', 2: '-S', 3: '-T' }[String(shift)] ?? '';
  return `${kind}${clock}${mark}`;
}

/** All or a part of the pieces with their weight; some stations weigh in pounds. */
function loadText(pieces: number, { pieces: all, kgPerPiece }: Consignment, inPounds: boolean): string {
  const kilograms = pieces * kgPerPiece;
  const weight = inPounds ? `L${Math.round((kilograms / POUND_KG) * 10) / 10}` : `K${kilograms}`;
  return `${pieces < all ? 'P' : 'T'}${pieces}${weight}`;
}

/** The line of a status, as FSU has it. */
function statusLine(status: AirStatus, consignment: Consignment, random: Random): string {
  const { code, at, airport, flight, pieces, discrepancy } = status;
  const load = loadText(pieces, consignment, random.chance(0.1));
  const number = flight === null ? '' : random.chance(0.3) ? flight.flight.replace(/^(..)/, '$10') : flight.flight;
  if (code === 'DEP' && flight !== null) {
    const arrival = flight.arrival + (at - flight.departure);
    const clocks = [flightClock('A', at, flight.from, flight), flightClock('E', arrival, flight.to, flight)];
    return ['DEP', number, dayOf(flight.day), `${flight.from}${flight.to}`, load, ...clocks].join('/');
  }
  if (code === 'ARR' && flight !== null)
    return ['ARR', number, dayOf(flight.day), flight.to, load, flightClock('A', at, flight.to, flight)].join('/');
  const { day, clock } = clockAt(at, airport);
  const parts = flight === null ? [] : [number];
  return [
    code,
    ...parts,
    `${dayOf(day)}${clock}`,
    airport,
    ...(discrepancy === null ? [] : [discrepancy]),
    load,
    ...(code === 'RCS' || code === 'DLV' ? ['WORLD FREIGHT'] : []),
  ].join('/');
}

/** A message about one status; the waybill itself goes out when the goods are taken over. */
export function messagesOf(consignment: Consignment, status: AirStatus, random: Random): string[] {
  const { waybill, origin, destination, pieces, kgPerPiece, airline } = consignment;
  const head = `${waybill}${origin}${destination}/T${pieces}K${pieces * kgPerPiece}`;
  const fsu = `FSU/14\n${head}\n${statusLine(status, consignment, random)}\n`;
  if (status.code !== 'RCS') return [fsu];
  return [
    `FWB/16\n${head}MC${Math.max(1, Math.round(pieces * 0.6))}.2\nRTG/${destination}${airline.code}\nSHP\n/WORLD FREIGHT\n`,
    fsu,
  ];
}

/** What airlines really do to messages, with the share of files. */
const bends: readonly { share: number; bend: (text: string) => string }[] = [
  // Broken off in transmission, within the last line.
  { share: 0.03, bend: (text) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 5) },
  // A unit of weight that there is not.
  { share: 0.03, bend: (text) => text.replace(/(\/[TP]\d+)[KL](\d[\d.]*)(?=\n)/, '$1X$2') },
  // A slip of the pen in the number of a waybill.
  {
    share: 0.03,
    bend: (text) =>
      text.replace(/^(\d{3}-\d{7})(\d)/m, (_, body: string, check: string) => body + ((Number(check) + 1) % 7)),
  },
  { share: 0.02, bend: (text) => text.replace(/^RCF\//m, 'RCX/') },
  // Harmless: another end of lines, spaces at the end, the words of a system around the messages.
  { share: 0.15, bend: (text) => text.replaceAll('\n', '\r\n') },
  { share: 0.1, bend: (text) => text.replaceAll('\n', '  \n') },
  { share: 0.1, bend: (text) => `QK CANFMCZ\n.CANTOCZ ${text.length}\n${text}\n=\n` },
];

function bend(text: string, random: Random): string {
  let draw = random.next();
  for (const { share, bend: apply } of bends) {
    if (draw < share) return apply(text);
    draw -= share;
  }
  return text;
}

/** The file (or mail) of one airline about a stretch of time. */
function fileOf(airline: WorldAirline, statuses: readonly [Consignment, AirStatus][], to: Instant, random: Random) {
  const reported = statuses.flatMap(([consignment, status]) => messagesOf(consignment, status, random));
  const text = bend((random.chance(0.2) ? random.shuffle(reported) : reported).join(''), random);
  const name = `FSU_${airline.code}_${Math.floor(to / 1_000)
    .toString(36)
    .toUpperCase()}`;
  return byMail.has(airline.code)
    ? { name: `${name}.eml`, bytes: mailOf(airline, name, text, to, random) }
    : { name: `${name}.txt`, bytes: Buffer.from(text, 'latin1') };
}

/** The files that airlines write about a stretch of time; the same world gives the same files. */
function cargoImpFiles(seed: string, consignments: Consignments) {
  return (from: Instant, to: Instant): PartnerFile[] => {
    const alive = consignments.booked(from - LIFE_MS, to);
    const due = alive.flatMap((consignment) =>
      consignment.statuses
        .filter(({ code, publishedAt }) => publishedAt > from && publishedAt <= to && !unsent.has(code))
        .map((status): [Consignment, AirStatus] => [consignment, status]),
    );
    return airlines.flatMap((airline): PartnerFile[] => {
      const own = due.filter(([{ airline: by }]) => by.code === airline.code);
      if (own.length === 0) return [];
      const random = createRandom(`${seed}/cargo-imp/${airline.code}/${to}`);
      const sorted = own.toSorted(([, a], [, b]) => a.publishedAt - b.publishedAt);
      const file = fileOf(airline, sorted, to, random);
      return random.chance(REPEATED) ? [file, { ...file, name: file.name.replace(/(?=\.)/, '_2') }] : [file];
    });
  };
}

/** Starts airlines that send status messages into a folder, as files and as mails. */
export const startCargoImp = (options: {
  seed: string;
  consignments: Consignments;
  folder: string;
  now: () => Instant;
}): Partner =>
  startPartner({
    folder: options.folder,
    now: options.now,
    lookBackMs: LOOK_BACK_MS,
    stepMs: STEP_MS,
    filesOf: cargoImpFiles(options.seed, options.consignments),
  });
