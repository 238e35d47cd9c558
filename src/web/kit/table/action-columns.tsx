import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useId } from 'react';
import { landmarkOf } from '#web/kit/landmark.ts';
import type { RowAction } from './column-model.ts';
import { letterOf } from './letters.ts';

const MENU_WIDTH = 48;
const LEAST_WIDTH = 52;
const PADDING = 24;

/** A column of buttons at the end of every row; it stays in view. */
export type ActionColumn<Row> = {
  key: string;
  title: ReactNode;
  width: number;
  fixed: 'end';
  align: 'center';
  className: string;
  render: (value: unknown, row: Row) => ReactNode;
};

/** Room for a short title: Chinese letters are twice as wide. */
const widthOf = (title: string): number =>
  Math.max(LEAST_WIDTH, PADDING + [...title].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 14 : 7.5), 0));

function columnOf<Row extends object>(
  key: string,
  title: ReactNode,
  width: number,
  render: (row: Row) => ReactNode,
): ActionColumn<Row> {
  const place = { fixed: 'end', align: 'center', className: 'pt-td-actions' } as const;
  return { key, title, width, ...place, render: (_, row) => render(row) };
}

/** The actions with a column of their own, then the menu of all. */
export function actionColumns<Row extends object>(
  actions: readonly RowAction<Row>[],
  label: string,
): ActionColumn<Row>[] {
  if (actions.length === 0) return [];
  const own = actions
    .filter((action) => action.column === true)
    .map((action) =>
      columnOf<Row>(`__${action.key}`, action.label, widthOf(action.label), (row) => (
        <Button
          type="text"
          size="small"
          icon={action.icon}
          aria-label={action.label}
          title={action.label}
          onClick={() => action.run(row)}
        />
      )),
    );
  const menu = columnOf<Row>('__actions', <span className="pt-sr-only">{label}</span>, MENU_WIDTH, (row) => (
    <RowMenu row={row} actions={actions} label={label} />
  ));
  return [...own, menu];
}

/** The button that opens the menu with all acts of a row. */
export function RowMenu<Row>({ row, actions, label }: { row: Row; actions: readonly RowAction<Row>[]; label: string }) {
  const buttonId = useId();
  return (
    <Dropdown
      trigger={['click']}
      getPopupContainer={landmarkOf}
      menu={{
        items: actions
          .filter(({ keyOnly }) => keyOnly !== true)
          .map((action) => ({
            key: action.key,
            icon: action.icon,
            label: action.label,
            extra: letterOf(action)?.toUpperCase(),
          })),
        onClick: ({ key }) => {
          // The menu is gone when a dialog closes: its focus has to find back to the row.
          document.getElementById(buttonId)?.focus();
          actions.find((action) => action.key === key)?.run(row);
        },
      }}
    >
      <Button id={buttonId} type="text" size="small" icon={<MoreOutlined />} aria-label={label} />
    </Dropdown>
  );
}
