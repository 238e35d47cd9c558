import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallData } from '#contract/index.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Section } from '#web/kit/detail/Section.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { moneyText } from './cells.tsx';
import { MarketTrend } from './MarketBand.tsx';

type Opened = CallData<'agentPriceGet'>;

const amountText = (amount: string | null): string => (amount === null ? '—' : moneyText(Number(amount)));
const known = [
  'THC',
  'DTH',
  'DTHC',
  'DOC',
  'BAF',
  'CAF',
  'PSS',
  'GRI',
  'EBS',
  'LSS',
  'ORC',
  'AMS',
  'ENS',
  'SEAL',
  'CIC',
  'PCS',
] as const;

/** The name of a charge in the language of the reader; carriers name theirs in English only. */
function useChargeName(): (line: Opened['price']['lines'][number]) => string {
  const t = useT();
  const lang = useLang();
  return ({ code, nameCn, nameEn }) => {
    const own = known.find((one) => one === code);
    const named = own === undefined ? null : t(`freight.charge.${own}`);
    return (lang === 'zh' ? (nameCn ?? named ?? nameEn) : (nameEn ?? named ?? nameCn)) ?? code;
  };
}

/** What a price is made of, line by line, with the amount as charged and what it comes to. */
function PriceTable({ opened }: { opened: Opened }) {
  const t = useT();
  const nameOf = useChargeName();
  const { price, freight, freightCurrency } = opened;
  const rateOf = (currency: string | null): string => {
    const rate = price.rates.find((one) => one.currency === currency);
    return rate === undefined ? '' : `${rate.usdPerUnit} (${rate.validFrom})`;
  };
  return (
    <table className="pt-freight-lines">
      <thead>
        <tr>
          <th scope="col">{t('freight.line.name')}</th>
          <th scope="col">{t('freight.line.basis')}</th>
          <th scope="col">{t('freight.line.payer')}</th>
          <th scope="col" className="pt-num">
            {t('freight.line.amount')}
          </th>
          <th scope="col">{t('freight.line.rate')}</th>
          <th scope="col" className="pt-num">
            {t('freight.line.perContainer')}
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t('freight.oceanFreight')}</th>
          <td>{t('freight.basis.CONTAINER')}</td>
          <td>{t('freight.payer.PREPAID')}</td>
          <td className="pt-num">{`${amountText(freight)} ${freightCurrency}`}</td>
          <td>{rateOf(freightCurrency)}</td>
          <td className="pt-num">{amountText(price.freight)}</td>
        </tr>
        {price.lines.map((line, index) => (
          <tr key={`${line.code}/${index}`}>
            <th scope="row">
              {nameOf(line)} <span className="pt-muted pt-mono">{line.code}</span>
            </th>
            <td>{t(`freight.basis.${line.basis}`)}</td>
            <td>{t(`freight.payer.${line.payer}`)}</td>
            <td className="pt-num">
              {line.basis === 'PERCENT' ? `${line.amount} %` : `${amountText(line.amount)} ${line.currency}`}
            </td>
            <td>{rateOf(line.currency)}</td>
            <td className="pt-num">{amountText(line.perContainer)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={5}>
            {t('freight.total')}
          </th>
          <td className="pt-num">{amountText(price.total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** A price opened up: its lines with the exchange rates that were used, and the market of its lane. */
export function PriceDrawer({
  open,
  onClose,
  title,
  query,
  extra,
}: {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  query: UseQueryResult<Opened>;
  extra?: ReactNode;
}) {
  const t = useT();
  return (
    <DetailDrawer open={open} onClose={onClose} title={title} extra={extra}>
      <Loaded query={query}>
        {(opened) => (
          <>
            <Section title={t('freight.lines')}>
              {opened.price.missing.length > 0 && (
                <p role="alert">{t('freight.missingRates', { currencies: opened.price.missing.join(', ') })}</p>
              )}
              <div className="pt-freight-scroll" tabIndex={0} role="group" aria-label={t('freight.lines')}>
                <PriceTable opened={opened} />
              </div>
              <p className="pt-muted">{t('freight.linesNote')}</p>
            </Section>
            <Section title={t('freight.trend')}>
              <MarketTrend days={opened.market} total={opened.price.total} />
            </Section>
          </>
        )}
      </Loaded>
    </DetailDrawer>
  );
}
