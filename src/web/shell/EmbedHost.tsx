import { useEffect, type ReactElement } from 'react';
import { embedPrefix, notifyParent } from '#web/base/embed.ts';
import { makeHref, parseHref } from '#web/base/href.ts';
import { usePages } from '#web/app/pages.ts';
import { setTheme } from '#web/base/theme.ts';
import { readShellMessage } from '#web/features/administration/frame/frame-messages.ts';
import { setLang, useT } from '#web/i18n/index.ts';
import { ConfirmHost } from '#web/kit/confirm/ConfirmHost.tsx';
import { ErrorPanel } from '#web/kit/panels.tsx';
import { Providers } from './Providers.tsx';
import { TabHost } from './TabHost.tsx';
import { useShowPage } from './use-show-page.ts';
import './shell.css';

/** The address inside the frame without prefix and without what only the frame protocol adds. */
function pageHref(href: string): string {
  const { path, search } = parseHref(href);
  const { locale: _locale, _: _cacheBuster, ...own } = search;
  return makeHref(path.slice(embedPrefix.length) || '/', own);
}

/** Follows language and looks of the window around the frame, and tells it that the page is there. */
function useParentWindow(): void {
  useEffect(() => {
    if (globalThis.parent === globalThis.window) return undefined;
    const hear = (event: MessageEvent): void => {
      if (event.source !== globalThis.parent) return;
      const wish = readShellMessage(event.data);
      if (wish?.theme) setTheme(wish.theme);
      if (wish?.locale) void setLang(wish.locale);
    };
    globalThis.addEventListener('message', hear);
    notifyParent({ action: 'ready' });
    return () => globalThis.removeEventListener('message', hear);
  }, []);
}

/** One page without the shell, for the frame of another installation. */
export function EmbedHost({ href }: { href: string }): ReactElement {
  const t = useT();
  const pages = usePages();
  const own = pageHref(href);
  // The window around the frame has the one <main> already.
  const framed = globalThis.parent !== globalThis.window;
  const Box = framed ? 'section' : 'main';
  const known = pages.has(parseHref(own).path);
  useShowPage(own, pages);
  useParentWindow();
  return (
    <Providers>
      <Box className="pt-content pt-embed" aria-label={framed ? t('common.productName') : undefined}>
        {known ? (
          <TabHost pages={pages} />
        ) : (
          <ErrorPanel
            title={t('errors.notFoundTitle')}
            hint={t('errors.notFoundPath', { path: parseHref(own).path })}
          />
        )}
      </Box>
      <ConfirmHost />
    </Providers>
  );
}
