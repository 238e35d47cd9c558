import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import { BandChart } from '#web/kit/chart/BandChart.tsx';
import { RangeStrip } from '#web/kit/chart/RangeStrip.tsx';
import { wholeText } from './cells.tsx';

type Props = { low: number; mid: number; high: number; total: number | null };

/** Where a price stands in the market of its lane: the band from a quarter to three quarters, its middle, and the price as a mark. */
export function MarketBand({ low, mid, high, total }: Props) {
  const t = useT();
  const label = t('freight.bandText', { low: low.toFixed(0), mid: mid.toFixed(0), high: high.toFixed(0) });
  const marks = total === null ? [] : [{ key: 'own', value: total, label }];
  return <RangeStrip band={{ low, mid, high }} marks={marks} label={label} />;
}

/** The market of a lane over the last days, with the price as a line across. */
export function MarketTrend({ days, total }: { days: CallData<'agentPriceGet'>['market']; total: string | null }) {
  const t = useT();
  const names = useMemo(
    () => ({
      day: t('freight.axis.day'),
      low: t('freight.axis.low'),
      mid: t('freight.axis.mid'),
      high: t('freight.axis.high'),
      band: t('freight.axis.band'),
      own: t('freight.axis.own'),
    }),
    [t],
  );
  return (
    <BandChart
      name="freight.market"
      label={t('freight.trend')}
      days={days}
      own={total === null ? null : Number(total)}
      unit="USD"
      names={names}
      numberText={wholeText}
      emptyText={t('freight.noMarket')}
    />
  );
}
