import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { lineLost, useLineBack } from '#web/base/line.ts';
import { useTheme } from '#web/base/theme.ts';

/** A chart in a box. */
export type LiveChart<Content> = { show: (content: Content) => void; resize: () => void; remove: () => void };

/**
 * A chart that fills a box, shows the content (redrawn when the object or the theme changes) and goes with it.
 * `create` fetches the chart's code when it is first shown; where that fails, what stands beside the chart
 * says the same, and the chart comes once the server is back.
 */
export function useLiveChart<Content>(
  create: (box: HTMLDivElement, isWanted: () => boolean) => Promise<LiveChart<Content> | undefined>,
  content: Content,
): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<LiveChart<Content>>(undefined);
  const [ready, setReady] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useLineBack(() => void (ready || setAttempt(attempt + 1)));
  const theme = useTheme();
  const begin = useEffectEvent(create);
  useEffect(() => {
    let gone = false;
    let observer: ResizeObserver | undefined;
    const place = box.current;
    if (place === null) return;
    begin(place, () => !gone)
      .then((live) => {
        if (live === undefined) return;
        chart.current = live;
        observer = new ResizeObserver(() => live.resize());
        observer.observe(place);
        setReady(true);
      })
      .catch(lineLost);
    return () => {
      gone = true;
      observer?.disconnect();
      chart.current?.remove();
      chart.current = undefined;
      setReady(false);
    };
  }, [attempt]);
  useEffect(() => {
    if (ready) chart.current?.show(content);
  }, [ready, content, theme]);
  return box;
}
