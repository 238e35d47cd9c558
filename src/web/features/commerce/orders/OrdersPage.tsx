import { EyeOutlined } from '@ant-design/icons';
import { useMemo } from 'react';
import { ordersList } from '#lists/orders.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { goTo } from '#web/base/navigate.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import type { Cell } from '#web/list/list-columns.tsx';
import { ListView } from '#web/list/ListView.tsx';
import { portText } from '#web/list/port-filter.tsx';
import { type RowOf, useList } from '#web/list/use-list.tsx';
import './orders.css';
import { type OrderStage, orderStages } from '#domain/commerce/order/judge-order.ts';

/** Lines of an order by the stage they are at. */
type StageLines = Readonly<Record<OrderStage, number>>;

const nameOf = (stage: OrderStage, lang: Lang): string => ordersList.columns.stage.values[stage][lang];

/** How many lines are at which stage, in words; stages without lines are left out. */
const stageText = (lines: StageLines, lang: Lang): string =>
  orderStages
    .filter((stage) => lines[stage] > 0)
    .map((stage) => `${nameOf(stage, lang)} ${lines[stage]}`)
    .join(' · ');

/** How many lines are at which stage, as a bar with its words. */
function StageBar({ lines }: { lines: StageLines }) {
  const lang = useLang();
  return (
    <span className="pt-stage-bar">
      <span aria-hidden>
        {orderStages.map(
          (stage) => lines[stage] > 0 && <i key={stage} data-stage={stage} style={{ flexGrow: lines[stage] }} />,
        )}
      </span>
      <small>{stageText(lines, lang)}</small>
    </span>
  );
}

/** Days at which the bar is full. */
const limit = 14;

/** Days after the promise (to the right) or before it (to the left) as a bar beside the number. */
function LateDays({ days }: { days: number }) {
  const t = useT();
  const share = Math.min(Math.abs(days), limit) / limit / 2;
  const words =
    days === 0
      ? t('orders.promise.onTime')
      : days > 0
        ? t('orders.promise.late', { days })
        : t('orders.promise.left', { days: -days });
  return (
    <span className="pt-late-days" title={words}>
      <i aria-hidden="true">
        <b
          data-late={days > 0 || undefined}
          style={{ width: `${share * 100}%`, ...(days > 0 ? { left: '50%' } : { right: '50%' }) }}
        />
      </i>
      {days}
    </span>
  );
}

type OrderRow = RowOf<typeof ordersList>;

const stagesOf = (row: OrderRow): StageLines => ({
  waiting: row.waitingLines,
  booked: row.bookedLines,
  transit: row.transitLines,
  arrived: row.arrivedLines,
  delivered: row.deliveredLines,
});

const hrefOf = ({ orderId }: OrderRow): string => makeHref('/oms-movement-detail', { orderId });

/** Orders of the tenant: how far each is, whether it comes in time, and why not. */
export function OrdersPage() {
  const t = useT();
  const lang = useLang();
  const cells = useMemo(
    () =>
      ({
        orderNo: {
          text: (row) => row.orderNo,
          render: (row) => (
            <GoLink className="pt-link pt-mono" href={hrefOf(row)}>
              {row.orderNo}
            </GoLink>
          ),
        },
        reason: {
          text: (row) => row.reason,
          render: (row, sourceText) => (
            <span
              title={[row.reason, sourceText].filter(Boolean).join('\n')}
              data-problem={row.problem === null ? undefined : ''}
              className="pt-order-reason"
            >
              {row.reason}
            </span>
          ),
        },
        originCode: {
          text: (row) =>
            row.originCode === null ? '' : portText(row.originCode, row.originName, row.originNameCn, lang),
        },
        destinationCode: {
          text: (row) =>
            row.destinationCode === null
              ? ''
              : portText(row.destinationCode, row.destinationName, row.destinationNameCn, lang),
        },
        lateDays: {
          text: ({ lateDays }) => (lateDays === null ? '' : String(lateDays)),
          drawnText: ({ lateDays }) => (lateDays === null ? '' : `${'\u2003'.repeat(6)}${lateDays}`),
          render: ({ lateDays }) => lateDays !== null && <LateDays days={lateDays} />,
        },
        progress: {
          text: (row) => stageText(stagesOf(row), lang),
          render: (row) => <StageBar lines={stagesOf(row)} />,
        },
      }) satisfies { readonly [column: string]: Cell<OrderRow> },
    [lang],
  );
  const list = useList(ordersList, { cells });
  useLiveRefetch('order', 'order.list');
  return (
    <div className="pt-list">
      <ListView
        use={list}
        actions={[
          {
            key: 'trace',
            label: t('orders.open'),
            icon: <EyeOutlined />,
            run: (row) => goTo(hrefOf(row)),
          },
        ]}
        onOpen={(row) => goTo(hrefOf(row))}
        toolbar={
          <GoLink className="pt-link" href="/order-lines">
            {t('orders.lines')}
          </GoLink>
        }
      />
    </div>
  );
}
