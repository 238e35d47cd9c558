import { Button } from 'antd';
import { useState } from 'react';
import { schedule } from '#entities/schedule.ts';
import { useMay } from '#web/base/session.ts';
import { useEntityNames } from '#web/entity/use-entity-names.ts';
import { useMayWrite } from '#web/entity/use-may-write.ts';
import { useT } from '#web/i18n/index.ts';
import { late } from '#web/kit/late.tsx';
import { subscriptionId, type SubscriptionRow } from './row-rules.ts';

const EntityDialog = late(async () => (await import('#web/entity/EntityDialog.tsx')).EntityDialog);

type Props = { row: SubscriptionRow; onAdded: () => void };

/** Adds a schedule by which a process runs for the subscription; for those who may configure schedules. */
export function AddSchedule(props: Props) {
  const mayWrite = useMayWrite(schedule);
  const mayConfigure = useMay(schedule.menu);
  return mayWrite && mayConfigure ? <AddButton {...props} /> : null;
}

function AddButton({ row, onAdded }: Props) {
  const t = useT();
  const [opened, setOpened] = useState({ open: false, count: 0 });
  const names = useEntityNames(schedule);
  const close = (): void => setOpened((last) => ({ ...last, open: false }));
  return (
    <>
      <Button size="small" onClick={() => setOpened(({ count }) => ({ open: true, count: count + 1 }))}>
        {t('exceptionSubscribe.schedules.add')}
      </Button>
      {opened.count > 0 && (
        <EntityDialog
          key={opened.count}
          entity={schedule}
          open={opened.open}
          operation="ADD"
          fixed={{ subscribeId: Number(subscriptionId(row)) }}
          names={names}
          onClose={close}
          onSaved={() => {
            close();
            onAdded();
          }}
        />
      )}
    </>
  );
}
