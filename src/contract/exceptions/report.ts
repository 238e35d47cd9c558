import { z } from 'zod';
import { missedReports, reportFormats, reportKinds } from '#shared/reference/report.ts';
import { langs } from '#shared/i18n/text.ts';
import { defineCalls, wireFlag, wireId } from '../call.ts';

const reportMenus = ['/reports'] as const;

const recipient = z.object({
  /** `user 12` or `address 3`. */
  value: z.string(),
  name: z.string(),
  email: z.string(),
});

const runState = z.enum(['running', 'done', 'failed', 'skipped']);

/** What a person orders; the same when it is changed. */
const order = {
  reportName: z.string().max(100),
  reportKind: z.enum(reportKinds),
  /** The saved view that the filters were taken from, for people. */
  viewName: z.string().max(100).nullable(),
  /** Filters and order as the list of the report takes them. */
  filters: z.record(z.string().max(60), z.unknown()),
  /** Days ahead or back that it is about; not used by the list of shipments. */
  days: z.number().int().min(1).max(366),
  formats: z.array(z.enum(reportFormats)).min(1).max(2),
  language: z.enum(langs),
  cron: z.string().max(200),
  zone: z.string().max(60),
  missed: z.enum(missedReports),
};

const report = z.object({
  reportId: z.string(),
  tenantId: z.string(),
  tenantName: z.string(),
  ownerName: z.string(),
  /** Does it belong to the caller, who alone may change it and send it? */
  own: z.boolean(),
  ...order,
  recipients: z.array(recipient.omit({ email: true }).extend({ email: z.string().nullable() })),
  active: z.boolean(),
  pausedBecause: z.enum(['person', 'rightLost']).nullable(),
  nextTime: z.number().nullable(),
  lastTime: z.number().nullable(),
  lastState: runState.nullable(),
  recordVersion: z.number().int(),
});
/** A scheduled report as the page shows it. */
export type ReportRow = z.output<typeof report>;

const mail = z.object({
  notificationId: z.string(),
  address: z.string(),
  state: z.enum(['waiting', 'failed', 'sent', 'given_up']),
  reasonText: z.string().nullable(),
  sentTime: z.number().nullable(),
});

const run = z.object({
  runId: z.string(),
  /** The time that was planned; null: a person sent it. */
  plannedTime: z.number().nullable(),
  startTime: z.number(),
  endTime: z.number().nullable(),
  state: runState,
  /** Why it failed or was skipped. */
  problem: z.string().nullable(),
  rows: z.number().int().nullable(),
  handlerName: z.string(),
  files: z.array(z.object({ format: z.enum(reportFormats), sizeBytes: z.number().int() })),
  /** When its files are removed. */
  keptUntil: z.number(),
  mails: z.array(mail),
});
/** One making of a report, with its files and mails. */
export type ReportRunRow = z.output<typeof run>;

const one = z.object({ reportId: wireId });

/** Calls of scheduled reports. */
export const reportCalls = defineCalls({
  reportQuery: {
    method: 'POST',
    path: '/api/data/report/query',
    access: reportMenus,
    summary: { zh: '定期报表列表', en: 'Scheduled reports: the own ones; administrators see those of their tenants' },
    body: z.object({}),
    data: z.object({
      /** Can mails be sent? Otherwise files can only be downloaded. */
      mailReady: z.boolean(),
      reports: z.array(report),
    }),
  },
  reportRecipients: {
    method: 'GET',
    path: '/api/data/report/recipients',
    access: reportMenus,
    summary: { zh: '报表可选收件人', en: 'Scheduled reports: people and allowed addresses of a tenant' },
    query: z.object({ tenantId: wireId }),
    data: z.array(recipient),
  },
  reportSave: {
    method: 'POST',
    path: '/api/data/report/save',
    access: reportMenus,
    summary: { zh: '新增或修改定期报表', en: 'Scheduled reports: add one or change it' },
    body: z.object({
      reportId: wireId.nullish(),
      recordVersion: z.number().int().nullish(),
      tenantId: wireId,
      ...order,
      recipients: z.array(z.string().max(24)).max(50),
    }),
    data: report,
  },
  reportDelete: {
    method: 'POST',
    path: '/api/data/report/delete',
    access: reportMenus,
    summary: { zh: '删除定期报表', en: 'Scheduled reports: delete one' },
    body: one,
    data: z.null(),
  },
  reportSwitch: {
    method: 'POST',
    path: '/api/data/report/switch',
    access: reportMenus,
    summary: { zh: '暂停或恢复定期报表', en: 'Scheduled reports: pause one or let it go on' },
    body: one.extend({ active: wireFlag }),
    data: report,
  },
  reportSend: {
    method: 'POST',
    path: '/api/data/report/send',
    access: reportMenus,
    summary: { zh: '立即发送定期报表', en: 'Scheduled reports: make and send one now' },
    body: one,
    data: z.object({ runId: z.string() }),
  },
  reportRuns: {
    method: 'GET',
    path: '/api/data/report/runs',
    access: reportMenus,
    summary: { zh: '定期报表的发送记录', en: 'Scheduled reports: what became of each sending, newest first' },
    query: one,
    data: z.array(run),
  },
  reportDownload: {
    method: 'GET',
    path: '/api/data/report/download',
    access: reportMenus,
    summary: { zh: '下载报表文件', en: 'Scheduled reports: a file of a run' },
    query: z.object({ runId: wireId, format: z.enum(reportFormats) }),
    data: z.any(),
  },
});
