import { queryClient } from '#web/base/query-client.ts';
import { useLine } from '#web/base/line.ts';
import { clearSession } from '#web/base/session.ts';
import { useTabs } from '#web/base/tabs.ts';
import { useToasts } from './toast/toast.ts';

/** Read once by a process, before any test replaces it. */
const pageFetch = globalThis.fetch;

/** Resets what test files share: they run in one process, and with it they share modules and what these hold. */
export function resetSharedState(): void {
  globalThis.fetch = pageFetch;
  useToasts.setState({ toasts: [] });
  useLine.setState({ up: true });
  useTabs.setState({ tabs: [], active: null });
  queryClient.clear();
  clearSession();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
}
