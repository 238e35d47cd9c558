import { Button } from 'antd';
import { editingOf } from '#domain/tracking/journey/editing.ts';
import type { BusinessData } from '#contract/tracking/business-data.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { BusinessForm } from './BusinessForm.tsx';
import { LookUp } from './LookUp.tsx';
import { useBusinessEditor } from './use-business-editor.ts';

type Props = {
  open: boolean;
  /** A booking by its id, or the expert's booking of a subscription. */
  bkId?: string | undefined;
  subscriptionId?: string | undefined;
  /** Works as a self-service expert. */
  self?: boolean;
  /** Nothing can be changed. */
  disabled?: boolean;
  /** More that can be done with the booking, such as correcting it field by field. */
  more?: { label: string; run: () => void } | undefined;
  onClose: () => void;
  onSaved: () => void;
};

const steady = { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false } as const;

function Editor({ data, reload, ...props }: Props & { data: BusinessData; reload: () => void }) {
  const t = useT();
  const { open, subscriptionId, self = false, disabled = false, more, onClose, onSaved } = props;
  const isExpert = data.obmBk.bizSourceType === 'EXPERT';
  const name = data.obmBk.obmBkId || `new/${subscriptionId ?? ''}/${data.obmBk.processType}`;
  const editor = useBusinessEditor({ data, name, subscriptionId, onSaved });
  const title = disabled
    ? t('business.viewTitle')
    : t(self ? 'business.selfTitle' : isExpert ? 'business.expertTitle' : 'business.title');
  const save = async (): Promise<void> => {
    if (!(await editor.save())) throw new Error('not saved');
    onClose();
  };
  const leave = (): void => {
    editor.draft.done();
    onClose();
  };
  return (
    <AppDialog
      open={open}
      title={`${title} · ${data.obmBk.blNo ?? data.obmBk.ctnNo ?? ''}`}
      width={1180}
      dirty={editor.draft.dirty && !disabled}
      okText={t('business.save')}
      okDisabled={editor.draft.conflict}
      onOk={save}
      onCancel={leave}
      {...(disabled && { footer: <Button onClick={onClose}>{t('common.close')}</Button> })}
    >
      {more !== undefined && (
        <p className="pt-business-more">
          <Button size="small" type="link" onClick={more.run}>
            {more.label}
          </Button>
        </p>
      )}
      {!disabled && self && editingOf(data.obmBk.mode).bySea && <LookUp editor={editor} />}
      <BusinessForm editor={editor} disabled={disabled} onToggled={reload} />
    </AppDialog>
  );
}

/** The editor of a booking as a dialog with three tabs: path, transfers, containers; read-only where nothing may be changed. */
export function BusinessDialog(props: Props) {
  const t = useT();
  const { open, bkId, subscriptionId, self = false, onClose } = props;
  const byId = useCall('getBusinessData', { obmBkId: bkId ?? '' }, { enabled: open && bkId !== undefined, ...steady });
  const asExpert = useCall(
    'expertBusinessData',
    { obmTkSubscribeId: subscriptionId ?? '', processType: self ? 'AUTONOMIC_EXPERT' : 'EXPERT' },
    { enabled: open && bkId === undefined && subscriptionId !== undefined, ...steady },
  );
  const query = bkId === undefined ? asExpert : byId;
  if (query.data !== undefined && open)
    return <Editor {...props} data={query.data} reload={() => void query.refetch()} />;
  return (
    <AppDialog
      open={open}
      title={t('business.title')}
      width={1180}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      {query.isError ? (
        <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState />
      )}
    </AppDialog>
  );
}
