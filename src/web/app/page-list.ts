import { handOverPage } from '#web/features/tracking/hand-over/page.ts';
import { dashboardPage, homePage } from '#web/features/exceptions/overview/page.ts';
import { accountPage } from '#web/features/administration/account/page.ts';
import { rePasswordPage } from '#web/features/administration/password/page.ts';
import { testTablePage } from '#web/features/administration/test-table/page.ts';
import { masterDataPages } from '#web/features/administration/master-data/pages.ts';
import { tenantsPage } from '#web/features/administration/tenants/page.ts';
import { userPage } from '#web/features/administration/user/page.ts';
import { tenantAssetsPage } from '#web/features/administration/tenant-assets/page.ts';
import { functionInterfacePage } from '#web/features/execution/function-interface/page.ts';
import { analyticsPage } from '#web/features/interfaces/analytics/page.ts';
import { integrationsPage } from '#web/features/interfaces/integrations/page.ts';
import { orderPages } from '#web/features/commerce/orders/pages.ts';
import { outboxPage } from '#web/features/administration/outbox/page.ts';
import { feedbackPage } from '#web/features/administration/feedback/page.ts';
import { auditPage } from '#web/features/administration/audit/page.ts';
import { baseCodePage } from '#web/features/administration/base-code/page.ts';
import { assetsPage } from '#web/features/administration/assets/page.ts';
import { firstStepsPage, sourcesPage } from '#web/features/intake/sources/page.ts';
import { detectionRulesPage } from '#web/features/exceptions/detection-rules/page.ts';
import { schedulePages } from '#web/features/execution/schedules/pages.ts';
import { packagePage } from '#web/features/execution/packages/page.ts';
import { processPage } from '#web/features/execution/processes/page.ts';
import { environmentPage, jobCapPage, robotPage } from '#web/features/execution/robots/pages.ts';
import { jobDetailPage, jobPage } from '#web/features/execution/jobs/pages.ts';
import { ediManagerPage } from '#web/features/intake/edi-manager/page.ts';
import { ediPartnersPage } from '#web/features/intake/edi-partners/page.ts';
import { mailImportPage } from '#web/features/intake/mail-import/page.ts';
import { refusalsPage } from '#web/features/intake/refusals/page.ts';
import { robotAnswersPage } from '#web/features/intake/robot-answers/page.ts';
import { exceptionHandlePage } from '#web/features/exceptions/exception-handle/page.ts';
import { exceptionSubscribePage } from '#web/features/tracking/exception-subscribe/page.ts';
import { exceptionManagePage } from '#web/features/exceptions/exception-manage/page.ts';
import { businessInfoPage } from '#web/features/tracking/business-info/page.ts';
import { businessDetailPage } from '#web/features/tracking/business-detail/page.ts';
import {
  airTraceIndexPage,
  domesticTraceIndexPage,
  oceanTrackingPage,
  traceIndexPage,
} from '#web/features/tracking/trace-index/page.ts';
import { expressIndexPage, trainIndexPage, vehicleIndexPage } from '#web/features/tracking/trace-index/land-pages.ts';
import {
  airTraceDetailPage,
  domesticTraceDetailPage,
  traceDetailPage,
} from '#web/features/tracking/trace-detail/page.ts';
import {
  expressDetailPage,
  trainDetailPage,
  vehicleDetailPage,
} from '#web/features/tracking/trace-detail/land-pages.ts';
import { airSchedulePage, domesticPtpPage, vesselSchedulePage } from '#web/features/network/sailings/page.ts';
import { precedencePage, sourceScoresPage, unknownPortsPage } from '#web/features/intake/source-trust/pages.ts';
import { bookingPage } from '#web/features/commerce/booking/page.ts';
import { reportPages } from '#web/features/exceptions/reports/pages.ts';
import { eventPages } from '#web/features/exceptions/events/pages.ts';
import { freightPages } from '#web/features/commerce/freight/pages.ts';
import { gpsVehiclePages } from '#web/features/network/gps-vehicles/pages.ts';
import { portCallsPage } from '#web/features/network/port-calls/page.ts';
import { flightSubscriptionsPage, sailingSubscriptionsPage } from '#web/features/network/sailing-subscriptions/page.ts';
import { riskMapPage } from '#web/features/network/risk-map/page.ts';
import { orderVesselsPage, vesselsPage } from '#web/features/network/vessels/page.ts';
import type { PageManifest } from '#web/base/define-page.ts';

/** Every page, one line each: what else is shown of it is shown beside it. */
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
  analyticsPage,
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
  mailImportPage,
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
  ...reportPages,
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
