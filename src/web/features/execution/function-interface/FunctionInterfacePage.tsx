import { PlayCircleOutlined } from '@ant-design/icons';
import { useMemo, useState } from 'react';
import { functionInterface } from '#entities/function-interface.ts';
import { useT } from '#web/i18n/index.ts';
import type { Row } from '#web/entity/entity-calls.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { TryDialog } from './TryDialog.tsx';
import './function-interface.css';
import { useCall } from '#web/base/use-call.ts';

/** What a function can name: configured base addresses and the handlers inside the product. */
function TargetHints() {
  const t = useT();
  const { data } = useCall('functionTargets', undefined, { staleTime: 60_000 });
  if (data === undefined) return null;
  return (
    <dl className="pt-fn-hints">
      <dt>{t('functionInterface.bases')}</dt>
      <dd>
        {data.bases.length === 0
          ? t('functionInterface.noBases')
          : data.bases.map(({ name, address }) => (
              <span key={name}>
                <code>{name}</code> {address}
              </span>
            ))}
      </dd>
      <dt>{t('functionInterface.handlers')}</dt>
      <dd>
        {data.handlers.map(({ name, label, description, example }) => (
          <span key={name} title={`${description}\n${example}`}>
            <code>{name}</code> {label}
          </span>
        ))}
      </dd>
    </dl>
  );
}

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
