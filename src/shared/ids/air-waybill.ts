import { normalizeText } from '../text/normalize.ts';

/** What is wrong with an air waybill number. */
export type AirWaybillProblem = 'shape' | 'check_digit';

/** The number as typed (`784 1234 5675`, `784-12345675`) as `784-12345675`; other shapes come back only trimmed. */
export function normalizeAirWaybill(text: string): string {
  const plain = normalizeText(text);
  const digits = plain.replace(/[\s-]/g, '');
  return /^\d{11}$/.test(digits) ? `${digits.slice(0, 3)}-${digits.slice(3)}` : plain;
}

/** What is wrong with a normalised number; its last digit is the first seven of the serial modulo 7. */
export function findAirWaybillProblem(number: string): AirWaybillProblem | undefined {
  const match = /^\d{3}-(\d{7})(\d)$/.exec(number);
  if (match === null) return 'shape';
  return Number(match[1]) % 7 === Number(match[2]) ? undefined : 'check_digit';
}

/** The three digits that name the airline. */
export function airlinePrefixOf(number: string): string {
  return number.slice(0, 3);
}

/** A valid number from an airline prefix (`784`) and a serial of up to seven digits. */
export function buildAirWaybill(prefix: string, serial: number): string {
  return `${prefix}-${String(serial).padStart(7, '0')}${serial % 7}`;
}
