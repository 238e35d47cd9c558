import { useEffect, useRef, useState, type ReactElement, type RefObject } from 'react';
import { useT } from '#web/i18n/index.ts';
import { ErrorPanel, LoadingPanel } from '#web/kit/panels.tsx';
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
  const own = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'late'>('loading');
  useEffect(() => {
    if (state !== 'loading') return undefined;
    const timer = setTimeout(() => setState('late'), patienceMs);
    return () => clearTimeout(timer);
  }, [state]);
  if (state === 'late') {
    return (
      <ErrorPanel
        title={t('frame.failedTitle')}
        hint={t('frame.timedOut', { seconds: patienceMs / 1000 })}
        onRetry={props.onRetry}
      />
    );
  }
  return (
    <div className="pt-frame">
      {state === 'loading' && (
        <div className="pt-frame-wait">
          <LoadingPanel label={t('frame.loading')} />
        </div>
      )}
      <iframe
        ref={props.frame ?? own}
        src={props.src}
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
