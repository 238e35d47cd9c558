import { PlayCircleOutlined } from '@ant-design/icons';
import { useMemo, useState } from 'react';
import { functionInterface } from '#entities/function-interface.ts';
import { useT } from '#web/i18n/index.ts';
import type { Row } from '#web/entity/entity-calls.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { TargetHints } from './TargetHints.tsx';
import { TryDialog } from './TryDialog.tsx';
import './function-interface.css';

const dialog = { width: '80%', below: () => <TargetHints /> };

/** The list of function interfaces; each can be tried. */
export function FunctionInterfacePage() {
  const t = useT();
  const [tried, setTried] = useState<Row>();
  const actions = useMemo<RowAction<Row>[]>(
    () => [{ key: 'run', label: t('functionInterface.tryIt'), icon: <PlayCircleOutlined />, run: setTried }],
    [t],
  );
  return (
    <>
      <EntityListPage entity={functionInterface} route="/function-interface" dialog={dialog} actions={actions} />
      {tried !== undefined && (
        <TryDialog key={String(tried['wlFunctionInterfaceId'])} row={tried} onClose={() => setTried(undefined)} />
      )}
    </>
  );
}
