import { Button, Tabs } from 'antd';
import { ordersList } from '#lists/orders.ts';
import { isNotFound } from '#web/base/client.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useLive } from '#web/base/live.ts';
import { useGo, usePageSearch, usePageTitle } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { Lines } from './Lines.tsx';
import { Movements } from './Movements.tsx';
import { OrderContext, useOrder, usePlaceName, useReported } from './order-context.ts';
import { OrderMap } from './OrderMap.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { Promises } from './Promises.tsx';
import { OrderDocuments, OrderExceptions } from './SidePanels.tsx';
import { Units } from './Units.tsx';
import '#web/kit/value.css';
import './orders.css';

/** What the legs are shown by: shipments, or their containers and batches. */
export type LegTemplate = 'shipments' | 'units';

const routes = { shipments: '/oms-movement-detail', units: '/oms-movement-xbm-detail' } as const;

function Head({ template }: { template: LegTemplate }) {
  const t = useT();
  const lang = useLang();
  const { order } = useOrder();
  const placeName = usePlaceName();
  const valueSourceOf = useReported();
  const reported = (name: string): string | undefined => valueSourceOf(order.said, name);
  // Only shipments say how their places are called.
  const nameOf = (code: string | null): string => {
    const known = order.movements.find(({ places }) => code !== null && places[code] !== undefined);
    return (known === undefined ? code : placeName(known, code)) ?? '—';
  };
  const risk = ordersList.columns.risk.values[order.risk];
  const other = template === 'shipments' ? 'units' : 'shipments';
  const link = (route: string, text: string) => (
    <GoLink className="pt-link" href={makeHref(route, { orderId: order.orderId })}>
      {text}
    </GoLink>
  );
  return (
    <header className="pt-order-head">
      <div className="pt-order-no">
        {order.orderNo} <CopyButton text={order.orderNo} />
      </div>
      <StatusTag tone={risk.tone}>{risk[lang]}</StatusTag>
      <span title={reported('reason')}>{order.reason}</span>
      <span className="pt-order-links">
        {link(routes[other], t(`orders.to.${other}`))}
        {link('/oms-ais', t('orders.to.vessels'))}
      </span>
      <p className="pt-order-facts">
        <span title={reported('supplier')}>
          <span className="pt-muted">{ordersList.columns.supplier.label[lang]}</span> {order.supplier}
        </span>
        {order.customer !== null && (
          <span title={reported('customer')}>
            <span className="pt-muted">{ordersList.columns.customer.label[lang]}</span> {order.customer}
          </span>
        )}
        <span title={reported('destinationCode')}>
          {nameOf(order.originCode)} → {nameOf(order.destinationCode)}
        </span>
        <span title={reported('promisedOn')}>
          <span className="pt-muted">{ordersList.columns.promisedOn.label[lang]}</span> {order.promisedOn ?? '—'}
        </span>
        {order.expectedTime !== null && (
          <span>
            <span className="pt-muted">{ordersList.columns.expectedTime.label[lang]}</span>{' '}
            <TimeText instant={order.expectedTime} zone={order.destinationZone} source={reported('expectedTime')} />
          </span>
        )}
      </p>
      {order.problem !== null && (
        <p className="pt-warning" role="alert">
          {order.problem}
        </p>
      )}
    </header>
  );
}

function Body({ template }: { template: LegTemplate }) {
  const t = useT();
  const { order } = useOrder();
  const open = order.exceptions.filter((exception) => exception.open === 1).length;
  return (
    <div className="pt-order">
      <Head template={template} />
      <div className="pt-order-body">
        <div className="pt-order-main">
          {template === 'shipments' ? <Movements /> : <Units />}
          <Promises />
          <Lines />
        </div>
        <aside className="pt-order-side">
          <OrderMap />
          <Tabs
            size="small"
            items={[
              { key: 'exceptions', label: t('orders.tab.exceptions', { count: open }), children: <OrderExceptions /> },
              { key: 'timeline', label: t('orders.tab.timeline'), children: <OrderTimeline /> },
              {
                key: 'documents',
                label: t('orders.tab.documents', { count: order.documents.length }),
                children: <OrderDocuments />,
              },
            ]}
          />
        </aside>
      </div>
    </div>
  );
}

/** One order: what carries it over all modes, its lines, map, exceptions and documents. */
export function OrderDetailPage({ template }: { template: LegTemplate }) {
  const t = useT();
  const go = useGo();
  const { search } = usePageSearch(routes[template]);
  const orderId = search['orderId'] ?? '';
  const query = useCall('orderGet', { orderId }, { enabled: orderId !== '', staleTime: 0 });
  useLive('order', () => void query.refetch());
  usePageTitle(query.data?.orderNo);
  if (orderId === '' || (query.isError && isNotFound(query.error)))
    return (
      <div className="pt-order-state">
        <EmptyState
          title={t('orders.notFound')}
          text={t('orders.notFoundText')}
          action={
            <Button size="small" type="primary" onClick={() => go('/oms-index')}>
              {t('orders.to.list')}
            </Button>
          }
        />
      </div>
    );
  if (query.data === undefined)
    return query.isError ? (
      <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
    ) : (
      <LoadingState />
    );
  return (
    <OrderContext value={{ order: query.data, refresh: () => void query.refetch() }}>
      <Body template={template} />
    </OrderContext>
  );
}
