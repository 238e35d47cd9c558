import { Checkbox } from 'antd';
import { type ClipboardEvent, type ReactNode, useId } from 'react';
import { useT } from '#web/i18n/index.ts';
import { cellsOfClipboard } from './clipboard-cells.ts';
import './editable-table.css';

/** One row: its cells as typed, whether it is new, and whether it shall go. */
export type EditableRow = {
  readonly key: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly state?: 'new' | 'changed' | 'gone';
};

/** A column; `cell` draws something else than a text field. */
export type EditableColumn = {
  name: string;
  title: string;
  width: number;
  required?: boolean;
  numeric?: boolean;
  fixed?: (row: EditableRow) => boolean;
  cell?: (props: {
    row: EditableRow;
    label: string;
    error: string | undefined;
    set: (value: string) => void;
  }) => ReactNode;
};

type Props = {
  label: string;
  columns: readonly EditableColumn[];
  rows: readonly EditableRow[];
  /** Problems by `key.column`. */
  problems: ReadonlyMap<string, string>;
  readOnly?: boolean;
  picked: ReadonlySet<string>;
  onPick: (keys: ReadonlySet<string>) => void;
  /** The row whose details are shown elsewhere. */
  active?: string | undefined;
  onActive?: (key: string) => void;
  onChange: (key: string, name: string, value: string) => void;
  /** What stands beneath a cell. */
  beneath?: (row: EditableRow, name: string, label: string) => ReactNode;
  /** Cells of a spreadsheet, from a cell to the right and down. */
  onPaste?: (key: string, name: string, cells: string[][]) => void;
  empty: string;
};

function TextCell({
  row,
  column,
  label,
  error,
  readOnly,
  onChange,
  onPaste,
}: {
  row: EditableRow;
  column: EditableColumn;
  label: string;
  error: string | undefined;
  readOnly: boolean;
  onChange: Props['onChange'];
  onPaste: Props['onPaste'];
}) {
  const id = useId();
  const paste = (event: ClipboardEvent): void => {
    const cells = cellsOfClipboard(event.clipboardData.getData('text/plain'));
    if (onPaste === undefined || cells === undefined) return;
    event.preventDefault();
    onPaste(row.key, column.name, cells);
  };
  const value = row.cells[column.name] ?? '';
  return (
    <>
      <input
        className="pt-editable-cell"
        data-numeric={column.numeric || undefined}
        value={value}
        disabled={readOnly || row.state === 'gone' || column.fixed?.(row) === true}
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : id}
        title={error ?? ''}
        inputMode={column.numeric === true ? 'decimal' : 'text'}
        onChange={(event) => onChange(row.key, column.name, event.target.value)}
        onBlur={() => value !== value.trim() && onChange(row.key, column.name, value.trim())}
        onPaste={paste}
      />
      {error !== undefined && (
        <span id={id} className="pt-cell-error">
          {error}
        </span>
      )}
    </>
  );
}

/** The titles of the columns; the first cell picks all rows or none. */
function Titles({
  columns,
  rows,
  readOnly,
  picked,
  onPick,
}: Pick<Props, 'columns' | 'rows' | 'picked' | 'onPick'> & { readOnly: boolean }) {
  const t = useT();
  const all = rows.length > 0 && rows.every(({ key }) => picked.has(key));
  return (
    <thead>
      <tr>
        <th scope="col" className="pt-editable-pick">
          {!readOnly && (
            <Checkbox
              aria-label={t('input.pickAll')}
              checked={all}
              indeterminate={!all && picked.size > 0}
              onChange={() => onPick(new Set(all ? [] : rows.map(({ key }) => key)))}
            />
          )}
        </th>
        {columns.map((column) => (
          <th
            key={column.name}
            scope="col"
            style={{ minWidth: column.width }}
            data-required={column.required || undefined}
          >
            {column.title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A table that is typed into: rows that are new, changed or shall go stand out, problems stand at their cells. */
export function EditableTable(props: Props) {
  const { label, columns, rows, problems, readOnly = false, picked, onPick, active, onActive, onChange } = props;
  const t = useT();
  const pick = (key: string, on: boolean): void =>
    onPick(new Set(on ? [...picked, key] : [...picked].filter((other) => other !== key)));
  return (
    <div className="pt-editable" tabIndex={0} role="region" aria-label={label}>
      <table>
        <Titles {...{ columns, rows, readOnly, picked, onPick }} />
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={row.key}
              data-state={row.state}
              data-active={row.key === active || undefined}
              onFocus={() => onActive?.(row.key)}
              onClick={() => onActive?.(row.key)}
            >
              <td className="pt-editable-pick">
                {readOnly ? (
                  index + 1
                ) : (
                  <Checkbox
                    aria-label={t('input.pick', { row: index + 1 })}
                    checked={picked.has(row.key)}
                    onChange={(event) => pick(row.key, event.target.checked)}
                  />
                )}
                {row.state !== undefined && <span className="pt-editable-state">{t(`input.${row.state}`)}</span>}
              </td>
              {columns.map((column) => {
                const error = problems.get(`${row.key}.${column.name}`);
                const name = t('input.cell', { title: column.title, row: index + 1 });
                return (
                  <td key={column.name}>
                    {column.cell === undefined ? (
                      <TextCell {...{ row, column, error, readOnly, onChange }} label={name} onPaste={props.onPaste} />
                    ) : (
                      column.cell({ row, label: name, error, set: (value) => onChange(row.key, column.name, value) })
                    )}
                    {props.beneath?.(row, column.name, name)}
                  </td>
                );
              })}
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length + 1} className="pt-editable-empty">
                <span>{props.empty}</span>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
