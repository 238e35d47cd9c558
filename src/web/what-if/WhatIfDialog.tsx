import type { ReactNode } from 'react';
import type { CallData } from '#contract/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { formatAmount } from '#web/kit/value/format-value.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import './what-if.css';

type Compared = CallData<'whatIfSailings'>;
type Option = Compared['options'][number];

const tones = { OPEN: 'ok', LIMITED: 'warn', SOLD_OUT: 'danger' } as const;
const isSpace = (space: string): space is keyof typeof tones => space in tones;

/** Names of the ports of the comparison in the language of the reader. */
function usePortNames(compared: Compared) {
  const lang = useLang();
  const port = (code: string | null) => compared.ports.find(({ portCode }) => portCode === code);
  return {
    nameOf: (code: string | null): string => {
      const known = port(code);
      return (lang === 'zh' ? (known?.portNameCn ?? known?.portName) : known?.portName) ?? code ?? '';
    },
    zoneOf: (code: string | null): string | null => port(code)?.zone ?? null,
  };
}

/** Days against the promise, in words; late ones stand out by colour and words. */
function Late({ days }: { days: number | null }) {
  const t = useT();
  if (days === null) return <>—</>;
  if (days > 0) return <StatusTag tone="danger">{t('whatIf.daysLate', { days })}</StatusTag>;
  return <StatusTag tone="ok">{days === 0 ? t('whatIf.onDay') : t('whatIf.daysEarly', { days: -days })}</StatusTag>;
}

function Against({ arrival, booked }: { arrival: number; booked: number | null }) {
  const t = useT();
  if (booked === null) return null;
  const days = Math.round((arrival - booked) / DAY_MS);
  return (
    <small className="pt-muted">
      {days === 0 ? t('whatIf.sameDay') : t(days > 0 ? 'whatIf.later' : 'whatIf.earlier', { days: Math.abs(days) })}
    </small>
  );
}

function Cost({ option, agreedUsd }: { option: Option; agreedUsd: number | null }) {
  const t = useT();
  if (option.totalUsd === null || option.priceOf === null)
    return <span className="pt-muted">{t('whatIf.noPrice')}</span>;
  const more = agreedUsd === null ? null : option.totalUsd - agreedUsd;
  return (
    <>
      {formatAmount(option.totalUsd)} <small className="pt-muted">{t(`whatIf.${option.priceOf}`)}</small>
      {more !== null && more !== 0 && (
        <small className="pt-muted">
          {t(more > 0 ? 'whatIf.dearer' : 'whatIf.cheaper', { amount: formatAmount(Math.abs(more)) })}
        </small>
      )}
    </>
  );
}

function Space({ space }: Pick<Option, 'space'>) {
  const t = useT();
  if (space === null || !isSpace(space)) return <span className="pt-muted">{t('whatIf.unquoted')}</span>;
  return <StatusTag tone={tones[space]}>{t(`whatIf.spaceOf.${space}`)}</StatusTag>;
}

