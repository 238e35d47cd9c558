import { Checkbox } from 'antd';
import { riskKinds, type RiskKind } from '#contract/network/risk.ts';
import { call } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { DraftFrame } from '#web/kit/draft/DraftFrame.tsx';
import { useDraft } from '#web/kit/draft/use-draft.ts';
import { toast } from '#web/kit/toast/toast.ts';

const noKinds: { kinds: RiskKind[] } = { kinds: [] };

/** Of which areas the reader is shown when a vessel with cargo of the company enters one. */
export function AlertDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const query = useCall('riskWatchGet', undefined, { enabled: open });
  const base = query.data ?? noKinds;
  const draft = useDraft({ base, begin: ({ kinds }: typeof noKinds) => kinds });
  const save = async (): Promise<void> => {
    try {
      const saved = await call('riskWatchSave', { kinds: draft.mine });
      draft.done(saved);
      void query.refetch();
      onClose();
    } catch (error) {
      toast.failure(error, t('riskMap.alert.failed'));
    }
  };
  return (
    <AppDialog
      open={open}
      title={t('riskMap.alert.title')}
      width="min(520px, 94vw)"
      dirty={draft.dirty}
      onCancel={() => {
        draft.done();
        onClose();
      }}
      onOk={save}
      okDisabled={query.data === undefined}
    >
      <DraftFrame draft={draft}>
        <p>{t('riskMap.alert.hint')}</p>
        <Checkbox.Group
          className="pt-risk-kinds"
          value={draft.mine}
          options={riskKinds.map((value) => ({ value, label: t(`riskMap.kind.${value}`) }))}
          onChange={(kinds) => draft.set(kinds)}
        />
      </DraftFrame>
    </AppDialog>
  );
}
