import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import type { SailingSubscription } from '#contract/sailing.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { callFull } from '#web/app/client.ts';
import { useCall } from '#web/app/use-call.ts';
import { ownZone } from '#web/app/zone.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { listAddress, pageOf } from '#web/kit/list/list-state.ts';
import { QueryList } from '#web/kit/list/QueryList.tsx';
import { useListState } from '#web/kit/list/use-list-state.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { NameSelect } from '#web/kit/search/NameSelect.tsx';
import type { FormField } from '#web/kit/search/SearchForm.tsx';
import type { SearchField } from '#web/kit/search/search-values.ts';
import { useCarriers } from '#web/kit/search/use-names.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { formatDays } from '#web/kit/value/format-time.ts';
import { bestTimeOf } from '#web/kit/value/known-time.ts';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';
import { EditDialog, SubscribeDialog } from './SubscribeDialog.tsx';
import './subscriptions.css';

const ROUTE = '/vessel-subscribe';
const searchFields = [
  { name: 'keyword', kind: 'text' },
  { name: 'states', kind: 'choice' },
] as const satisfies readonly SearchField[];
const address = listAddress({ fields: searchFields, pageSize: 20 });
const states = ['waiting', 'active', 'expired', 'cancelled'] as const;
const tones: Readonly<Record<SailingSubscription['state'], Tone>> = {
  waiting: 'info',
  active: 'ok',
  expired: 'neutral',
  cancelled: 'neutral',
};

type Change = SailingSubscription['changes'][number];

const isTime = ({ field }: Change): boolean => /Arrival$|Departure$/.test(field);

function ChangeValue({ change, value, zone }: { change: Change; value: string | null; zone: string | null }) {
  if (value === null) return <>—</>;
  if (isTime(change)) return <TimeText instant={Number(value)} zone={zone} short />;
  return <span className="pt-mono">{value}</span>;
}

/** The newest change: what, from what to what, and by how much. */
function LastChange({ row }: { row: SailingSubscription }) {
  const t = useT();
  const [change] = row.changes;
  if (change === undefined) return <span className="pt-muted">{t('sailingSubscriptions.unchanged')}</span>;
  const { oldValue, newValue } = change;
  const shift = isTime(change) && oldValue !== null && newValue !== null ? Number(newValue) - Number(oldValue) : null;
  return (
    <span>
      {t(`sailingSubscriptions.value.${change.field as 'vessel'}`)}{' '}
      <ChangeValue change={change} value={oldValue} zone={row.zone} /> →{' '}
      <ChangeValue change={change} value={newValue} zone={row.zone} />{' '}
      {shift !== null && (
        <span className="pt-slip" data-late={shift > 0 || undefined}>
          {t('sailingSubscriptions.shift', { days: formatDays(shift) })}
        </span>
      )}
    </span>
  );
}

function useFields(): FormField[] {
  const t = useT();
  return useMemo(() => {
    const names = states.map((value) => ({ value, label: t(`sailingSubscriptions.state.${value}`) }));
    return searchFields.map((field) => ({
      ...field,
      label: t(`sailingSubscriptions.field.${field.name}`),
      ...(field.name === 'states' && {
        nameOf: (code: string) => names.find(({ value }) => value === code)?.label ?? code,
        control: (props: Parameters<NonNullable<FormField['control']>>[0]) => <NameSelect {...props} options={names} />,
      }),
    }));
  }, [t]);
}

