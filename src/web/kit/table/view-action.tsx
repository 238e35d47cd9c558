import { EyeOutlined } from '@ant-design/icons';
import type { RowAction } from './column-model.ts';

/** The act of rows that shows one beside the list. */
export const viewAction = <Row,>(label: string, run: (row: Row) => void): RowAction<Row> => ({
  key: 'view',
  label,
  icon: <EyeOutlined />,
  run,
});
