import { expect } from 'vitest';
import { createAisDecoder } from '#server/connectors/ais/decoder.ts';
import type { AisMessage } from '#server/connectors/ais/messages.ts';

/** The checksum of a sentence's body, as two hexadecimal digits. */
export const checksum = (body: string): string =>
  [...body]
    .reduce((sum, letter) => sum ^ letter.charCodeAt(0), 0)
    .toString(16)
    .toUpperCase()
    .padStart(2, '0');

/** A sentence with the right checksum. */
export const sentence = (body: string): string => `!${body}*${checksum(body)}`;
/** A sentence behind a tag block with the right checksum. */
export const tagged = (tags: string, line: string): string => `\\${tags}*${checksum(tags)}\\${line}`;

/** The one message that these lines give. */
export const one = (...lines: string[]): AisMessage => {
  const decoder = createAisDecoder();
  const found = lines.flatMap((line) => decoder.line(line) ?? []);
  expect(found).toHaveLength(1);
  return found[0] as AisMessage;
};

/** Payload of ones and zeroes, armoured. */
function payloadOf(fields: readonly (readonly [number, number])[]): string {
  const bits = fields.map(([value, length]) => (value >>> 0).toString(2).padStart(32, '0').slice(-length)).join('');
  let payload = '';
  for (let at = 0; at < bits.length; at += 6) {
    const value = Number.parseInt(bits.slice(at, at + 6).padEnd(6, '0'), 2);
    payload += String.fromCharCode(value < 40 ? value + 48 : value + 56);
  }
  return payload;
}

/** The message of these fields, each a value and its length in bits. */
export const message = (...fields: (readonly [number, number])[]): AisMessage =>
  one(sentence(`AIVDM,1,1,,A,${payloadOf(fields)},0`));
