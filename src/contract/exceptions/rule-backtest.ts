import { z } from 'zod';
import { defineCalls, filterChoice, filterText, pageInput, pageOf, wireFlag, wireId } from '../call.ts';

const ruleMenus = ['/detection-rules'] as const;

const text = z.string().nullable();
const flag = z.union([z.literal(0), z.literal(1)]);
const values = z.record(z.string(), z.number());

const threshold = z.object({
  name: z.string(),
  label: z.string(),
  unit: z.enum(['hours', 'days', 'nm', 'times', 'factor', 'switch']),
  min: z.number(),
  max: z.number(),
  /** Values are multiples of it. */
  step: z.number(),
  defaultValue: z.number(),
  /** 1: the one that a trial moves. */
  main: flag,
});

/** A detection rule with what it does at present in the caller's tenants. */
const rule = z.object({
  ruleCode: z.string(),
  nameCn: z.string(),
  nameEn: z.string(),
  /** What it looks for, in one sentence. */
  description: text,
  severity: z.string(),
  /** Switch and thresholds for the caller's tenant, or of everyone for anyone who sees all tenants. */
  enabled: flag,
  values,
  thresholds: z.array(threshold),
  /** Rows of settings the caller sees. */
  settingCount: z.number().int(),
  /** 1: can be tried on history; 0: it reads what is not kept over time and is tried on the present. */
  replayable: flag,
  openNow: z.number().int(),
  opened30: z.number().int(),
  resolved30: z.number().int(),
  /** Of the exceptions of the last 30 days: what people did with them. */
  confirmed: z.number().int(),
  dismissed: z.number().int(),
  inWork: z.number().int(),
  /** What its findings show as evidence: paths of attributes. */
  evidence: z.array(z.string()),
});
export type DetectionRule = z.output<typeof rule>;

const setting = z.object({
  ruleSettingId: z.string(),
  ruleCode: z.string(),
  level: z.enum(['default', 'tenant', 'carrier', 'tenantCarrier', 'tenantCarrierLane']),
  tenantId: text,
  tenantName: text,
  carrierCode: text,
  lane: text,
  /** null: as the wider settings have it. */
  enabled: flag.nullable(),
  values,
  /** 1: the caller may change it. */
  writable: flag,
  recordVersion: z.number().int(),
});
export type RuleSetting = z.output<typeof setting>;

/** Where settings count: nothing = everywhere; a lane is named by its ports, as CNSHA-NLRTM. */
const scopeInput = {
  tenantId: wireId.nullish(),
  carrierCode: filterText(20),
  lane: filterText(30),
};
const enabledInput = wireFlag.nullish();
const valuesInput = z.record(z.string().max(60), z.number()).default({});

/** What came of a change: the row, and the run that detects again. */
const changed = z.object({ setting: setting.nullable(), runId: text, shipments: z.number().int() });

const verdicts = z.object({
  confirmed: z.number().int(),
  dismissed: z.number().int(),
  undecided: z.number().int(),
  /** Nobody was ever shown an exception for it. */
  unseen: z.number().int(),
});

const counts = z.object({
  /** Problems within the period, those that were there at its beginning among them. */
  total: z.number().int(),
  atStart: z.number().int(),
  shipments: z.number().int(),
  /** Still there at the end. */
  open: z.number().int(),
});

const trialResult = z.object({
  present: counts,
  tried: counts,
  same: verdicts,
  /** Found only with the tried settings. */
  added: verdicts,
  /** Found only with the present settings. */
  gone: verdicts,
  /** One entry a day, oldest first: day as yyyy-MM-dd, and how many were opened on it. */
  days: z.array(z.object({ day: z.string(), present: z.number().int(), tried: z.number().int() })),
  /** How many would be found at each value of the main threshold, and what people did with them. */
  curve: z.array(z.object({ value: z.number(), total: z.number().int(), ...verdicts.shape })),
  /** Shipments the rule failed on. */
  failures: z.number().int(),
  /** Problems that are listed; a longer list is cut. */
  listed: z.number().int(),
});
export type TrialResult = z.output<typeof trialResult>;

const run = z.object({
  runId: z.string(),
  kind: z.enum(['trial', 'detect']),
  ruleCode: z.string(),
  ruleName: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  total: z.number().int(),
  done: z.number().int(),
  tenantId: text,
  tenantName: text,
  carrierCode: text,
  lane: text,
  enabled: flag.nullable(),
  values,
  days: z.number().int(),
  fromTime: z.number().nullable(),
  toTime: z.number().nullable(),
  actorCode: z.string(),
  actorName: z.string(),
  startTime: z.number(),
  finishTime: z.number().nullable(),
  error: text,
  /** What a trial found; what a detection changed stands in `changed`. */
  result: trialResult.nullable(),
  changed: z.object({ opened: z.number().int(), resolved: z.number().int(), regressed: z.number().int() }).nullable(),
});
export type RuleRun = z.output<typeof run>;

