import { z } from 'zod';
import { fieldTypes, fieldUnits } from '#shared/event/field-paths.ts';
import { eventStages } from '#domain/exceptions/event/stage.ts';
import { statement } from '../list.ts';
import { defineCalls, filterChoice, filterText, wireFlag, wireId } from '../call.ts';

const itemMenus = ['/event-item-index'] as const;

const eventMenus = ['/event-index', '/event-board-index'] as const;

const text = z.string().nullable();
const maybe = z.number().nullable();
const flag = z.union([z.literal(0), z.literal(1)]);
const count = z.number().int();
const version = z.number().int().nonnegative();
const severity = z.enum(['low', 'medium', 'high']);
/** The conditions of a rule as JSON. */
const ruleText = z.string().max(8000);
const seen = z.object({ field: z.string(), value: z.union([z.string(), z.number()]).nullable() });

const run = z.object({
  runId: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  total: count,
  done: count,
  days: count,
  actorName: z.string(),
  startTime: z.number(),
  finishTime: maybe,
  /** What the rule would have found: events, shipments that had one, and events that are there still. */
  events: count,
  shipments: count,
  open: count,
  failures: count,
  dayList: z.array(z.object({ day: z.string(), events: count })),
  /** 1: it was done with the rule and the scope as they are saved now. */
  current: flag,
  exampleList: z.array(
    z.object({
      obmTkSubscribeId: z.string(),
      bkId: text,
      referenceNo: z.string(),
      firstTime: z.number(),
      goneTime: maybe,
      delayHours: maybe,
    }),
  ),
});

const eventAges = ['day', 'week', 'older'] as const;

const boardFilters = z.object({
  by: z.enum(['stage', 'type']).default('stage'),
  tenantId: filterChoice,
  carrierCode: filterChoice,
  polCode: filterChoice,
  podCode: filterChoice,
});
const itemChosen = z.object({ eventItemId: wireId });
const changed = z.object({ eventItemId: z.string(), recordVersion: count });

