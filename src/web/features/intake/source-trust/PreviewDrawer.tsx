import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import type { PrecedencePreview, PreviewedShipment } from '#contract/intake/precedence.ts';
import type { PrecedenceOrders } from '#domain/intake/fusion/precedence-orders.ts';
import { callFull } from '#web/base/client.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { useTenants } from '#web/kit/search/use-names.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { PathName } from '#web/kit/value/EvidenceTable.tsx';
import { subjectOf } from '#web/kit/value/evidence-path.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { TimeAtPath } from '#web/kit/value/PlanTime.tsx';
import { useAttributeName } from './AttributeName.tsx';
import { ChangeTable } from './ChangeTable.tsx';

type Side = PreviewedShipment['values'][number]['before'];

function Statement({ side, path, zone }: { side: Side; path: string; zone: string | null }) {
  const t = useT();
  if (side.value === null) return <span className="pt-muted">{t('truth.precedence.nothing')}</span>;
  const isTime = typeof side.value === 'number' && subjectOf(path).isTime;
  return (
    <>
      {isTime ? <TimeAtPath path={path} instant={side.value as number} zone={zone} /> : String(side.value)}
      {side.sourceName !== null && <span className="pt-muted"> {side.sourceName}</span>}
    </>
  );
}

function Shipment({ shipment }: { shipment: PreviewedShipment }) {
  const t = useT();
  const tenants = useTenants();
  const number = shipment.blNo ?? shipment.ctnNo ?? shipment.obmTkSubscribeId;
  const left = shipment.count - shipment.values.length;
  return (
    <section className="pt-previewed" aria-label={number}>
      <h3>
        <GoLink className="pt-link pt-mono" href={makeHref('/trace-detail', { obmBkId: shipment.obmBkId })}>
          {number}
        </GoLink>
        <span className="pt-muted"> {tenants.nameOf(shipment.tenantCode)}</span>
      </h3>
      <ChangeTable
        changes={shipment.values.map(({ path, zone, before, after }) => ({
          key: path,
          name: <PathName path={path} />,
          before: <Statement side={before} path={path} zone={zone} />,
          after: <Statement side={after} path={path} zone={zone} />,
        }))}
      />
      {left > 0 && <p className="pt-muted">{t('truth.precedence.more', { count: left })}</p>}
    </section>
  );
}

function Result({ preview }: { preview: PrecedencePreview }) {
  const t = useT();
  const nameOf = useAttributeName();
  const { candidates, examined } = preview;
  const facts = [
    ['changed', preview.changedShipments],
    ['values', preview.changedValues],
    ['onlySource', preview.onlySource],
    ['rewritten', preview.rewritten],
  ] as const;
  return (
    <>
      <p>
        {examined === candidates
          ? t('truth.precedence.all', { examined: formatCount(examined) })
          : t('truth.precedence.sample', { candidates: formatCount(candidates), examined: formatCount(examined) })}
      </p>
      <dl className="pt-figures">
        {facts.map(([key, count]) => (
          <div key={key}>
            <dt>{t(`truth.precedence.${key}`)}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {preview.changedShipments === 0 && <p role="status">{t('truth.precedence.none')}</p>}
      {preview.attributes.length > 0 && (
        <>
          <h2 className="pt-drawer-head">{t('truth.precedence.byAttribute')}</h2>
          <ul className="pt-counted">
            {preview.attributes.map(({ attribute, count }) => (
              <li key={attribute}>
                {nameOf(attribute)} <b>{formatCount(count)}</b>
              </li>
            ))}
          </ul>
          <h2 className="pt-drawer-head">{t('truth.precedence.shipments', { count: preview.shipments.length })}</h2>
          {preview.shipments.map((shipment) => (
            <Shipment key={shipment.obmTkSubscribeId} shipment={shipment} />
          ))}
        </>
      )}
    </>
  );
}

type Props = {
  version: number;
  orders: PrecedenceOrders;
  writable: boolean;
  onClose: () => void;
  onSaved: (version: number) => void;
};

/** What stored shipments would show by orders that are not saved yet, and saving them. */
export function PreviewDrawer({ version, orders, writable, onClose, onSaved }: Props) {
  const t = useT();
  const client = useQueryClient();
  const [remark, setRemark] = useState('');
  const [busy, setBusy] = useState(false);
  const body = { orders: orders as Record<string, string[]> };
  // What is stored changes all the time: an answer is for this look only.
  const query = useCall('precedencePreview', body, { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false });
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { msg, data } = await callFull('precedenceSave', { version, ...body, remark });
      toast.success(msg);
      onSaved(data.version);
    } catch (error) {
      toast.failure(error, t('truth.precedence.saveFailed'));
    } finally {
      setBusy(false);
    }
    for (const name of ['precedenceGet', 'precedenceHistory']) await client.invalidateQueries({ queryKey: [name] });
  };
  return (
    <DetailDrawer
      open
      onClose={onClose}
      size="min(960px, 94vw)"
      title={t('truth.precedence.previewTitle')}
      footer={
        <div className="pt-save">
          <Input
            value={remark}
            maxLength={500}
            disabled={!writable}
            aria-label={t('truth.precedence.remark')}
            placeholder={t('truth.precedence.remark')}
            onChange={(event) => setRemark(event.target.value)}
          />
          <Button
            type="primary"
            loading={busy}
            disabled={!writable || query.data === undefined}
            onClick={() => void save()}
          >
            {t('truth.precedence.save')}
          </Button>
        </div>
      }
    >
      <Loaded query={query}>{(preview) => <Result preview={preview} />}</Loaded>
    </DetailDrawer>
  );
}
