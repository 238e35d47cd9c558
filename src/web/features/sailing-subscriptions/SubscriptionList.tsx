import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import type { SailingSubscription } from '#contract/sailing.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { useCall } from '#web/app/use-call.ts';
import { ownZone } from '#web/app/zone.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import type { RowPage } from '#web/kit/list/ListTable.tsx';
import { listAddress } from '#web/kit/list/list-state.ts';
import { QueryList } from '#web/kit/list/QueryList.tsx';
import type { ListControl } from '#web/kit/list/use-list-state.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { NameSelect } from '#web/kit/search/NameSelect.tsx';
import type { FormField } from '#web/kit/search/SearchForm.tsx';
import type { SearchField } from '#web/kit/search/search-values.ts';
import type { Asked } from '#web/kit/state/asked.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { formatDays } from '#web/kit/value/format-time.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import type { Days } from './days.ts';
import { EditDialog } from './SubscribeDialog.tsx';
import './subscriptions.css';

/** What subscriptions of sailings and of flights have in common. */
type Common = Pick<
  SailingSubscription,
  'state' | 'changes' | 'effectiveDate' | 'expiryDate' | 'tenantName' | 'recordVersion'
>;
type Change = Common['changes'][number];

const searchFields = [
  { name: 'keyword', kind: 'text' },
  { name: 'states', kind: 'choice' },
] as const satisfies readonly SearchField[];

/** What the address of a list of subscriptions has. */
export const subscriptionAddress = listAddress({ fields: searchFields, pageSize: 20 });

const states = ['waiting', 'active', 'expired', 'cancelled'] as const;
const tones: Readonly<Record<Common['state'], Tone>> = {
  waiting: 'info',
  active: 'ok',
  expired: 'neutral',
  cancelled: 'neutral',
};

const isTime = ({ field }: Change): boolean => /Arrival$|Departure$|^cutOff$/.test(field);

/** How changes of a row are shown: the name of a value, the zone of its times, and words for values that are codes. */
export type ChangeWords<Row> = {
  nameOf: (field: string) => string;
  zoneOf: (row: Row, field: string) => string | null;
  wordOf?: (field: string, value: string) => string | undefined;
};

/** The newest change: what, from what to what, and by how much. */
function LastChange<Row extends Common>({ row, words }: { row: Row; words: ChangeWords<Row> }) {
  const t = useT();
  const [change] = row.changes;
  if (change === undefined) return <span className="pt-muted">{t('sailingSubscriptions.unchanged')}</span>;
  const { field, oldValue, newValue } = change;
  const shift = isTime(change) && oldValue !== null && newValue !== null ? Number(newValue) - Number(oldValue) : null;
  const value = (text: string | null): ReactNode => {
    if (text === null) return '—';
    if (isTime(change)) return <TimeText instant={Number(text)} zone={words.zoneOf(row, field)} short />;
    return <span className="pt-mono">{words.wordOf?.(field, text) ?? text}</span>;
  };
  return (
    <span>
      {words.nameOf(field)} {value(oldValue)} → {value(newValue)}{' '}
      {shift !== null && (
        <span className="pt-slip" data-late={shift > 0 || undefined}>
          {t('sailingSubscriptions.shift', { days: formatDays(shift) })}
        </span>
      )}
    </span>
  );
}

function useFields(keyword: string): FormField[] {
  const t = useT();
  return useMemo(() => {
    const names = states.map((value) => ({ value, label: t(`sailingSubscriptions.state.${value}`) }));
    return searchFields.map((field) => ({
      ...field,
      label: field.name === 'keyword' ? keyword : t('sailingSubscriptions.field.states'),
      ...(field.name === 'states' && {
        nameOf: (code: string) => names.find(({ value }) => value === code)?.label ?? code,
        control: (props: Parameters<NonNullable<FormField['control']>>[0]) => <NameSelect {...props} options={names} />,
      }),
    }));
  }, [t, keyword]);
}

function useColumns<Row extends Common>(own: readonly DataColumn<Row>[], words: ChangeWords<Row>): DataColumn<Row>[] {
  const t = useT();
  return useMemo(
    () => [
      {
        key: 'state',
        title: t('sailingSubscriptions.field.states'),
        width: 90,
        text: (row) => t(`sailingSubscriptions.state.${row.state}`),
        render: (row) => <StatusTag tone={tones[row.state]}>{t(`sailingSubscriptions.state.${row.state}`)}</StatusTag>,
      },
      ...own,
      {
        key: 'lastChange',
        title: t('sailingSubscriptions.column.lastChange'),
        width: 380,
        grow: true,
        text: (row) => row.changes[0]?.field ?? '',
        render: (row) => <LastChange row={row} words={words} />,
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
    [t, own, words],
  );
}

type Props<Row extends Common> = {
  list: ListControl;
  query: Asked<RowPage<Row>> & { refetch: () => unknown };
  columns: readonly DataColumn<Row>[];
  words: ChangeWords<Row>;
  texts: { table: string; title: string; empty: string; add: string; keyword: string };
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** Both give the words of success. */
  update: (row: Row, days: Days) => Promise<string>;
  cancel: (row: Row) => Promise<string>;
  addDialog: (props: { open: boolean; today: string; onClose: () => void; onSaved: () => void }) => ReactNode;
};

/** Subscriptions of one kind: what they are now, what changed last, adding, changing and cancelling. */
export function SubscriptionList<Row extends Common>(props: Props<Row>) {
  const { list, query, words, texts, idOf, nameOf, update, addDialog } = props;
  const t = useT();
  const clock = useCall('getWorld', undefined, { staleTime: 60_000 });
  const columns = useColumns(props.columns, words);
  const fields = useFields(texts.keyword);
  const [adding, setAdding] = useState(false);
  const editing = useShown<Row>();
  const saved = (): void => {
    setAdding(false);
    editing.hide();
    list.change({ page: 1 });
    void query.refetch();
  };
  const cancel = async (row: Row): Promise<void> => {
    const title = t('sailingSubscriptions.cancelQuestion', { name: nameOf(row) });
    if (!(await confirm({ title, danger: true }))) return;
    try {
      toast.success(await props.cancel(row));
    } catch (error) {
      toast.failure(error, t('sailingSubscriptions.failed.cancel'));
    }
    void query.refetch();
  };
  const today = toLocalText(clock.data?.now ?? Date.now(), ownZone()).slice(0, 10);
  const { item } = editing;
  return (
    <div className="pt-list">
      <QueryList<Row>
        list={list}
        query={query}
        fields={fields}
        table={texts.table}
        label={texts.title}
        columns={columns}
        rowKey={idOf}
        emptyText={texts.empty}
        actions={[
          { key: 'edit', label: t('sailingSubscriptions.edit'), run: editing.show },
          { key: 'cancel', label: t('sailingSubscriptions.cancel'), run: (row) => void cancel(row) },
        ]}
        toolbar={
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        }
      />
      {addDialog({ open: adding, today, onClose: () => setAdding(false), onSaved: saved })}
      <EditDialog
        name={item === undefined ? '' : nameOf(item)}
        from={{ effectiveDate: item?.effectiveDate ?? '', expiryDate: item?.expiryDate ?? '' }}
        save={async (days) => (item === undefined ? '' : await update(item, days))}
        open={editing.open}
        onClose={editing.hide}
        onSaved={saved}
      />
    </div>
  );
}
