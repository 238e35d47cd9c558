import { Alert, Button, Input } from 'antd';
import { useId } from 'react';
import type { FunctionAnswer } from '#contract/execution/function-call.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import type { Row } from '#web/entity/entity-calls.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { type Trial, useTrial } from './use-trial.ts';

const shown = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Makes JSON readable; any other text stays as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What will be called, in one line. */
function Target({ row }: { row: Row }) {
  const t = useT();
  const { data } = useCall('functionTargets', undefined, { staleTime: 60_000 });
  const handler = shown(row['functionClassPath']).trim();
  const base = shown(row['functionPathEnv']);
  const address = data?.bases.find(({ name }) => name === base.toUpperCase())?.address;
  if (handler !== '') {
    const known = data?.handlers.find(({ name }) => name.toLowerCase() === handler.toLowerCase());
    return (
      <p className="pt-fn-target">
        <StatusTag tone="info">{t('functionInterface.inside')}</StatusTag> <code>{handler}</code>{' '}
        <span className="pt-muted">{known?.description}</span>
      </p>
    );
  }
  return (
    <>
      <p className="pt-fn-target">
        <StatusTag tone="info">{shown(row['functionMethod'])}</StatusTag>{' '}
        <code>
          {address ?? `${base}:`}
          {shown(row['functionPath'])}
        </code>
      </p>
      {data !== undefined && address === undefined && (
        <Alert
          type="warning"
          showIcon
          title={t('functionInterface.baseMissing', { name: base })}
          description={data.bases.length === 0 ? t('functionInterface.noBases') : undefined}
        />
      )}
    </>
  );
}

function Placeholders({ trial }: { trial: Trial }) {
  const t = useT();
  const id = useId();
  if (trial.names.length === 0) return null;
  return (
    <fieldset className="pt-fn-values">
      <legend>{t('functionInterface.placeholders')}</legend>
      {trial.names.map((name) => (
        <div key={name}>
          <label htmlFor={`${id}-${name}`}>{name}</label>
          <Input
            id={`${id}-${name}`}
            value={trial.values[name] ?? ''}
            maxLength={2000}
            onChange={(event) => trial.setValue(name, event.target.value)}
            onPressEnter={() => void trial.run()}
          />
        </div>
      ))}
    </fieldset>
  );
}

function AnswerHead({ answer }: { answer: FunctionAnswer }) {
  const t = useT();
  const status =
    answer.httpStatus === null
      ? t(answer.ok ? 'functionInterface.done' : 'functionInterface.noAnswer')
      : `HTTP ${answer.httpStatus}`;
  return (
    <p className="pt-fn-answer-head">
      <StatusTag tone={answer.ok ? 'ok' : 'danger'}>{status}</StatusTag>
      <span>{t('functionInterface.took', { ms: answer.durationMs })}</span>
      <span>{t('functionInterface.bytes', { count: answer.answerBytes })}</span>
      {answer.contentType !== null && <span className="pt-muted">{answer.contentType}</span>}
      {answer.answer !== null && answer.answer !== '' && <CopyButton text={answer.answer} />}
    </p>
  );
}

function Answer({ trial }: { trial: Trial }) {
  const t = useT();
  const { answer } = trial;
  return (
    <div className="pt-fn-answer" aria-live="polite">
      <h2>{t('functionInterface.answer')}</h2>
      {answer === undefined ? (
        <p className="pt-muted">{t('functionInterface.notCalled')}</p>
      ) : (
        <>
          <AnswerHead answer={answer} />
          {answer.failureText !== null && <p className="pt-fn-failure">{answer.failureText}</p>}
          {answer.answer === null && answer.failure === null && (
            <p className="pt-muted">{t('functionInterface.notText')}</p>
          )}
          {answer.answer !== null && (
            <pre tabIndex={0} role="region" aria-label={t('functionInterface.answer')}>
              {pretty(answer.answer)}
            </pre>
          )}
          {answer.truncated && <p className="pt-muted">{t('functionInterface.truncated')}</p>}
        </>
      )}
    </div>
  );
}

/** Calls a function interface with an input that can be changed, and shows what it answers. */
export function TryDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const trial = useTrial(row);
  const { answer } = trial;
  const mayKeep = answer?.ok === true && answer.answer !== null && !trial.kept;
  return (
    <AppDialog
      open
      width="80%"
      title={`${t('functionInterface.tryIt')} · ${shown(row['functionCode'])} ${shown(row['functionName'])}`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button disabled={!mayKeep} loading={trial.busy === 'keep'} onClick={() => void trial.keep()}>
            {t(trial.kept ? 'functionInterface.kept' : 'functionInterface.keep')}
          </Button>
          <Button type="primary" loading={trial.busy === 'call'} onClick={() => void trial.run()}>
            {t('functionInterface.call')}
          </Button>
        </>
      }
    >
      <Target row={row} />
      <div className="pt-fn-parts">
        <div className="pt-fn-input">
          <Placeholders trial={trial} />
          <label htmlFor={`${id}-input`}>{t('functionInterface.input')}</label>
          <Input.TextArea
            id={`${id}-input`}
            className="pt-mono"
            value={trial.inParam}
            maxLength={16_000}
            autoSize={{ minRows: 6, maxRows: 16 }}
            spellCheck={false}
            onChange={(event) => trial.setInParam(event.target.value)}
          />
          <p className="pt-muted">{t('functionInterface.inputHint')}</p>
        </div>
        <Answer trial={trial} />
      </div>
    </AppDialog>
  );
}
