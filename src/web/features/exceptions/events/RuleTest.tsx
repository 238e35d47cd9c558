import { Button, Input } from 'antd';
import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { call } from '#web/base/client.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { Section } from '#web/kit/detail/Section.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import type { RuleField } from './rule-form.ts';
import { SeenValue } from './SeenValue.tsx';

type Answer = CallData<'eventRuleTest'>;

function Seen({ answer, fields }: { answer: Answer; fields: readonly RuleField[] }) {
  const t = useT();
  const lang = useLang();
  const byCode = new Map(fields.map((field) => [field.fieldCode, field]));
  return (
    <>
      <p role="status">
        <strong>{answer.referenceNo}</strong>{' '}
        <StatusTag tone={answer.found === 1 ? 'warn' : 'ok'}>
          {t(answer.found === 1 ? 'events.rule.found' : 'events.rule.notFound')}
        </StatusTag>{' '}
        {answer.inScope === 0 && t('events.rule.outOfScope')}
        {answer.ended === 1 && t('events.rule.ended')}
      </p>
      <ul className="pt-events-history">
        {answer.conditionList.map((seen, index) => {
          const field = byCode.get(seen.field);
          return (
            <li key={index}>
              <StatusTag tone={seen.met === 1 ? 'ok' : 'neutral'}>
                {t(seen.met === 1 ? 'events.rule.met' : 'events.rule.notMet')}
              </StatusTag>{' '}
              {(lang === 'zh' ? field?.fieldName : field?.fieldNameEn) ?? seen.field} · {t('events.rule.sees')}
              <SeenValue
                value={seen.value}
                type={field?.fieldType ?? 'text'}
                unit={field?.unit ?? null}
                zone={seen.zone}
                nothing={t('events.rule.nothing')}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

type Props = { eventItemId: string; rule: string; fields: readonly RuleField[] };

/** Tests the conditions as they are entered on one shipment. */
export function RuleTest({ eventItemId, rule, fields }: Props) {
  const t = useT();
  const [referenceNo, setReferenceNo] = useState('');
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const test = async (): Promise<void> => {
    setBusy(true);
    try {
      setAnswer(await call('eventRuleTest', { eventItemId, rule, referenceNo }));
    } catch (error) {
      setAnswer(undefined);
      toast.failure(error, t('events.failed'));
    }
    setBusy(false);
  };
  return (
    <Section title={t('events.rule.test')}>
      <p className="pt-muted">{t('events.rule.testHint')}</p>
      <form
        className="pt-events-row"
        onSubmit={(event) => {
          event.preventDefault();
          void test();
        }}
      >
        <Input
          style={{ inlineSize: 240 }}
          aria-label={t('events.rule.reference')}
          placeholder={t('events.rule.reference')}
          maxLength={60}
          value={referenceNo}
          onChange={({ target }) => setReferenceNo(target.value)}
        />
        <Button htmlType="submit" loading={busy} disabled={referenceNo.trim() === ''}>
          {t('events.rule.run')}
        </Button>
      </form>
      {answer !== undefined && <Seen answer={answer} fields={fields} />}
    </Section>
  );
}
