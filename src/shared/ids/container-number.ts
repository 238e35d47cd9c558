import { normalizeCode } from '../text/normalize.ts';

/** What is wrong with a container number: its shape (an error) or its check digit (a warning that can be overridden). */
export type ContainerNumberProblem = 'shape' | 'check_digit';

const SHAPE = /^[A-Z]{3}[UJZ]\d{7}$/;

/** The value of a letter by ISO 6346: from A = 10 upwards, leaving out the multiples of 11. */
function valueOf(char: string): number {
  const code = char.charCodeAt(0);
  if (code < 65) return code - 48;
  const n = code - 65 + 10;
  return n + Math.floor((n - 1) / 10);
}

/** The ISO 6346 check digit of the first ten characters (`CSQU305438`): remainder 10 counts as 0; undefined if they are misshapen. */
export function containerCheckDigit(prefix: string): number | undefined {
  if (!/^[A-Z]{4}\d{6}$/.test(prefix)) return undefined;
  let sum = 0;
  for (let i = 0; i < 10; i += 1) sum += valueOf(prefix.charAt(i)) * 2 ** i;
  return (sum % 11) % 10;
}

/** The number as typed, in upper case without blanks, dashes, dots and strokes. */
export function normalizeContainerNumber(text: string): string {
  return normalizeCode(text).replace(/[./·]/g, '');
}

/** What is wrong with a normalised container number, undefined if nothing is. */
export function findContainerNumberProblem(number: string): ContainerNumberProblem | undefined {
  if (!SHAPE.test(number)) return 'shape';
  return containerCheckDigit(number.slice(0, 10)) === Number(number[10]) ? undefined : 'check_digit';
}

/** Reads a container number: normalised, with its problem if it has one. */
export function parseContainerNumber(text: string): {
  readonly number: string;
  readonly problem: ContainerNumberProblem | undefined;
} {
  const number = normalizeContainerNumber(text);
  return { number, problem: findContainerNumberProblem(number) };
}

/** A valid container number from an owner prefix (`MSCU`) and a serial of up to six digits; throws RangeError otherwise. */
export function buildContainerNumber(ownerPrefix: string, serial: number): string {
  const first = `${ownerPrefix}${String(serial).padStart(6, '0')}`;
  const digit = containerCheckDigit(first);
  if (digit === undefined) throw new RangeError(`No container number: ${first}`);
  return `${first}${digit}`;
}
