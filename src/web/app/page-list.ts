import { handOverPage } from '#web/features/hand-over/page.ts';
import { dashboardPage, homePage } from '#web/features/overview/page.ts';
import { accountPage } from '#web/features/account/page.ts';
import { rePasswordPage } from '#web/features/password/page.ts';
import { testTablePage } from '#web/features/test-table/page.ts';
import { masterDataPages } from '#web/features/master-data/pages.ts';
import { tenantsPage } from '#web/features/tenants/page.ts';
import { userPage } from '#web/features/user/page.ts';
import { tenantAssetsPage } from '#web/features/tenant-assets/page.ts';
import { functionInterfacePage } from '#web/features/function-interface/page.ts';
import { integrationsPage } from '#web/features/integrations/page.ts';
import { orderPages } from '#web/features/orders/pages.ts';
import { outboxPage } from '#web/features/outbox/page.ts';
import { feedbackPage } from '#web/features/feedback/page.ts';
import { auditPage } from '#web/features/audit/page.ts';
import { baseCodePage } from '#web/features/base-code/page.ts';
import { assetsPage } from '#web/features/assets/page.ts';
import { firstStepsPage, sourcesPage } from '#web/features/sources/page.ts';
import { detectionRulesPage } from '#web/features/detection-rules/page.ts';
import { schedulePages } from '#web/features/schedules/pages.ts';
import { packagePage } from '#web/features/packages/page.ts';
import { processPage } from '#web/features/processes/page.ts';
import { environmentPage, jobCapPage, robotPage } from '#web/features/robots/pages.ts';
import { jobDetailPage, jobPage } from '#web/features/jobs/pages.ts';
import { ediManagerPage } from '#web/features/edi-manager/page.ts';
import { ediPartnersPage } from '#web/features/edi-partners/page.ts';
import { refusalsPage } from '#web/features/refusals/page.ts';
import { robotAnswersPage } from '#web/features/robot-answers/page.ts';
import { exceptionHandlePage } from '#web/features/exception-handle/page.ts';
import { exceptionSubscribePage } from '#web/features/exception-subscribe/page.ts';
import { exceptionManagePage } from '#web/features/exception-manage/page.ts';
import { businessInfoPage } from '#web/features/business-info/page.ts';
import { businessDetailPage } from '#web/features/business-detail/page.ts';
import {
  airTraceIndexPage,
  domesticTraceIndexPage,
  oceanTrackingPage,
  traceIndexPage,
} from '#web/features/trace-index/page.ts';
import { expressIndexPage, trainIndexPage, vehicleIndexPage } from '#web/features/trace-index/land-pages.ts';
import { airTraceDetailPage, domesticTraceDetailPage, traceDetailPage } from '#web/features/trace-detail/page.ts';
import { expressDetailPage, trainDetailPage, vehicleDetailPage } from '#web/features/trace-detail/land-pages.ts';
import { airSchedulePage, domesticPtpPage, vesselSchedulePage } from '#web/features/sailings/page.ts';
import { precedencePage, sourceScoresPage, unknownPortsPage } from '#web/features/truth/pages.ts';
import { bookingPage } from '#web/features/booking/page.ts';
import { eventPages } from '#web/features/events/pages.ts';
import { freightPages } from '#web/features/freight/pages.ts';
import { gpsVehiclePages } from '#web/features/gps-vehicles/pages.ts';
import { portCallsPage } from '#web/features/port-calls/page.ts';
import { flightSubscriptionsPage, sailingSubscriptionsPage } from '#web/features/sailing-subscriptions/page.ts';
import { riskMapPage } from '#web/features/risk-map/page.ts';
import { orderVesselsPage, vesselsPage } from '#web/features/vessels/page.ts';
import type { PageManifest } from '#web/base/define-page.ts';

/** Every page, one line each: what else is said of it is said beside it. */
export const pageList: readonly PageManifest[] = [
  exceptionManagePage,
  exceptionSubscribePage,
  detectionRulesPage,
  exceptionHandlePage,
  traceIndexPage,
  domesticTraceIndexPage,
  oceanTrackingPage,
  traceDetailPage,
  domesticTraceDetailPage,
  airTraceIndexPage,
  airTraceDetailPage,
  trainIndexPage,
  vehicleIndexPage,
  expressIndexPage,
  trainDetailPage,
  vehicleDetailPage,
  expressDetailPage,
  businessInfoPage,
  businessDetailPage,
  baseCodePage,
  feedbackPage,
  outboxPage,
  integrationsPage,
  precedencePage,
  sourceScoresPage,
  unknownPortsPage,
  firstStepsPage,
  sourcesPage,
  assetsPage,
  tenantAssetsPage,
  functionInterfacePage,
  processPage,
  jobPage,
  jobDetailPage,
  ...schedulePages,
  packagePage,
  robotPage,
  environmentPage,
  jobCapPage,
  ediManagerPage,
  ediPartnersPage,
  robotAnswersPage,
  refusalsPage,
  ...masterDataPages,
  dashboardPage,
  handOverPage,
  homePage,
  rePasswordPage,
  accountPage,
  testTablePage,
  userPage,
  auditPage,
  tenantsPage,
  vesselSchedulePage,
  domesticPtpPage,
  airSchedulePage,
  ...eventPages,
  ...freightPages,
  bookingPage,
  ...orderPages,
  portCallsPage,
  ...gpsVehiclePages,
  sailingSubscriptionsPage,
  flightSubscriptionsPage,
  vesselsPage,
  orderVesselsPage,
  riskMapPage,
];
