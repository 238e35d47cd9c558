import { RedoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { CallData } from '#contract/index.ts';
import { outboxList } from '#lists/outbox.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { MessageText } from '#web/kit/detail/MessageText.tsx';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { useDict } from '#web/kit/search/use-names.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import { Attempts } from './Attempts.tsx';
import { Received } from './Received.tsx';

type Detail = CallData<'outboxGet'>;
type Props = { id: string | undefined; open: boolean; onClose: () => void; onReplay: (id: string) => void };

function NotificationFacts({ detail }: { detail: Detail }) {
  const t = useT();
  const { label } = useListLabels(outboxList);
  const types = useDict('WL_FEEDBACK_TYPE');
  return (
    <Facts>
      <Fact label={label('tenantName')}>{detail.tenantName}</Fact>
      <Fact label={label('feedbackName')}>{detail.feedbackName}</Fact>
      <Fact label={label('feedbackType')}>{types.nameOf(detail.feedbackType)}</Fact>
      <Fact label={label('address')} copy={detail.address}>
        {detail.address}
      </Fact>
      <Fact label={label('causeStatusName')}>{detail.causeStatusName}</Fact>
      <Fact label={label('causeTime')}>
        <TimeText instant={detail.causeTime} />
      </Fact>
      <Fact label={t('outbox.webhookId')} copy={detail.webhookId}>
        {detail.webhookId}
      </Fact>
      <Fact label={label('nextAttemptTime')}>
        {detail.nextAttemptTime === null ? null : <TimeText instant={detail.nextAttemptTime} />}
      </Fact>
    </Facts>
  );
}

function Body({ detail }: { detail: Detail }) {
  const t = useT();
  return (
    <>
      {detail.reasonText !== null && <p className="pt-outbox-why">{detail.reasonText}</p>}
      <NotificationFacts detail={detail} />
      <Section title={t('outbox.content')}>
        <MessageText label={t('outbox.content')} subject={detail.subject} text={detail.content} />
      </Section>
      <Section title={t('outbox.attempts')}>
        <Attempts attempts={detail.attemptList} />
      </Section>
      <Received id={detail.notificationId} />
    </>
  );
}

/** One notification to read: what it says, every attempt to send it, and what the receiver got where that is known. */
export function NotificationDrawer({ id, open, onClose, onReplay }: Props) {
  const t = useT();
  const query = useCall(
    'outboxGet',
    { notificationId: id ?? '' },
    { enabled: open && id !== undefined, staleTime: 0, keep: true },
  );
  const { tag } = useListLabels(outboxList);
  const detail = query.data;
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      title={detail === undefined ? t('outbox.notification') : (detail.subject ?? detail.feedbackName)}
      mark={detail && tag('state', detail.state)}
      extra={
        <Button
          icon={<RedoOutlined />}
          disabled={detail === undefined || detail.state === 'waiting'}
          onClick={() => detail !== undefined && onReplay(detail.notificationId)}
        >
          {t('outbox.replay')}
        </Button>
      }
    >
      <Loaded query={query}>{(loaded) => <Body detail={loaded} />}</Loaded>
    </DetailDrawer>
  );
}
