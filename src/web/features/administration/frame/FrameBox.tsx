import { useEffect, useRef, useState, type ReactElement, type RefObject } from 'react';
import { useT } from '#web/i18n/index.ts';
import { ErrorPanel, LoadingPanel } from '#web/kit/panels.tsx';
import { isOwnSite, isReachable } from './is-reachable.ts';
import './frame.css';

const patienceMs = 20_000;

/** A sandboxed frame that says when it is loading and when it did not come. */
export function FrameBox(props: {
  src: string;
  title: string;
  frame?: RefObject<HTMLIFrameElement | null>;
  onRetry: () => void;
  onLoaded?: () => void;
}): ReactElement {
  const t = useT();
  const { src } = props;
  const own = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'late' | 'unreachable'>('loading');
  const isOwn = isOwnSite(src);
  useEffect(() => {
    if (state !== 'loading') return undefined;
    const timer = setTimeout(() => setState('late'), patienceMs);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => {
    // Browsers call the page that says "cannot be reached" loaded, and nobody may look into it.
    const stopper = new AbortController();
    void isReachable(src, stopper.signal).then((reached) => reached || setState('unreachable'));
    return () => stopper.abort();
  }, [src]);
  if (state === 'late' || state === 'unreachable') {
    const hint =
      state === 'unreachable'
        ? t('frame.unreachable')
        : t(isOwn ? 'frame.ownTimedOut' : 'frame.timedOut', { seconds: patienceMs / 1000 });
    return (
      <ErrorPanel title={t(isOwn ? 'common.loadFailed' : 'frame.failedTitle')} hint={hint} onRetry={props.onRetry} />
    );
  }
  return (
    <div className="pt-frame">
      {state === 'loading' && (
        <div className="pt-frame-wait">
          <LoadingPanel label={t(isOwn ? 'common.loading' : 'frame.loading')} />
        </div>
      )}
      <iframe
        ref={props.frame ?? own}
        src={src}
        title={props.title}
        referrerPolicy="no-referrer"
        sandbox="allow-scripts allow-forms allow-downloads allow-popups"
        onLoad={() => {
          setState('ready');
          props.onLoaded?.();
        }}
      />
    </div>
  );
}
