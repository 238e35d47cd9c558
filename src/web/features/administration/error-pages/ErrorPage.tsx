import type { ReactElement } from 'react';
import { currentPages, currentVisitor } from '#web/app/pages.ts';
import { landingOf } from '#web/app/guard.ts';
import { parseHref } from '#web/base/href.ts';
import { goTo } from '#web/base/navigate.ts';
import { tabState } from '#web/base/tabs.ts';
import { useT } from '#web/i18n/index.ts';
import './error-page.css';

/** The last page that was allowed: never the one that led here, so the way back cannot bounce. */
function goToPrevious(): void {
  const { tabs, last } = tabState();
  const tab = tabs.find((item) => item.key === last) ?? tabs.at(-1);
  goTo(tab?.href ?? '/index');
}

/** A rose without its needle: this page is not on the chart, or not for this person. */
export function ErrorPage({ href }: { href: string }): ReactElement {
  const t = useT();
  const { path, search } = parseHref(href);
  const forbidden = path === '/403';
  const noMenu = forbidden && search.reason === 'noMenu';
  const requested = search.path;
  const detail = noMenu
    ? t('errors.noMenu')
    : forbidden
      ? requested === undefined
        ? t('errors.forbidden')
        : t('errors.forbiddenPath', { path: requested })
      : requested === undefined
        ? t('errors.notFound')
        : t('errors.notFoundPath', { path: requested });
  const hasHome = landingOf(currentPages(), currentVisitor()) !== undefined;
  return (
    <section className="pt-error">
      <svg viewBox="0 0 240 240" width="180" height="180" aria-hidden="true" className="pt-error-rose">
        <circle cx="120" cy="120" r="96" />
        <circle cx="120" cy="120" r="70" strokeDasharray="2 6" />
        {Array.from({ length: 16 }, (_, index) => (
          <path key={index} d="M120 24V12" transform={`rotate(${index * 22.5} 120 120)`} />
        ))}
        <path
          d={forbidden ? 'M72 72l96 96' : 'M104 96c2-22 38-22 36 2-1 14-20 14-20 32M120 152v3'}
          className="pt-error-sign"
        />
      </svg>
      <h1>{forbidden ? t('errors.forbiddenTitle') : t('errors.notFoundTitle')}</h1>
      <p className="pt-error-code">{forbidden ? '403' : '404'}</p>
      <p>{detail}</p>
      <div className="pt-error-actions">
        {hasHome && (
          <button type="button" className="pt-button pt-button-primary" onClick={() => goTo('/index')}>
            {t('errors.home')}
          </button>
        )}
        {hasHome ? (
          <button type="button" className="pt-button" onClick={goToPrevious}>
            {t('errors.previous')}
          </button>
        ) : (
          <button type="button" className="pt-button pt-button-primary" onClick={() => goTo('/login')}>
            {t('shell.logout')}
          </button>
        )}
      </div>
    </section>
  );
}
