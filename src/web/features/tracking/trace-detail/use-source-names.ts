import { useLang, useT } from '#web/i18n/index.ts';
import { useTrace } from './trace-context.ts';

/** Names of the sources of this trace by code. */
export function useSourceNames(): (code: string | null) => string {
  const t = useT();
  const lang = useLang();
  const { sources } = useTrace();
  return (code) => {
    if (code === null) return t('traceDetail.fused');
    const source = sources.find((item) => item.code === code);
    return source === undefined ? code : lang === 'zh' ? source.nameCn : source.nameEn;
  };
}
