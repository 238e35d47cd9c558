import { useMemo } from 'react';
import { useT } from '#web/i18n/index.ts';
import { ChartFrame } from '#web/kit/chart/ChartFrame.tsx';
import { RangeStrip } from '#web/kit/chart/RangeStrip.tsx';
import type { RowPage } from '#web/kit/list/ListTable.tsx';
import type { QueryState } from '#web/kit/state/query-state.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { wholeText, type PriceRow } from './cells.tsx';
import { groupsOf } from './price-groups.ts';

type Cells = Readonly<Record<'polCode' | 'podCode' | 'supplier', { text: (row: PriceRow) => string }>>;
type Props = { query: QueryState<RowPage<PriceRow>>; cells: Cells; onOpen: (row: PriceRow) => void };

/** The offers of each lane and type of container, with the cheapest of those that have a price, and the range of its market. */
const lanesOf = (records: readonly PriceRow[], cells: Cells) =>
  groupsOf(records, (row) => `${row.polCode}|${row.podCode}|${row.containerType}`).map(({ key, rows, first }) => {
    const priced = rows.flatMap((row) => (row.totalUsd === null ? [] : [{ row, value: row.totalUsd }]));
    const best = priced.toSorted((a, b) => a.value - b.value)[0];
    const { marketLow: low, marketMid: mid, marketHigh: high } = first;
    return {
      key,
      name: `${cells.polCode.text(first)} → ${cells.podCode.text(first)}`,
      containerType: first.containerType,
      rows,
      priced,
      best,
      band: low === null || mid === null || high === null ? null : { low, mid, high },
    };
  });

type LanePriceProps = { lane: ReturnType<typeof lanesOf>[number]; cells: Cells; onOpen: (row: PriceRow) => void };

function LanePrice({ lane, cells, onOpen }: LanePriceProps) {
  const t = useT();
  const { name, containerType, band, priced, best } = lane;
  const bandText =
    band === null
      ? t('freight.lanes.none')
      : t('freight.bandText', {
          low: band.low.toFixed(0),
          mid: band.mid.toFixed(0),
          high: band.high.toFixed(0),
        });
  return (
    <li className="pt-lane-price">
      <span>
        {name} <b>{containerType}</b>
      </span>
      <RangeStrip
        band={band}
        label={`${name} ${containerType}: ${bandText}`}
        numberText={wholeText}
        marks={priced.map(({ row, value }) => ({
          key: row.ratePriceId,
          value,
          label: t('freight.lanes.one', { supplier: cells.supplier.text(row), total: wholeText(value) }),
          best: row === best?.row,
          open: () => onOpen(row),
        }))}
      />
      <span className="pt-muted">
        {best !== undefined &&
          t('freight.lanes.cheapest', {
            supplier: cells.supplier.text(best.row),
            total: wholeText(best.value),
            count: priced.length,
          })}
      </span>
    </li>
  );
}

function Lanes({ answer, cells, onOpen }: Omit<Props, 'query'> & { answer: RowPage<PriceRow> }) {
  const t = useT();
  const { records, totalRecord } = answer;
  const lanes = useMemo(() => lanesOf(records, cells), [records, cells]);
  const table = useMemo(
    () => ({
      columns: [
        t('freight.lanes.lane'),
        t('freight.lanes.supplier'),
        t('freight.lanes.total'),
        t('freight.axis.low'),
        t('freight.axis.mid'),
        t('freight.axis.high'),
      ],
      rows: lanes.flatMap(({ name, containerType, rows, band }) =>
        rows.map((row) => ({
          key: row.ratePriceId,
          cells: [
            `${name} · ${containerType}`,
            cells.supplier.text(row),
            row.totalUsd === null ? '—' : wholeText(row.totalUsd),
            ...(band === null ? ['—', '—', '—'] : [band.low, band.mid, band.high].map(wholeText)),
          ],
        })),
      ),
    }),
    [lanes, cells, t],
  );
  return (
    <div className="pt-pic-page">
      {totalRecord > records.length && (
        <p role="status">{t('freight.lanes.cut', { shown: records.length, count: totalRecord })}</p>
      )}
      <ChartFrame
        name="freight.lanes"
        label={t('freight.lanes.title')}
        title={t('freight.lanes.title')}
        unit="USD"
        legend={[
          { key: 'band', name: t('freight.lanes.band'), colour: '--pt-primary', mark: 'hollow' },
          { key: 'mid', name: t('freight.lanes.mid'), colour: '--pt-primary', mark: 'dashed' },
          { key: 'offer', name: t('freight.lanes.offer'), colour: '--pt-text', mark: 'ring' },
          { key: 'best', name: t('freight.lanes.best'), colour: '--pt-ok', mark: 'dot' },
        ]}
        table={table}
      >
        <ul className="pt-lane-prices">
          {lanes.map((lane) => (
            <LanePrice key={lane.key} lane={lane} cells={cells} onOpen={onOpen} />
          ))}
        </ul>
      </ChartFrame>
    </div>
  );
}

/** The offers of each lane and type of container on one axis with the range of its market; a mark opens its price. */
export const LanePrices = ({ query, ...rest }: Props) => (
  <Loaded query={query}>{(answer) => <Lanes answer={answer} {...rest} />}</Loaded>
);
