import { normalizeText } from '../text/normalize.ts';
import { findContainerNumberProblem, normalizeContainerNumber } from './container-number.ts';

/** What a number by rail names. */
export type RailNumberKind = 'container' | 'wagon' | 'waybill';

/** A number by rail as it is kept: what it names, and what is wrong with it. */
export type RailNumber = {
  number: string;
  kind: RailNumberKind | undefined;
  problem: 'shape' | 'check_digit' | undefined;
};

/** Check digit of the first seven digits of a wagon of the 1520 mm gauge: weights 2 and 1 in turn, digits of products added. */
export function wagonCheckDigit(digits: string): number {
  const sum = [...digits].reduce((total, digit, index) => {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** Reads a container, wagon (eight digits) or waybill number (two to four letters and at least eight digits) as typed. */
export function readRailNumber(text: string): RailNumber {
  const number = normalizeContainerNumber(normalizeText(text));
  const container = findContainerNumberProblem(number);
  if (container !== 'shape') return { number, kind: 'container', problem: container };
  if (/^\d{8}$/.test(number)) {
    const isRight = wagonCheckDigit(number.slice(0, 7)) === Number(number[7]);
    return { number, kind: 'wagon', problem: isRight ? undefined : 'check_digit' };
  }
  if (/^[A-Z]{2,4}\d{8,14}$/.test(number)) return { number, kind: 'waybill', problem: undefined };
  return { number, kind: undefined, problem: 'shape' };
}
