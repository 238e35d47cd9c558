import { Suspense } from 'react';
import { fetched } from '#web/kit/fetched.tsx';
import { late } from '#web/kit/late.tsx';
import type { Jobs } from './use-jobs.ts';

const AssignDialog = late(async () => (await import('./AssignDialog.tsx')).AssignDialog);
const StatusDialog = late(async () => (await import('./StatusDialog.tsx')).StatusDialog);
const SnoozeDialog = late(async () => (await import('./IncidentActDialog.tsx')).SnoozeDialog);
const FailuresDialog = fetched(async () => (await import('./FailuresDialog.tsx')).FailuresDialog, 'window');

/** The dialogs that change exceptions. */
export function ExceptionDialogs({ jobs }: { jobs: Jobs }) {
  const { job, close, finish, failures, forgetFailures } = jobs;
  const common = { ids: job?.ids ?? [], rows: job?.rows ?? [], onClose: close, onDone: finish };
  return (
    <>
      <AssignDialog {...common} open={job?.open === true && job.kind === 'assign'} />
      <StatusDialog
        {...common}
        open={job?.open === true && (job.kind === 'one' || job.kind === 'batch')}
        mode={job?.kind === 'batch' ? 'batch' : 'one'}
      />
      <SnoozeDialog {...common} open={job?.open === true && job.kind === 'snooze'} />
      {failures.length > 0 && (
        <Suspense fallback={null}>
          <FailuresDialog failures={failures} onClose={forgetFailures} />
        </Suspense>
      )}
    </>
  );
}
