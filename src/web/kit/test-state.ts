import { useLine } from '#web/base/line.ts';
import { queryClient } from '#web/base/query-client.ts';
import { useToasts } from './toast/toast.ts';

/** Read once by a process, before any test replaces it. */
const pageFetch = globalThis.fetch;

/** Brings back what files of tests leave behind: they share a process, and with it modules and what these hold. */
export function forgetTests(): void {
  globalThis.fetch = pageFetch;
  useToasts.setState({ toasts: [] });
  useLine.setState({ up: true });
  queryClient.clear();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
}
