import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, PlayCircleOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import type { CallData, CallInput } from '#contract/index.ts';
import { call } from '#web/base/client.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { usePorts } from '#web/kit/input/use-ports.ts';
import { useStatuses } from '#web/kit/search/use-names.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { useOnce } from '#web/kit/use-once.ts';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

type Result = CallData<'sourceTest'>;
type Step = Result['steps'][number];

const icons = {
  done: <CheckCircleFilled className="pt-source-done" />,
  warned: <ExclamationCircleFilled className="pt-source-warned" />,
  failed: <CloseCircleFilled className="pt-source-failed" />,
} satisfies Record<Step['state'], React.ReactNode>;

function Steps({ steps }: { steps: readonly Step[] }) {
  const t = useT();
  return (
    <ol className="pt-source-steps" aria-label={t('sources.steps')}>
      {steps.map(({ step, state, ms, text }) => (
        <li key={step} data-state={state}>
          {icons[state]}
          <b>{t(`sources.step.${step}`)}</b>
          <span>{text}</span>
          <span className="pt-muted">{t('sources.milliseconds', { ms })}</span>
        </li>
      ))}
    </ol>
  );
}

function Events({ shipment }: { shipment: NonNullable<Result['shipment']> }) {
  const t = useT();
  const statuses = useStatuses();
  const ports = usePorts(shipment.events.flatMap(({ portCode }) => portCode ?? []));
  const lang = useLang();
  const placeName = (code: string): string => {
    const port = ports.get(code);
    return (lang === 'zh' ? port?.portNameCn : undefined) ?? port?.portName ?? code;
  };
  const about = [shipment.billNo, shipment.vesselName, shipment.voyage, shipment.containers.join(' ')]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      <p className="pt-source-about">{about}</p>
      <MiniTable
        label={about}
        columns={[
          { key: 'time', title: t('sources.time') },
          { key: 'milestone', title: t('sources.milestone') },
          { key: 'place', title: t('sources.place') },
          { key: 'container', title: t('sources.container') },
          { key: 'vessel', title: t('sources.vessel') },
        ]}
        rows={shipment.events}
        rowKey={(_event, index) => index}
        cells={(event) => ({
          time: <BestTime times={event} zone={event.zone} wordless />,
          milestone: statuses.nameOf(event.statusCode),
          place: event.portCode === null ? event.place : placeName(event.portCode),
          container: event.containerNo,
          vessel: [event.vesselName, event.voyage].filter(Boolean).join(' '),
        })}
      />
    </>
  );
}

const asLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** A body as people read it: JSON on several lines. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function Exchanges({ exchanges }: Pick<Result, 'exchanges'>) {
  const t = useT();
  if (exchanges.length === 0) return null;
  return (
    <>
      {exchanges.map((one) => (
        <details key={`${one.method} ${one.url}`}>
          <summary>
            {`${one.method} ${one.url} · ${one.status ?? t('sources.noAnswer')} · ${t('sources.milliseconds', { ms: one.ms })}`}
          </summary>
          <h4>{t('sources.sent')}</h4>
          <pre>{asLines(one.requestHeaders)}</pre>
          <h4>{t('sources.received', { bytes: one.bytes })}</h4>
          <pre>{asLines(one.headers)}</pre>
          <pre tabIndex={0}>{readable(one.body)}</pre>
        </details>
      ))}
    </>
  );
}

function Shown({ result }: { result: Result }) {
  const t = useT();
  return (
    <div className="pt-source-result">
      <Steps steps={result.steps} />
      {result.shipment !== null && <Events shipment={result.shipment} />}
      {result.refusals.length > 0 && (
        <>
          <h4>{t('sources.refused')}</h4>
          <ul>
            {result.refusals.map(({ text, sample }, index) => (
              <li key={index}>
                {text} <code>{sample}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {result.tolerated.length > 0 && (
        <p className="pt-muted">
          {t('sources.tolerated')} {result.tolerated.map(({ text, n }) => `${text} × ${n}`).join(t('sources.comma'))}
        </p>
      )}
      <Exchanges exchanges={result.exchanges} />
    </div>
  );
}

type Props = {
  /** What is tried, as it is entered now. */
  input: () => CallInput<'sourceTest'>;
  /** Off for counterparts that are asked for nothing about a shipment. */
  byReference?: boolean;
  disabled?: boolean;
  onTested?: (result: Result) => void;
};

/** Tries a source step by step and shows what came of it; nothing is saved. */
export function TestPanel({ input, byReference = true, disabled = false, onTested }: Props) {
  const t = useT();
  const id = useId();
  const [reference, setReference] = useState('');
  const [result, setResult] = useState<Result>();
  const { busy, run } = useOnce(async (): Promise<void> => {
    setResult(undefined);
    try {
      const tested = await call('sourceTest', { ...input(), reference: reference.trim() || null });
      setResult(tested);
      onTested?.(tested);
    } catch (error) {
      toast.failure(error, t('sources.testFailed'));
    }
  });
  return (
    <section className="pt-source-test" aria-label={t('sources.test')}>
      {byReference && <label htmlFor={id}>{t('sources.reference')}</label>}
      <div className="pt-source-ask">
        {byReference && (
          <Input
            id={id}
            value={reference}
            maxLength={100}
            placeholder={t('sources.referenceExample')}
            onChange={(event) => setReference(event.target.value)}
            onPressEnter={() => disabled || run()}
          />
        )}
        <Button icon={<PlayCircleOutlined />} loading={busy} disabled={disabled} onClick={() => run()}>
          {t('sources.test')}
        </Button>
      </div>
      <div role="status">{busy ? t('sources.testing') : null}</div>
      {result !== undefined && <Shown result={result} />}
    </section>
  );
}
