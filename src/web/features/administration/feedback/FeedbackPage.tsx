import { InboxOutlined, SendOutlined, KeyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import type { CallInput } from '#contract/index.ts';
import { feedback } from '#entities/feedback.ts';
import { call } from '#web/base/client.ts';
import { useGo } from '#web/base/page-hooks.ts';
import type { DialogExtras, FormTools } from '#web/entity/EntityDialog.tsx';
import { idOf, type Row, say } from '#web/entity/entity-calls.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import { useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { PlaceholderBar } from './PlaceholderBar.tsx';
import { type Test, TestResult } from './TestResult.tsx';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import { feedbackKinds } from '#entities/feedback-kinds.ts';
import { Fact, Facts } from '#web/kit/detail/Section.tsx';
import './feedback.css';

const chatKinds = new Set(['DINGTALK', 'WECOM', 'FEISHU', 'SLACK', 'TEAMS']);

/** What address and credential of the chosen kind of notification are, and where people find them. */
function KindHelp({ form }: { form: FormTools }) {
  const t = useT();
  const type = String(form.draft['feedbackType'] ?? '');
  const kind = feedbackKinds[type];
  if (kind === undefined) return null;
  return (
    <section className="pt-kind-help" aria-label={t('outbox.kindHelp.title')} aria-live="polite">
      <Facts>
        <Fact wide label={t('outbox.kindHelp.address')}>
          {say(kind.address)}
        </Fact>
        <Fact wide label={t('outbox.kindHelp.secret')}>
          {kind.secret === undefined ? t('outbox.kindHelp.noSecret') : say(kind.secret)}
        </Fact>
      </Facts>
      {chatKinds.has(type) && <p className="pt-muted">{t('outbox.kindHelp.markup')}</p>}
    </section>
  );
}

const secretBytes = 32;

/** A new secret for webhooks, made in the browser and sent nowhere. */
function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

/** Makes a webhook secret to copy into the form. */
function SecretMaker() {
  const t = useT();
  const [secret, setSecret] = useState<string>();
  return (
    <div>
      <Button size="small" icon={<KeyOutlined />} onClick={() => setSecret(makeSecret())}>
        {t('outbox.secret.make')}
      </Button>
      {secret !== undefined && (
        <div role="status">
          <p className="pt-secret-once">
            <code>{secret}</code>
            <CopyButton text={secret} />
          </p>
          <p className="pt-muted">{t('outbox.secret.hint')}</p>
        </div>
      )}
    </div>
  );
}

/** What a definition is shown by, in the order people know it. */
const firstColumns = [
  'feedbackName',
  'feedbackType',
  'triggerStatus',
  'feedbackAddr',
  'feedbackSubject',
  'feedbackContent',
];

type Shown = { test: Test; open: boolean };

/** Sends tests; only the newest one is shown. */
function useTests() {
  const t = useT();
  const [shown, setShown] = useState<Shown>();
  const newest = useRef(0);
  const send = async (name: string, input: CallInput<'feedbackTest'>, form?: FormTools): Promise<void> => {
    const mine = ++newest.current;
    const again = (): void => void send(name, input, form);
    const test = { wlFeedbackId: form === undefined ? String(input?.wlFeedbackId) : undefined, name, again };
    setShown({ test: { ...test, result: undefined }, open: true });
    try {
      const result = await call('feedbackTest', input, { timeoutMs: 90_000 });
      if (newest.current === mine) setShown((last) => last && { ...last, test: { ...test, result } });
    } catch (error) {
      if (newest.current === mine) setShown((last) => last && { ...last, open: false });
      form?.refuse(error);
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
  const dialog: DialogExtras = {
    width: '80%',
    below: (form, row) => (
      <>
        <KindHelp form={form} />
        <PlaceholderBar form={form} />
        {form.draft['feedbackType'] === 'WEBHOOK' && <SecretMaker />}
        <Button
          size="small"
          icon={<SendOutlined />}
          onClick={() => {
            if (!form.check()) return;
            const input = form.input();
            const id = row === undefined ? {} : { wlFeedbackId: idOf(feedback, row) };
            void send(nameOf({ ...row, ...input }), { ...id, feedback: input }, form);
          }}
        >
          {t('outbox.test.form')}
        </Button>
      </>
    ),
  };
  return (
    <>
      <EntityListPage
        entity={feedback}
        route="/feedback"
        firstColumns={firstColumns}
        dialog={dialog}
        actions={[
          {
            key: 'run',
            label: t('outbox.test.action'),
            icon: <SendOutlined />,
            run: (row) => void send(nameOf(row), { wlFeedbackId: idOf(feedback, row) }),
          },
          {
            key: 'page',
            label: t('outbox.test.outbox'),
            icon: <InboxOutlined />,
            run: (row) => go(`/outbox?wlFeedbackId=${encodeURIComponent(idOf(feedback, row))}`),
          },
        ]}
      />
      <TestResult test={shown?.test} open={shown?.open ?? false} onClose={close} onAgain={() => shown?.test.again()} />
    </>
  );
}
