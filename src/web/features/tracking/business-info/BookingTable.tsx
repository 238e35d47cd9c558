import { DeleteOutlined, EditOutlined, NodeIndexOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useGo } from '#web/base/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { late } from '#web/kit/late.tsx';
import { EmptyState, LoadingState } from '#web/kit/state/States.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { useBookingColumns } from './info-columns.tsx';
import { InfoTable, type Place } from './InfoTable.tsx';
import { type Booking, isTemplate, modeOf } from './info-rows.ts';
import { tableTitle } from './table-title.ts';
import type { Deletes } from './use-deletes.ts';

const ArrivalDialog = late(async () => (await import('./ArrivalDialog.tsx')).ArrivalDialog);

const keyOf = ({ obmBkId }: Booking): string => obmBkId;
const hrefOf = (route: string, { obmBkId }: Booking): string => `${route}?${new URLSearchParams({ obmBkId })}`;

type Props = Place & {
  rows: readonly Booking[];
  /** Also those that the options leave out: an arrival is given to all of a voyage. */
  all: readonly Booking[];
  subject: string;
  byVoyage: boolean;
  current: string | undefined;
  onPick: (row: Booking) => void;
  mayChange: boolean;
  deletes: Deletes;
  onChanged: () => void;
  refreshing: boolean;
  loading: boolean;
};

/** What can be done with one booking. */
function useRowActions(mayChange: boolean, deletes: Deletes): RowAction<Booking>[] {
  const t = useT();
  const go = useGo();
  return useMemo(
    (): RowAction<Booking>[] => [
      {
        key: 'edit',
        label: t('businessInfo.edit'),
        icon: <EditOutlined />,
        column: true,
        run: (row) => go(hrefOf('/exceptionBusinessDetail', row)),
      },
      {
        key: 'trace',
        label: t('businessInfo.trace'),
        icon: <NodeIndexOutlined />,
        run: (row) => go(hrefOf('/trace-detail', row)),
      },
      ...(mayChange
        ? [
            {
              key: 'delete',
              label: t('businessInfo.deleteRow'),
              icon: <DeleteOutlined />,
              run: (row: Booking) => void deletes.bookings([row]),
            },
          ]
        : []),
    ],
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what deletes does is always the same
    [t, go, mayChange],
  );
}

/** The bookings: one is picked by a click, several are ticked to be deleted, one lends its arrival to a voyage. */
export function BookingTable({ rows, all, current, onPick, mayChange, deletes, onChanged, byVoyage, ...place }: Props) {
  const t = useT();
  const columns = useBookingColumns(current, modeOf(rows));
  const [template, setTemplate] = useState<Booking>();
  const actions = useRowActions(mayChange, deletes);
  const copyArrival = (ticked: readonly Booking[]): void => {
    const [one, ...more] = ticked;
    if (one === undefined || more.length > 0 || !isTemplate(one)) toast.warn(t('businessInfo.arrival.selectOne'));
    else setTemplate(one);
  };
  const remove = async (ticked: readonly Booking[], clear: () => void): Promise<void> => {
    if (ticked.length === 0) return toast.warn(t('businessInfo.tickRecords'));
    if (await deletes.bookings(ticked)) clear();
  };
  return (
    <>
      <InfoTable<Booking>
        {...place}
        paged
        name="bookings"
        title={tableTitle(t, modeOf(rows), 'bookings')}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        current={current}
        onPick={onPick}
        actions={actions}
        {...(mayChange
          ? {
              batch: (ticked, clear) => (
                <>
                  {byVoyage && (
                    <Button size="small" onClick={() => copyArrival(ticked)}>
                      {t('businessInfo.arrival.button')}
                    </Button>
                  )}
                  <Button size="small" danger icon={<DeleteOutlined />} onClick={() => void remove(ticked, clear)}>
                    {t('businessInfo.delete')}
                  </Button>
                </>
              ),
            }
          : {})}
        placeholder={place.loading ? <LoadingState /> : <EmptyState title={t('businessInfo.none')} />}
      />
      {template !== undefined && (
        <ArrivalDialog
          open
          template={template}
          bookings={all}
          onClose={() => setTemplate(undefined)}
          onChanged={onChanged}
        />
      )}
    </>
  );
}
