import { useMemo } from 'react';
import { useT } from '#web/i18n/index.ts';
import { ChartFrame } from '#web/kit/chart/ChartFrame.tsx';
import { RangeStrip } from '#web/kit/chart/RangeStrip.tsx';
import type { RowPage } from '#web/kit/list/ListTable.tsx';
import type { QueryState } from '#web/kit/state/query-state.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { PlanTime } from '#web/kit/value/PlanTime.tsx';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import { wholeText } from './cells.tsx';
import { containerTypes } from './container-types.ts';
import { groupsOf, rangeOf } from './price-groups.ts';
import type { OfferRow, useOfferCells } from './spot-cells.tsx';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

type Props = {
  query: QueryState<RowPage<OfferRow>>;
  cells: ReturnType<typeof useOfferCells>;
  onOpen: (row: OfferRow) => void;
};

const sailingOf = (row: OfferRow): string => [row.carrierCode, row.vesselName, row.voyage, row.departureTime].join('|');

type LaneProps = Omit<Props, 'query'> & { rows: readonly OfferRow[]; name: string };

type TypePriceProps = { type: string; offers: readonly OfferRow[]; lane: string } & Pick<Props, 'cells' | 'onOpen'>;

/** How the prices of one type of container on a lane spread today; nothing where none is of today. */
function TypePrice({ type, offers, lane, cells, onOpen }: TypePriceProps) {
  const t = useT();
  const priced = offers.flatMap((row) =>
    row.totalUsd === null || row.stale === 1 ? [] : [{ row, value: row.totalUsd }],
  );
  const range = rangeOf(priced.map(({ value }) => value));
  if (range === undefined) return null;
  const [low, mid, high] = [range.low, range.mid, range.high].map(wholeText);
  const words = t('freight.sailing.range', {
    type,
    low: low ?? '',
    mid: mid ?? '',
    high: high ?? '',
    count: priced.length,
  });
  return (
    <div className="pt-lane-price">
      <b>{type}</b>
      <RangeStrip
        band={range}
        label={`${lane}: ${words}`}
        numberText={wholeText}
        marks={priced.map(({ row, value }) => ({
          key: row.spotOfferId,
          value,
          label: t('freight.sailing.open', {
            vessel: cells.vesselName.text(row),
            type: row.containerType,
            total: wholeText(value),
          }),
          best: value === range.low,
          open: () => onOpen(row),
        }))}
      />
      <span className="pt-muted">{words}</span>
    </div>
  );
}

/** A lane: its prices of today by type of container as strips, then a row for each sailing. */
function Lane({ rows, name, cells, onOpen }: LaneProps) {
  const t = useT();
  const { types, sailings } = useMemo(() => {
    const known = containerTypes.map(({ value }) => value);
    const found = groupsOf(rows, ({ containerType }) => containerType);
    return {
      types: found.toSorted((a, b) => known.indexOf(a.key) - known.indexOf(b.key)),
      sailings: groupsOf(rows, sailingOf).toSorted((a, b) => a.first.departureTime - b.first.departureTime),
    };
  }, [rows]);
  const priceOf = (offers: readonly OfferRow[], type: string) => {
    const offer = offers.find(({ containerType }) => containerType === type);
    if (offer === undefined) return '—';
    return (
      <button type="button" className="pt-link" onClick={() => onOpen(offer)}>
        {cells.totalUsd.render(offer)} {cells.changeUsd.render(offer)}
      </button>
    );
  };
  return (
    <section aria-label={name}>
      <h2 className="pt-lane-head">{name}</h2>
      {types.map(({ key, rows: offers }) => (
        <TypePrice key={key} type={key} offers={offers} lane={name} cells={cells} onOpen={onOpen} />
      ))}
      <div
        className="pt-sailing-prices"
        tabIndex={0}
        role="region"
        aria-label={`${name}: ${t('freight.sailing.title')}`}
      >
        <MiniTable<(typeof sailings)[number], string>
          label={`${name}: ${t('freight.sailing.title')}`}
          columns={[
            { key: 'departure', title: t('freight.sailing.departure') },
            { key: 'arrival', title: t('freight.sailing.arrival') },
            { key: 'vessel', title: t('freight.sailing.vessel') },
            { key: 'carrier', title: t('freight.sailing.carrier') },
            { key: 'days', title: t('freight.sailing.days'), isNumber: true },
            ...types.map(({ key }) => ({ key, title: `${key} (USD)`, isNumber: true })),
          ]}
          rows={sailings}
          rowKey={({ key }) => key}
          cells={({ first, rows: offers }) => ({
            departure: <PlanTime kind="estimated" instant={first.departureTime} zone={first.polZone} wordless short />,
            arrival: <PlanTime kind="estimated" instant={first.arrivalTime} zone={first.podZone} wordless short />,
            vessel: cells.vesselName.text(first),
            carrier: cells.carrierCode.text(first),
            days: first.transitDays,
            ...Object.fromEntries(types.map(({ key }) => [key, priceOf(offers, key)])),
          })}
        />
      </div>
    </section>
  );
}

function Sailings({ answer, ...rest }: Omit<Props, 'query'> & { answer: RowPage<OfferRow> }) {
  const t = useT();
  const { records, totalRecord } = answer;
  const { cells } = rest;
  const nameOf = (row: OfferRow): string => `${cells.polCode.text(row)} → ${cells.podCode.text(row)}`;
  const lanes = groupsOf(records, (row) => `${row.polCode}|${row.podCode}`);
  const table = {
    columns: [
      t('freight.lanes.lane'),
      t('freight.sailing.departure'),
      t('freight.sailing.vessel'),
      t('freight.sailing.carrier'),
      t('freight.sailing.type'),
      t('freight.sailing.price'),
    ],
    rows: records.map((row) => ({
      key: row.spotOfferId,
      cells: [
        nameOf(row),
        timeAsText(row.departureTime, row.polZone),
        cells.vesselName.text(row),
        cells.carrierCode.text(row),
        row.containerType,
        row.totalUsd === null ? '—' : cells.totalUsd.drawnText(row),
      ],
    })),
  };
  return (
    <div className="pt-pic-page">
      {totalRecord > records.length && (
        <p role="status">{t('freight.lanes.cut', { shown: records.length, count: totalRecord })}</p>
      )}
      <ChartFrame
        name="freight.sailings"
        label={t('freight.sailing.title')}
        title={t('freight.sailing.title')}
        unit="USD"
        legend={[
          { key: 'band', name: t('freight.sailing.band'), colour: '--pt-primary', mark: 'hollow' },
          { key: 'mid', name: t('freight.sailing.mid'), colour: '--pt-primary', mark: 'dashed' },
          { key: 'offer', name: t('freight.sailing.offer'), colour: '--pt-text', mark: 'ring' },
          { key: 'best', name: t('freight.lanes.best'), colour: '--pt-ok', mark: 'dot' },
        ]}
        table={table}
      >
        {lanes.map(({ key, first, rows }) => (
          <Lane key={key} {...rest} rows={rows} name={nameOf(first)} />
        ))}
      </ChartFrame>
    </div>
  );
}

/** Prices by lane and sailing: how they spread today, and one row for each sailing with its price by type of container. */
export const SailingPrices = ({ query, ...rest }: Props) => (
  <Loaded query={query}>{(answer) => <Sailings answer={answer} {...rest} />}</Loaded>
);
