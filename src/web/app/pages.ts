import { useMemo } from 'react';
import type { Pages, Visitor } from './guard.ts';
import type { PageManifest } from '#web/base/define-page.ts';
import { pageList } from './page-list.ts';
import { pageOf, type Page } from './page.ts';
import { markerOf, readCookies, useSession, sessionState, type SignInOptions } from '#web/base/session.ts';
import { embedToken, isEmbedded } from '#web/base/embed.ts';

const ownPages = pageList.filter(({ load }) => load !== undefined).map(pageOf);

/** A page shown by another application: every address of a detail is a tab of its own. */
const frameOf = (manifest: PageManifest): Page =>
  pageOf({
    ...manifest,
    texts: ['frame'],
    load: async () => ({ default: (await import('#web/features/administration/frame/FramePage.tsx')).FramePage }),
    ...(manifest.route.endsWith('-detail') || manifest.route === '/oms-ais'
      ? {
          tabKey: (search) => new URLSearchParams({ ...search }).toString(),
          tabTitle: (search) => search['blNo'] ?? search['id'],
        }
      : {}),
  });

const dataFrames = pageList.filter(({ dataPage }) => dataPage === true).map(frameOf);
const trackingFrame = pageList.filter(({ route }) => route === '/ft-ocean-tracking').map(frameOf);

/** The pages there are: our own, and frames where an external page is configured. */
function pagesFor(options: Pick<SignInOptions, 'dataPageUrl'> | null, embedded = false): Pages {
  const pages = new Map(ownPages.map((page) => [page.route, page]));
  // A page inside a frame is our own one, or two installations could show each other without end.
  if (!embedded && options?.dataPageUrl) for (const page of dataFrames) pages.set(page.route, page);
  // Ocean tracking is always in a frame: of the external page, or of our own one.
  if (!embedded) for (const page of trackingFrame) pages.set(page.route, page);
  return pages;
}

/** The person in front of the screen, as the guard sees them. */
export function currentVisitor(): Visitor {
  const { user, menus } = sessionState();
  return {
    signedIn: embedToken() !== null || markerOf(readCookies()) !== undefined,
    admin: user?.userType === 'admin',
    menus: menus ?? [],
  };
}

/** The pages that exist now. */
export const currentPages = (): Pages => pagesFor(sessionState().options, isEmbedded());

/** The pages that exist, for components. */
export function usePages(): Pages {
  const options = useSession((session) => session.options);
  return useMemo(() => pagesFor(options, isEmbedded()), [options]);
}
