import { expressIndexList } from '#lists/express-index.ts';
import { trainIndexList } from '#lists/train-index.ts';
import { vehicleIndexList } from '#lists/vehicle-index.ts';
import { useT } from '#web/i18n/index.ts';
import { type Adding, MAX_NUMBERS, TrackNumbersDialog } from '#web/kit/dialog/TrackNumbersDialog.tsx';
import { useOperators } from '#web/kit/search/use-names.ts';
import type { RowOf } from '#web/list/use-list.tsx';
import { trackedCells, type TrackedRow } from './trace-cells.tsx';
import { TraceListPage } from './TraceListPage.tsx';

const calls = { train: 'trainSubscribe', vehicle: 'vehicleSubscribe', express: 'expressSubscribe' } as const;

type LandRow = TrackedRow &
  Record<'originName' | 'originZone' | 'destinationName' | 'destinationZone', string | null> & {
    waybill: string;
    operatorCode: string;
  };

const cellsOf = <Row extends LandRow>(detail: string) => {
  const { reference, ...shared } = trackedCells<Row>({
    detail,
    reference: ({ waybill }) => waybill,
    carrier: ({ operatorCode }) => operatorCode,
    stops: ({ originName, destinationName }) => [originName, destinationName],
    zones: ({ originZone, destinationZone }) => [originZone, destinationZone],
    exceptions: ({ waybill }) => ({ blNo: waybill }),
  });
  return { ...shared, waybill: reference };
};

/** Tracks numbers of one of these modes. */
function LandDialog({ kind, ...props }: { kind: keyof typeof calls } & Adding) {
  const t = useT();
  return (
    <TrackNumbersDialog
      {...props}
      by={calls[kind]}
      words={{
        title: t(`landTrace.${kind}.title`),
        hint: t(`landTrace.${kind}.hint`, { max: MAX_NUMBERS }),
        numbers: t(`landTrace.${kind}.numbers`),
        failed: t('landTrace.failed'),
        subscribe: (count) => t('landTrace.subscribe', { count }),
        created: (count) => t('landTrace.created', { count }),
      }}
    />
  );
}

const trainCells = cellsOf<RowOf<typeof trainIndexList>>('/train-detail');
const vehicleCells = cellsOf<RowOf<typeof vehicleIndexList>>('/vehicle-detail');
const expressCells = cellsOf<RowOf<typeof expressIndexList>>('/express-detail');

const useWords = (): { open: string; add: string } => {
  const t = useT();
  return { open: t('landTrace.open'), add: t('landTrace.add') };
};

/** Goods a tenant follows by rail: train, station, the next border and when they come. */
export const TrainIndexPage = () => (
  <TraceListPage
    list={trainIndexList}
    cells={trainCells}
    choices={{ operatorCode: useOperators('rail') }}
    detail="/train-detail"
    words={useWords()}
    adding={(props) => <LandDialog {...props} kind="train" />}
  />
);

/** Orders a tenant follows by road: truck, next stop, and whether it is off its route. */
export const VehicleIndexPage = () => (
  <TraceListPage
    list={vehicleIndexList}
    cells={vehicleCells}
    choices={{ operatorCode: useOperators('road') }}
    detail="/vehicle-detail"
    words={useWords()}
    adding={(props) => <LandDialog {...props} kind="vehicle" />}
  />
);

/** Parcels a tenant follows: main state, newest scan and the code of the courier. */
export const ExpressIndexPage = () => (
  <TraceListPage
    list={expressIndexList}
    cells={expressCells}
    choices={{ operatorCode: useOperators('courier') }}
    detail="/express-detail"
    words={useWords()}
    adding={(props) => <LandDialog {...props} kind="express" />}
  />
);
