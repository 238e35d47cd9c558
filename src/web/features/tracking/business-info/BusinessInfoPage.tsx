import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { asRecord } from '#shared/values/objects.ts';
import { isNotFound } from '#web/base/client.ts';
import { useLive } from '#web/base/live.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useMayCall } from '#web/base/may-call.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { EmptyState, ErrorState } from '#web/kit/state/States.tsx';
import '#web/kit/kit.css';
import '#web/kit/value.css';
import './business-info.css';
import { BookingTable } from './BookingTable.tsx';
import { ChildTables } from './ChildTables.tsx';
import type { Place } from './InfoTable.tsx';
import { type Booking, bookingsOf, chosenBookings, isAutonomic, modeOf, type TableName } from './info-rows.ts';
import { infoAddress, type InfoState, parseInfo, shownTables } from './info-state.ts';
import { SearchBar } from './SearchBar.tsx';
import { useDeletes } from './use-deletes.ts';

const ROUTE = '/exceptionBusinessInfo';

/** The bookings the page is about; nothing is asked before it is shown of which. */
function useBookings({ bkId, remoteJobId, mode }: InfoState) {
  const client = useQueryClient();
  const requested = bkId !== '' || remoteJobId !== '';
  const query = useCall(
    'exceptionBusiness',
    {
      ...(bkId === '' ? {} : { bkId }),
      ...(remoteJobId === '' ? {} : { remoteJobId }),
      businessType: mode,
      children: 0,
    },
    { enabled: requested, retry: false, structuralSharing: false, staleTime: 60_000 },
  );
  const bookings = useMemo(() => bookingsOf(query.data ?? []), [query.data]);
  const subscriptions = useMemo(() => new Set(bookings.map((row) => row.obmTkSubscribeId)), [bookings]);
  const refresh = (): void => {
    void client.invalidateQueries({ queryKey: ['exceptionBusiness'] });
    void client.invalidateQueries({ queryKey: ['getBusinessData'] });
  };
  useLive('businessData', (payload) => {
    // A voyage is large: it is read again only when one of its bookings was changed, or when it is not known which.
    const ids = asRecord(payload)['subscriptionIds'];
    if (!Array.isArray(ids) || ids.some((id) => subscriptions.has(id))) refresh();
  });
  return { query, bookings, refresh, asked: requested };
}

/** Bookings of a subscription or a voyage, and the legs, containers and milestones of the one that is picked. */
export function BusinessInfoPage() {
  const t = useT();
  const { search, setSearch } = usePageSearch(ROUTE);
  const state = useMemo(() => parseInfo(search), [search]);
  const change = (part: Partial<InfoState>): void => setSearch(infoAddress({ ...state, ...part }));
  const { query, bookings, refresh, asked: requested } = useBookings(state);
  const mayChange = useMayCall('deleteBusinessData');
  const deletes = useDeletes(refresh);
  const [pickedId, setPickedId] = useState<string>();
  const { part, withAutonomic } = state;
  const shown = useMemo(() => chosenBookings(bookings, { part, withAutonomic }), [bookings, part, withAutonomic]);
  const autonomic = useMemo(() => bookings.filter(isAutonomic).length, [bookings]);
  const picked: Booking | undefined =
    shown.find(({ obmBkId }) => obmBkId === pickedId) ??
    shown.find(({ obmBkId }) => obmBkId === state.bkId) ??
    shown[0];

  const tables = shownTables(state);
  const placeOf = (name: TableName): Place => ({
    maximised: state.maximised === name,
    onMaximise: () => change({ maximised: state.maximised === name ? undefined : name }),
    onHide: () => change({ hidden: [...state.hidden, name] }),
  });
  const status = !requested ? (
    <EmptyState title={t('businessInfo.needId')} text={t('businessInfo.needIdText')} />
  ) : query.isError ? (
    isNotFound(query.error) ? (
      <EmptyState title={t('businessInfo.none')} text={query.error.message} />
    ) : (
      <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
    )
  ) : undefined;
  return (
    <div className="pt-info">
      <SearchBar
        state={state}
        change={change}
        travels={modeOf(bookings)}
        autonomic={autonomic}
        busy={query.isFetching}
        onRefresh={refresh}
      />
      {status ?? (
        // The tables stand before the answer is here, so that it only has to fill them.
        <>
          {tables.length === 0 && (
            <EmptyState title={t('businessInfo.allHidden')} text={t('businessInfo.allHiddenText')} />
          )}
          {tables.includes('bookings') && (
            <BookingTable
              {...placeOf('bookings')}
              rows={shown}
              all={bookings}
              subject={`${state.bkId} ${state.remoteJobId} ${state.mode}`}
              byVoyage={state.mode === 'vesselVoyage'}
              current={picked?.obmBkId}
              onPick={(row) => setPickedId(row.obmBkId)}
              mayChange={mayChange}
              deletes={deletes}
              onChanged={refresh}
              refreshing={query.isFetching}
              loading={query.isPending}
            />
          )}
          <ChildTables
            loading={query.isPending}
            booking={picked}
            tables={tables}
            placeOf={placeOf}
            mayChange={mayChange}
            deletes={deletes}
          />
        </>
      )}
    </div>
  );
}
