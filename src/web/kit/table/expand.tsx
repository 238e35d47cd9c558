import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Button, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { type Translate, useT } from '#web/i18n/index.ts';

/** Rows that unfold below themselves; the page keeps which are open. */
export type Expanding<Row> = {
  keys: readonly string[];
  onKeys: (keys: readonly string[]) => void;
  /** What a row is called for people who hear it. */
  nameOf: (row: Row) => string;
  render: (row: Row) => ReactNode;
};

/** Width of the column with the buttons that unfold, in pixels. */
export const EXPAND_WIDTH = 36;

/** The settings of antd's table for rows that unfold. */
export function expandSettings<Row extends object>(
  { keys, onKeys, nameOf, render }: Expanding<Row>,
  rowKey: (row: Row) => string,
  t: Translate,
): NonNullable<TableProps<Row>['expandable']> {
  return {
    expandedRowKeys: keys,
    expandedRowRender: render,
    columnTitle: <span className="pt-sr-only">{t('table.unfold')}</span>,
    columnWidth: EXPAND_WIDTH,
    fixed: 'start',
    expandIcon: ({ expanded, record }) => (
      <UnfoldButton name={nameOf(record)} open={expanded} onClick={() => onKeys(toggled(keys, rowKey(record)))} />
    ),
  };
}

/** Opens and closes what lies below a row. */
export function UnfoldButton({ name, open, onClick }: { name: string; open: boolean; onClick: () => void }) {
  const t = useT();
  return (
    <Button
      type="text"
      size="small"
      className="pt-expand"
      aria-expanded={open}
      aria-label={t(open ? 'table.collapse' : 'table.expand', { name })}
      icon={open ? <DownOutlined /> : <RightOutlined />}
      onClick={onClick}
    />
  );
}

/** The open rows after one was opened or closed. */
export const toggled = (keys: readonly string[], key: string): readonly string[] =>
  keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key];
