import type { Random } from '#shared/random/prng.ts';
import { type Instant, toIsoText } from '#shared/time/instant.ts';
import type { WorldAirline } from './flights.ts';

const encodedWord = (text: string): string => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
const wrapped = (text: string): string => text.replace(/.{76}/g, '$&\r\n');

/** Text as quoted-printable, with soft breaks. */
const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(/[^\x20-\x3c\x3e-\x7e]/g, (letter) =>
          [...Buffer.from(letter)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
        )
        .replaceAll('=\r', '=0D')
        .replace(/(.{60})(?=.)/g, '$1=\r\n'),
    )
    .join('\r\n');

/** A mail with messages in its body or attached to it, as airlines send them. */
export function mailOf(airline: WorldAirline, name: string, text: string, at: Instant, random: Random): Buffer {
  const head = [
    `From: ${encodedWord(airline.nameCn)} <cargo.status@${airline.code.toLowerCase()}.example>`,
    'To: status@portolan.example',
    `Subject: ${encodedWord(`货物状态 ${airline.nameCn} ${airline.nameEn}`)}`,
    `Date: ${new Date(toIsoText(at)).toUTCString()}`,
    `Message-ID: <${name}@${airline.code.toLowerCase()}.example>`,
    'MIME-Version: 1.0',
  ];
  if (random.chance(0.3)) {
    const body = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'];
    return Buffer.from([...head, ...body, '', quoted(text), ''].join('\r\n'), 'latin1');
  }
  const boundary = `part-${name}`;
  return Buffer.from(
    [
      ...head,
      `Content-Type: multipart/mixed; boundary="${boundary}"`,
      '',
      'This is a message in several parts.',
      `--${boundary}`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Dear customer, please find the status of your consignments attached.',
      `--${boundary}`,
      `Content-Type: application/octet-stream; name="${name}.txt"`,
      `Content-Disposition: attachment; filename="${name}.txt"`,
      'Content-Transfer-Encoding: base64',
      '',
      wrapped(Buffer.from(text, 'latin1').toString('base64')),
      `--${boundary}--`,
      '',
    ].join('\r\n'),
    'latin1',
  );
}
