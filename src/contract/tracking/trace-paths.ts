import type { CallPath } from '../paths.ts';
import { trackingMenus } from './tracking-menus.ts';

/** Those who work on subscriptions. */
const keeperMenus = ['/exception-subscribe'] as const;

/** Calls of the trace page besides the trace itself: what sources stated, cut-offs, links for outsiders. */
export const tracePaths = {
  traceSource: { method: 'GET', path: '/api/data/trace/source', access: trackingMenus },
  traceCutoffs: { method: 'GET', path: '/api/data/trace/cutoffs', access: trackingMenus },
  traceCutoffSave: { method: 'POST', path: '/api/data/trace/cutoffs/save', access: keeperMenus },
  // Not named as reading calls are: an embedded page must not get at the links.
  traceShareQuery: { method: 'GET', path: '/api/data/traceShare/links', access: keeperMenus },
  traceShareInsert: { method: 'POST', path: '/api/data/traceShare/insert', access: keeperMenus },
  traceShareRevoke: { method: 'POST', path: '/api/data/traceShare/revoke', access: keeperMenus },
  /** The one call that a link opens; the link travels in the body, so that no log has it. */
  sharedTrace: { method: 'POST', path: '/api/share/trace', access: 'public' },
} as const satisfies Record<string, CallPath>;
