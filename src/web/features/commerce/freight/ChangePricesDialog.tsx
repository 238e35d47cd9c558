import { Button } from 'antd';
import { useState } from 'react';
import { freightRate } from '#entities/freight-rate.ts';
import { surcharge } from '#entities/surcharge.ts';
import { call, callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { useDraft } from '#web/kit/draft/use-draft.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { ChangeFields } from './ChangeFields.tsx';
import { ChangePreview } from './ChangePreview.tsx';
import { EarlierChanges, useUndoMany } from './EarlierChanges.tsx';
import { type ChangedLines, changeOf, emptyForm, type PriceChange, type PriceName, priceCalls } from './price-calls.ts';

type Props = {
  of: PriceName;
  chosen: { filter: object } | { prices: object };
  open: boolean;
  onClose: () => void;
  onChanged: () => void;
};

const entities = { freightRate, surcharge };

/** What the entered change would do, as long as it is the one that was looked at. */
function useLook(of: PriceName, chosen: Props['chosen']) {
  const t = useT();
  const [scanned, setLooked] = useState<{ change: string; lines: ChangedLines }>();
  const look = async (change: PriceChange): Promise<void> => {
    try {
      const lines = await call(priceCalls(of).change, { ...chosen, change, preview: 1 });
      setLooked({ change: JSON.stringify(change), lines });
    } catch (error) {
      setLooked(undefined);
      toast.failure(error, t('freight.change.lookFailed'));
    }
  };
  return {
    look,
    forget: () => setLooked(undefined),
    seenOf: (change: object | undefined): ChangedLines | undefined =>
      scanned !== undefined && scanned.change === JSON.stringify(change) ? scanned.lines : undefined,
  };
}

/** Changes all prices that fit: first shows old and new values of each line, then writes them at once. */
export function ChangePricesDialog({ of, chosen, open, onClose, onChanged }: Props) {
  const t = useT();
  const draft = useDraft({ base: emptyForm, begin: (base) => base });
  const { look, forget, seenOf } = useLook(of, chosen);
  const undo = useUndoMany(of, onChanged);
  const change = changeOf(draft.mine);
  const seen = seenOf(change);
  const ready = seen !== undefined && seen.refused === 0 && seen.changed > 0;
  const write = async (): Promise<void> => {
    if (change === undefined || seen === undefined) return;
    try {
      const { data, msg } = await callFull(priceCalls(of).change, { ...chosen, change, seen: seen.seen });
      const { batch } = data;
      toast.success(
        msg,
        batch === null ? {} : { action: { label: t('freight.change.undo'), run: () => void undo(batch) } },
      );
    } catch (error) {
      forget();
      toast.failure(error, t('freight.change.failed'));
      throw error;
    }
    draft.done();
    onChanged();
    onClose();
  };
  return (
    <AppDialog
      title={t(`freight.change.title.${of}`)}
      open={open}
      width={860}
      okText={seen === undefined ? t('freight.change.look') : t('freight.change.write', { count: seen.changed })}
      okDisabled={change === undefined || (seen !== undefined && !ready)}
      dirty={draft.dirty}
      onOk={() => (seen === undefined ? change && look(change) : write())}
      onCancel={onClose}
    >
      <p>{t('freight.change.scope')}</p>
      <ChangeFields form={draft.mine} set={(next) => draft.set((latest) => ({ ...latest, ...next }))} />
      {seen === undefined ? (
        <EarlierChanges of={of} open={open} onChanged={onChanged} />
      ) : (
        <>
          <ChangePreview entity={entities[of]} lines={seen} />
          <Button size="small" type="link" onClick={forget}>
            {t('freight.change.other')}
          </Button>
        </>
      )}
    </AppDialog>
  );
}
