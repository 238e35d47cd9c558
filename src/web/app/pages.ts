import { useMemo } from 'react';
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
import { ediManagerPage } from '#web/features/edi-manager/page.ts';
import { ediPartnersPage } from '#web/features/edi-partners/page.ts';
import { refusalsPage } from '#web/features/refusals/page.ts';
import { robotAnswersPage } from '#web/features/robot-answers/page.ts';
import { exceptionHandlePage } from '#web/features/exception-handle/page.ts';
import { exceptionSubscribePage } from '#web/features/exception-subscribe/page.ts';
import { exceptionManagePage } from '#web/features/exception-manage/page.ts';
import { traceDetailPage } from '#web/features/trace-detail/page.ts';
import { precedencePage, unknownPortsPage } from '#web/features/truth/pages.ts';
import type { Pages, Visitor } from './guard.ts';
import { navigation } from './navigation.ts';
import { definePage, type Page } from './page.ts';
import { hasMarker, useSession, sessionState, type SignInOptions } from './session.ts';
import { embedToken, isEmbedded } from './embed.ts';

/** The pages that exist as our own, one line each. */
const ownPages: readonly Page[] = [
  exceptionManagePage,
  exceptionSubscribePage,
  detectionRulesPage,
  exceptionHandlePage,
  traceDetailPage,
  baseCodePage,
  feedbackPage,
  outboxPage,
  apiKeysPage,
  precedencePage,
  unknownPortsPage,
  assetsPage,
  tenantAssetsPage,
  functionInterfacePage,
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
];

const framePages = (routes: readonly string[]): Page[] =>
  routes.map((route) =>
    definePage({
      route,
      texts: ['frame'],
      load: async () => ({ default: (await import('#web/features/frame/FramePage.tsx')).FramePage }),
      ...(route.endsWith('-detail') || route === '/oms-ais'
        ? {
            tabKey: (search) => new URLSearchParams({ ...search }).toString(),
            tabTitle: (search) => search.blNo ?? search.id,
          }
        : {}),
    }),
  );

const dataRoutes = navigation.filter((entry) => entry.dataPage).map((entry) => entry.route);
const dataFrames = framePages(dataRoutes);
const trackingFrame = framePages(['/ft-ocean-tracking']);

/** The pages there are: our own, and frames where an external page is configured. */
function pagesFor(options: Pick<SignInOptions, 'dataPageUrl' | 'ftPageUrl'> | null, embedded = false): Pages {
  const pages = new Map(ownPages.map((page) => [page.route, page]));
  // A page inside a frame is our own one, or two installations could show each other without end.
  if (!embedded && options?.dataPageUrl) for (const page of dataFrames) pages.set(page.route, page);
  if (!embedded && options?.ftPageUrl) for (const page of trackingFrame) pages.set(page.route, page);
  return pages;
}

/** The person in front of the screen, as the guard sees them. */
export function currentVisitor(): Visitor {
  const { user, menus } = sessionState();
  return {
    signedIn: embedToken() !== null || hasMarker(readCookies()),
    admin: user?.userType === 'admin',
    menus: menus ?? [],
  };
}

function readCookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

/** The pages that exist now. */
export const currentPages = (): Pages => pagesFor(sessionState().options, isEmbedded());

/** The pages that exist, for components. */
export function usePages(): Pages {
  const options = useSession((session) => session.options);
  return useMemo(() => pagesFor(options, isEmbedded()), [options]);
}
