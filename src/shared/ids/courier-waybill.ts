import { normalizeText } from '../text/normalize.ts';

/** What is wrong with a number of a parcel: no courier has numbers of this shape, or its check digit is wrong. */
export type CourierWaybillProblem = 'shape' | 'check_digit';

/** The number as typed, in capitals without blanks and dashes. */
export const normalizeCourierWaybill = (text: string): string =>
  normalizeText(text)
    .toUpperCase()
    .replace(/[\s-]/g, '')
    // A scanned label of USPS begins with the ZIP code of the receiver, which is no part of the number.
    .replace(/^420(?:\d{5}|\d{9})(?=9[1-5]\d{20}$)/, '');

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

/** Check digit of GS1 and of the labels made alike: every second digit from the right counts three times. */
function modulo10Digit(digits: string): number {
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/** Whether the last digit is the check digit of the others, after digits that are left out on the label. */
const isModulo10 = (number: string, leftOut = ''): boolean =>
  modulo10Digit(leftOut + number.slice(0, -1)) === Number(number.at(-1));

/** FedEx Express: the digits before the check digit count 1, 3, 7, 1, 3, 7 from the right. */
function isFedExExpress(number: string): boolean {
  const weights = [1, 3, 7] as const;
  const digits = Array.from(number.slice(0, -1)).toReversed();
  const sum = digits.reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 1), 0);
  return (sum % 11) % 10 === Number(number.at(-1));
}

/** DHL Express: the rest of the number before the check digit, divided by 7. */
const isDhlExpress = (number: string): boolean => Number(number.slice(0, -1)) % 7 === Number(number.at(-1));

/** Identcode of DHL parcels in Germany: digits count 4 and 9 in turn. */
function isIdentcode(number: string): boolean {
  const sum = Array.from(number.slice(0, -1)).reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 4 : 9),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(number.at(-1));
}

const isPostal = (number: string): boolean => postalCheckDigit(number.slice(2, 10)) === Number(number[10]);

type Shape = { courier: string; shape: RegExp; isRight: (number: string) => boolean };

/** Several may fit one number; the first whose check digit is right counts, and others say that it is not certain. */
const shapes: readonly Shape[] = [
  {
    courier: 'UPS',
    shape: /^1Z[0-9A-Z]{15}\d$/,
    isRight: (number) => upsCheckDigit(number.slice(2, 17)) === Number(number[17]),
  },
  { courier: 'EMS', shape: /^[EL][A-Z]\d{9}CN$/, isRight: isPostal },
  { courier: 'SF', shape: /^SF\d{13}$/, isRight: () => true },
  { courier: 'DHL', shape: /^\d{10}$/, isRight: isDhlExpress },
  // Pieces of DHL Express and parcels, and DHL eCommerce: they have no check digit.
  { courier: 'DHL', shape: /^(?:JJD|JD|JVGL)\d{10,20}$/, isRight: () => true },
  { courier: 'DHL', shape: /^GM\d{12,30}$/, isRight: () => true },
  { courier: 'DHL', shape: /^003404\d{14}$/, isRight: isModulo10 },
  { courier: 'DHL', shape: /^[A-Z]{2}\d{9}DE$/, isRight: isPostal },
  { courier: 'FEDEX', shape: /^\d{12}$/, isRight: isFedExExpress },
  { courier: 'DHL', shape: /^\d{12}$/, isRight: isIdentcode },
  { courier: 'FEDEX', shape: /^\d{15}$/, isRight: isModulo10 },
  { courier: 'FEDEX', shape: /^61\d{18}$/, isRight: (number) => isModulo10(number, '92') },
  { courier: 'FEDEX', shape: /^9261\d{18}$/, isRight: isModulo10 },
  // Of the label of Ground only the number of the shipper and of the parcel are checked.
  { courier: 'FEDEX', shape: /^96\d{20}$/, isRight: (number) => isModulo10(number.slice(7)) },
  { courier: 'USPS', shape: /^9[1-5](?:\d{20}|\d{24})$/, isRight: isModulo10 },
  {
    courier: 'USPS',
    shape: /^(?!00)\d{20}$/,
    isRight: (number) => isModulo10(number) || isModulo10(number, '91'),
  },
  { courier: 'USPS', shape: /^[A-Z]{2}\d{9}US$/, isRight: isPostal },
];

/** Whose number it is. `also`: other couriers whose numbers look the same, so that it is not certain. */
export type DetectedCourier = { courier: string; problem?: CourierWaybillProblem; also?: string[] };

/** Whose number it is by its shape, and whether its check digit is right; nothing of a number that no courier has. */
export function detectCourier(number: string): DetectedCourier | undefined {
  const matching = shapes.filter(({ shape }) => shape.test(number));
  const [first] = matching;
  if (first === undefined) return undefined;
  const [courier, ...also] = new Set(matching.filter(({ isRight }) => isRight(number)).map((one) => one.courier));
  if (courier === undefined) return { courier: first.courier, problem: 'check_digit' };
  return also.length === 0 ? { courier } : { courier, also };
}

/** Numbers that a courier may have besides those whose shape is known, for people who name the courier. */
const ANY_NUMBER = /^[A-Z0-9]{8,34}$/;

/**
 * A number as typed, with the courier where it is named before it: `DHL 1234567895`. A courier that is named counts, unless the
 * number has one of its shapes with a wrong check digit.
 */
export function readCourierWaybill(text: string): { number: string; found: DetectedCourier | undefined } {
  const [, name = '', rest = ''] = /^\s*([A-Z]{2,5})[\s:：]+([^\s:：].*)$/i.exec(text) ?? [];
  const courier = shapes.find((one) => one.courier === name.toUpperCase())?.courier;
  if (courier === undefined) {
    const number = normalizeCourierWaybill(text);
    return { number, found: detectCourier(number) };
  }
  const number = normalizeCourierWaybill(rest);
  const own = shapes.filter((one) => one.courier === courier && one.shape.test(number));
  if (own.length > 0 && !own.some(({ isRight }) => isRight(number)))
    return { number, found: { courier, problem: 'check_digit' } };
  return { number, found: ANY_NUMBER.test(number) ? { courier } : undefined };
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
