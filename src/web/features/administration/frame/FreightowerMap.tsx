import { Input } from 'antd';
import { useEffect, useEffectEvent, useRef, useState, type ReactElement } from 'react';
import { GoLink } from '#web/base/GoLink.tsx';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { ErrorPanel, LoadingPanel } from '#web/kit/panels.tsx';
import { asRecord } from '#shared/values/objects.ts';

/** The page of ours that may frame maps; it asks for the address when it is there. */
const framePath = '/frame/map';
const patienceMs = 20_000;

/** The map itself: its address holds a key, and is handed over as a message instead of standing in an address of ours. */
function MapFrame({ url, onRetry }: { url: string; onRetry: () => void }): ReactElement {
  const t = useT();
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'late'>('loading');
  const hear = useEffectEvent(({ source, origin, data }: MessageEvent) => {
    const inside = frame.current?.contentWindow;
    if (inside == null || source !== inside || origin !== globalThis.location.origin) return;
    const { action } = asRecord(data);
    if (action === 'mapReady') inside.postMessage({ mapUrl: url }, globalThis.location.origin);
    if (action === 'mapShown') setState('ready');
  });
  useEffect(() => {
    const listen = (event: MessageEvent): void => hear(event);
    globalThis.addEventListener('message', listen);
    return () => globalThis.removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    if (state !== 'loading') return undefined;
    const timer = setTimeout(() => setState('late'), patienceMs);
    return () => clearTimeout(timer);
  }, [state]);
  if (state === 'late')
    return (
      <ErrorPanel
        title={t('frame.failedTitle')}
        hint={t('frame.timedOut', { seconds: patienceMs / 1000 })}
        onRetry={onRetry}
      />
    );
  return (
    <div className="pt-frame">
      {state === 'loading' && (
        <div className="pt-frame-wait">
          <LoadingPanel label={t('frame.loading')} />
        </div>
      )}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of ours without code of others; the map within it needs its own storage */}
      <iframe ref={frame} src={framePath} title={t('frame.map')} referrerPolicy="no-referrer" />
    </div>
  );
}

const missingTexts = {
  source: ['frame.mapNoSource', 'frame.toSources', '/sources'],
  key: ['frame.mapNoKey', 'frame.toSources', '/sources'],
  subscription: ['frame.mapNotFollowed', 'frame.toTrace', '/trace-index'],
} as const;

/** What stands in the way of the map, and where that is mended. */
function Missing({ what }: { what: keyof typeof missingTexts }): ReactElement {
  const t = useT();
  const [text, link, href] = missingTexts[what];
  return (
    <div className="pt-panel" role="status">
      <span className="pt-panel-hint">{t(text)}</span>
      <GoLink href={href}>{t(link)}</GoLink>
    </div>
  );
}

/** Freightower's map of a bill or container that is followed. */
export function FreightowerMap({
  reference,
  onReference,
}: {
  reference: string;
  onReference: (reference: string) => void;
}): ReactElement {
  const t = useT();
  const [typed, setTyped] = useState(reference);
  const [attempt, setAttempt] = useState(0);
  const { data, error, isFetching, refetch } = useCall('sourceMap', { reference }, { gcTime: 0 });
  const shown = (): ReactElement => {
    if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
    if (data === undefined || isFetching) return <LoadingPanel />;
    if (data.missing !== null) return <Missing what={data.missing} />;
    if (data.url === null) return <p className="pt-panel">{t('frame.mapAsk')}</p>;
    return <MapFrame key={`${data.url} ${attempt}`} url={data.url} onRetry={() => setAttempt(attempt + 1)} />;
  };
  return (
    <div className="pt-ocean">
      <Input.Search
        className="pt-ocean-search"
        aria-label={t('frame.mapReference')}
        placeholder={t('frame.mapReference')}
        value={typed}
        maxLength={100}
        enterButton={t('frame.mapOpen')}
        onChange={(event) => setTyped(event.target.value)}
        onSearch={(text) => onReference(text.trim())}
      />
      <div className="pt-ocean-body">{shown()}</div>
    </div>
  );
}
