import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown, Progress } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { isAborted, saveFile } from '#web/app/client.ts';
import { useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { formatCount } from '../value/format-value.ts';
import { sheetOf } from './sheet-of.ts';

/** Rows a sheet may have; the CSV has no limit. */
export const MAX_SHEET_ROWS = 50_000;

/** Fetches the filtered rows as the server's CSV; `onProgress` hears bytes so far. */
export type FetchCsv = (options: {
  signal: AbortSignal;
  onProgress: (bytes: number) => void;
}) => Promise<{ blob: Blob; fileName: string }>;

type Props = { fetchCsv: FetchCsv; total: number; sheetName: string; disabled?: boolean };
type Running = { kind: 'csv' | 'xlsx'; bytes: number; building: boolean };

/** Exports all filtered rows with the chosen columns, as CSV or as a sheet; shows how far it is and can be stopped. */
export function ExportButton({ fetchCsv, total, sheetName, disabled }: Props) {
  const t = useT();
  const [running, setRunning] = useState<Running>();
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);

  const run = async (kind: 'csv' | 'xlsx'): Promise<void> => {
    if (kind === 'xlsx' && total > MAX_SHEET_ROWS) {
      toast.warn(t('table.export.tooMany', { max: formatCount(MAX_SHEET_ROWS), total: formatCount(total) }));
      return;
    }
    const { signal } = (control.current = new AbortController());
    setRunning({ kind, bytes: 0, building: false });
    try {
      const { blob, fileName } = await fetchCsv({
        signal,
        onProgress: (bytes) => setRunning({ kind, bytes, building: false }),
      });
      if (kind === 'csv') saveFile(blob, fileName);
      else {
        setRunning({ kind, bytes: blob.size, building: true });
        saveFile(await sheetOf(blob, sheetName, signal), fileName.replace(/\.csv$/i, '') + '.xlsx');
      }
      toast.success(t('table.export.done', { count: formatCount(total) }));
    } catch (error) {
      if (!isAborted(error) && !signal.aborted) toast.failure(error, t('table.export.failed'));
    } finally {
      setRunning(undefined);
    }
  };

  if (running) {
    const kilobytes = formatCount(Math.ceil(running.bytes / 1024));
    return (
      <span className="pt-exporting" role="status">
        <Progress
          type="circle"
          size={16}
          percent={running.building ? 90 : Math.min(80, Math.round((running.bytes / (total * 220 + 1)) * 80))}
          aria-label={t('table.export.title')}
        />
        {running.building ? t('table.export.building') : t('table.export.running', { size: kilobytes })}
        <Button size="small" onClick={() => control.current?.abort()}>
          {t('common.cancel')}
        </Button>
      </span>
    );
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'xlsx', label: t('table.export.xlsx'), disabled: total > MAX_SHEET_ROWS },
          { key: 'csv', label: t('table.export.csv') },
        ],
        onClick: ({ key }) => void run(key as 'csv' | 'xlsx'),
      }}
    >
      <Button size="small" icon={<DownloadOutlined />} disabled={disabled === true || total === 0}>
        {t('common.export')}
      </Button>
    </Dropdown>
  );
}
