import { useQueryClient } from '@tanstack/react-query';
import type { ReportRow } from '#contract/exceptions/report.ts';
import { callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';

const asked = ['reportQuery', 'reportRuns'] as const;

/** What can be done to a report; what fails is shown, and the lists are read again. */
export function useReportActs() {
  const t = useT();
  const client = useQueryClient();
  const act = async (work: () => Promise<{ msg: string }>): Promise<void> => {
    try {
      toast.success((await work()).msg);
    } catch (error) {
      toast.failure(error, t('reports.failed'));
    }
    await Promise.all(asked.map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
  return {
    switchOn: ({ reportId }: ReportRow, active: boolean) => act(() => callFull('reportSwitch', { reportId, active })),
    send: async ({ reportId, reportName, recipients }: ReportRow): Promise<void> => {
      const agreed = await confirm({
        title: t('reports.sendTitle', { name: reportName }),
        content: t('reports.sendContent', { recipients: recipients.map(({ name }) => name).join(', ') }),
        okText: t('reports.send'),
      });
      if (agreed) await act(() => callFull('reportSend', { reportId }));
    },
    remove: async ({ reportId, reportName }: ReportRow): Promise<void> => {
      const agreed = await confirm({
        title: t('reports.deleteTitle', { name: reportName }),
        content: t('reports.deleteContent'),
        okText: t('common.delete'),
        danger: true,
      });
      if (agreed) await act(() => callFull('reportDelete', { reportId }));
    },
  };
}
