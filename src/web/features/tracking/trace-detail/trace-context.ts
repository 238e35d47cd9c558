import { createContext, use } from 'react';
import type { TraceDetail } from '#contract/tracking/trace.ts';
import { useLang } from '#web/i18n/index.ts';

/** The trace that the parts of the page show. */
export const TraceContext = createContext<TraceDetail | null>(null);

/** The trace of this page; throws outside of it. */
export function useTrace(): TraceDetail {
  const trace = use(TraceContext);
  if (trace === null) throw new Error('useTrace outside of TraceContext');
  return trace;
}

/** Names of the places of a trace in the reader's language; the code when there is no name. */
export function usePlaceName(): (code: string | null) => string {
  const trace = useTrace();
  const lang = useLang();
  return (code) => {
    if (code === null) return '';
    const place = trace.places[code];
    return (lang === 'zh' ? (place?.nameCn ?? place?.name) : (place?.name ?? place?.nameCn)) || code;
  };
}
