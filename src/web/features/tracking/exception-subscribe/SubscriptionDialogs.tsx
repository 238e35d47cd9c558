import { useT } from '#web/i18n/index.ts';
import { late } from '#web/kit/late.tsx';
import { subscriptionId } from './row-rules.ts';
import type { Actions, DialogKind } from './use-actions.tsx';

const RemarkDialog = late(async () => (await import('./RemarkDialog.tsx')).RemarkDialog);
const RecordsDialog = late(async () => (await import('./RecordsDialog.tsx')).RecordsDialog);
const LatestRecordDialog = late(async () => (await import('./LatestRecordDialog.tsx')).LatestRecordDialog);
const SchedulesDialog = late(async () => (await import('./SchedulesDialog.tsx')).SchedulesDialog);
const SwitchBookingDialog = late(async () => (await import('./SwitchBookingDialog.tsx')).SwitchBookingDialog);
const RunsDialog = late(async () => (await import('./RunsDialog.tsx')).RunsDialog);
const ReplayDialog = late(async () => (await import('./ReplayDialog.tsx')).ReplayDialog);
const ImportDialog = late(async () => (await import('./ImportDialog.tsx')).ImportDialog);
const ExpertDialog = late(async () => (await import('#web/expert/ExpertDialog.tsx')).ExpertDialog);
const BusinessDialog = late(async () => (await import('#web/business/BusinessDialog.tsx')).BusinessDialog);

/** The dialogs of the list; the code of each comes when it is first opened. */
export function SubscriptionDialogs({ actions }: { actions: Actions }) {
  const t = useT();
  const { dialog, close, changed, saved, fields } = actions;
  const isOpen = (...kinds: DialogKind[]): boolean => dialog?.open === true && kinds.includes(dialog.kind);
  const row = dialog?.row;
  const id = row === undefined ? undefined : subscriptionId(row);
  return (
    <>
      <RemarkDialog open={isOpen('remark')} row={row} onClose={close} onSaved={() => saved(id)} />
      <RecordsDialog open={isOpen('records')} ids={dialog?.ids ?? []} onClose={close} />
      <LatestRecordDialog open={isOpen('latest')} row={row} onClose={close} />
      <SchedulesDialog open={isOpen('schedules')} row={row} onClose={close} />
      <SwitchBookingDialog open={isOpen('switchBk')} row={row} onClose={close} onSaved={() => saved(id)} />
      <RunsDialog open={isOpen('runs')} row={row} onClose={close} onChanged={changed} />
      <ReplayDialog open={isOpen('replay')} onClose={close} />
      <ImportDialog open={isOpen('import')} onClose={close} onImported={() => saved()} />
      <BusinessDialog
        open={isOpen('expert', 'selfExpert')}
        subscriptionId={id}
        self={dialog?.kind === 'selfExpert'}
        more={{ label: t('business.fieldByField'), run: fields }}
        onClose={close}
        onSaved={() => saved(id)}
      />
      <ExpertDialog
        open={isOpen('expertFields', 'selfExpertFields')}
        subscriptionId={id}
        bkId={row?.obmTkSubscribe.bkId ?? undefined}
        self={dialog?.kind === 'selfExpertFields'}
        onClose={close}
        onChanged={changed}
      />
    </>
  );
}
