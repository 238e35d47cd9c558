import { LockOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { Entity } from '#shared/entity/declare.ts';
import { useT } from '#web/i18n/index.ts';
import { late } from '#web/kit/late.tsx';
import type { EntityNames } from './use-entity-names.ts';

// The import comes when it is first opened.
const ImportDialog = late(() => import('./import/ImportDialog.tsx').then((module) => module.ImportDialog));

type Props = {
  entity: Entity;
  names: EntityNames;
  /** Rows came from a file. */
  onImported: () => void;
};

/** Opens the import of a file; every opening starts over. */
export function ImportButton({ entity, names, onImported }: Props) {
  const t = useT();
  const [opening, setOpening] = useState({ open: false, count: 0 });
  return (
    <>
      <Button
        size="small"
        icon={<UploadOutlined />}
        onClick={() => setOpening(({ count }) => ({ open: true, count: count + 1 }))}
      >
        {t('common.import')}
      </Button>
      <ImportDialog
        key={opening.count}
        entity={entity}
        open={opening.open}
        choices={names.choiceNames}
        codesOf={names.codesOf}
        onClose={() => setOpening(({ count }) => ({ open: false, count }))}
        onDone={onImported}
      />
    </>
  );
}

/** The button of a new row; who may only read is informed. Absent `onNew` when the user may only read. */
export function NewButton({ onNew }: { onNew: (() => void) | undefined }) {
  const t = useT();
  return onNew === undefined ? (
    <span className="pt-muted" title={t('entity.readOnlyHint')}>
      <LockOutlined aria-hidden="true" /> {t('entity.readOnly')}
    </span>
  ) : (
    <Button size="small" type="primary" icon={<PlusOutlined />} onClick={onNew}>
      {t('entity.new')}
    </Button>
  );
}
