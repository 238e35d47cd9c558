import { Button } from 'antd';
import { useMemo } from 'react';
import type { Entity } from '#shared/entity/declare.ts';
import type { CellRow, ChoiceNames } from '#shared/entity/read-cells.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { countJudged, ImportBody } from './ImportBody.tsx';
import { useImport } from './use-import.ts';
import './import.css';

type Props = {
  entity: Entity;
  open: boolean;
  choices: ChoiceNames;
  codesOf: (dict: string) => ReadonlySet<string> | undefined;
  onClose: () => void;
  onDone: () => void;
};

/** For people of one tenant its id: their files need not name it. */
function useGiven({ tenantField }: Entity): CellRow {
  const { data: [first, ...others] = [] } = useCall('tenants', undefined, { enabled: tenantField !== undefined });
  const only = others.length === 0 ? first?.wlTenantId : undefined;
  return useMemo(
    () => (tenantField === undefined || only === undefined ? {} : { [tenantField]: only }),
    [tenantField, only],
  );
}

/** Imports rows from a file: choose, see what would become of each row, import, see what became of them. */
export function ImportDialog({ entity, open, choices, codesOf, onClose, onDone }: Props) {
  const t = useT();
  const lang = useLang();
  const given = useGiven(entity);
  const work = useImport(entity, { choices, given }, codesOf, onDone);
  const { phase } = work;
  const counts = countJudged(work);
  const willDo = counts.insert + counts.update;
  return (
    <AppDialog
      title={t('entityImport.title', { name: entity.label[lang] })}
      open={open}
      width={phase === 'checking' || phase === 'preview' ? '85%' : 640}
      dirty={phase === 'checking' || phase === 'preview'}
      onCancel={onClose}
      footer={
        <>
          {(phase === 'checking' || phase === 'preview') && (
            <Button onClick={work.restart}>{t('entityImport.other')}</Button>
          )}
          {phase === 'preview' && (
            <Button type="primary" disabled={willDo === 0} onClick={() => void work.run()}>
              {willDo === 0 ? t('entityImport.nothing') : t('entityImport.start', { count: formatCount(willDo) })}
            </Button>
          )}
          {phase === 'finished' && (
            <Button type="primary" onClick={onClose}>
              {t('entityImport.close')}
            </Button>
          )}
          {(phase === 'choose' || phase === 'reading' || phase === 'running') && (
            <Button onClick={onClose}>{t('common.close')}</Button>
          )}
        </>
      }
    >
      <ImportBody entity={entity} choices={choices} given={given} work={work} />
    </AppDialog>
  );
}
