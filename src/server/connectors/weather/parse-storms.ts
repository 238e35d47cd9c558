import { z } from 'zod';
import type { Instant } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import { parseJsonBytes } from '../untrusted.ts';

/** Where a storm was or will be by one advisory. */
export type StormPoint = {
  stormCode: string;
  name: string;
  issuedAt: Instant;
  validAt: Instant;
  lon: number;
  lat: number;
  windKn: number;
  radiusNm: number;
  errorNm: number;
};

const limit = 5_000;
const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2100, 0, 1);
const moment = z
  .string()
  .max(40)
  .transform((text) => Date.parse(text))
  .refine((at) => at > earliest && at < latest);

const feature = z.object({
  geometry: z.object({
    type: z.literal('Point'),
    coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.number()),
  }),
  properties: z.object({
    stormId: z.string().trim().min(1).max(20),
    name: z.string().trim().min(1).max(60),
    issued: moment,
    valid: moment,
    windKn: z.number().min(0).max(250),
    radiusNm: z.number().min(1).max(1000),
    errorNm: z.number().min(0).max(2000).default(0),
  }),
});

/** Reads the advisories of a weather service; what does not follow the form is left out and counted. Never throws. */
export function parseStorms(body: Uint8Array): { points: StormPoint[]; refused: number } {
  const { features } = asRecord(parseJsonBytes(body)?.value);
  if (!Array.isArray(features)) return { points: [], refused: 1 };
  const points = features.slice(0, limit).flatMap((one): StormPoint[] => {
    const read = feature.safeParse(one);
    if (!read.success) return [];
    const { geometry, properties } = read.data;
    const { stormId: stormCode, name, issued: issuedAt, valid: validAt, windKn, radiusNm, errorNm } = properties;
    const [lon, lat] = geometry.coordinates;
    return [{ stormCode, name, issuedAt, validAt, lon, lat, windKn, radiusNm, errorNm }];
  });
  return { points, refused: features.length - points.length };
}
