import { CloseOutlined, LinkOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { ordersList } from '#lists/orders.ts';
import { call } from '#web/base/client.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useLang, useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import { formatAmount } from '#web/kit/value/format-value.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { type OrderDetail, traceHref, useOrder } from './order-context.ts';
import { TieDialog } from './TieDialog.tsx';

type Line = OrderDetail['lines'][number];
type Tie = Line['ties'][number];

function TieChip({ tie, onUntie }: { tie: Tie; onUntie: (tie: Tie) => void }) {
  const t = useT();
  const href = tie.mode === null ? undefined : traceHref({ mode: tie.mode, obmBkId: tie.obmBkId });
  return (
    <span className="pt-tie" data-undone={tie.undone === 1 || undefined}>
      {href === undefined ? (
        <span className="pt-mono">{tie.referenceNo}</span>
      ) : (
        <GoLink className="pt-link pt-mono" href={href}>
          {tie.referenceNo}
        </GoLink>
      )}
      {tie.undone === 1 ? (
        <small>{t('orders.tie.undone')}</small>
      ) : tie.obmTkSubscribeId === null ? (
        <small>{t('orders.tie.untracked')}</small>
      ) : (
        tie.byHand === 1 && <small>{t('orders.tie.byHand')}</small>
      )}
      {tie.undone === 0 && (
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('orders.tie.remove', { referenceNo: tie.referenceNo })}
          title={t('orders.tie.remove', { referenceNo: tie.referenceNo })}
          onClick={() => onUntie(tie)}
        />
      )}
    </span>
  );
}

function LineRow({ line, onTie, onUntie }: { line: Line; onTie: (line: Line) => void; onUntie: (tie: Tie) => void }) {
  const t = useT();
  const lang = useLang();
  const sourceText =
    line.said === null ? undefined : t('value.writtenBy', { name: line.said.source, time: timeAsText(line.said.time) });
  const risk = ordersList.columns.risk.values[line.risk];
  const stage = ordersList.columns.stage.values[line.stage];
  return (
    <tr>
      <th scope="row">{line.lineNo}</th>
      <td title={sourceText}>
        {line.productName}
        <small className="pt-muted">{[line.productCode, line.batchNo].filter(Boolean).join(' · ')}</small>
      </td>
      <td className="pt-number" title={sourceText}>
        {formatAmount(line.quantity)} {line.unit}
        {line.shippedQuantity !== null && (
          <small className="pt-muted">{t('orders.shipped', { quantity: formatAmount(line.shippedQuantity) })}</small>
        )}
      </td>
      <td className="pt-day" title={sourceText}>
        {line.promisedOn}
      </td>
      <td>
        <StatusTag tone={risk.tone}>{risk[lang]}</StatusTag> {stage[lang]}
        <small className="pt-muted">{line.reason}</small>
      </td>
      <td>
        <span className="pt-ties">
          {line.ties.map((tie) => (
            <TieChip key={tie.orderTieId} tie={tie} onUntie={onUntie} />
          ))}
          <Button
            size="small"
            icon={<LinkOutlined />}
            aria-label={t('orders.tie.toLine', { lineNo: line.lineNo })}
            onClick={() => onTie(line)}
          >
            {t('orders.tie.add')}
          </Button>
        </span>
      </td>
    </tr>
  );
}

/** The lines of the order, each with what carries it; shipments are tied and untied here. */
export function Lines() {
  const t = useT();
  const { order, refresh } = useOrder();
  const [tying, setTying] = useState<{ line: Line | undefined; open: boolean }>({ line: undefined, open: false });
  const untie = async (tie: Tie): Promise<void> => {
    const question = {
      title: t('orders.tie.removeTitle', { referenceNo: tie.referenceNo }),
      content: t('orders.tie.removeText'),
    };
    if (!(await confirm(question))) return;
    try {
      await call('orderUntie', { orderTieId: tie.orderTieId });
      refresh();
    } catch (error) {
      toast.failure(error, t('orders.failed'));
    }
  };
  return (
    <div className="pt-order-lines" tabIndex={0} role="region" aria-label={t('orders.lineTable')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('orders.col.line')}</th>
            <th scope="col">{t('orders.col.product')}</th>
            <th scope="col">{t('orders.col.quantity')}</th>
            <th scope="col">{t('orders.col.promised')}</th>
            <th scope="col">{t('orders.col.state')}</th>
            <th scope="col">{t('orders.col.carriedBy')}</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <LineRow
              key={line.orderLineId}
              line={line}
              onTie={(chosen) => setTying({ line: chosen, open: true })}
              onUntie={(tie) => void untie(tie)}
            />
          ))}
        </tbody>
      </table>
      <TieDialog
        open={tying.open}
        orderLineId={tying.line?.orderLineId ?? ''}
        lineNo={tying.line?.lineNo ?? ''}
        onClose={() => setTying({ ...tying, open: false })}
        onTied={refresh}
      />
    </div>
  );
}
