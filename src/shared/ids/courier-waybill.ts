import { normalizeText } from '../text/normalize.ts';

/** What is wrong with a number of a parcel: no courier has numbers of this shape, or its check digit is wrong. */
export type CourierWaybillProblem = 'shape' | 'check_digit';

/** The number as typed, in capitals without blanks and dashes. */
export const normalizeCourierWaybill = (text: string): string =>
  normalizeText(text).toUpperCase().replace(/[\s-]/g, '');

const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7] as const;

/** Check digit of the eight digits of a postal item (UPU S10). */
function postalCheckDigit(serial: string): number {
  const sum = S10_WEIGHTS.reduce((total, weight, index) => total + weight * Number(serial[index]), 0);
  const rest = 11 - (sum % 11);
  return rest === 10 ? 0 : rest === 11 ? 5 : rest;
}

/** Check digit of the 15 signs between `1Z` and it: letters count from A = 2 round to 9, every second sign twice. */
function upsCheckDigit(signs: string): number {
  const sum = [...signs].reduce((total, sign, index) => {
    const value = /\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10;
    return total + (index % 2 === 1 ? 2 * value : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

type Shape = { courier: string; shape: RegExp; isRight: (number: string) => boolean };

const shapes: readonly Shape[] = [
  {
    courier: 'UPS',
    shape: /^1Z[0-9A-Z]{15}\d$/,
    isRight: (number) => upsCheckDigit(number.slice(2, 17)) === Number(number[17]),
  },
  {
    courier: 'EMS',
    shape: /^[EL][A-Z]\d{9}CN$/,
    isRight: (number) => postalCheckDigit(number.slice(2, 10)) === Number(number[10]),
  },
  { courier: 'SF', shape: /^SF\d{13}$/, isRight: () => true },
];

/** Whose number it is by its shape, and whether its check digit is right; nothing of a number that no courier has. */
export function detectCourier(number: string): { courier: string; problem?: CourierWaybillProblem } | undefined {
  const found = shapes.find(({ shape }) => shape.test(number));
  if (found === undefined) return undefined;
  return found.isRight(number) ? { courier: found.courier } : { courier: found.courier, problem: 'check_digit' };
}

/** A valid number of a courier from a serial of up to eight digits. */
export function buildCourierWaybill(courier: string, serial: number): string {
  const digits = String(serial).padStart(8, '0');
  if (courier === 'UPS') {
    const signs = `R4T07A03${digits.slice(1)}`;
    return `1Z${signs}${upsCheckDigit(signs)}`;
  }
  return courier === 'EMS' ? `EA${digits}${postalCheckDigit(digits)}CN` : `SF14200${digits}`;
}
