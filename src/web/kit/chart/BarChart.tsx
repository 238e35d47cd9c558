import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { ChartFrame } from './ChartFrame.tsx';
import { useLiveChart } from './use-live-chart.ts';
import './bar-chart.css';

/** One kind of values; `colour` is the name of a CSS variable, `values` are in the order of the categories. */
export type BarSeries = {
  key: string;
  name: string;
  colour: `--${string}`;
  /** null where nothing is known: no bar, which is not a bar of none. */
  values: readonly (number | null)[];
  /** Series of one stack stand on each other. */
  stack?: string;
};

/** What a bar chart shows; `title` is the long name of a category. */
export type BarContent = {
  categories: readonly { key: string; name: string; title?: string }[];
  series: readonly BarSeries[];
  horizontal?: boolean;
  pickable?: boolean;
  numberText: (value: number) => string;
};

type Props = Omit<BarContent, 'pickable'> & {
  /** Under this name the browser remembers whether the reader wants the table. */
  name: string;
  /** What the chart is about. */
  label: string;
  title?: ReactNode;
  /** The heading of the categories in the table. */
  categoryLabel: string;
  onPick?: (category: number, series: string) => void;
  /** How a value stands in the table, such as a link. */
  cell?: (category: number, series: string, value: string) => ReactNode;
};

/** A value in words; what is not known is a dash. */
export const barText = (value: number | null | undefined, numberText: BarContent['numberText']): string =>
  value === null ? '—' : numberText(value ?? 0);

/** The canvas; its code is fetched when it is first shown. */
function Canvas({ content, label, onPick }: { content: BarContent; label: string; onPick: Props['onPick'] }) {
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  });
  const box = useLiveChart<BarContent>(
    (place, isWanted) =>
      import('./bar-chart.ts').then(({ createBarChart }) =>
        isWanted() ? createBarChart(place, (category, series) => pick.current?.(category, series)) : undefined,
      ),
    content,
  );
  return <div ref={box} className="pt-bar-canvas" role="img" aria-label={label} />;
}

/** A bar chart in its frame; `cell` is how a value stands in the table, such as a link. */
export function BarChart({ name, label, title, categoryLabel, onPick, cell, ...rest }: Props) {
  const { categories, series, horizontal, numberText } = rest;
  const pickable = onPick !== undefined;
  // Drawn again only when something on it changed: anyone who shows it keeps its parts as long as they are the same.
  const content = useMemo<BarContent>(
    () => ({ categories, series, numberText, pickable, ...(horizontal === undefined ? {} : { horizontal }) }),
    [categories, series, numberText, pickable, horizontal],
  );
  const table = useMemo(
    () => ({
      columns: [categoryLabel, ...series.map((one) => one.name)],
      rows: categories.map((category, index) => ({
        key: category.key,
        cells: [category.title ?? category.name, ...series.map(({ values }) => barText(values[index], numberText))],
      })),
    }),
    [categoryLabel, categories, series, numberText],
  );
  return (
    <ChartFrame
      silent
      name={name}
      label={label}
      title={title}
      legend={series}
      table={table}
      cell={cell && ((row, column, text) => (column === 0 ? text : cell(row, series[column - 1]?.key ?? '', text)))}
    >
      <Canvas content={content} label={label} onPick={onPick} />
    </ChartFrame>
  );
}