/** The head of the table: the vessel as booked, and those of each sailing with the ports of transshipment. */
function Vessels({ compared }: { compared: Compared }) {
  const t = useT();
  const { nameOf } = usePortNames(compared);
  return (
    <thead>
      <tr>
        <th scope="col">{t('whatIf.vessel')}</th>
        <th scope="col" className="pt-what-if-booked">
          {t('whatIf.asBooked')}
          <br />
          {compared.vesselName ?? '—'} {compared.voyage}
        </th>
        {compared.options.map(({ routeId, vessels }) => (
          <th scope="col" key={routeId}>
            {vessels.map(({ vesselName, voyage, fromPort }, at) => (
              <div key={vesselName}>
                {at > 0 && <small className="pt-muted">{t('whatIf.change', { port: nameOf(fromPort) })} </small>}
                {vesselName} {voyage}
              </div>
            ))}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Table({ compared }: { compared: Compared }) {
  const t = useT();
  const carriers = useCarriers();
  const { nameOf, zoneOf } = usePortNames(compared);
  const { options, lines } = compared;
  const fromZone = zoneOf(compared.fromPort);
  const toZone = zoneOf(compared.toPort);
  const time = (instant: number | null, zone: string | null): ReactNode =>
    instant === null ? '—' : <TimeText instant={instant} zone={zone} />;
  const row = (key: string, label: ReactNode, booked: ReactNode, cell: (option: Option, at: number) => ReactNode) => (
    <tr key={key}>
      <th scope="row">{label}</th>
      <td className="pt-what-if-booked">{booked}</td>
      {options.map((option, at) => (
        <td key={option.routeId}>{cell(option, at)}</td>
      ))}
    </tr>
  );
  return (
    <div className="pt-what-if" tabIndex={0} role="region" aria-label={t('whatIf.open')}>
      <table>
        <Vessels compared={compared} />
        <tbody>
          {row('carrier', t('whatIf.carrier'), carriers.nameOf(compared.carrierCode), ({ carrierCode }) =>
            carriers.nameOf(carrierCode),
          )}
          {row('cutOff', t('whatIf.cutOff'), '—', ({ cutOffTime }) => time(cutOffTime, fromZone))}
          {row(
            'departs',
            `${t('whatIf.departs')} ${nameOf(compared.fromPort)}`,
            time(compared.departureTime, fromZone),
            (one) => time(one.departureTime, fromZone),
          )}
          {row(
            'arrives',
            t('whatIf.arrives', { port: nameOf(compared.toPort) }),
            time(compared.arrivalTime, toZone),
            (one) => (
              <>
                {time(one.arrivalTime, toZone)} <Against arrival={one.arrivalTime} booked={compared.arrivalTime} />
              </>
            ),
          )}
          {row('space', t('whatIf.space'), '—', ({ space }) => (
            <Space space={space} />
          ))}
          {row(
            'cost',
            <>
              {t('whatIf.cost')}
              <small className="pt-muted">
                {compared.containers.map(({ containerType, count }) => `${count} × ${containerType || '?'}`).join(', ')}
              </small>
            </>,
            compared.agreedUsd === null ? '—' : formatAmount(compared.agreedUsd),
            (option) => (
              <Cost option={option} agreedUsd={compared.agreedUsd} />
            ),
          )}
          {lines.map((line, index) =>
            row(
              `${line.orderId}/${line.lineNo}`,
              <>
                <GoLink className="pt-link" href={makeHref('/oms-movement-detail', { orderId: line.orderId })}>
                  {t('whatIf.line', { order: line.orderNo, line: line.lineNo })}
                </GoLink>
                <small className="pt-muted">{t('whatIf.promised', { day: line.promisedOn })}</small>
              </>,
              <Late days={line.lateDays} />,
              ({ lateDays }) => <Late days={lateDays[index] ?? null} />,
            ),
          )}
        </tbody>
      </table>
      {lines.length === 0 && <p className="pt-muted">{t('whatIf.noLines')}</p>}
    </div>
  );
}

type Props = { open: boolean; subscriptionId: string; onClose: () => void };

/** The next sailings for a shipment side by side: when they arrive, what they cost, and how late each order line would be. */
export function WhatIfDialog({ open, subscriptionId, onClose }: Props) {
  const t = useT();
  const query = useCall('whatIfSailings', { obmTkSubscribeId: subscriptionId }, { enabled: open, staleTime: 0 });
  const compared = query.data;
  return (
    <AppDialog
      title={compared === undefined ? t('whatIf.open') : t('whatIf.title', { reference: compared.referenceNo })}
      open={open}
      width="min(1200px, 96vw)"
      footer={null}
      onCancel={onClose}
    >
      {query.isError ? (
        <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
      ) : compared === undefined ? (
        <LoadingState />
      ) : (
        <>
          {compared.state !== 'open' && <p>{t(`whatIf.${compared.state}`)}</p>}
          {compared.state === 'open' && compared.options.length === 0 && <EmptyState title={t('whatIf.none')} />}
          {(compared.options.length > 0 || compared.lines.length > 0) && <Table compared={compared} />}
        </>
      )}
    </AppDialog>
  );
}
