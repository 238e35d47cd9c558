import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Button, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import type { useT } from '#web/i18n/index.ts';

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
  t: ReturnType<typeof useT>,
): NonNullable<TableProps<Row>['expandable']> {
  return {
    expandedRowKeys: keys,
    expandedRowRender: render,
    columnTitle: <span className="pt-sr-only">{t('table.unfold')}</span>,
    columnWidth: EXPAND_WIDTH,
    fixed: 'start',
    expandIcon: ({ expanded, record }) => (
      <Button
        type="text"
        size="small"
        className="pt-expand"
        aria-expanded={expanded}
        aria-label={t(expanded ? 'table.collapse' : 'table.expand', { name: nameOf(record) })}
        icon={expanded ? <DownOutlined /> : <RightOutlined />}
        onClick={() => onKeys(toggled(keys, rowKey(record)))}
      />
    ),
  };
}

/** The open rows after one was opened or closed. */
export const toggled = (keys: readonly string[], key: string): readonly string[] =>
  keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key];
