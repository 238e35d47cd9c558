import { domesticTraceIndexList } from '#lists/domestic-trace-index.ts';
import { useT } from '#web/i18n/index.ts';
import { ArrivalCard } from './ArrivalCard.tsx';
import { vesselCells } from './cells.tsx';
import { PasteDialog } from './PasteDialog.tsx';
import { TraceListPage } from './TraceListPage.tsx';

const detail = '/domestic-trace-detail';
const cells = vesselCells(detail);

/** Everything a tenant follows by sea and river within one country. */
export function DomesticTraceIndexPage() {
  const t = useT();
  return (
    <TraceListPage
      list={domesticTraceIndexList}
      cells={cells}
      detail={detail}
      card={(row) => <ArrivalCard row={row} detail={detail} />}
      words={{ open: t('traceIndex.open'), add: t('traceIndex.add') }}
      adding={(props) => <PasteDialog {...props} />}
    />
  );
}
