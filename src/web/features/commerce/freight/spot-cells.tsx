import { useCallback, useMemo } from 'react';
import type { spotOffersList } from '#lists/spot-offers.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { PlanTime, shortPlanText } from '#web/kit/value/PlanTime.tsx';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import type { RowOf } from '#web/list/use-list.tsx';
import { moneyText, portCells, priceCells } from './cells.tsx';

/** An offer of a carrier for one type of container on one sailing. */
export type OfferRow = RowOf<typeof spotOffersList>;

/** The price was compared with one of an earlier day than the one before the offer. */
const isSinceEarlier = ({ previousDay, quotedTime }: OfferRow): boolean =>
  previousDay !== null && Date.parse(previousDay) < Math.floor(quotedTime / DAY_MS) * DAY_MS - DAY_MS;

/** The carrier reported everything of an offer; what it changed by is worked out here. */
export function useOfferValueSource() {
  const { nameOf } = useCarriers();
  return useCallback(
    (row: OfferRow, column: string) =>
      column === 'changeUsd' || column === 'quotedTime'
        ? undefined
        : { source: nameOf(row.carrierCode), time: row.quotedTime },
    [nameOf],
  );
}

/** Cells of carriers' offers: prices and times say which carrier reported them and when, and whether that was today. */
export function useOfferCells() {
  const t = useT();
  const lang = useLang();
  const { nameOf } = useCarriers();
  return useMemo(() => {
    const sourceOf = (row: OfferRow): string =>
      t('value.saidBy', { name: nameOf(row.carrierCode), time: timeAsText(row.quotedTime) });
    const timeCell = (of: (row: OfferRow) => { at: number; zone: string | null }) => ({
      text: (row: OfferRow) => timeAsText(of(row).at, of(row).zone),
      drawnText: (row: OfferRow) => shortPlanText(of(row).at, of(row).zone),
      render: (row: OfferRow) => (
        <PlanTime kind="estimated" instant={of(row).at} zone={of(row).zone} wordless short source={sourceOf(row)} />
      ),
    });
    return {
      polCode: { ...portCells(lang).polCode, lines: 2 as const },
      podCode: { ...portCells(lang).podCode, lines: 2 as const },
      carrierCode: { text: (row: OfferRow) => nameOf(row.carrierCode), lines: 2 as const },
      vesselName: { text: (row: OfferRow) => `${row.vesselName} / ${row.voyage}`, lines: 2 as const },
      departureTime: timeCell((row) => ({ at: row.departureTime, zone: row.polZone })),
      arrivalTime: timeCell((row) => ({ at: row.arrivalTime, zone: row.podZone })),
      freight: { text: (row: OfferRow) => moneyText(row.freight) },
      totalUsd: {
        text: priceCells.totalUsd.text,
        drawnText: (row: OfferRow) => `${row.stale === 1 ? `${t('freight.stale')} ` : ''}${moneyText(row.totalUsd)}`,
        render: (row: OfferRow) => (
          <span title={sourceOf(row)}>
            {row.stale === 1 && <StatusTag tone="warn">{t('freight.stale')}</StatusTag>}{' '}
            {priceCells.totalUsd.render?.(row)}
          </span>
        ),
      },
      changeUsd: {
        text: priceCells.changeUsd.text,
        // Not every carrier quotes every day.
        render: (row: OfferRow) => (
          <>
            {isSinceEarlier(row) && (
              <small className="pt-muted">{t('freight.since', { day: row.previousDay?.slice(5) ?? '' })} </small>
            )}
            {priceCells.changeUsd.render?.(row)}
          </>
        ),
      },
    };
  }, [lang, nameOf, t]);
}
