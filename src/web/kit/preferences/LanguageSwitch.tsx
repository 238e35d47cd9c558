import type { ReactElement } from 'react';
import { type Lang, langs } from '#shared/i18n/text.ts';
import { setLang, text, useLang, useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import './preferences.css';

const names: Record<Lang, { label: string; tag: string }> = {
  zh: { label: '中文', tag: 'zh-CN' },
  en: { label: 'English', tag: 'en' },
};

/** Switches, or says why the language stays: its texts come from the server. */
function switchTo(lang: Lang): void {
  setLang(lang).catch((error: unknown) => {
    console.warn('the texts of the other language did not come', error);
    toast.error(text('common.languageNotFetched', { language: names[lang].label }));
  });
}

/** Chinese or English, at once and without touching any input. */
export function LanguageSwitch(): ReactElement {
  const t = useT();
  const current = useLang();
  return (
    <div className="pt-lang" role="group" aria-label={t('common.language')}>
      {langs.map((lang) => (
        <button
          key={lang}
          type="button"
          lang={names[lang].tag}
          aria-pressed={lang === current}
          onClick={() => switchTo(lang)}
        >
          {names[lang].label}
        </button>
      ))}
    </div>
  );
}
