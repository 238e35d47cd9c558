import { HOUR_MS } from '#shared/time/instant.ts';
import { useT } from '#web/i18n/index.ts';
import { staleMs } from './fleet-store.ts';

type Heard = { time: number | null; by: string | null };

/** Says of a vessel that is not heard for how long and who heard her last; undefined while she is heard, and before the time is known. */
export function useSilence(): (heard: Heard, now: number) => string | undefined {
  const t = useT();
  return ({ time, by }, now) => {
    if (time === null) return t('vessels.never');
    if (now === 0 || now - time <= staleMs) return undefined;
    const silent = t('vessels.silent', { hours: Math.floor((now - time) / HOUR_MS) });
    return by === null ? silent : `${silent} · ${t('vessels.heardBy', { name: by })}`;
  };
}
