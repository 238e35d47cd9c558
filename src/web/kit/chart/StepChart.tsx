import { useMemo } from 'react';
import type { StepContent, StepPoint } from './step-chart.ts';
import { useLiveChart } from './use-live-chart.ts';
import './step-chart.css';

type Props = {
  points: readonly StepPoint[];
  /** The last value holds until here. */
  until: number;
  /** Zone in which the values are shown. */
  zone: string | null;
  label: string;
  names: { x: string; y: string };
};

/** How a moment was forecast over time, as steps; the chart's code is fetched when it is first shown. */
export function StepChart({ points, until, zone, label, names }: Props) {
  const content = useMemo(() => ({ points, until, zone, names }), [points, until, zone, names]);
  const box = useLiveChart<StepContent>(
    (place, isWanted) =>
      import('./step-chart.ts').then(({ createStepChart }) => (isWanted() ? createStepChart(place) : undefined)),
    content,
  );
  return <div ref={box} className="pt-step-chart" role="img" aria-label={label} />;
}
