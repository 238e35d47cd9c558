import { useQueryClient } from '@tanstack/react-query';
import type { UnknownPort } from '#contract/intake/unknown-port.ts';
import { callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';

/** What can be decided about an unknown port; each gives whether it was done. */
export type PortActs = {
  /** `code`: a port, of words a milestone. */
  map: (row: UnknownPort, code: string, allSources: boolean) => Promise<boolean>;
  markNoPort: (row: UnknownPort) => Promise<boolean>;
  unmap: (row: UnknownPort) => Promise<boolean>;
};

/** Decisions about unknown ports, each followed by asking for the list again. */
export function usePortActs(): PortActs {
  const t = useT();
  const client = useQueryClient();
  const done = async (work: () => Promise<{ msg: string }>, failed: string): Promise<boolean> => {
    try {
      toast.success((await work()).msg);
      return true;
    } catch (error) {
      toast.failure(error, failed);
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: ['unknownPortQuery'] });
      await client.invalidateQueries({ queryKey: ['unknownPortGet'] });
    }
  };
  const about = ({ unknownPortId, recordVersion }: UnknownPort) => ({ unknownPortId, recordVersion });
  return {
    map: (row, code, allSources) =>
      done(
        () =>
          callFull('unknownPortMap', {
            ...about(row),
            ...(row.kind === 'word' ? { statusCode: code } : { portCode: code }),
            allSources: allSources ? 1 : 0,
          }),
        t('truth.ports.mapFailed'),
      ),
    markNoPort: async (row) => {
      const agreed = await confirm({
        title: t(row.kind === 'word' ? 'truth.ports.noMoveTitle' : 'truth.ports.notPortTitle', { code: row.rawCode }),
        content: t('truth.ports.notPortContent'),
        okText: t('truth.ports.notPort'),
      });
      return agreed && done(() => callFull('unknownPortMap', about(row)), t('truth.ports.notPortFailed'));
    },
    unmap: async (row) => {
      const agreed = await confirm({
        title: t('truth.ports.unmapTitle', { code: row.rawCode }),
        content: t('truth.ports.unmapContent'),
        okText: t('truth.ports.unmap'),
        danger: true,
      });
      return agreed && done(() => callFull('unknownPortUnmap', about(row)), t('truth.ports.unmapFailed'));
    },
  };
}
