import { z } from 'zod';
import { defineCalls, wireId } from './call.ts';

const maybe = z.number().nullable();
const instant = z.coerce.number().int().min(0).max(4_102_444_800_000);
/** What a vehicle does; offline: not heard for some time. */
const state = z.enum(['driving', 'idling', 'stopped', 'offline']);

const stay = z.object({
  siteCode: z.string(),
  siteName: z.string(),
  siteNameEn: z.string().nullable(),
  zone: z.string().nullable(),
  lon: z.number(),
  lat: z.number(),
  arrivedTime: z.number(),
  departedTime: maybe,
});

export const vehicleCalls = defineCalls({
  vehiclePositions: {
    summary: { zh: '车辆最新位置', en: 'Newest positions of vehicles' },
    data: z.array(
      z.object({
        vehicleId: z.string(),
        plateNo: z.string(),
        state,
        lon: z.number(),
        lat: z.number(),
        speed: z.number(),
        direction: z.number(),
        reportTime: z.number(),
      }),
    ),
  },
  vehicleTrack: {
    summary: { zh: '车辆轨迹', en: 'Track of a vehicle' },
    query: z.object({ vehicleId: wireId, timeFrom: instant.optional(), timeTo: instant.optional() }),
    data: z.object({
      vehicleId: z.string(),
      plateNo: z.string(),
      /** Who told the positions: the device of the vehicle, in the reader's language. */
      source: z.string(),
      timeFrom: z.number(),
      timeTo: z.number(),
      /** Time, longitude, latitude, km/h, degrees, degrees Celsius; at most 2,000 points. */
      points: z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), maybe])),
      /** Positions in this time, and those by reason that were not believed and are not drawn. */
      total: z.number().int(),
      refused: z.array(z.object({ reason: z.string(), reasonText: z.string(), count: z.number().int() })),
      stays: z.array(stay),
      /** Sites of the usual way, and how far beside it the vehicle may be. */
      lane: z.array(
        z.object({
          siteCode: z.string(),
          siteName: z.string(),
          siteNameEn: z.string().nullable(),
          lon: z.number(),
          lat: z.number(),
        }),
      ),
      corridorKm: maybe,
      photos: z.array(
        z.object({ photoId: z.string(), takenTime: z.number(), channel: z.number(), lon: maybe, lat: maybe }),
      ),
      temperatureMin: maybe,
      temperatureMax: maybe,
    }),
  },
  vehiclePhoto: {
    summary: { zh: '车辆照片', en: 'A photograph of a vehicle' },
    query: z.object({ photoId: wireId }),
    data: z.object({
      photoId: z.string(),
      plateNo: z.string(),
      takenTime: z.number(),
      /** JPEG as base64. */
      image: z.string(),
    }),
  },
  vehicleGateways: {
    summary: { zh: '车载终端接入情况', en: 'How receiving from vehicles goes' },
    data: z.array(
      z.object({
        protocol: z.string(),
        state: z.enum(['open', 'failed']),
        port: maybe,
        connections: z.number().int(),
        lastError: z.string().nullable(),
        updatedTime: z.number(),
      }),
    ),
  },
});
