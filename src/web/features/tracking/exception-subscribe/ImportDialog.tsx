import { Button, Checkbox, Progress, Upload } from 'antd';
import { useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { ColumnStep } from './ColumnStep.tsx';
import { IMPORT_MAX } from './import-rows.ts';
import { ImportTable } from './ImportTable.tsx';
import { useImportRows } from './use-import-rows.ts';

type Props = { open: boolean; onClose: () => void; onImported: () => void };

/** Imports subscriptions from a file or typed rows: every error at its cell, right rows go, the others stay. */
export function ImportDialog({ open, onClose, onImported }: Props) {
  const t = useT();
  const { rows, busy, problem, sheet, merged, ...acts } = useImportRows(onImported);
  const requested = sheet?.requested === true;
  const [onlyBad, setOnlyBad] = useState(false);
  const fine = rows.filter((row) => row.checked && row.errors.length === 0).length;
  const bad = rows.filter((row) => row.errors.length > 0).length;
  const isSending = typeof busy === 'object';
  const close = (): void => {
    acts.clear();
    onClose();
  };
  const start = async (): Promise<void> => {
    if (requested) {
      await acts.takeColumns();
      return;
    }
    if (rows.length === 0) {
      toast.warn(t('exceptionSubscribe.import.listEmpty'));
      return;
    }
    if (rows.some((row) => !row.checked)) await acts.check();
    else if (await acts.send()) close();
  };
  const changeColumns = async (): Promise<void> => {
    // What was corrected is not lost without a question.
    const question = {
      title: t('exceptionSubscribe.import.columnsAgain'),
      content: t('exceptionSubscribe.import.replaceText'),
    };
    if (await confirm(question)) acts.askColumns();
  };
  const isReady = rows.length > 0 && rows.every((row) => row.checked);
  return (
    <AppDialog
      open={open}
      title={t('exceptionSubscribe.import.title')}
      width={1080}
      dirty={rows.length > 0 || requested}
      okText={
        requested
          ? t('exceptionSubscribe.import.takeColumns')
          : isReady
            ? t('exceptionSubscribe.import.run', { count: fine })
            : t('exceptionSubscribe.import.check')
      }
      okDisabled={isReady && fine === 0}
      onOk={start}
      onCancel={close}
    >
      <p className="pt-muted">{t('exceptionSubscribe.import.intro', { max: String(IMPORT_MAX) })}</p>
      <div className="pt-import-bar">
        <Upload
          accept=".xlsx,.csv,.txt"
          showUploadList={false}
          disabled={busy !== undefined}
          beforeUpload={(file) => {
            void acts.readFile(file);
            return false;
          }}
        >
          <Button type={rows.length === 0 ? 'primary' : 'default'} loading={busy === 'checking'}>
            {t('exceptionSubscribe.import.choose')}
          </Button>
        </Upload>
        <Button onClick={acts.saveTemplate}>{t('exceptionSubscribe.import.template')}</Button>
        {!requested && (
          <Button onClick={acts.add} disabled={rows.length >= IMPORT_MAX || busy !== undefined}>
            {t('exceptionSubscribe.import.addRow')}
          </Button>
        )}
        {sheet !== undefined && !requested && (
          <Button onClick={() => void changeColumns()} disabled={busy !== undefined}>
            {t('exceptionSubscribe.import.columns')}
          </Button>
        )}
        {rows.length > 0 && (
          <>
            <span className="pt-muted" role="status">
              {t('exceptionSubscribe.import.summary', {
                total: String(rows.length),
                fine: String(fine),
                bad: String(bad),
              })}
            </span>
            <Checkbox checked={onlyBad} onChange={(event) => setOnlyBad(event.target.checked)}>
              {t('exceptionSubscribe.import.onlyBad')}
            </Checkbox>
          </>
        )}
      </div>
      {problem !== undefined && (
        <p className="pt-import-problem" role="alert">
          {problem}
        </p>
      )}
      {requested && <ColumnStep sheet={sheet} onChoose={acts.chooseColumn} />}
      {merged > 0 && !requested && (
        <p className="pt-muted">{t('exceptionSubscribe.import.merged', { count: merged })}</p>
      )}
      {isSending && (
        <Progress
          percent={Math.floor((busy.done / Math.max(1, busy.total)) * 100)}
          aria-label={t('exceptionSubscribe.import.running', { done: String(busy.done), total: String(busy.total) })}
        />
      )}
      {rows.length > 0 && (
        <ImportTable
          rows={onlyBad ? rows.filter((row) => row.errors.length > 0 || !row.checked) : rows}
          disabled={busy !== undefined}
          onChange={acts.change}
          onRemove={acts.remove}
        />
      )}
    </AppDialog>
  );
}
