import { BarChartOutlined, TableOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { localStore } from '#web/base/storage.ts';
import { useT } from '#web/i18n/index.ts';
import { EmptyState, LoadingState } from '../state/States.tsx';
import './chart-frame.css';

/** How something is drawn, so that it differs without its colour. */
export type LegendMark = 'solid' | 'hollow' | 'hatched' | 'line' | 'dashed' | 'dot' | 'ring';

/** One entry of the legend; `colour` is the name of a CSS variable. */
export type LegendItem = { key: string; name: string; colour: `--${string}`; mark?: LegendMark };

/** The values of a picture as texts; the first column names the row. */
export type ChartTable = {
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly string[] }[];
};

type TableProps = {
  table: ChartTable;
  label: string;
  /** How a cell stands in the table, such as a link. */
  cell?: ((row: number, column: number, text: string) => ReactNode) | undefined;
};

/** The same values as a table. */
function ValueTable({ table, label, cell }: TableProps) {
  const [first = '', ...others] = table.columns;
  return (
    <table className="pt-pic-table">
      <caption className="pt-sr-only">{label}</caption>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {others.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ key, cells: [head = '', ...cells] }, row) => (
          <tr key={key}>
            <th scope="row">{cell === undefined ? head : cell(row, 0, head)}</th>
            {cells.map((text, index) => (
              <td key={others[index]}>{cell === undefined ? text : cell(row, index + 1, text)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Props = TableProps & {
  /** Under this name the browser remembers whether the reader wants the picture or the table. */
  name: string;
  /** What stands above the picture; without it the page has its own heading. */
  title?: ReactNode;
  /** Unit of the values or zone of the times, beside the legend. */
  unit?: string | undefined;
  legend?: readonly LegendItem[];
  /** The picture cannot be read aloud, such as a canvas: its table is read instead. */
  silent?: boolean;
  loading?: boolean;
  /** Text where the table has no row. */
  emptyText?: string;
  children: ReactNode;
};

const keyOf = (name: string): string => `portolan.chart.${name}`;

/**
 * The frame of every picture: title, legend, unit, and a switch between the picture and a table of the same values,
 * which is remembered for each picture. Without values it has words in place of an empty picture, and no switch.
 */
export function ChartFrame(props: Props) {
  const { name, label, title, unit, legend = [], table, cell, silent = false, loading = false, emptyText } = props;
  const t = useT();
  const [asTable, setAsTable] = useState(() => localStore.get(keyOf(name)) === 'table');
  const turn = (): void => {
    if (asTable) localStore.remove(keyOf(name));
    else localStore.set(keyOf(name), 'table');
    setAsTable(!asTable);
  };
  const words = asTable ? t('chart.asPicture') : t('table.asTable');
  const body = asTable ? (
    <div className="pt-pic-scroll" tabIndex={0} role="region" aria-label={label}>
      <ValueTable table={table} label={label} cell={cell} />
    </div>
  ) : (
    <>
      {props.children}
      {silent && (
        <div className="pt-sr-only">
          <ValueTable table={table} label={label} />
        </div>
      )}
    </>
  );
  return (
    <div className="pt-pic">
      <div className="pt-pic-head">
        {title !== undefined && <b className="pt-pic-title">{title}</b>}
        <ul className="pt-pic-legend" aria-hidden="true">
          {legend.map(({ key, name: text, colour, mark = 'solid' }) => (
            <li key={key}>
              <i data-mark={mark} style={{ color: `var(${colour})` }} />
              {text}
            </li>
          ))}
          {unit !== undefined && <li className="pt-pic-unit">{unit}</li>}
        </ul>
        {table.rows.length > 0 && (
          <Button
            size="small"
            type="text"
            aria-pressed={asTable}
            aria-label={`${label}: ${words}`}
            title={words}
            icon={asTable ? <BarChartOutlined /> : <TableOutlined />}
            onClick={turn}
          />
        )}
      </div>
      {loading ? (
        <LoadingState />
      ) : table.rows.length === 0 ? (
        <EmptyState {...(emptyText === undefined ? {} : { title: emptyText })} />
      ) : (
        body
      )}
    </div>
  );
}
