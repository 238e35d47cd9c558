import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import { occurrencesList } from '#lists/occurrences.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { useT } from '#web/i18n/index.ts';
import { ListView } from '#web/list/ListView.tsx';
import { useList } from '#web/list/use-list.tsx';

type Occurrence = CallData<'occurrenceQuery'>['records'][number];

/** What ran, what did not, and why, for any period. */
export function OccurrencePage() {
  const t = useT();
  const cells = useMemo(
    () => ({
      scheduleName: { text: (row: Occurrence) => row.scheduleName ?? t('schedules.deleted') },
      jobId: {
        text: (row: Occurrence) => (row.jobId === null ? '' : `#${row.jobId}`),
        render: (row: Occurrence) =>
          row.jobId === null ? null : (
            <GoLink className="pt-link pt-mono" href={makeHref('/job/detail', { jobId: row.jobId })}>
              #{row.jobId}
            </GoLink>
          ),
      },
    }),
    [t],
  );
  const list = useList(occurrencesList, { cells });
  useLiveRefetch('job', 'occurrenceQuery');
  return (
    <div className="pt-list">
      <ListView use={list} />
    </div>
  );
}
