import { Button } from 'antd';
import type { CallData } from '#contract/index.ts';
import { receivedMailsList } from '#lists/received-mails.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import { SheetPart } from './SheetPart.tsx';
import { fileSize } from './file-size.ts';
import { useMailActs } from './use-mail-acts.ts';

type Detail = CallData<'receivedMailGet'>;

function MailFacts({ detail }: { detail: Detail }) {
  const t = useT();
  const { label } = useListLabels(receivedMailsList);
  const checks = detail.checks.map(({ name, domain, result }) => [name, domain, result].filter(Boolean).join(' '));
  return (
    <Facts>
      <Fact label={label('sender')} copy={detail.mail.sender}>
        {detail.mail.sender}
      </Fact>
      <Fact label={t('mailImport.drawer.senderName')}>{detail.senderName}</Fact>
      <Fact label={t('mailImport.drawer.envelope')}>{detail.envelopeFrom}</Fact>
      <Fact label={t('mailImport.drawer.to')}>{detail.address}</Fact>
      <Fact label={label('receivedTime')}>
        <TimeText instant={detail.mail.receivedTime} />
      </Fact>
      <Fact label={t('mailImport.drawer.from')}>
        {`${detail.ip} · ${t(detail.encrypted === 1 ? 'mailImport.drawer.encrypted' : 'mailImport.drawer.plain')}`}
      </Fact>
      <Fact label={t('mailImport.drawer.size')}>{fileSize(detail.sizeBytes)}</Fact>
      <Fact label={t('mailImport.drawer.decidedBy')}>{detail.decidedBy}</Fact>
      <Fact label={t('mailImport.drawer.proof')} wide>
        {[detail.proof ?? t('mailImport.drawer.notChecked'), ...checks].join(' · ')}
      </Fact>
    </Facts>
  );
}

function Answer({ detail: { answerText, answerReason, answeredTime } }: { detail: Detail }) {
  const t = useT();
  if (answerText === null) return <p className="pt-muted">{t('mailImport.drawer.noAnswer')}</p>;
  return (
    <>
      {answerReason !== null && (
        <p className="pt-why">{t('mailImport.drawer.answerFailed', { reason: answerReason })}</p>
      )}
      {answerReason === null && answeredTime !== null && (
        <p className="pt-muted">
          <TimeText instant={answeredTime} />
        </p>
      )}
      <pre className="pt-mail-answer">{answerText}</pre>
    </>
  );
}

type Mapped = { sheetId: string; name: string };

function Body({ detail, onMap }: { detail: Detail; onMap: (sheet: Mapped) => void }) {
  const t = useT();
  const { save } = useMailActs();
  const { mail, sheets } = detail;
  return (
    <>
      {mail.reason !== null && <p className="pt-why">{mail.reason}</p>}
      <Section title={t('mailImport.drawer.sheets')}>
        {sheets.length === 0 && <p className="pt-muted">{t('mailImport.drawer.noSheets')}</p>}
        {sheets.map((sheet) => (
          <SheetPart
            key={sheet.sheetId}
            sheet={sheet}
            mayMap={mail.state !== 'held' && mail.state !== 'rejected'}
            onMap={() => onMap(sheet)}
            onSave={() => void save(mail.mailId, sheet.sheetId)}
          />
        ))}
      </Section>
      <Section title={t('mailImport.drawer.answer')}>
        <Answer detail={detail} />
      </Section>
      <Section title={t('mailImport.drawer.facts')}>
        <MailFacts detail={detail} />
        <p>
          <Button size="small" onClick={() => void save(mail.mailId)}>
            {t('mailImport.download')}
          </Button>
        </p>
      </Section>
    </>
  );
}

type Props = { mailId: string | undefined; open: boolean; onClose: () => void; onMap: (sheet: Mapped) => void };

/** One mail: its files with what became of their rows, the answer, and who sent it; what can be done with it. */
export function MailDrawer({ mailId, open, onClose, onMap }: Props) {
  const t = useT();
  const { act } = useMailActs();
  const { tag } = useListLabels(receivedMailsList);
  const query = useCall(
    'receivedMailGet',
    { mailId: mailId ?? '' },
    { enabled: open && mailId !== undefined, staleTime: 0, keep: true },
  );
  const detail = query.data;
  const run = async (wanted: Detail['acts'][number]): Promise<void> => {
    if (mailId === undefined) return;
    const question = {
      title: t('mailImport.drawer.rejectTitle'),
      content: t('mailImport.drawer.rejectText'),
      okText: t('mailImport.drawer.reject'),
      danger: true,
    };
    if (wanted === 'reject' && !(await confirm(question))) return;
    await act('receivedMailAct', { mailId, act: wanted });
  };
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      title={detail?.mail.subject || t('mailImport.drawer.title')}
      mark={detail && tag('state', detail.mail.state)}
      size="min(900px, 94vw)"
      actions={(detail?.acts ?? []).map((name) => ({
        key: name,
        label: t(`mailImport.drawer.${name}`),
        primary: name !== 'reject',
        run: () => void run(name),
      }))}
    >
      <Loaded query={query}>{(loaded) => <Body detail={loaded} onMap={onMap} />}</Loaded>
    </DetailDrawer>
  );
}
