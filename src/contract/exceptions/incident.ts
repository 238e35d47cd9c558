import { z } from 'zod';
import { incidentsList } from '#lists/incidents.ts';
import { keysOf } from '#shared/values/objects.ts';
import { defineCalls, pageInput, pageOf, wireId } from '../call.ts';
import { listFilters } from '../list.ts';
import { exceptionResult } from '../wire/rows.ts';
import { exceptionMenus } from '../menus.ts';

const time = z.number().nullable();

const incidentState = z.enum(keysOf(incidentsList.columns.state.values));
const severity = z.enum(['low', 'medium', 'high']);

/** What one tenant has of an incident of the platform. */
const incidentPart = z.object({
  incidentId: z.string(),
  tenantCode: z.string(),
  tenantName: z.string(),
  state: incidentState,
  severity,
  open: z.number().int(),
  untreated: z.number().int(),
  total: z.number().int(),
  shipments: z.number().int(),
  bookings: z.number().int(),
});

/**
 * One cause with the numbers of what it brought about; of one tenant, or of the platform for those who see all tenants: the
 * outage of a source that is asked with the platform's keys.
 */
const incidentRow = z.object({
  incidentId: z.string(),
  /** vessel, source, port, sailing, place or zone. */
  kind: z.string(),
  /** The cause in words. */
  text: z.string(),
  /** Empty for an incident of the platform; its name says of how many tenants it is. */
  tenantCode: z.string(),
  tenantName: z.string(),
  state: incidentState,
  /** The worst of the open ones, of all when none is open. */
  severity,
  firstTime: time,
  lastTime: time,
  /** Exceptions whose problem is there, those of them that nobody has touched, and all there ever were. */
  open: z.number().int(),
  untreated: z.number().int(),
  total: z.number().int(),
  /** Shipments that wait for a source that answers nobody; 0 for other causes. */
  shipments: z.number().int(),
  /** Subscriptions with an open exception of it, and with any. */
  bookings: z.number().int(),
  /** What the open ones may cost in whole US dollars; of a subscription only the dearest counts. */
  moneyAtRisk: z.number().int(),
  allBookings: z.number().int(),
  /** How far off the worst of the open ones is, where that is a matter of time. */
  hours: z.number().nullable(),
  /** Exception types of the members, with how many are open. */
  types: z.array(
    z.object({ testPurpose: z.string(), testPurposeName: z.string(), open: z.number().int(), total: z.number().int() }),
  ),
  /** Who is responsible for open ones. */
  people: z.array(z.object({ chargeCode: z.string(), chargeName: z.string() })),
  /** Of an incident of the platform: how many tenants it concerns, and up to 200 of them, those with most open ones first. */
  tenants: z.number().int(),
  parts: z.array(incidentPart),
});
export type IncidentRow = z.output<typeof incidentRow>;

const queryIncidentsBody = z.strictObject({
  ...pageInput,
  incidentId: wireId.nullish(),
  /** Those of exceptions leave incidents with at least one member that fits. */
  ...listFilters(incidentsList),
});
export type IncidentQuery = z.output<typeof queryIncidentsBody>;

const instant = z.union([z.number(), z.string().regex(/^\d{1,15}$/)]).transform(Number);

/** What one act can do to all open members of an incident. */
const incidentActions = ['assign', 'take', 'handle', 'comment', 'snooze', 'wake'] as const;

