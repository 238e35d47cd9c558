import { RedoOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import type { ReactNode } from 'react';
import type { CallData } from '#contract/index.ts';
import { useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { reasonsOf, stateTones } from './columns.tsx';
import { EventTable } from './EventTable.tsx';
import { ProblemLine, SegmentList } from './SegmentList.tsx';

type Detail = CallData<'ediGet'>;
type Props = { id: string | undefined; open: boolean; onClose: () => void; onReprocess: (id: string) => void };

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="pt-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Fact({ label, children, copy }: { label: string; children: ReactNode; copy?: string | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children ?? '—'}
        {copy && <CopyButton text={copy} />}
      </dd>
    </div>
  );
}

function Facts({ detail: { message, charset } }: { detail: Detail }) {
  const t = useT();
  return (
    <dl className="pt-facts">
      <Fact label={t('edi.column.sender')}>
        {[message.sender, message.partnerName].filter(Boolean).join(' · ') || null}
      </Fact>
      <Fact label={t('edi.column.receiver')}>{message.receiver}</Fact>
      <Fact label={t('edi.column.messageVersion')}>{message.messageVersion}</Fact>
      <Fact label={t('edi.column.documentNo')} copy={message.documentNo}>
        {message.documentNo}
      </Fact>
      <Fact label={t('edi.column.controlRef')} copy={message.controlRef}>
        {message.controlRef}
      </Fact>
      <Fact label={t('edi.column.messageRef')}>{message.messageRef}</Fact>
      <Fact label={t('edi.charset')}>{charset}</Fact>
      <Fact label={t('edi.column.receivedTime')}>
        <TimeText instant={message.receivedTime} />
      </Fact>
      <Fact label={t('edi.column.way')}>{t(`edi.way.${message.way}`)}</Fact>
      <Fact label={t('edi.column.fileName')}>{message.fileName}</Fact>
      <Fact label={t('edi.column.tenantName')}>{message.tenantName ?? t('edi.ofPlatform')}</Fact>
    </dl>
  );
}

function Body({ detail }: { detail: Detail }) {
  const t = useT();
  // Problems of the file or the interchange stand at no segment of this message.
  const shown = new Set(detail.segments.map(({ number }) => number));
  const elsewhere = detail.problems.filter(({ segment }) => segment === null || !shown.has(segment));
  return (
    <>
      {detail.message.reasons.length > 0 && <p className="pt-why">{reasonsOf(detail.message)}</p>}
      {elsewhere.length > 0 && (
        <ul className="pt-edi-problems">
          {elsewhere.map((problem, index) => (
            <li key={index}>
              <ProblemLine problem={problem} />
            </li>
          ))}
        </ul>
      )}
      <Section title={t('edi.section.events')}>
        <EventTable detail={detail} />
      </Section>
      <Section title={t('edi.section.segments')}>
        <SegmentList detail={detail} />
      </Section>
      <Section title={t('edi.section.facts')}>
        <Facts detail={detail} />
      </Section>
    </>
  );
}

/** One message to read: what it tells and for which shipments, segment by segment, with what is wrong at its place. */
export function MessageDrawer({ id, open, onClose, onReprocess }: Props) {
  const t = useT();
  const query = useCall('ediGet', { id: id ?? '' }, { enabled: open && id !== undefined, staleTime: 0, keep: true });
  const detail = query.data;
  const message = detail?.message;
  const title =
    message === undefined ? (
      t('edi.message')
    ) : (
      <span className="pt-drawer-title">
        {[message.messageType ?? t('edi.noType'), message.documentNo].filter(Boolean).join(' ')}
        <StatusTag tone={stateTones[message.state]}>{t(`edi.state.${message.state}`)}</StatusTag>
      </span>
    );
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={title}
      size="min(1040px, 94vw)"
      extra={
        message?.direction === 'in' && (
          <Button icon={<RedoOutlined />} onClick={() => onReprocess(message.id)}>
            {t('edi.reprocess')}
          </Button>
        )
      }
    >
      {query.isError ? (
        <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
      ) : detail === undefined ? (
        <LoadingState />
      ) : (
        <Body detail={detail} />
      )}
    </Drawer>
  );
}
