import { useQueryClient } from '@tanstack/react-query';
import { callFile, callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import type { EdiRow } from './edi-row.ts';

/** What is done with messages from the list and the drawer. */
export function useEdiActs(): {
  reprocess: (ids: readonly string[]) => Promise<void>;
  download: (row: Pick<EdiRow, 'id' | 'fileName'>) => Promise<void>;
} {
  const t = useT();
  const client = useQueryClient();
  return {
    reprocess: async (ids) => {
      try {
        const { data, msg } = await callFull('ediReprocess', { ids: [...ids] }, { timeoutMs: 120_000 });
        if (data.done > 0) toast.success(msg);
        else toast.info(t('edi.nothingToReprocess'));
        await Promise.all(
          ['ediQuery', 'ediGet', 'ediStats'].map((name) => client.invalidateQueries({ queryKey: [name] })),
        );
      } catch (error) {
        toast.failure(error, t('edi.reprocessFailed'));
      }
    },
    download: async ({ id, fileName }) => {
      try {
        const file = await callFile('ediDownload', { id });
        const link = document.createElement('a');
        link.href = URL.createObjectURL(file.blob);
        link.download = file.fileName || fileName;
        link.click();
        URL.revokeObjectURL(link.href);
      } catch (error) {
        toast.failure(error, t('edi.downloadFailed'));
      }
    },
  };
}
