import type { ReactElement } from 'react';
import { setLang, text, useLang, useT, type Lang } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import './preferences.css';

const names: Record<Lang, { label: string; tag: string }> = {
  zh: { label: '中文', tag: 'zh-CN' },
  en: { label: 'English', tag: 'en' },
};

/** Chinese or English, at once and without touching any input. */
export function LanguageSwitch(): ReactElement {
  const t = useT();
  const current = useLang();
  return (
    <div className="pt-lang" role="group" aria-label={t('common.language')}>
      {(['zh', 'en'] as const).map((lang) => (
        <button
          key={lang}
          type="button"
          lang={names[lang].tag}
          aria-pressed={lang === current}
          onClick={() => setLang(lang).catch((error: unknown) => toast.failure(error, text('common.networkFailed')))}
        >
          {names[lang].label}
        </button>
      ))}
    </div>
  );
}
