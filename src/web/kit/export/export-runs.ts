import { create } from 'zustand';
import type { ExportStatus } from '#contract/export.ts';
import { call, callFile, saveFile } from '#web/base/client.ts';
import { newKey } from '#web/base/new-key.ts';
import { text } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { formatCount } from '../value/format-value.ts';

/** What is exported: a list by its name, what it is asked with, and columns by name; all columns unless given. */
export type ExportOrder = { list: string; query: object; columns?: readonly string[] };

const pollMs = 700;

/** Exports that this browser waits for, by list; they go on while another page is shown. */
export const useExportRuns = create<Readonly<Record<string, ExportStatus | 'ordering'>>>(() => ({}));

const note = (list: string, status: ExportStatus | 'ordering' | undefined): void =>
  useExportRuns.setState((runs) => {
    const { [list]: _, ...others } = runs;
    return status === undefined ? others : { ...others, [list]: status };
  }, true);

/** Hands the file of an export over to the browser's downloads. */
export async function saveExport({ exportId, done }: Pick<ExportStatus, 'exportId' | 'done'>): Promise<void> {
  const { blob, fileName } = await callFile('exportDownload', { exportId });
  saveFile(blob, fileName);
  toast.success(text('table.export.done', { count: formatCount(done) }));
}

/** Waits until the file is written, then saves it. */
async function follow(first: ExportStatus): Promise<void> {
  let status = first;
  while (status.state === 'waiting' || status.state === 'running') {
    note(status.list, status);
    // One look after the other.
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    // oxlint-disable-next-line no-await-in-loop
    status = await call('exportGet', { exportId: status.exportId }, { quiet: true });
  }
  if (status.state === 'done') await saveExport(status);
  else if (status.state === 'failed') toast.error(status.problem ?? text('table.export.failed'));
}

/** Has a list written to a file and saves it; one list at a time. */
export async function startExport({ list, query, columns }: ExportOrder, kind: 'csv' | 'xlsx'): Promise<void> {
  if (useExportRuns.getState()[list] !== undefined) return;
  note(list, 'ordering');
  try {
    await follow(
      await call('exportOrder', {
        list,
        kind,
        query: { ...query },
        ...(columns === undefined ? {} : { columns: [...columns] }),
        clientKey: newKey(),
      }),
    );
  } catch (error) {
    toast.failure(error, text('table.export.failed'));
  } finally {
    note(list, undefined);
  }
}

/** Stops an export; what was written by then is thrown away. */
export async function cancelExport({ exportId }: Pick<ExportStatus, 'exportId'>): Promise<void> {
  try {
    await call('exportCancel', { exportId });
    toast.info(text('table.export.cancelled'));
  } catch (error) {
    toast.failure(error, text('table.export.failed'));
  }
}
