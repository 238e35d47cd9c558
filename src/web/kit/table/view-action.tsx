import { EyeOutlined } from '@ant-design/icons';
import type { RowAction } from './column-model.ts';

/** The act of rows that shows one beside the list; its letter is the same in all lists. */
export const viewAction = <Row,>(label: string, run: (row: Row) => void): RowAction<Row> => ({
  key: 'view',
  label,
  shortcut: 'v',
  icon: <EyeOutlined />,
  run,
});
