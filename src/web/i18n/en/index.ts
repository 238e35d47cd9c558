import type { Messages } from '../messages.ts';
import type { zh } from '../zh/index.ts';
import { audit } from './audit.ts';
import { common } from './common.ts';
import { cron } from './cron.ts';
import { detectionRules } from './detection-rules.ts';
import { draft } from './draft.ts';
import { edi } from './edi.ts';
import { entity } from './entity.ts';
import { entityImport } from './entity-import.ts';
import { errors } from './errors.ts';
import { frame } from './frame.ts';
import { login } from './login.ts';
import { nav } from './nav.ts';
import { apiKeys } from './api-keys.ts';
import { inbox } from './inbox.ts';
import { jobs } from './jobs.ts';
import { robots } from './robots.ts';
import { orchestration } from './orchestration.ts';
import { outbox } from './outbox.ts';
import { password } from './password.ts';
import { shell } from './shell.ts';
import { world } from './world.ts';
import { exceptionHandle } from './exception-handle.ts';
import { exceptionIncidents } from './exception-incidents.ts';
import { exceptionManage } from './exception-manage.ts';
import { functionInterface } from './function-interface.ts';
import { exceptionSubscribe } from './exception-subscribe.ts';
import { business } from './business.ts';
import { input } from './input.ts';
import { businessInfo } from './business-info.ts';
import { columnFilter } from './column-filter.ts';
import { expert } from './expert.ts';
import { map } from './map.ts';
import { overview } from './overview.ts';
import { palette } from './palette.ts';
import { portFences } from './port-fences.ts';
import { quickActs } from './quick-acts.ts';
import { refusals } from './refusals.ts';
import { portCalls } from './port-calls.ts';
import { sailingSubscriptions } from './sailing-subscriptions.ts';
import { sailings } from './sailings.ts';
import { robotAnswers } from './robot-answers.ts';
import { schedules } from './schedules.ts';
import { search } from './search.ts';
import { table } from './table.ts';
import { testTable } from './test-table.ts';
import { traceDetail } from './trace-detail.ts';
import { traceIndex } from './trace-index.ts';
import { traceSharing } from './trace-sharing.ts';
import { truth } from './truth.ts';
import { value } from './value.ts';
import { why } from './why.ts';
import { views } from './views.ts';

/** Every English text, by namespace. */
export const en: Messages<typeof zh> = {
  audit,
  common,
  cron,
  detectionRules,
  draft,
  edi,
  entity,
  entityImport,
  errors,
  frame,
  login,
  nav,
  apiKeys,
  inbox,
  jobs,
  robots,
  orchestration,
  outbox,
  password,
  shell,
  world,
  exceptionHandle,
  exceptionIncidents,
  exceptionManage,
  exceptionSubscribe,
  business,
  input,
  businessInfo,
  columnFilter,
  expert,
  functionInterface,
  map,
  overview,
  palette,
  portFences,
  quickActs,
  refusals,
  portCalls,
  sailingSubscriptions,
  sailings,
  robotAnswers,
  schedules,
  search,
  table,
  testTable,
  traceDetail,
  traceIndex,
  traceSharing,
  truth,
  value,
  views,
  why,
};
