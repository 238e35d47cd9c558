import { RedoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { CallData } from '#contract/index.ts';
import { ediMessagesList } from '#lists/edi-messages.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import { reasonsOf } from './edi-row.ts';
import { EventTable } from './EventTable.tsx';
import { ProblemLine, SegmentList } from './SegmentList.tsx';

type Detail = CallData<'ediGet'>;
type Props = { id: string | undefined; open: boolean; onClose: () => void; onReprocess: (id: string) => void };

function MessageFacts({ detail: { message, charset } }: { detail: Detail }) {
  const t = useT();
  const { label, name } = useListLabels(ediMessagesList);
  return (
    <Facts>
      <Fact label={label('sender')}>{[message.sender, message.partnerName].filter(Boolean).join(' · ') || null}</Fact>
      <Fact label={label('receiver')}>{message.receiver}</Fact>
      <Fact label={label('messageVersion')}>{message.messageVersion}</Fact>
      <Fact label={label('documentNo')} copy={message.documentNo}>
        {message.documentNo}
      </Fact>
      <Fact label={label('controlRef')} copy={message.controlRef}>
        {message.controlRef}
      </Fact>
      <Fact label={label('messageRef')}>{message.messageRef}</Fact>
      <Fact label={t('edi.charset')}>{charset}</Fact>
      <Fact label={label('receivedTime')}>
        <TimeText instant={message.receivedTime} />
      </Fact>
      <Fact label={label('way')}>{name('way', message.way)}</Fact>
      <Fact label={label('fileName')}>{message.fileName}</Fact>
      <Fact label={label('tenantName')}>{message.tenantName ?? t('edi.ofPlatform')}</Fact>
    </Facts>
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
        <MessageFacts detail={detail} />
      </Section>
    </>
  );
}

/** One message to read: what it tells and for which shipments, segment by segment, with what is wrong at its place. */
export function MessageDrawer({ id, open, onClose, onReprocess }: Props) {
  const t = useT();
  const query = useCall('ediGet', { id: id ?? '' }, { enabled: open && id !== undefined, staleTime: 0, keep: true });
  const message = query.data?.message;
  const { tag } = useListLabels(ediMessagesList);
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      title={
        message === undefined
          ? t('edi.message')
          : [message.messageType ?? t('edi.noType'), message.documentNo].filter(Boolean).join(' ')
      }
      mark={message && tag('state', message.state)}
      size="min(1040px, 94vw)"
      extra={
        message?.direction === 'in' && (
          <Button icon={<RedoOutlined />} onClick={() => onReprocess(message.id)}>
            {t('edi.reprocess')}
          </Button>
        )
      }
    >
      <Loaded query={query}>{(loaded) => <Body detail={loaded} />}</Loaded>
    </DetailDrawer>
  );
}
