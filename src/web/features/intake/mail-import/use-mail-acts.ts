import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/index.ts';
import type { CallName } from '#contract/paths.ts';
import { callFile, callFull, saveFile } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';

const shownBy = ['receivedMail.list', 'receivedMailGet', 'mailImportGet', 'mailSheetPreview'] as const;

/** What is done with mails: calls whose answer is shown everywhere, and files that are saved. */
export function useMailActs() {
  const t = useT();
  const client = useQueryClient();
  const refresh = async (): Promise<void> =>
    void (await Promise.all(shownBy.map((name) => client.invalidateQueries({ queryKey: [name] }))));
  return {
    /** Makes a call and says what came of it; false when it failed. */
    act: async <N extends CallName>(name: N, input: CallInput<N>): Promise<boolean> => {
      try {
        const { msg } = await callFull(name, input);
        if (msg !== '') toast.success(msg);
        await refresh();
        return true;
      } catch (error) {
        toast.failure(error, t('mailImport.failed'));
        await refresh();
        return false;
      }
    },
    save: async (mailId: string, sheetId?: string): Promise<void> => {
      try {
        const { blob, fileName } = await callFile('mailFile', {
          mailId,
          ...(sheetId === undefined ? {} : { sheetId }),
        });
        saveFile(blob, fileName);
      } catch (error) {
        toast.failure(error, t('mailImport.failed'));
      }
    },
  };
}
