import { z } from 'zod';
import { alarmKinds } from '#domain/network/vehicle/alarms.ts';
import { defineCalls, wireId } from '../call.ts';
import { trackingMenus } from '../menus.ts';

/** Vehicles are shown by their own page and by the traces of orders by road. */
const vehicleMenus = ['/gps-vehicle-index', ...trackingMenus] as const;

const maybe = z.number().nullable();
const instant = z.coerce.number().int().min(0).max(4_102_444_800_000);
/** What a vehicle does; offline: not heard for some time. */
const state = z.enum(['driving', 'idling', 'stopped', 'offline']);

/** What lets a device in. */
const deviceAccess = z.enum(['coded', 'matched', 'bound', 'open', 'legacy', 'unbound', 'closed']);

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

/** Why positions of a device are held for review. */
const heldReason = z.enum(['network', 'second', 'jump']);
/** Vehicles that one act is about. */
const vehicleIds = z.array(wireId).min(1).max(200);
const heldPart = z.object({ vehicleId: wireId, network: z.string().min(1).max(60), reason: heldReason });
const done = z.object({ count: z.number().int() });

/** A network that the device of a vehicle has signed in from, and what is held for review from it. */
const deviceNetwork = z.object({
  network: z.string(),
  address: z.string(),
  state: z.enum(['seen', 'held', 'confirmed']),
  firstTime: z.number(),
  lastTime: z.number(),
  signIns: z.number().int(),
  /** When a second connection from here reported beside another one. */
  secondTime: maybe,
  /** Since when somebody has to look at it, and when somebody did. */
  doubtTime: maybe,
  decidedTime: maybe,
  held: z.array(
    z.object({
      reason: heldReason,
      count: z.number().int(),
      timeFrom: z.number(),
      timeTo: z.number(),
      /** The newest of these positions. */
      lon: z.number(),
      lat: z.number(),
    }),
  ),
});

/** Calls about vehicles with a device. */
export const vehicleCalls = defineCalls({
  vehiclePositions: {
    method: 'GET',
    path: '/api/data/gps/vehicle/positions',
    access: ['/gps-vehicle-index'],
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
    method: 'GET',
    path: '/api/data/gps/vehicle/track',
    access: vehicleMenus,
    summary: { zh: '车辆轨迹', en: 'Track of a vehicle' },
    query: z.object({ vehicleId: wireId, timeFrom: instant.optional(), timeTo: instant.optional() }),
    data: z.object({
      vehicleId: z.string(),
      plateNo: z.string(),
      /** Which source reported the positions: the device of the vehicle, in the reader's language. */
      source: z.string(),
      timeFrom: z.number(),
      timeTo: z.number(),
      /** Time, longitude, latitude, km/h, degrees, degrees Celsius; at most 2,000 points. */
      points: z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), maybe])),
      /** Positions in this time, and those by reason that were not believed and are not drawn. */
      total: z.number().int(),
      refused: z.array(z.object({ reason: z.string(), reasonText: z.string(), count: z.number().int() })),
      stays: z.array(stay),
      /** Alarms of the device, newest first; one that goes on has no end. The place is the last believed one at its beginning. */
      alarms: z.array(
        z.object({ kind: z.enum(alarmKinds), beganTime: z.number(), endedTime: maybe, lon: maybe, lat: maybe }),
      ),
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
    method: 'GET',
    path: '/api/data/gps/vehicle/photo',
    access: vehicleMenus,
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
  vehicleAccess: {
    method: 'GET',
    path: '/api/data/gps/vehicle/access',
    access: ['/gps-vehicle-index'],
    summary: { zh: '车载终端的接入情况', en: 'What lets the device of a vehicle in, and where it connects from' },
    query: z.object({ vehicleId: wireId }),
    data: z.object({
      vehicleId: z.string(),
      plateNo: z.string(),
      protocol: z.string(),
      terminalNo: z.string(),
      access: deviceAccess,
      deviceMaker: z.string().nullable(),
      deviceId: z.string().nullable(),
      networks: z.string().nullable(),
      openUntil: maybe,
      registeredTime: maybe,
      address: z.string().nullable(),
      network: z.string().nullable(),
      networkSince: maybe,
      connections: z.number().int(),
      /** Newest first. */
      history: z.array(deviceNetwork),
    }),
  },
  vehicleAccessCounts: {
    method: 'GET',
    path: '/api/data/gps/vehicle/access/count',
    access: ['/gps-vehicle-index'],
    summary: { zh: '需要处理的车载终端数量', en: 'How many devices need an act of their tenant' },
    data: z.object({
      /** JT/T 808 devices that sign in with the code of earlier versions and are not bound. */
      legacy: z.number().int(),
      /** GT06 devices that are not bound to networks. */
      unbound: z.number().int(),
      /** Vehicles with positions that are held for review, or with a network or second connection in doubt. */
      doubtful: z.number().int(),
    }),
  },
  vehicleOpenRegistration: {
    method: 'POST',
    path: '/api/data/gps/vehicle/registration/open',
    access: ['/vehicles'],
    summary: { zh: '开放终端注册', en: 'Open the registration of devices' },
    body: z.object({ vehicleIds, hours: z.coerce.number().int().min(1).max(168).default(24) }),
    data: done.extend({ openUntil: z.number() }),
  },
  vehicleCloseRegistration: {
    method: 'POST',
    path: '/api/data/gps/vehicle/registration/close',
    access: ['/vehicles'],
    summary: { zh: '关闭终端注册', en: 'Close the registration of devices' },
    body: z.object({ vehicleIds }),
    data: done,
  },
  vehicleBindNetworks: {
    method: 'POST',
    path: '/api/data/gps/vehicle/networks',
    access: ['/vehicles'],
    summary: { zh: '绑定终端网络', en: 'Bind devices to networks' },
    body: z.object({ vehicleIds, networks: z.string().max(500) }),
    data: done,
  },
  vehicleTakeOver: {
    method: 'POST',
    path: '/api/data/gps/vehicle/held/takeOver',
    access: ['/vehicles'],
    summary: { zh: '采用暂存位置', en: 'Take over positions that are kept aside' },
    body: heldPart,
    data: done,
  },
  vehicleDiscard: {
    method: 'POST',
    path: '/api/data/gps/vehicle/held/discard',
    access: ['/vehicles'],
    summary: { zh: '丢弃暂存位置', en: 'Discard positions that are kept aside' },
    body: heldPart,
    data: done,
  },
  vehicleGateways: {
    method: 'GET',
    path: '/api/data/gps/gateway/query',
    access: ['/gps-vehicle-index'],
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