function useColumns(): DataColumn<SailingSubscription>[] {
  const t = useT();
  const lang = useLang();
  const carriers = useCarriers();
  return useMemo(
    () => [
      {
        key: 'state',
        title: t('sailingSubscriptions.field.states'),
        width: 90,
        text: (row) => t(`sailingSubscriptions.state.${row.state}`),
        render: (row) => <StatusTag tone={tones[row.state]}>{t(`sailingSubscriptions.state.${row.state}`)}</StatusTag>,
      },
      {
        key: 'vesselName',
        title: t('sailingSubscriptions.form.vesselName'),
        width: 180,
        text: (row) => row.vesselName,
      },
      { key: 'voyage', title: t('sailingSubscriptions.form.voyage'), width: 90, text: (row) => row.voyage },
      {
        key: 'port',
        title: t('sailingSubscriptions.form.portCode'),
        width: 150,
        text: (row) => `${(lang === 'zh' ? row.portNameCn : null) ?? row.portName} ${row.portCode}`,
      },
      {
        key: 'carrierCode',
        title: t('sailingSubscriptions.form.carrierCode'),
        width: 130,
        text: (row) => carriers.nameOf(row.carrierCode),
      },
      {
        key: 'arrival',
        title: t('sailingSubscriptions.column.arrival'),
        width: 176,
        text: (row) => timeAsText(bestTimeOf(row.arrival)?.instant, row.zone),
        render: (row) => <BestTime times={row.arrival} zone={row.zone} wordless short />,
      },
      {
        key: 'departure',
        title: t('sailingSubscriptions.column.departure'),
        width: 176,
        text: (row) => timeAsText(bestTimeOf(row.departure)?.instant, row.zone),
        render: (row) => <BestTime times={row.departure} zone={row.zone} wordless short />,
      },
      {
        key: 'lastChange',
        title: t('sailingSubscriptions.column.lastChange'),
        width: 380,
        grow: true,
        text: (row) => row.changes[0]?.field ?? '',
        render: (row) => <LastChange row={row} />,
      },
      {
        key: 'effectiveDate',
        title: t('sailingSubscriptions.form.effectiveDate'),
        width: 110,
        text: (row) => row.effectiveDate,
      },
      {
        key: 'expiryDate',
        title: t('sailingSubscriptions.form.expiryDate'),
        width: 110,
        text: (row) => row.expiryDate,
      },
      { key: 'tenantName', title: t('sailingSubscriptions.column.tenant'), width: 140, text: (row) => row.tenantName },
    ],
    [t, lang, carriers],
  );
}

/** Subscribed sailings: what they are now, what changed last, adding, changing and cancelling. */
export function SubscriptionsPage() {
  const t = useT();
  const list = useListState(ROUTE, address);
  const query = useCall('sailingSubscriptionQuery', { ...pageOf(list.state), ...list.state.values }, { keep: true });
  const clock = useCall('getWorld', undefined, { staleTime: 60_000 });
  const columns = useColumns();
  const fields = useFields();
  const [adding, setAdding] = useState(false);
  const editing = useShown<SailingSubscription>();
  const saved = (): void => {
    setAdding(false);
    editing.hide();
    list.change({ page: 1 });
    void query.refetch();
  };
  const cancel = async (row: SailingSubscription): Promise<void> => {
    const name = `${row.vesselName} ${row.voyage} ${row.portCode}`;
    if (!(await confirm({ title: t('sailingSubscriptions.cancelQuestion', { name }), danger: true }))) return;
    try {
      const { msg } = await callFull('sailingSubscriptionCancel', {
        sailingSubscriptionIds: [row.sailingSubscriptionId],
      });
      toast.success(msg);
    } catch (error) {
      toast.failure(error, t('sailingSubscriptions.failed.cancel'));
    }
    void query.refetch();
  };
  const today = toLocalText(clock.data?.now ?? Date.now(), ownZone()).slice(0, 10);
  return (
    <div className="pt-list">
      <QueryList<SailingSubscription>
        list={list}
        query={query}
        fields={fields}
        table="sailingSubscriptions"
        label={t('sailingSubscriptions.title')}
        columns={columns}
        rowKey={(row) => row.sailingSubscriptionId}
        emptyText={t('sailingSubscriptions.empty')}
        actions={[
          { key: 'edit', label: t('sailingSubscriptions.edit'), run: editing.show },
          { key: 'cancel', label: t('sailingSubscriptions.cancel'), run: (row) => void cancel(row) },
        ]}
        toolbar={
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t('sailingSubscriptions.add')}
          </Button>
        }
      />
      <SubscribeDialog open={adding} today={today} onClose={() => setAdding(false)} onSaved={saved} />
      <EditDialog row={editing.item} open={editing.open} onClose={editing.hide} onSaved={saved} />
    </div>
  );
}
