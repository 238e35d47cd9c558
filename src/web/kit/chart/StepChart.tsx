import { useEffect, useRef, useState } from 'react';
import { useTheme } from '#web/app/theme.ts';
import type { LiveChart } from './step-chart.ts';
import './step-chart.css';

/** A value that held from `x` on; both axes are instants in epoch ms. */
export type StepPoint = { x: number; y: number; note: string };

type Props = {
  points: readonly StepPoint[];
  /** The last value holds until here. */
  until: number;
  /** Zone in which the values are shown. */
  zone: string;
  label: string;
  names: { x: string; y: string };
};

/** How a moment was forecast over time, as steps; the chart's code is fetched when it is first shown. */
export function StepChart({ points, until, zone, label, names }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<LiveChart>(undefined);
  const [ready, setReady] = useState(false);
  const theme = useTheme();

  useEffect(() => {
    let gone = false;
    let observer: ResizeObserver | undefined;
    import('./step-chart.ts')
      .then(({ createStepChart }) => {
        if (gone || box.current === null) return;
        const live = createStepChart(box.current);
        chart.current = live;
        observer = new ResizeObserver(() => live.resize());
        observer.observe(box.current);
        setReady(true);
      })
      // Without the chart the list below still says everything.
      .catch(() => undefined);
    return () => {
      gone = true;
      observer?.disconnect();
      chart.current?.remove();
      chart.current = undefined;
      setReady(false);
    };
  }, []);
  useEffect(() => {
    if (ready) chart.current?.show({ points, until, zone, names });
  }, [ready, points, until, zone, names, theme]);

  return <div ref={box} className="pt-step-chart" role="img" aria-label={label} />;
}
