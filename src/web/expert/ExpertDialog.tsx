import { Button, Checkbox, Tabs } from 'antd';
import { useState } from 'react';
import type { OverrideEntry } from '#contract/tracking/override.ts';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { CorrectDialog } from './CorrectDialog.tsx';
import { ExpertHistory } from './ExpertHistory.tsx';
import { type ExpertField, fieldsOf, shownValue, zoneOf } from './expert-fields.ts';
import { FieldsTable } from './FieldsTable.tsx';
import './expert.css';

type Props = {
  open: boolean;
  subscriptionId: string | undefined;
  bkId: string | undefined;
  /** Works as a self-service expert. */
  self: boolean;
  onClose: () => void;
  onChanged: () => void;
};

/** Switches the expert's value of a field on or off. */
function useSwitchEntry(onSwitched: () => void): (entry: OverrideEntry, use: boolean) => Promise<void> {
  const t = useT();
  return async (entry, use) => {
    try {
      // What is shown follows the server: on failure everything stays as it was.
      const input = { wlDataCombineDisableId: entry.wlDataCombineDisableId, isDelete: use ? 1 : 0 } as const;
      toast.success((await callFull('saveOverride', input)).msg);
      onSwitched();
    } catch (error) {
      toast.failure(error, t('common.failed'));
    }
  };
}

/** All fields of a shipment with what sources and experts say, to correct, to switch on and off, to undo. */
export function ExpertDialog({ open, subscriptionId, bkId, self, onClose, onChanged }: Props) {
  const t = useT();
  const isOn = open && bkId !== undefined && subscriptionId !== undefined;
  const trace = useCall('getTrace', bkId === undefined ? {} : { obmBkId: bkId }, { enabled: isOn, staleTime: 0 });
  const about = subscriptionId === undefined ? {} : { obmTkSubscribeId: subscriptionId };
  const entries = useCall('overrides', about, { enabled: isOn, staleTime: 0 });
  const [onlyChanged, setOnlyChanged] = useState(false);
  const [chosen, setChosen] = useState<{ field: ExpertField; open: boolean }>();
  const reload = (): void => {
    void trace.refetch();
    void entries.refetch();
    onChanged();
  };
  const switchEntry = useSwitchEntry(reload);
  const failed = [trace, entries].find((query) => query.isError);
  const byPath = new Map(Object.values(entries.data ?? {}).flatMap((list) => list.map((entry) => [entry.path, entry])));
  const all = trace.data === undefined ? [] : fieldsOf(trace.data);
  const fields = onlyChanged ? all.filter(({ path }) => byPath.has(path)) : all;
  return (
    <>
      <AppDialog
        open={open}
        title={t(self ? 'expert.selfTitle' : 'expert.title')}
        width={1080}
        onCancel={onClose}
        footer={<Button onClick={onClose}>{t('common.close')}</Button>}
      >
        {failed ? (
          <ErrorState message={failed.error?.message ?? ''} onRetry={reload} />
        ) : trace.data === undefined ? (
          <LoadingState />
        ) : (
          <Tabs
            size="small"
            items={[
              {
                key: 'fields',
                label: t('expert.title'),
                children: (
                  <>
                    <Checkbox checked={onlyChanged} onChange={(event) => setOnlyChanged(event.target.checked)}>
                      {t('expert.onlyChanged')}
                    </Checkbox>
                    <FieldsTable
                      fields={fields}
                      trace={trace.data}
                      entries={byPath}
                      onEdit={(field) => setChosen({ field, open: true })}
                      onToggle={(entry, use) => void switchEntry(entry, use)}
                    />
                  </>
                ),
              },
              {
                key: 'history',
                label: t('expert.history'),
                children: <ExpertHistory about={about} enabled={isOn} onUndone={reload} />,
              },
            ]}
          />
        )}
      </AppDialog>
      {chosen && trace.data && bkId !== undefined && (
        <CorrectDialog
          open={chosen.open && open}
          bkId={trace.data.booking.obmBkId}
          path={chosen.field.path}
          mode={trace.data.mode}
          value={byPath.get(chosen.field.path)?.value ?? shownValue(trace.data, chosen.field.path)}
          zone={zoneOf(trace.data, chosen.field)}
          self={self}
          onClose={() => setChosen((current) => current && { ...current, open: false })}
          onSaved={reload}
        />
      )}
    </>
  );
}
