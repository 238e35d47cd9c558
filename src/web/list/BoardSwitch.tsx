import { AppstoreOutlined, TableOutlined } from '@ant-design/icons';
import { Segmented } from 'antd';
import type { List } from '#shared/list/declare.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import type { ListControl } from '#web/kit/list/use-list-state.ts';
import { BOARD, SHOWN_AS } from './list-address.ts';

type Props = { list: List; control: ListControl };

/** The choice between the table and the board of a list. */
export function BoardSwitch({ list, control }: Props) {
  const t = useT();
  const lang = useLang();
  const [table, board] = [t('table.asTable'), list.board?.label[lang] ?? ''];
  const { [SHOWN_AS]: shownAs = 'table', ...others } = control.state.values;
  return (
    <Segmented
      size="small"
      aria-label={t('table.views')}
      value={shownAs === BOARD ? BOARD : 'table'}
      options={[
        { value: 'table', icon: <TableOutlined />, label: <span className="pt-sr-only">{table}</span>, title: table },
        { value: BOARD, icon: <AppstoreOutlined />, label: <span className="pt-sr-only">{board}</span>, title: board },
      ]}
      onChange={(next) =>
        control.change({ values: next === BOARD ? { ...others, [SHOWN_AS]: BOARD } : others, page: 1 }, { push: true })
      }
    />
  );
}
