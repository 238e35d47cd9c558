import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactElement } from 'react';
import { call } from '#web/base/client.ts';
import { findNavEntry } from '#web/app/navigation.ts';
import { goTo } from '#web/base/navigate.ts';
import { parseHref } from '#web/base/href.ts';
import { currentPages } from '#web/app/pages.ts';
import { useTheme } from '#web/base/theme.ts';
import { currentLang, useLang, useT } from '#web/i18n/index.ts';
import { ErrorPanel, LoadingPanel } from '#web/kit/panels.tsx';
import { cacheBuster, frameUrl, readFrameMessage } from './frame-messages.ts';
import { FrameBox } from './FrameBox.tsx';
import { isOwnSite } from './is-reachable.ts';

type FrameProps = { baseUrl: string; href: string; token: string; onRetry: () => void };

/** The frame once its token is there; a page that says "ready" is shown language and looks, any other is loaded again in the new language. */
function TokenFrame({ baseUrl, href, token, onRetry }: FrameProps): ReactElement {
  const lang = useLang();
  const theme = useTheme();
  const frame = useRef<HTMLIFrameElement>(null);
  const [listens, setListens] = useState(false);
  const [srcLang, setSrcLang] = useState(currentLang);
  const src = useMemo(
    () => frameUrl(baseUrl, href, { locale: srcLang, buster: cacheBuster(), token }),
    [baseUrl, href, srcLang, token],
  );
  const hear = useEffectEvent((event: MessageEvent) => {
    const message = readFrameMessage(event, {
      source: frame.current?.contentWindow,
      origins: ['null', new URL(baseUrl, globalThis.location.origin).origin],
      knows: (path) => currentPages().has(path),
    });
    if (message?.action === 'navigate') goTo(message.path);
    else if (message?.action === 'ready') setListens(true);
    else if (message?.action === 'expired') onRetry();
  });
  useEffect(() => {
    const listen = (event: MessageEvent): void => hear(event);
    globalThis.addEventListener('message', listen);
    return () => globalThis.removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    // A sandboxed page has no origin that could be named; language and looks are no secret.
    if (listens) frame.current?.contentWindow?.postMessage({ action: 'appearance', locale: lang, theme }, '*');
    else setSrcLang(lang);
  }, [listens, lang, theme]);
  const entry = findNavEntry(parseHref(href).path);
  return <FrameBox key={src} src={src} frame={frame} title={entry?.title[lang] ?? href} onRetry={onRetry} />;
}

/** A data page in its frame: the token is short-lived and meant for this page only. */
export function DataPageFrame({ baseUrl, href }: { baseUrl: string; href: string }): ReactElement {
  const t = useT();
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['frameToken', baseUrl, href],
    queryFn: ({ signal }) => call('frameToken', undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const retry = (): void => void refetch();
  if (isFetching) return <LoadingPanel label={t(isOwnSite(baseUrl) ? 'common.loading' : 'frame.loading')} />;
  if (error !== null || data === undefined)
    return <ErrorPanel title={t('frame.tokenFailed')} error={error} onRetry={retry} />;
  return <TokenFrame key={dataUpdatedAt} baseUrl={baseUrl} href={href} token={data.token} onRetry={retry} />;
}
