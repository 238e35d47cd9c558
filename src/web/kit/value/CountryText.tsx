import { useMemo } from 'react';
import { useLang } from '#web/i18n/index.ts';
import { documentTag } from '#web/i18n/languages.ts';

/** A country by its two-letter code of ISO 3166, with its name in the language of the reader. */
export function CountryText({ code }: { code: string }) {
  const lang = useLang();
  const names = useMemo(() => new Intl.DisplayNames([documentTag(lang)], { type: 'region', fallback: 'none' }), [lang]);
  if (!/^[A-Z]{2}$/.test(code)) return <>{code}</>;
  const name = names.of(code);
  return (
    <>
      {code}
      {name !== undefined && <span className="pt-muted"> {name}</span>}
    </>
  );
}
