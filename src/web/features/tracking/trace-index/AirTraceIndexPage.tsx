import { airTraceIndexList } from '#lists/air-trace-index.ts';
import { useT } from '#web/i18n/index.ts';
import { MAX_NUMBERS, TrackNumbersDialog } from '#web/kit/dialog/TrackNumbersDialog.tsx';
import { useOperators } from '#web/kit/search/use-names.ts';
import type { RowOf } from '#web/list/use-list.tsx';
import { trackedCells } from './trace-cells.tsx';
import { TraceListPage } from './TraceListPage.tsx';

const detail = '/air-trace-detail';
const { reference, ...shared } = trackedCells<RowOf<typeof airTraceIndexList>>({
  detail,
  reference: ({ waybill }) => waybill,
  carrier: ({ airlineCode }) => airlineCode,
  stops: ({ origin, via, destination }) => [origin, via, destination],
  zones: ({ originZone, destinationZone }) => [originZone, destinationZone],
  exceptions: ({ waybill }) => ({ blNo: waybill }),
});
const cells = { ...shared, waybill: reference };

/** Everything a tenant follows by air. */
export function AirTraceIndexPage() {
  const t = useT();
  return (
    <TraceListPage
      list={airTraceIndexList}
      cells={cells}
      choices={{ airlineCode: useOperators('air') }}
      detail={detail}
      words={{ open: t('airTrace.open'), add: t('airTrace.add') }}
      adding={(props) => (
        <TrackNumbersDialog
          {...props}
          by="airSubscribe"
          words={{
            title: t('airTrace.title'),
            hint: t('airTrace.hint', { max: MAX_NUMBERS }),
            numbers: t('airTrace.waybills'),
            failed: t('airTrace.failed'),
            subscribe: (count) => t('airTrace.subscribe', { count }),
            created: (count) => t('airTrace.created', { count }),
          }}
        />
      )}
    />
  );
}
