import type { Instant } from '#shared/time/instant.ts';
import { encodeGbk } from '#shared/text/gbk.ts';
import { type Jt808Message, writeFrame808 } from './frame.ts';
import { idsOf808 } from './messages.ts';

/** Results of the platform's general answer. */
export const results808 = { done: 0, failed: 1, wrong: 2, unsupported: 3 } as const;
/** Results of a registration. */
export const registration808 = { done: 0, vehicleTaken: 1, noVehicle: 2, deviceTaken: 3, noDevice: 4 } as const;

const words = (...values: readonly number[]): number[] =>
  values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]);
const long = (value: number): number[] => [...words(Math.floor(value / 65_536)), ...words(value % 65_536)];

const answer = (to: Pick<Jt808Message, 'phone'>, id: number, serial: number, body: readonly number[]): Uint8Array =>
  writeFrame808({ id, phone: to.phone, serial, body: Uint8Array.from(body) });

/** The general answer to a message. */
export const answer808 = (to: Jt808Message, serial: number, result: number): Uint8Array =>
  answer(to, idsOf808.platformAnswer, serial, [...words(to.serial, to.id), result]);

/** The answer to a registration; a code to authenticate with goes with success. */
export const answerRegistration808 = (to: Jt808Message, serial: number, result: number, code: string): Uint8Array =>
  answer(to, idsOf808.registerAnswer, serial, [
    ...words(to.serial),
    result,
    ...(result === registration808.done ? encodeGbk(code) : []),
  ]);

/** A picture has come whole. */
export const answerMedia808 = (to: Jt808Message, serial: number, mediaId: number): Uint8Array =>
  answer(to, idsOf808.mediaAnswer, serial, long(mediaId));

const bcdOf = (value: number): number => Math.floor(value / 10) * 16 + (value % 10);

/** What time it is, in UTC, for a device of the edition of 2019 that asks. */
export function answerTime808(to: Pick<Jt808Message, 'phone'>, serial: number, now: Instant): Uint8Array {
  const at = new Date(now);
  const parts = [at.getUTCFullYear() % 100, at.getUTCMonth() + 1, at.getUTCDate()];
  const clock = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()];
  return answer(to, idsOf808.timeAnswer, serial, [...parts, ...clock].map(bcdOf));
}

/** Parts of a message are missing: send them again. The edition of 2019 counts them in two bytes. */
export const askParts808 = (
  to: Pick<Jt808Message, 'phone' | 'edition2019'>,
  serial: number,
  firstSerial: number,
  missing: readonly number[],
): Uint8Array =>
  answer(to, idsOf808.resend, serial, [
    ...words(firstSerial),
    ...(to.edition2019 ? words(missing.length) : [missing.length]),
    ...words(...missing),
  ]);
