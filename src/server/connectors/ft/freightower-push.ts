import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import type { Instant } from '#shared/time/instant.ts';
import { asObject, attribute, cleanText, parseJsonBytes } from '../untrusted.ts';
import { objectsOf } from './freightower-fields.ts';
import { resultOf } from './freightower-record.ts';
import { onlyWarns, standingPart } from './freightower-warnings.ts';

type Fields = Record<string, unknown>;

/** What a push of Freightower is about. */
export type FreightowerPush = {
  /** Numbers of bills, bookings and containers that it names, in capitals. */
  references: string[];
  /** It tells what is new; else it only says that there is something, and the bill is to be requested. */
  reports: boolean;
  /** Its warnings, kept as a message of their own because later answers do not repeat them; null for a push without a word on warnings. */
  standing: unknown;
};

const REFERENCE_CHARS = 60;
const MAX_REFERENCES = 1_000;

const texts = (fields: Fields, ...names: string[]): string[] =>
  names.flatMap((name) => {
    const value = attribute(fields, name);
    const text = typeof value === 'string' && value.length <= REFERENCE_CHARS ? cleanText(value).toUpperCase() : '';
    return text === '' ? [] : [text];
  });

/** What is written as bill and container number in questions, notices and results. */
const billNames = ['billNo', 'BILLNO', 'referenceno', 'REFERENCE_NO'];
const containerNames = ['containerNo', 'CTNRNO'];

/**
 * Reads a push: everything known of a bill, what changed in it, warnings, or a notice that there is news. Undefined for what is no
 * object. Never throws.
 */
export function readFreightowerPush(body: Uint8Array, receivedAt: Instant): FreightowerPush | undefined {
  const message = asObject(parseJsonBytes(body)?.value);
  if (message === undefined) return undefined;
  const result = resultOf(message) ?? {};
  const containers = objectsOf(attribute(result, 'containers'));
  const named = [
    message,
    asObject(attribute(message, 'param')) ?? {},
    ...objectsOf(attribute(message, 'params')),
    result,
    ...containers,
  ];
  const bills = named.flatMap((fields) => texts(fields, ...billNames));
  const units = named.flatMap((fields) => texts(fields, ...containerNames)).map(normalizeContainerNumber);
  const isState =
    ['places', 'routes'].some((name) => objectsOf(attribute(result, name)).length > 0) ||
    attribute(result, 'terminalPlan') !== undefined ||
    containers.some((one) => objectsOf(attribute(one, 'status')).length > 0);
  const warnings = standingPart(result, receivedAt);
  return {
    references: [...new Set([...bills, ...units])].slice(0, MAX_REFERENCES),
    reports: isState && !onlyWarns(result),
    standing: warnings === undefined ? null : { result: warnings },
  };
}
