import { DownOutlined, HolderOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Checkbox, Drawer } from 'antd';
import { type DragEvent, type ReactNode, Suspense, useState } from 'react';
import { loadTexts, useT } from '#web/i18n/index.ts';
import { useOpenOnceDrawn } from '../dialog/use-open-once-drawn.ts';
import { fetched } from '../fetched.tsx';
import { type ColumnScheme, emptyScheme, isStandard, moveKey, orderColumns } from './column-scheme.ts';
import './columns.css';

const SchemeChooser = fetched(async () => {
  const [module] = await Promise.all([import('../views/SchemeChooser.tsx'), loadTexts(['views'])]);
  return module.SchemeChooser;
});

type Props = {
  open: boolean;
  /** Name of the table: its columns can then be kept by name. */
  table?: string;
  onClose: () => void;
  columns: readonly { key: string; title: string }[];
  scheme: ColumnScheme;
  onScheme: (scheme: ColumnScheme) => void;
  /** What the drawer is called, where a page has several tables. */
  heading?: string;
  /** Stated above the columns. */
  note?: ReactNode;
  /** Buttons, where changes are kept by one of them. */
  footer?: ReactNode;
};

type MoveProps = { name: string; index: number; count: number; onMove: (from: number, to: number) => void };

/** Moves a column one place up or down. */
function MoveButtons({ name, index, count, onMove }: MoveProps) {
  const t = useT();
  return (
    <span className="pt-columns-move">
      <Button
        type="text"
        size="small"
        icon={<UpOutlined />}
        disabled={index === 0}
        onClick={() => onMove(index, index - 1)}
        aria-label={t('table.columns.up', { name })}
      />
      <Button
        type="text"
        size="small"
        icon={<DownOutlined />}
        disabled={index === count - 1}
        onClick={() => onMove(index, index + 1)}
        aria-label={t('table.columns.down', { name })}
      />
    </span>
  );
}

/** Drawer to show, hide and reorder columns, by dragging or by buttons; every change is shown at once. */
export function ColumnDrawer({ open, table, onClose, columns, scheme, onScheme, heading, note, footer }: Props) {
  const t = useT();
  const [dragged, setDragged] = useState<string>();
  const order = orderColumns(
    columns.map((column) => column.key),
    scheme,
  );
  const titles = new Map(columns.map((column) => [column.key, column.title]));
  const shown = order.filter((key) => !scheme.hidden.includes(key));
  const move = (from: number, to: number): void => onScheme({ ...scheme, order: moveKey(order, from, to) });
  const toggle = (key: string): void =>
    onScheme({
      ...scheme,
      hidden: scheme.hidden.includes(key) ? scheme.hidden.filter((item) => item !== key) : [...scheme.hidden, key],
    });
  const over = (event: DragEvent, index: number): void => {
    event.preventDefault();
    if (dragged !== undefined && order[index] !== dragged) move(order.indexOf(dragged), index);
  };

  const drawn = useOpenOnceDrawn(open);
  return (
    <Drawer
      open={drawn}
      onClose={onClose}
      title={heading ?? t('table.columns.title')}
      size="max(20%, 272px)"
      footer={footer}
      extra={
        <Button size="small" disabled={isStandard(scheme)} onClick={() => onScheme(emptyScheme)}>
          {t('table.columns.reset')}
        </Button>
      }
    >
      {open && table !== undefined && (
        <Suspense fallback={null}>
          <SchemeChooser table={table} scheme={scheme} onScheme={onScheme} />
        </Suspense>
      )}
      {note}
      {shown.length === 0 && (
        <p role="alert" className="pt-warning">
          {t('table.columns.none')}
        </p>
      )}
      <p className="pt-muted">{t('table.columns.hint')}</p>
      <ul className="pt-columns">
        {order.map((key, index) => (
          <li
            key={key}
            draggable
            data-dragged={dragged === key || undefined}
            onDragStart={() => setDragged(key)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => over(event, index)}
          >
            <HolderOutlined className="pt-grip" aria-hidden="true" />
            <Checkbox checked={!scheme.hidden.includes(key)} onChange={() => toggle(key)}>
              {titles.get(key)}
            </Checkbox>
            <MoveButtons name={titles.get(key) ?? key} index={index} count={order.length} onMove={move} />
          </li>
        ))}
      </ul>
    </Drawer>
  );
}
