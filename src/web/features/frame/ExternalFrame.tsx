import { useState, type ReactElement } from 'react';
import { useT } from '#web/i18n/index.ts';
import { FrameBox } from './FrameBox.tsx';

/** A page of a third party: it gets no token and its messages count for nothing. */
export function ExternalFrame({ url }: { url: string }): ReactElement {
  const t = useT();
  const [attempt, setAttempt] = useState(0);
  return (
    <FrameBox key={attempt} src={url} title={t('nav.page.ft-ocean-tracking')} onRetry={() => setAttempt(attempt + 1)} />
  );
}
