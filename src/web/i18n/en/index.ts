import type { Messages } from '../messages.ts';
import type { zh } from '../zh/index.ts';
import { audit } from './audit.ts';
import { chart } from './chart.ts';
import { common } from './common.ts';
import { cron } from './cron.ts';
import { detectionRules } from './detection-rules.ts';
import { draft } from './draft.ts';
import { edi } from './edi.ts';
import { entity } from './entity.ts';
import { entityImport } from './entity-import.ts';
import { errors } from './errors.ts';
import { frame } from './frame.ts';
import { firstRun } from './first-run.ts';
import { login } from './login.ts';
import { nav } from './nav.ts';
import { apiKeys } from './api-keys.ts';
import { sources } from './sources.ts';
import { incidentMap } from './incident-map.ts';
import { integrations } from './integrations.ts';
import { inbox } from './inbox.ts';
import { jobBulk } from './job-bulk.ts';
import { jobs } from './jobs.ts';
import { robots } from './robots.ts';
import { orchestration } from './orchestration.ts';
import { bookingRecords } from './booking-records.ts';
import { freight } from './freight.ts';
import { orderVessels } from './order-vessels.ts';
import { orders } from './orders.ts';
import { outbox } from './outbox.ts';
import { account } from './account.ts';
import { connect } from './connect.ts';
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
import { manual } from './manual.ts';
import { map } from './map.ts';
import { overview } from './overview.ts';
import { palette } from './palette.ts';
import { portFences } from './port-fences.ts';
import { quickActs } from './quick-acts.ts';
import { refusals } from './refusals.ts';
import { gpsAccess } from './gps-access.ts';
import { gpsVehicles } from './gps-vehicles.ts';
import { portCalls } from './port-calls.ts';
import { flightSubscriptions } from './flight-subscriptions.ts';
import { flights } from './flights.ts';
import { sailingSubscriptions } from './sailing-subscriptions.ts';
import { sailings } from './sailings.ts';
import { sessions } from './sessions.ts';
import { events } from './events.ts';
import { riskMap } from './risk-map.ts';
import { pageReader } from './page-reader.ts';
import { robotAnswers } from './robot-answers.ts';
import { schedules } from './schedules.ts';
import { search } from './search.ts';
import { table } from './table.ts';
import { testTable } from './test-table.ts';
import { traceDetail } from './trace-detail.ts';
import { airTrace } from './air-trace.ts';
import { landDetail } from './land-detail.ts';
import { landTrace } from './land-trace.ts';
import { traceIndex } from './trace-index.ts';
import { traceSharing } from './trace-sharing.ts';
import { sourceScores } from './source-scores.ts';
import { truth } from './truth.ts';
import { value } from './value.ts';
import { handOver } from './hand-over.ts';
import { whatIf } from './what-if.ts';
import { why } from './why.ts';
import { vessels } from './vessels.ts';
import { views } from './views.ts';

/** Every English text, by namespace. */
export const en: Messages<typeof zh> = {
  audit,
  chart,
  common,
  cron,
  detectionRules,
  draft,
  edi,
  entity,
  entityImport,
  errors,
  frame,
  firstRun,
  login,
  nav,
  apiKeys,
  sources,
  inbox,
  integrations,
  incidentMap,
  jobBulk,
  jobs,
  robots,
  orchestration,
  bookingRecords,
  freight,
  orderVessels,
  orders,
  outbox,
  account,
  connect,
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
  manual,
  map,
  overview,
  palette,
  portFences,
  quickActs,
  refusals,
  gpsAccess,
  gpsVehicles,
  portCalls,
  flightSubscriptions,
  flights,
  sailingSubscriptions,
  sailings,
  sessions,
  events,
  riskMap,
  pageReader,
  robotAnswers,
  schedules,
  search,
  table,
  testTable,
  traceDetail,
  airTrace,
  landDetail,
  landTrace,
  traceIndex,
  traceSharing,
  sourceScores,
  truth,
  value,
  vessels,
  views,
  handOver,
  whatIf,
  why,
};
