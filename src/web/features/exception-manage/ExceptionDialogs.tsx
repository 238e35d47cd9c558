import { AssignDialog } from './AssignDialog.tsx';
import { FailuresDialog } from './FailuresDialog.tsx';
import { StatusDialog } from './StatusDialog.tsx';
import type { Jobs } from './use-jobs.ts';

/** The dialogs that change exceptions. */
export function ExceptionDialogs({ jobs }: { jobs: Jobs }) {
  const { job, close, finish, failures, forgetFailures } = jobs;
  const common = { ids: job?.ids ?? [], rows: job?.rows ?? [], onClose: close, onDone: finish };
  return (
    <>
      <AssignDialog {...common} open={job?.open === true && job.kind === 'assign'} />
      <StatusDialog
        {...common}
        open={job?.open === true && job.kind !== 'assign'}
        mode={job?.kind === 'batch' ? 'batch' : 'one'}
      />
      <FailuresDialog failures={failures} onClose={forgetFailures} />
    </>
  );
}
