import { dashboardPage, homePage } from '#web/features/overview/page.ts';
import { rePasswordPage } from '#web/features/password/page.ts';
import { testTablePage } from '#web/features/test-table/page.ts';
import { masterDataPages } from '#web/features/master-data/pages.ts';
import { tenantsPage } from '#web/features/tenants/page.ts';
import { userPage } from '#web/features/user/page.ts';
import { tenantAssetsPage } from '#web/features/tenant-assets/page.ts';
import { functionInterfacePage } from '#web/features/function-interface/page.ts';
import { apiKeysPage } from '#web/features/api-keys/page.ts';
import { outboxPage } from '#web/features/outbox/page.ts';
import { feedbackPage } from '#web/features/feedback/page.ts';
import { auditPage } from '#web/features/audit/page.ts';
import { baseCodePage } from '#web/features/base-code/page.ts';
import { assetsPage } from '#web/features/assets/page.ts';
import { detectionRulesPage } from '#web/features/detection-rules/page.ts';
import { schedulePages } from '#web/features/schedules/pages.ts';
import { packagePage } from '#web/features/packages/page.ts';
import { processPage } from '#web/features/processes/page.ts';
import { environmentPage, robotPage } from '#web/features/robots/pages.ts';
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
import { traceIndexPage } from '#web/features/trace-index/page.ts';
import { traceDetailPage } from '#web/features/trace-detail/page.ts';
import { precedencePage, unknownPortsPage } from '#web/features/truth/pages.ts';
import { domesticPtpPage, vesselSchedulePage } from '#web/features/sailings/page.ts';
import { freightPages } from '#web/features/freight/pages.ts';
import { portCallsPage } from '#web/features/port-calls/page.ts';
import { sailingSubscriptionsPage } from '#web/features/sailing-subscriptions/page.ts';
import { specifiedPages } from '#web/features/frame/pages.ts';
import type { PageManifest } from './define-page.ts';

/** Every page, one line each: what else is said of it is said beside it. */
export const pageList: readonly PageManifest[] = [
  exceptionManagePage,
  exceptionSubscribePage,
  detectionRulesPage,
  exceptionHandlePage,
  traceIndexPage,
  traceDetailPage,
  businessInfoPage,
  businessDetailPage,
  baseCodePage,
  feedbackPage,
  outboxPage,
  apiKeysPage,
  precedencePage,
  unknownPortsPage,
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
  ediManagerPage,
  ediPartnersPage,
  robotAnswersPage,
  refusalsPage,
  ...masterDataPages,
  dashboardPage,
  homePage,
  rePasswordPage,
  testTablePage,
  userPage,
  auditPage,
  tenantsPage,
  vesselSchedulePage,
  domesticPtpPage,
  ...freightPages,
  portCallsPage,
  sailingSubscriptionsPage,
  ...specifiedPages,
];
