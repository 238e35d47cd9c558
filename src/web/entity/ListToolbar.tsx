import { LockOutlined, PlusOutlined, SettingOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import type { Entity } from '#shared/entity/declare.ts';
import { useT } from '#web/i18n/index.ts';
import { ExportButton } from '#web/kit/export/ExportButton.tsx';
import { late } from '#web/kit/late.tsx';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { type ColumnScheme, visibleColumns } from '#web/kit/table/column-scheme.ts';
import { SavedViews } from '#web/kit/views/SavedViews.tsx';
import type { Row } from './entity-calls.ts';
import type { EntityNames } from './use-entity-names.ts';

// The import comes when it is first opened.
const ImportDialog = late(() => import('./import/ImportDialog.tsx').then((module) => module.ImportDialog));

type ToolbarProps = {
  entity: Entity;
  total: number;
  question: object;
  columns: readonly DataColumn<Row>[];
  scheme: ColumnScheme;
  more: ReactNode;
  names: EntityNames;
  /** Where views of the list are kept: its address and the name of its table. */
  views: { route: string; table: string } | undefined;
  /** Absent when the user may only read. */
  onNew: (() => void) | undefined;
  /** Rows came from a file. */
  onImported: () => void;
  onColumns: () => void;
};

/** Opens the import of a file; every opening begins anew. */
function ImportButton({ entity, names, onImported }: Pick<ToolbarProps, 'entity' | 'names' | 'onImported'>) {
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

/** New, what the screen adds, import, export of the filtered rows, and the choice of columns. */
export function ListToolbar(props: ToolbarProps) {
  const { entity, total, question, columns, scheme, more, views, onNew, onColumns } = props;
  const t = useT();
  const shown = new Set(
    visibleColumns(
      columns.map((column) => column.key),
      scheme,
    ),
  );
  return (
    <div className="pt-toolbar">
      {onNew === undefined ? (
        <span className="pt-muted" title={t('entity.readOnlyHint')}>
          <LockOutlined aria-hidden="true" /> {t('entity.readOnly')}
        </span>
      ) : (
        <Button size="small" type="primary" icon={<PlusOutlined />} onClick={onNew}>
          {t('entity.new')}
        </Button>
      )}
      {more}
      <span className="pt-toolbar-gap" />
      {views !== undefined && <SavedViews {...views} />}
      {entity.importBy !== undefined && onNew !== undefined && <ImportButton {...props} />}
      <ExportButton
        list={entity.name}
        total={total}
        query={question}
        columns={columns.flatMap(({ key }) => (key in entity.fields && shown.has(key) ? [key] : []))}
      />
      <Button size="small" icon={<SettingOutlined />} onClick={onColumns}>
        {t('table.columns.button')}
      </Button>
    </div>
  );
}
