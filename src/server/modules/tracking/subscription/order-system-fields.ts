import { z } from 'zod';

/** A text of an order system: without blanks around, not empty, at most `max` characters, without the NUL that no column stores. */
export const feedText = (max: number) =>
  z
    .string()
    .transform((text) => text.trim())
    .refine((text) => text !== '' && text.length <= max && !text.includes('\u0000'));

/** A number or code of an order system, in capitals as lists look for it. */
export const feedCode = (max: number) => feedText(max).transform((text) => text.toUpperCase());

const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2100, 0, 1);

/** A moment of an order system, ISO 8601 or milliseconds since 1970; between the years 2000 and 2100. */
export const feedMoment = z
  .union([z.string(), z.number()])
  .transform((value) => (typeof value === 'number' ? value : Date.parse(value)))
  .refine((value) => value > earliest && value < latest);
