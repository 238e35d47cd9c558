import { useState, type ReactElement } from 'react';
import { findNavEntry } from '#web/app/navigation.ts';
import { useLang } from '#web/i18n/index.ts';
import { FrameBox } from './FrameBox.tsx';

/** A page of a third party: it gets no token and its messages count for nothing. */
export function ExternalFrame({ url }: { url: string }): ReactElement {
  const lang = useLang();
  const [attempt, setAttempt] = useState(0);
  return (
    <FrameBox
      key={attempt}
      src={url}
      title={findNavEntry('/ft-ocean-tracking')?.title[lang] ?? url}
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}
