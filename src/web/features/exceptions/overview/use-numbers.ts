import { useMemo } from 'react';
import { useLang } from '#web/i18n/index.ts';

/** How whole numbers are written in the language of the reader. */
export function useNumbers(): (value: number) => string {
  const lang = useLang();
  return useMemo(() => {
    const format = new Intl.NumberFormat(lang === 'zh' ? 'zh-CN' : 'en-GB');
    return (value) => format.format(value);
  }, [lang]);
}
