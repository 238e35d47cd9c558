import { CopyOutlined, LinkOutlined, SendOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useLive } from '#web/base/live.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { copyText } from '#web/kit/copy-text.ts';
import { ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { DueLines } from '#web/kit/value/DueLines.tsx';
import { formatAmount } from '#web/kit/value/format-value.ts';
import { SeverityMark } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { SendDialog } from './SendDialog.tsx';
import './hand-over.css';

type HandOver = CallData<'handOverGet'>;
type Item = HandOver['open']['items'][number];

const ROUTE = '/hand-over';
const shifts = [4, 8, 12, 24] as const;
const usual = 8;
const REFRESH_MS = 60_000;

function Part({
  title,
  facts,
  count,
  children,
}: {
  title: string;
  facts?: string;
  count: number;
  children: ReactNode;
}) {
  const t = useT();
  return (
    <section className="pt-hand-over-part" aria-label={title}>
      <h2>{title}</h2>
      {facts !== undefined && <p className="pt-muted">{facts}</p>}
      {count === 0 ? <p className="pt-muted">{t('handOver.nothing')}</p> : <ul>{children}</ul>}
    </section>
  );
}

function ExceptionLine({ item, children }: { item: Item; children?: ReactNode }) {
  return (
    <li>
      {children}
      <SeverityMark severity={item.severity} wordless />
      <GoLink className="pt-link" href={makeHref('/exception-manage/handle', { id: item.exceptionId })}>
        {item.referenceNo || item.typeName}
      </GoLink>
      <span>{item.text}</span>
    </li>
  );
}

function Parts({ data }: { data: HandOver }) {
  const t = useT();
  const { open, changed, due } = data;
  return (
    <div className="pt-hand-over-parts">
      <Part
        title={t('handOver.open')}
        facts={t('handOver.openFacts', { ...open, money: formatAmount(open.moneyUsd) })}
        count={open.items.length}
      >
        {open.items.map((item) => (
          <ExceptionLine key={item.exceptionId} item={item}>
            <small className="pt-muted">{item.assigneeName ?? t('handOver.nobody')}</small>
            {item.moneyUsd > 0 && <b>USD {formatAmount(item.moneyUsd)}</b>}
          </ExceptionLine>
        ))}
      </Part>
      <Part
        title={t('handOver.changed')}
        facts={t('handOver.changedFacts', {
          opened: changed.opened,
          resolved: changed.resolved,
          handled: changed.handled,
        })}
        count={changed.items.length}
      >
        {changed.items.map((item) => (
          <ExceptionLine key={item.exceptionId} item={item}>
            <small className="pt-muted">
              {t(`handOver.change.${item.change}`)} <TimeText instant={item.time} />
            </small>
          </ExceptionLine>
        ))}
      </Part>
      <Part title={t('handOver.due')} count={due.length}>
        <DueLines due={due} />
      </Part>
    </div>
  );
}

/** The hand-over of a shift: what is open, what changed, what is due; it stays live for anyone who opens its link. */
export function HandOverPage() {
  const t = useT();
  const { search, setSearch } = usePageSearch(ROUTE);
  const [hours, setHours] = useState<number>(usual);
  const [sending, setSending] = useState(false);
  // A link names its moment; otherwise the shift began some hours ago on the clock of the server.
  const requested = Number(search['from']);
  const from = Number.isInteger(requested) && requested > 0 ? requested : undefined;
  const by = search['by'];
  const query = useCall(
    'handOverGet',
    { ...(from === undefined ? { hours } : { from }), ...(by === undefined ? {} : { by }) },
    { keep: true, staleTime: 0, refetchInterval: REFRESH_MS },
  );
  useLive('exception', () => void query.refetch());
  const { data } = query;
  const copy = async (text: string): Promise<void> => {
    if (await copyText(text)) toast.success(t('handOver.copied'));
    else toast.warn(t('common.copyFailed'));
  };
  if (data === undefined)
    return query.isError ? (
      <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
    ) : (
      <LoadingState />
    );
  const link = makeHref(ROUTE, { from: String(data.from), ...(by === undefined ? {} : { by }) });
  return (
    <div className="pt-hand-over">
      <header>
        <span>{t('handOver.shiftFrom')}</span>
        <b>
          <TimeText instant={data.from} />
        </b>
        <Select
          size="small"
          aria-label={t('handOver.shiftFrom')}
          // A shift that a link names began at no choice of the list, so that any choice leads away from it.
          value={from === undefined ? hours : null}
          placeholder="—"
          options={shifts.map((count) => ({ value: count, label: t('handOver.hours', { count }) }))}
          onChange={(count: number) => {
            setHours(count);
            setSearch({ ...search, from: undefined });
          }}
        />
        {data.byName !== null && <span className="pt-muted">{t('handOver.of', { name: data.byName })}</span>}
        <span className="pt-hand-over-gap" />
        <Button
          size="small"
          icon={<LinkOutlined />}
          onClick={() => void copy(new URL(link, globalThis.location.href).href)}
        >
          {t('handOver.copyLink')}
        </Button>
        <Button size="small" icon={<CopyOutlined />} onClick={() => void copy(data.text)}>
          {t('handOver.copyText')}
        </Button>
        <Button size="small" type="primary" icon={<SendOutlined />} onClick={() => setSending(true)}>
          {t('handOver.send')}
        </Button>
      </header>
      <Parts data={data} />
      <SendDialog open={sending} from={data.from} by={by} onClose={() => setSending(false)} />
    </div>
  );
}
