import { statusCodes } from './one-record.ts';

/**
 * How IATA's Cargo-IMP writes status messages, and a check of a message against it that uses none of the code that writes or reads
 * them. Sources: the code list 1.18 of Cargo-XML, which ONE Record has as StatusCode (github.com/IATA-Cargo/ONE-Record), for statuses and
 * discrepancies; the Cargo-IMP manual, 32nd edition (Resolution 670), FSU/14 and FWB/16, for the elements of lines.
 */

/** Elements of lines. */
const element = {
  flight: /^[A-Z0-9]{2}\d{3,4}[A-Z]?$/,
  day: /^[0-3]\d(JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)$/,
  moment: /^[0-3]\d(JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)([01]\d|2[0-3])[0-5]\d$/,
  airport: /^[A-Z]{3}$/,
  airports: /^[A-Z]{6}$/,
  /** All pieces, or a part of them, with their weight in kilograms or pounds. */
  load: /^[TP]\d{1,4}[KL]\d{1,7}(\.\d)?$/,
  /** A time that is actual, estimated or scheduled, with the day it is before or after. */
  clock: /^[AES]([01]\d|2[0-3])[0-5]\d(-[PNST])?$/,
  discrepancy: new RegExp(
    `^(${statusCodes.flatMap((code) => (code.startsWith('DIS_') ? code.slice(4) : [])).join('|')})$`,
  ),
  text: /^[A-Z0-9 .-]{1,35}$/,
} as const;
type Element = keyof typeof element;

/** Elements of the lines of statuses; `?` may be left out at the end. */
const ofFlight = 'flight moment airport load';
const ofPlace = 'moment airport load text?';
const loaded = 'flight day airports load clock? clock?';
const lines: Readonly<Record<string, string>> = {
  BKD: loaded,
  PRE: loaded,
  MAN: loaded,
  DEP: loaded,
  ARR: 'flight day airport load clock?',
  RCF: ofFlight,
  AWR: ofFlight,
  DIS: 'flight moment airport discrepancy load',
  FOH: ofPlace,
  RCS: ofPlace,
  NFD: ofPlace,
  AWD: ofPlace,
  CCD: ofPlace,
  CRC: ofPlace,
  DLV: ofPlace,
  DDL: ofPlace,
};

function lineProblems(line: string): string[] {
  const [code = '', ...fields] = line.split('/');
  const wanted = lines[code];
  const isStatus = statusCodes.includes(code) || (code === 'DIS' && statusCodes.some((one) => one.startsWith('DIS_')));
  if (!isStatus || wanted === undefined) return [`${line}: no status`];
  const elements = wanted.split(' ');
  if (fields.length > elements.length) return [`${line}: too many elements`];
  return elements.flatMap((one, index) => {
    const [name, field] = [one.replace('?', '') as Element, fields[index]];
    if (field === undefined) return one.endsWith('?') ? [] : [`${line}: without ${name}`];
    return element[name].test(field) ? [] : [`${line}: no ${name}: ${field}`];
  });
}

/** What in a status message is not as Cargo-IMP has it; empty: it is right. */
export function fsuProblems(message: string): string[] {
  const [head = '', consignment = '', ...statuses] = message.trimEnd().split('\n');
  const isConsignment = /^\d{3}-\d{8}[A-Z]{6}\/T\d{1,4}K\d{1,7}(\.\d)?$/.test(consignment);
  return [
    ...(/^FSU\/\d{1,2}$/.test(head) ? [] : [`${head}: no head`]),
    ...(isConsignment ? [] : [`${consignment}: no consignment`]),
    ...(statuses.length === 0 ? ['no status'] : []),
    ...statuses.flatMap(lineProblems),
    ...message.split('\n').flatMap((line) => (line.length > 69 ? [`${line}: too long`] : [])),
  ];
}
