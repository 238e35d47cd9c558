import { whenIdle } from '#web/base/when-idle.ts';
import { AppstoreOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useSession } from '#web/base/session.ts';
import { loadTexts, useT } from '#web/i18n/index.ts';
import { fetched } from '../fetched.tsx';

const ViewsMenu = fetched(async () => {
  const [module] = await Promise.all([import('./ViewsMenu.tsx'), loadTexts(['views'])]);
  return module.ViewsMenu;
});

type Props = {
  /** Address of the list, under which its views are kept. */
  route: string;
  /** Name of its table, whose columns are part of a view. */
  table: string;
};

/** Saved views of a list. Their code comes once the list itself is there, or at once when the address names a view. */
export function SavedViews({ route, table }: Props) {
  const t = useT();
  const { search } = usePageSearch(route);
  const known = useSession((session) => session.user !== null);
  const [wanted, setWanted] = useState(search['view'] !== undefined);
  const [opened, setOpened] = useState(false);
  useEffect(() => (wanted || !known ? undefined : whenIdle(() => setWanted(true))), [wanted, known]);
  const button = (
    <Button
      size="small"
      icon={<AppstoreOutlined />}
      onClick={() => {
        setOpened(true);
        setWanted(true);
      }}
    >
      {t('table.views')}
    </Button>
  );
  if (!wanted || !known) return button;
  return (
    <Suspense fallback={button}>
      <ViewsMenu route={route} table={table} startsOpen={opened} />
    </Suspense>
  );
}
