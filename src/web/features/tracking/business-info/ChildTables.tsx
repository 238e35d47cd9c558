import { DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { isBySea } from '#domain/tracking/journey/mode.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { useContainerColumns, useLegColumns, useStatusColumns } from './info-columns.tsx';
import { InfoTable, type Place } from './InfoTable.tsx';
import {
  type Booking,
  type Container,
  type Leg,
  MAX_LEGS,
  numberOf,
  type Status,
  type TableName,
} from './info-rows.ts';
import { tableTitle } from './table-title.ts';
import type { Deletes } from './use-deletes.ts';

type Shared = Place & {
  booking: Booking | undefined;
  of: ReactNode;
  refreshing: boolean;
  loading: boolean;
  mayChange: boolean;
  deletes: Deletes;
};

/** One action that deletes a row; none for those who may only read. */
function useRowDelete<Row>(mayChange: boolean, run: (row: Row) => Promise<boolean>): RowAction<Row>[] {
  const t = useT();
  return mayChange
    ? [
        {
          key: 'delete',
          label: t('businessInfo.deleteRow'),
          icon: <DeleteOutlined />,
          run: (row) => void run(row),
        },
      ]
    : [];
}

function DeleteButton({ onClick, label }: { onClick: () => void; label: string }) {
  return (
    <Button size="small" danger icon={<DeleteOutlined />} onClick={onClick}>
      {label}
    </Button>
  );
}

type TableProps<Row> = Shared & { rows: readonly Row[]; placeholder: ReactNode };

function LegTable({ booking, of, rows, placeholder, mayChange, deletes, ...place }: TableProps<Leg>) {
  const t = useT();
  const columns = useLegColumns(booking?.mode);
  const actions = useRowDelete(mayChange, deletes.leg);
  const hidden = rows.length - MAX_LEGS;
  return (
    <InfoTable<Leg>
      {...place}
      name="legs"
      title={tableTitle(t, booking?.mode, 'legs')}
      subject={booking?.obmBkId ?? ''}
      columns={columns}
      rows={hidden > 0 ? rows.slice(0, MAX_LEGS) : rows}
      rowKey={(row) => row.obmMultiVesseId}
      actions={actions}
      note={
        <>
          {of}
          {hidden > 0 && <span className="pt-muted">{t('businessInfo.moreLegs', { count: hidden })}</span>}
        </>
      }
      extra={
        mayChange &&
        booking !== undefined &&
        rows.length > 0 && (
          <DeleteButton
            label={t(isBySea(booking.mode) ? 'businessInfo.deleteAllLegs' : 'businessInfo.other.deleteAllLegs')}
            onClick={() => void deletes.allLegs(booking)}
          />
        )
      }
      placeholder={placeholder}
    />
  );
}

type ContainerProps = TableProps<Container> & { statuses: readonly Status[] };

function ContainerTable({ booking, of, statuses, mayChange, deletes, ...table }: ContainerProps) {
  const t = useT();
  const columns = useContainerColumns(booking?.mode);
  const remove = async (ticked: readonly Container[], clear: () => void): Promise<void> => {
    if (ticked.length === 0) return toast.warn(t('businessInfo.tickRecords'));
    if (await deletes.containers(ticked, statuses)) clear();
  };
  const actions = useRowDelete<Container>(mayChange, (row) => deletes.containers([row], statuses));
  return (
    <InfoTable<Container>
      {...table}
      name="containers"
      title={tableTitle(t, booking?.mode, 'containers')}
      subject={booking?.obmBkId ?? ''}
      columns={columns}
      rowKey={(row) => row.obmDocActualContainerId}
      actions={actions}
      note={of}
      {...(mayChange
        ? {
            batch: (ticked, clear) => (
              <DeleteButton label={t('businessInfo.delete')} onClick={() => void remove(ticked, clear)} />
            ),
          }
        : {})}
    />
  );
}

function StatusTable({ booking, of, mayChange, deletes, ...table }: TableProps<Status>) {
  const t = useT();
  const columns = useStatusColumns(booking?.mode);
  const remove = async (ticked: readonly Status[], clear: () => void): Promise<void> => {
    if (ticked.length === 0) return toast.warn(t('businessInfo.tickStatuses'));
    if (await deletes.statuses(ticked)) clear();
  };
  const actions = useRowDelete(mayChange, deletes.status);
  return (
    <InfoTable<Status>
      {...table}
      name="statuses"
      subject={booking?.obmBkId ?? ''}
      columns={columns}
      rowKey={(row) => row.mdStatusRecordId}
      actions={actions}
      note={of}
      {...(mayChange
        ? {
            batch: (ticked, clear) => (
              <DeleteButton label={t('businessInfo.delete')} onClick={() => void remove(ticked, clear)} />
            ),
          }
        : {})}
    />
  );
}

type Props = {
  /** The bookings are on their way. */
  loading: boolean;
  booking: Booking | undefined;
  tables: readonly TableName[];
  placeOf: (name: TableName) => Place;
  mayChange: boolean;
  deletes: Deletes;
};

/** Legs, containers and milestones of the booking that is picked. */
export function ChildTables({ loading, booking, tables, placeOf, mayChange, deletes }: Props) {
  const t = useT();
  const wanted = tables.some((name) => name !== 'bookings');
  const query = useCall(
    'getBusinessData',
    { obmBkId: booking?.obmBkId ?? '' },
    { enabled: booking !== undefined && wanted, retry: false, staleTime: 60_000 },
  );
  const data = booking === undefined ? undefined : query.data;
  const waiting = loading || (booking !== undefined && query.isPending);
  const instead = (empty: ReactNode): ReactNode => {
    // The table of the bookings says it for all where it is shown.
    if (loading) return tables.includes('bookings') ? <span /> : <LoadingState />;
    if (booking === undefined)
      return <EmptyState title={t('businessInfo.noBooking')} text={t('businessInfo.noBookingText')} />;
    if (query.isError) return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />;
    return query.isPending ? <LoadingState /> : empty;
  };
  const of = booking !== undefined && <span className="pt-info-of">{numberOf(booking)}</span>;
  const shared = (name: TableName): Shared => ({
    ...placeOf(name),
    booking,
    of,
    mayChange,
    deletes,
    refreshing: query.isFetching,
    loading: waiting && !query.isError,
  });
  const statuses = data?.mdStatusRecordList ?? [];
  const bySea = isBySea(booking?.mode);
  return (
    <>
      {tables.includes('legs') && (
        <LegTable
          {...shared('legs')}
          rows={data?.obmMultiVessel ?? []}
          placeholder={instead(<EmptyState text={t(bySea ? 'businessInfo.noLegs' : 'businessInfo.other.noLegs')} />)}
        />
      )}
      {tables.includes('containers') && (
        <ContainerTable
          {...shared('containers')}
          rows={data?.obmDocActualContainerList ?? []}
          statuses={statuses}
          placeholder={instead(
            <EmptyState text={t(bySea ? 'businessInfo.noContainers' : 'businessInfo.other.noUnits')} />,
          )}
        />
      )}
      {tables.includes('statuses') && (
        <StatusTable
          {...shared('statuses')}
          rows={statuses}
          placeholder={instead(<EmptyState text={t('businessInfo.noStatuses')} />)}
        />
      )}
    </>
  );
}