/** Calls of incidents: exceptions that share one cause; and of the risk zones that maps show. */
export const incidentCalls = defineCalls({
  queryIncidents: {
    method: 'POST',
    path: '/api/data/incident/query',
    access: exceptionMenus,
    summary: { zh: '查询异常组（同一原因的异常）', en: 'Incidents: exceptions grouped by their cause' },
    body: queryIncidentsBody,
    data: pageOf(incidentRow).extend({
      /** The product's time of this answer; given back with an act, members that changed since are left alone. */
      asOf: z.number(),
    }),
  },
  incidentById: {
    method: 'GET',
    path: '/api/data/incident/get',
    access: exceptionMenus,
    summary: { zh: '异常组', en: 'One incident' },
    query: z.object({ incidentId: wireId }),
    data: incidentRow.extend({ asOf: z.number() }),
  },
  incidentMembers: {
    method: 'POST',
    path: '/api/data/incident/members',
    access: exceptionMenus,
    summary: { zh: '组内异常', en: 'The exceptions of an incident: open ones first, worst first' },
    body: z.strictObject({ incidentId: wireId, currentPage: pageInput.currentPage, pageSize: pageInput.pageSize }),
    data: pageOf(exceptionResult),
  },
  incidentPlaces: {
    method: 'GET',
    path: '/api/data/incident/places',
    access: exceptionMenus,
    summary: {
      zh: '异常组的位置：起因的港口或风险区域、载有相关货物的船舶、目的港',
      en: 'Where an incident is: the port or zone of its cause, the vessels with its bookings, and where these go',
    },
    query: z.object({ incidentId: wireId }),
    data: z.object({
      /** Up to 100, those with most bookings first. Bookings are those with an open exception of the incident. */
      vessels: z.array(
        z.object({
          mmsi: z.string(),
          vesselName: z.string().nullable(),
          lon: z.number(),
          lat: z.number(),
          heardTime: z.number(),
          bookings: z.number().int(),
        }),
      ),
      /** The port of the cause, if it has one, then up to 100 where bookings are discharged. */
      ports: z.array(
        z.object({
          portCode: z.string(),
          portName: z.string(),
          portNameCn: z.string().nullable(),
          lon: z.number(),
          lat: z.number(),
          bookings: z.number().int(),
          cause: z.union([z.literal(0), z.literal(1)]),
        }),
      ),
      zone: z
        .object({
          zoneName: z.string(),
          zoneNameEn: z.string(),
          /** Rings of corners as longitude and latitude; longitudes may pass 180. */
          outline: z.array(z.array(z.array(z.number()))),
        })
        .nullable(),
    }),
  },
  riskZones: {
    method: 'GET',
    path: '/api/data/md/queryRiskZone',
    access: 'session',
    summary: { zh: '生效中的风险区域', en: 'Risk zones that are active, for maps' },
    data: z.array(
      z.object({
        zoneCode: z.string(),
        zoneName: z.string(),
        zoneNameEn: z.string(),
        zoneType: z.string(),
        severity: z.string(),
        activeFrom: z.number(),
        activeTo: time,
        note: z.string().nullable(),
        noteEn: z.string().nullable(),
        /** Rings of corners as longitude and latitude; longitudes may pass 180. */
        outline: z.array(z.array(z.array(z.number()))),
      }),
    ),
  },
  actOnIncident: {
    method: 'POST',
    path: '/api/data/incident/act',
    access: exceptionMenus,
    summary: {
      zh: '批量处理异常组的全部未关闭异常，或指定的异常',
      en: 'Assign, take, handle, comment on, snooze or wake all open exceptions of an incident, or those named',
    },
    body: z.object({
      /** Left out: the exceptions that `ids` name, of any incident or of none. */
      incidentId: wireId.nullish(),
      action: z.enum(incidentActions),
      /** Only these exceptions; left out: all of the incident that are open. */
      ids: z.array(wireId).max(5000).nullish(),
      /** Members that changed later than this are reported and left alone. */
      seenAt: instant.nullish(),
      /** The same for single members: id -> record version that was seen. */
      versions: z.record(z.string().regex(/^\d{1,15}$/), z.coerce.number().int()).nullish(),
      chargeCode: z.string().max(100).nullish(),
      handleStatus: z.union([z.string(), z.number()]).nullish(),
      handleRemark: z.string().max(4000).nullish(),
      comment: z.string().max(20_000).nullish(),
      /** Names the comment, so that sending it twice writes it once. */
      requestKey: z.string().max(100).nullish(),
      /** Snoozed until then, or earlier if it gets worse; left out: only until it gets worse. */
      snoozeUntil: instant.nullish(),
      /** The same, counted from now, in ms. */
      snoozeForMs: z.coerce.number().int().min(60_000).max(31_536_000_000).nullish(),
    }),
    data: z.object({
      changed: z.number().int(),
      /** Already as wanted. */
      unchanged: z.number().int(),
      /** Open members beyond what one call takes; asking again goes on with them. */
      left: z.number().int(),
      /** Members that were left alone, with the reason. */
      results: z.array(z.object({ id: z.string(), ok: z.boolean(), msg: z.string() })),
    }),
  },
});
