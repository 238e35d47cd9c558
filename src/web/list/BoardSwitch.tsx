import { AppstoreOutlined, BarChartOutlined, TableOutlined } from '@ant-design/icons';
import { Segmented } from 'antd';
import { useT } from '#web/i18n/index.ts';
import type { ListControl } from '#web/kit/list/use-list-state.ts';
import { BOARD, SHOWN_AS } from './list-address.ts';

type Props = {
  /** What the other view is called. */
  label: string;
  isPicture?: boolean;
  control: ListControl;
};

/** The choice between the table and another view of a list, such as its board. */
export function BoardSwitch({ label: board, isPicture = false, control }: Props) {
  const t = useT();
  const table = t('table.asTable');
  const { [SHOWN_AS]: shownAs = 'table', ...others } = control.state.values;
  return (
    <Segmented
      size="small"
      aria-label={t('table.views')}
      value={shownAs === BOARD ? BOARD : 'table'}
      options={[
        { value: 'table', icon: <TableOutlined />, label: <span className="pt-sr-only">{table}</span>, title: table },
        {
          value: BOARD,
          icon: isPicture ? <BarChartOutlined /> : <AppstoreOutlined />,
          label: <span className="pt-sr-only">{board}</span>,
          title: board,
        },
      ]}
      onChange={(next) =>
        control.change({ values: next === BOARD ? { ...others, [SHOWN_AS]: BOARD } : others, page: 1 }, { push: true })
      }
    />
  );
}
