import { InboxOutlined, SendOutlined } from '@ant-design/icons';
import { useRef, useState } from 'react';
import { feedback } from '#entities/feedback.ts';
import { call } from '#web/app/client.ts';
import { useGo } from '#web/app/page-hooks.ts';
import { idOf, type Row } from '#web/entity/entity-calls.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import { useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { SecretMaker } from './SecretMaker.tsx';
import { type Test, TestResult } from './TestResult.tsx';

const dialog = { width: '80%', below: () => <SecretMaker /> };

type Shown = { test: Test; open: boolean };

/** Sends tests; only the newest one is shown. */
function useTests() {
  const t = useT();
  const [shown, setShown] = useState<Shown>();
  const newest = useRef(0);
  const send = async (wlFeedbackId: string, name: string): Promise<void> => {
    const mine = ++newest.current;
    setShown({ test: { wlFeedbackId, name, result: undefined }, open: true });
    try {
      const result = await call('feedbackTest', { wlFeedbackId }, { timeoutMs: 90_000 });
      if (newest.current === mine) setShown((last) => last && { ...last, test: { wlFeedbackId, name, result } });
    } catch (error) {
      if (newest.current === mine) setShown((last) => last && { ...last, open: false });
      toast.failure(error, t('outbox.test.failed'));
    }
  };
  return { shown, send, close: () => setShown((last) => last && { ...last, open: false }) };
}

/** The list of feedback definitions, and sending a test by one of them. */
export function FeedbackPage() {
  const t = useT();
  const go = useGo();
  const { shown, send, close } = useTests();
  const nameOf = (row: Row): string => String(row['feedbackName'] ?? '');
  return (
    <>
      <EntityListPage
        entity={feedback}
        route="/feedback"
        dialog={dialog}
        actions={[
          {
            key: 'test',
            label: t('outbox.test.action'),
            shortcut: 't',
            icon: <SendOutlined />,
            run: (row) => void send(idOf(feedback, row), nameOf(row)),
          },
          {
            key: 'outbox',
            label: t('outbox.test.outbox'),
            shortcut: 'o',
            icon: <InboxOutlined />,
            run: (row) => go(`/outbox?wlFeedbackId=${encodeURIComponent(idOf(feedback, row))}`),
          },
        ]}
      />
      <TestResult
        test={shown?.test}
        open={shown?.open ?? false}
        onClose={close}
        onAgain={() => shown && void send(shown.test.wlFeedbackId, shown.test.name)}
      />
    </>
  );
}
