import { Dropdown, Button, Progress } from 'antd';
import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import { useState } from 'react';
import type { Entity } from '#shared/entity/declare.ts';
import type { CellRow, ChoiceNames } from '#shared/entity/read-cells.ts';
import { maxImportRows } from '#shared/entity/import-limits.ts';
import { saveFile } from '#web/base/client.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { sheetOf } from '#web/kit/export/sheet-of.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { maxFileBytes } from '#shared/sheet/file-problem.ts';
import { templateCsv } from './import-model.ts';
import { templateNotes } from './template-notes.ts';

type Props = {
  entity: Entity;
  choices: ChoiceNames;
  /** What the file need not say: it is the same for all rows. */
  given: CellRow;
  busy: boolean;
  problem: string | undefined;
  onChoose: (file: File) => void;
};

/** A file with the headings only; a workbook tells on a second sheet what goes into each column. */
function TemplateButton({ entity, choices, given }: Pick<Props, 'entity' | 'choices' | 'given'>) {
  const t = useT();
  const lang = useLang();
  const save = async (kind: string): Promise<void> => {
    const name = t('entityImport.templateName', { name: entity.label[lang] });
    const csv = new Blob([templateCsv(entity, given)], { type: 'text/csv;charset=utf-8' });
    if (kind === 'csv') saveFile(csv, `${name}.csv`);
    else {
      const notes = { sheet: t('entityImport.templateNotes'), rows: templateNotes(entity, choices, given) };
      saveFile(await sheetOf(csv, entity.label[lang], { more: [notes] }), `${name}.xlsx`);
    }
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'xlsx', label: t('entityImport.templateXlsx') },
          { key: 'csv', label: t('entityImport.templateCsv') },
        ],
        onClick: ({ key }) => void save(key).catch((error: unknown) => toast.failure(error, t('table.export.failed'))),
      }}
    >
      <Button size="small" icon={<DownloadOutlined />}>
        {t('entityImport.template')}
      </Button>
    </Dropdown>
  );
}

/** Where a file is chosen or dropped, with the template to start from. */
export function ChooseStep({ entity, choices, given, busy, problem, onChoose }: Props) {
  const t = useT();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    const file = files?.[0];
    if (file !== undefined) onChoose(file);
  };
  return (
    <>
      <label
        className="pt-import-drop"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <input
          type="file"
          accept=".xlsx,.csv"
          disabled={busy}
          aria-label={t('entityImport.choose')}
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
        />
        <InboxOutlined aria-hidden />
        <strong>{busy ? t('entityImport.reading') : t('entityImport.drop')}</strong>
        <span>
          {t('entityImport.formats', { rows: formatCount(maxImportRows), size: String(maxFileBytes / 1_000_000) })}
        </span>
        {busy && <Progress percent={100} status="active" showInfo={false} aria-label={t('entityImport.reading')} />}
      </label>
      {problem !== undefined && (
        <p className="pt-entity-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="pt-import-line">
        <TemplateButton entity={entity} choices={choices} given={given} />
      </div>
    </>
  );
}
