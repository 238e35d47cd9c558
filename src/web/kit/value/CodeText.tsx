import { useMemo } from 'react';
import { useLang } from '#web/i18n/index.ts';
import { documentTag } from '#web/i18n/languages.ts';

/** A code with the name of what it stands for, where there is one. */
export function CodeText({ code, name }: { code: string; name: string | undefined }) {
  return (
    <>
      {code}
      {name !== undefined && name !== '' && <span className="pt-muted"> {name}</span>}
    </>
  );
}

/** A country by its two-letter code of ISO 3166, with its name in the language of the reader. */
export function CountryText({ code }: { code: string }) {
  const lang = useLang();
  const names = useMemo(() => new Intl.DisplayNames([documentTag(lang)], { type: 'region', fallback: 'none' }), [lang]);
  return <CodeText code={code} name={/^[A-Z]{2}$/.test(code) ? names.of(code) : undefined} />;
}
