import { BarChartOutlined, TableOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { useLiveChart } from './use-live-chart.ts';
import './bar-chart.css';

/** One kind of values; `colour` is the name of a CSS variable, `values` are in the order of the categories. */
export type BarSeries = {
  key: string;
  name: string;
  colour: `--${string}`;
  values: readonly number[];
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

type Props = BarContent & {
  /** What the chart is about. */
  label: string;
  /** The heading of the categories in the table. */
  categoryLabel: string;
  onPick?: (category: number, series: string) => void;
  /** How a value stands in the table, such as a link. */
  cell?: (category: number, series: string, value: string) => ReactNode;
};

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

/** The same values as a table. */
function ValueTable({ content, label, categoryLabel, cell }: { content: BarContent } & Omit<Props, keyof BarContent>) {
  const { categories, series, numberText } = content;
  return (
    <table className="pt-bar-table">
      <caption className="pt-sr-only">{label}</caption>
      <thead>
        <tr>
          <th scope="col">{categoryLabel}</th>
          {series.map(({ key, name }) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {categories.map(({ key, name, title }, index) => (
          <tr key={key}>
            <th scope="row">{title ?? name}</th>
            {series.map(({ key: seriesKey, values }) => {
              const value = numberText(values[index] ?? 0);
              return <td key={seriesKey}>{cell === undefined ? value : cell(index, seriesKey, value)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A bar chart with its legend; a button shows the same as a table, which screen readers always have. */
export function BarChart({
  label,
  categoryLabel,
  onPick,
  cell,
  categories,
  series,
  horizontal,
  numberText,
}: Omit<Props, 'pickable'>) {
  const t = useT();
  const [asTable, setAsTable] = useState(false);
  const pickable = onPick !== undefined;
  // Drawn again only when something on it changed: whoever shows it keeps its parts as long as they are the same.
  const content = useMemo<BarContent>(
    () => ({ categories, series, numberText, pickable, ...(horizontal === undefined ? {} : { horizontal }) }),
    [categories, series, numberText, pickable, horizontal],
  );
  const words = { label, categoryLabel };
  return (
    <div className="pt-bar">
      <div className="pt-bar-head">
        <ul className="pt-bar-legend" aria-hidden="true">
          {series.map(({ key, name, colour }) => (
            <li key={key}>
              <i style={{ background: `var(${colour})` }} />
              {name}
            </li>
          ))}
        </ul>
        <Button
          size="small"
          type="text"
          aria-pressed={asTable}
          aria-label={`${label}: ${asTable ? t('table.asChart') : t('table.asTable')}`}
          title={asTable ? t('table.asChart') : t('table.asTable')}
          icon={asTable ? <BarChartOutlined /> : <TableOutlined />}
          onClick={() => setAsTable(!asTable)}
        />
      </div>
      {asTable ? (
        <div className="pt-bar-scroll" tabIndex={0} role="region" aria-label={label}>
          <ValueTable content={content} {...words} {...(cell === undefined ? {} : { cell })} />
        </div>
      ) : (
        <>
          <Canvas content={content} label={label} onPick={onPick} />
          <div className="pt-sr-only">
            <ValueTable content={content} {...words} />
          </div>
        </>
      )}
    </div>
  );
}
