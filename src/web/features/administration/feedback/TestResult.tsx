import { Button } from 'antd';
import type { CallData } from '#contract/index.ts';
import { useGo } from '#web/base/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { MessageText } from '#web/kit/detail/MessageText.tsx';
import { Fact, Facts } from '#web/kit/detail/Section.tsx';
import { LoadingState } from '#web/kit/state/States.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import './feedback.css';

/** A test that was requested: of which definition (without an id: of a form), and what came of it once it is known. */
export type Test = {
  wlFeedbackId: string | undefined;
  name: string;
  result: CallData<'feedbackTest'> | undefined;
  again: () => void;
};

/** JSON in lines, to be read; anything else as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function Result({ result }: { result: CallData<'feedbackTest'> }) {
  const t = useT();
  const answer = [result.responseCode, result.detail].filter((part) => part !== null && part !== '').join(' ');
  return (
    <>
      <p className="pt-test-verdict" role="status">
        <StatusTag tone={result.ok ? 'ok' : 'danger'}>
          {t(result.ok ? 'outbox.test.delivered' : 'outbox.test.notDelivered')}
        </StatusTag>
        {result.reasonText}
      </p>
      <Facts>
        <Fact label={t('outbox.test.address')}>{result.address}</Fact>
        <Fact label={t('outbox.test.answer')}>{answer === '' ? t('outbox.test.noAnswer') : answer}</Fact>
        <Fact label={t('outbox.test.duration')}>{t('outbox.milliseconds', { ms: result.durationMs })}</Fact>
      </Facts>
      <h2>{t('outbox.test.text')}</h2>
      <MessageText label={t('outbox.test.text')} subject={result.subject} text={result.content} />
      {result.sent === null && <p className="pt-muted">{t('outbox.test.nothingSent')}</p>}
      {result.sent !== null && result.sent !== result.content && (
        <>
          <h2>{t('outbox.test.sent')}</h2>
          <MessageText label={t('outbox.test.sent')} text={indented(result.sent)} />
        </>
      )}
    </>
  );
}

type Props = { test: Test | undefined; open: boolean; onClose: () => void; onAgain: () => void };

/** What really came of a test: what was sent where, and what the receiver answered. */
export function TestResult({ test, open, onClose, onAgain }: Props) {
  const t = useT();
  const go = useGo();
  if (test === undefined) return null;
  const { result, wlFeedbackId } = test;
  return (
    <AppDialog
      open={open}
      onCancel={onClose}
      title={t('outbox.test.title', { name: test.name })}
      width="min(760px, 92vw)"
      footer={[
        wlFeedbackId !== undefined && (
          <Button
            key="outbox"
            onClick={() => {
              onClose();
              go(`/outbox?wlFeedbackId=${encodeURIComponent(wlFeedbackId)}`);
            }}
          >
            {t('outbox.test.outbox')}
          </Button>
        ),
        <Button key="again" disabled={result === undefined} onClick={onAgain}>
          {t('outbox.test.again')}
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          {t('common.close')}
        </Button>,
      ]}
    >
      {result === undefined ? <LoadingState /> : <Result result={result} />}
    </AppDialog>
  );
}