/** Calls about events of shipments, and about the rules of event items. */
export const eventCalls = defineCalls({
  eventRule: {
    method: 'GET',
    path: '/api/data/eventItem/rule',
    access: itemMenus,
    summary: {
      zh: '事件项的规则、可用字段与最近一次试运行',
      en: 'The rule of an event item, the fields it can use and its last trial',
    },
    query: itemChosen,
    data: z.object({
      eventItemId: z.string(),
      recordVersion: count,
      itemCode: z.string(),
      itemName: z.string(),
      itemNameEn: z.string(),
      enabled: flag,
      rule: text,
      fieldList: z.array(
        z.object({
          fieldCode: z.string(),
          fieldName: z.string(),
          fieldNameEn: z.string(),
          fieldType: z.enum(fieldTypes),
          unit: z.enum(fieldUnits).nullable(),
          enabled: flag,
        }),
      ),
      run: run.nullable(),
    }),
  },
  eventRecipients: {
    method: 'GET',
    path: '/api/data/eventItem/recipients',
    access: itemMenus,
    summary: {
      zh: '可通知的人员、角色与反馈定义',
      en: 'People, roles and feedback definitions that can be notified of events',
    },
    query: z.object({
      keyword: filterText(60),
      chosen: z.string().max(8000).nullish(),
      /** Only who can be notified of what belongs to this tenant. */
      tenantId: wireId.optional(),
    }),
    data: z.array(
      z.object({
        value: z.string(),
        name: z.string(),
        kind: z.enum(['person', 'role', 'definition']),
        /** The user code, or the type of the definition. */
        about: text,
      }),
    ),
  },
  eventRuleSave: {
    method: 'POST',
    path: '/api/data/eventItem/saveRule',
    access: itemMenus,
    summary: { zh: '保存事件项的规则', en: 'Save the rule of an event item' },
    body: z.object({ eventItemId: wireId, recordVersion: version.nullish(), rule: ruleText }),
    data: changed,
  },
  eventRuleTest: {
    method: 'POST',
    path: '/api/data/eventItem/test',
    access: itemMenus,
    summary: {
      zh: '用一票货测试规则：各条件取到的值与结果',
      en: 'Test a rule on a shipment: the values that its conditions see',
    },
    body: z.object({ eventItemId: wireId, rule: ruleText.nullish(), referenceNo: z.string().max(60) }),
    data: z.object({
      referenceNo: z.string(),
      bkId: text,
      /** 1: there would be an event now. */
      found: flag,
      /** 1: the shipment is within the scope and the effective range of the event item. */
      inScope: flag,
      ended: flag,
      conditionList: z.array(seen.extend({ met: flag, zone: text })),
    }),
  },
  eventRuleTry: {
    method: 'POST',
    path: '/api/data/eventItem/try',
    access: itemMenus,
    summary: { zh: '在历史数据上试运行已保存的规则', en: 'Try the saved rule on history' },
    body: z.object({ eventItemId: wireId, days: z.number().int().min(1).max(365).default(30) }),
    data: z.object({ runId: z.string() }),
  },
  eventItemEnable: {
    method: 'POST',
    path: '/api/data/eventItem/enable',
    access: itemMenus,
    summary: {
      zh: '启用或停用事件项；启用前须试运行当前规则',
      en: 'Switch an event item on or off; it has to be tried with its present rule before',
    },
    body: z.object({ eventItemId: wireId, recordVersion: version.nullish(), enabled: wireFlag }),
    data: changed,
  },
  shipmentEventGet: {
    method: 'GET',
    path: '/api/data/shipmentEvent/get',
    access: eventMenus,
    summary: {
      zh: '事件详情、取到的值、备注与关联异常',
      en: 'An event with the values it saw, comments and exceptions',
    },
    query: z.object({ shipmentEventId: wireId }),
    data: z.object({
      shipmentEventId: z.string(),
      recordVersion: count,
      now: z.number(),
      state: z.enum(['new', 'confirmed', 'closed']),
      acts: z.array(z.enum(['confirm', 'close', 'reopen', 'comment'])),
      itemName: z.string(),
      itemNameEn: z.string(),
      typeName: z.string(),
      typeNameEn: z.string(),
      severity,
      stage: z.enum(eventStages),
      place: z.enum(['departure', 'arrival']),
      referenceNo: z.string(),
      obmTkSubscribeId: z.string(),
      bkId: text,
      carrierCode: text,
      mode: z.string(),
      vesselName: text,
      voyage: text,
      polCode: text,
      polName: text,
      polNameCn: text,
      podCode: text,
      podName: text,
      podNameCn: text,
      portCode: text,
      portName: text,
      portNameCn: text,
      portZone: text,
      plannedTime: maybe,
      estimatedTime: maybe,
      actualTime: maybe,
      delayHours: maybe,
      openTime: z.number(),
      dueTime: z.number(),
      closeTime: maybe,
      resolution: text,
      ownerName: text,
      valueList: z.array(
        seen.extend({
          fieldName: z.string(),
          fieldNameEn: z.string(),
          fieldType: z.enum(fieldTypes),
          unit: z.enum(fieldUnits).nullable(),
          /** Of a time at the place of departure or arrival: the zone there. */
          zone: text,
          /** Which source reported the value, and when. */
          said: statement.nullable(),
        }),
      ),
      /** Which source reported the values of the shipment, by name. */
      said: z.record(z.string(), statement),
      noteList: z.array(
        z.object({
          time: z.number(),
          kind: z.enum(['opened', 'returned', 'worse', 'resolved', 'confirm', 'close', 'reopen', 'comment']),
          actorName: z.string(),
          text: text,
          /** Why it was closed without a person. */
          reason: text,
        }),
      ),
      exceptionList: z.array(z.object({ exceptionId: z.string(), typeName: z.string(), severity })),
    }),
  },
  shipmentEventAct: {
    method: 'POST',
    path: '/api/data/shipmentEvent/act',
    access: eventMenus,
    summary: { zh: '确认、关闭、重新打开事件或添加备注', en: 'Confirm, close or reopen an event, or comment on it' },
    body: z.object({
      shipmentEventId: wireId,
      recordVersion: version.nullish(),
      act: z.enum(['confirm', 'close', 'reopen', 'comment']),
      comment: z.string().max(1000).nullish(),
    }),
    data: z.object({ shipmentEventId: z.string(), recordVersion: count }),
  },
  eventBoard: {
    method: 'POST',
    path: '/api/data/eventBoard/query',
    access: ['/event-board-index'],
    summary: { zh: '事件看板：按阶段或类型统计未关闭的事件', en: 'The board: open events by stage or type' },
    body: boardFilters,
    data: z.object({
      now: z.number(),
      /** Open events, those past the time in which they had to be handled, and shipments that have one. */
      total: count,
      overdue: count,
      shipments: count,
      groupList: z.array(
        z.object({
          code: z.string(),
          name: text,
          nameEn: text,
          total: count,
          overdue: count,
          shipments: count,
          high: count,
          medium: count,
          low: count,
          fresh: count,
          confirmed: count,
          itemList: z.array(
            z.object({
              /** Event items of one code and name, of each tenant its own. */
              eventItemIds: z.array(z.string()),
              itemName: z.string(),
              itemNameEn: z.string(),
              total: count,
              overdue: count,
              fresh: count,
              /** By when they were found: within a day, a week, or before. */
              ageList: z.array(z.object({ age: z.enum(eventAges), total: count })),
              /** Of which tenants, most first; the eight with most. */
              tenantList: z.array(z.object({ tenantCode: z.string(), tenantName: z.string(), total: count })),
              /** Found on each of the last 14 days (of 24 hours up to now), oldest first; also those closed since. */
              dayList: z.array(count),
              /** The three worst: by severity, then what has to be handled first. */
              worstList: z.array(
                z.object({ shipmentEventId: z.string(), referenceNo: z.string(), severity, dueTime: z.number() }),
              ),
            }),
          ),
        }),
      ),
    }),
  },
  eventBoardAct: {
    method: 'POST',
    path: '/api/data/eventBoard/act',
    access: ['/event-board-index'],
    summary: {
      zh: '在看板上确认一组新事件，或关闭一组未关闭的事件',
      en: 'Confirm the new events behind a number of the board, or close all of them',
    },
    body: boardFilters.extend({
      act: z.enum(['confirm', 'close']),
      /** The stage or the type. */
      code: z.string().max(40),
      /** These event items of it; all without. */
      eventItemIds: z.array(wireId).min(1).max(1000).optional(),
    }),
    data: z.object({ count }),
  },
});