const problem = z.object({
  obmTkSubscribeId: z.string(),
  /** The shipment to open; null while no source has a booking. */
  bkId: text,
  blNo: text,
  ctnNo: text,
  carrierCode: text,
  tenantName: text,
  outcome: z.enum(['same', 'new', 'gone']),
  severity: z.string(),
  text: z.string(),
  firstTime: z.number(),
  goneTime: z.number().nullable(),
  openings: z.number().int(),
  exceptionId: text,
  handleStatus: text,
});
export type TriedProblem = z.output<typeof problem>;

/** Calls of the detection rules, their settings and their runs. */
export const ruleBacktestCalls = defineCalls({
  detectionRules: {
    method: 'GET',
    path: '/api/autotest/rule/query',
    access: ruleMenus,
    summary: { zh: '检测规则列表', en: 'All detection rules with what they do at present' },
    data: z.array(rule),
  },
  ruleSettings: {
    method: 'GET',
    path: '/api/autotest/setting/query',
    access: ruleMenus,
    summary: { zh: '规则设置', en: 'Settings of a rule per level, as far as the caller sees them' },
    query: z.object({ ruleCode: z.string().max(60) }),
    data: z.array(setting),
  },
  ruleSettingInsert: {
    method: 'POST',
    path: '/api/autotest/setting/insert',
    access: ruleMenus,
    summary: { zh: '新增规则设置', en: 'Set thresholds or switch of a rule for everyone, a tenant, carrier or lane' },
    body: z.strictObject({ ruleCode: z.string().max(60), ...scopeInput, enabled: enabledInput, values: valuesInput }),
    data: changed,
  },
  ruleSettingUpdate: {
    method: 'POST',
    path: '/api/autotest/setting/update',
    access: ruleMenus,
    summary: { zh: '更新规则设置', en: 'Change the thresholds or the switch of a row of settings' },
    body: z.strictObject({
      ruleSettingId: wireId.optional(),
      recordVersion: z.number().int().nullish(),
      enabled: enabledInput,
      values: valuesInput,
    }),
    data: changed,
  },
  ruleSettingDelete: {
    method: 'POST',
    path: '/api/autotest/setting/delete',
    access: ruleMenus,
    summary: { zh: '删除规则设置', en: 'Remove a row of settings: the wider ones count again' },
    body: z.strictObject({ ruleSettingId: wireId.optional(), recordVersion: z.number().int().nullish() }),
    data: changed,
  },
  ruleSettingHistory: {
    method: 'GET',
    path: '/api/autotest/setting/history',
    access: ruleMenus,
    summary: { zh: '规则设置修改记录', en: 'Who changed the settings of a rule, newest first' },
    query: z.object({ ruleCode: z.string().max(60) }),
    data: z.array(
      z.object({
        auditId: z.string(),
        time: z.number(),
        userCode: z.string(),
        userName: text,
        action: z.string(),
        ruleSettingId: z.string(),
        before: setting.nullable(),
        after: setting.nullable(),
      }),
    ),
  },
  ruleSettingRestore: {
    method: 'POST',
    path: '/api/autotest/setting/restore',
    access: ruleMenus,
    summary: { zh: '撤销规则设置修改', en: 'Set a row of settings back to how it was before a change' },
    body: z.object({ auditId: wireId.optional() }),
    data: changed,
  },
  ruleTry: {
    method: 'POST',
    path: '/api/autotest/run/try',
    access: ruleMenus,
    summary: { zh: '在历史数据上试运行规则', en: 'Try a rule on history: starts a run' },
    body: z.strictObject({
      ruleCode: z.string().max(60),
      ...scopeInput,
      enabled: enabledInput,
      values: valuesInput,
      days: z.number().int().min(1).max(180).default(30),
    }),
    data: run,
  },
  ruleRuns: {
    method: 'POST',
    path: '/api/autotest/run/query',
    access: ruleMenus,
    summary: { zh: '规则运行记录', en: 'Runs of rules, newest first' },
    body: z.object({ ...pageInput, ruleCode: filterChoice, kind: filterChoice, state: filterChoice }),
    data: pageOf(run),
  },
  ruleRun: {
    method: 'GET',
    path: '/api/autotest/run/get',
    access: ruleMenus,
    summary: { zh: '规则运行结果', en: 'One run: how far it is, and what it found' },
    query: z.object({ runId: wireId }),
    data: run,
  },
  ruleRunProblems: {
    method: 'POST',
    path: '/api/autotest/run/problems',
    access: ruleMenus,
    summary: { zh: '试运行命中清单', en: 'What a trial found, newest first' },
    body: z.object({ ...pageInput, runId: wireId, outcome: filterChoice }),
    data: pageOf(problem),
  },
  ruleRunCancel: {
    method: 'POST',
    path: '/api/autotest/run/cancel',
    access: ruleMenus,
    summary: { zh: '取消规则运行', en: 'Cancel a trial' },
    body: z.object({ runId: wireId }),
    data: run,
  },
});
