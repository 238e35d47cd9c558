import { traceIndexList } from '#lists/trace-index.ts';
import { useT } from '#web/i18n/index.ts';
import { ArrivalCard } from './ArrivalCard.tsx';
import { vesselCells } from './cells.tsx';
import { PasteDialog } from './PasteDialog.tsx';
import { TraceListPage } from './TraceListPage.tsx';

const detail = '/trace-detail';
const cells = vesselCells(detail);

/** Everything a tenant follows at sea between countries; more of it is added by pasting. */
export function TraceIndexPage({ route }: { route?: string }) {
  const t = useT();
  return (
    <TraceListPage
      list={traceIndexList}
      {...(route === undefined ? {} : { route })}
      cells={cells}
      detail={detail}
      card={(row) => <ArrivalCard row={row} detail={detail} />}
      words={{ open: t('traceIndex.open'), add: t('traceIndex.add') }}
      adding={(props) => <PasteDialog {...props} />}
    />
  );
}

/** The same as the page of ocean tracking. */
export const OceanTrackingPage = () => <TraceIndexPage route="/ft-ocean-tracking" />;
