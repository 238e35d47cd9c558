import { ArrowUpOutlined, PlusCircleOutlined, RollbackOutlined } from '@ant-design/icons';
import { historyKinds } from '#contract/exceptions/exception-names.ts';
import { thresholdsOf } from '#domain/exceptions/tuning.ts';
import { hoursText } from '#shared/time/duration.ts';
import { keysOf } from '#shared/values/objects.ts';
import type { CallData } from '#contract/index.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { usdText } from '#shared/text/usd-text.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { affected, membersHref } from './incident-state.ts';
import { type ExceptionRow, reasonNames } from './row-rules.ts';

type Result = ExceptionRow['obmAutotestResult'];
type Entry = CallData<'exceptionHistory'>[number];

const icons = { new: PlusCircleOutlined, regressed: RollbackOutlined, escalating: ArrowUpOutlined };
const rounded = (value: number): number => Math.round(value * 10) / 10;

/** The threshold that was crossed and by how much, in its own unit. */
function CrossingText({ result }: { result: Result }) {
  const t = useT();
  const lang = useLang();
  const { crossing } = result;
  if (crossing === null) return null;
  const { setting, limit, measured, unit, below } = crossing;
  const [threshold] = thresholdsOf({ code: result.testPurpose, defaults: { [setting]: limit } });
  const amount = (count: number): string =>
    unit === 'hours' ? hoursText(count, lang) : t(`exceptionIncidents.why.${unit}`, { count: rounded(count) });
  const parts = { measured: amount(measured), limit: amount(limit), over: amount(Math.abs(measured - limit)) };
  const side = parts.over === amount(0) ? 'reached' : below ? 'below' : 'measured';
  return (
    <Fact label={t('exceptionIncidents.why.threshold')}>
      {/* A threshold without a name of its own needs no more than its value. */}
      {threshold && !setting.startsWith('threshold') && `${threshold.label[lang]}${lang === 'zh' ? '：' : ': '}`}
      <b>{t(`exceptionIncidents.why.${side}`, parts)}</b>
    </Fact>
  );
}

function IncidentLink({ incidentId }: { incidentId: string }) {
  const t = useT();
  const query = useCall('incidentById', { incidentId });
  if (query.data === undefined) return <>…</>;
  return (
    <GoLink href={membersHref(incidentId)} className="pt-link">
      {t('exceptionIncidents.why.incidentText', { text: query.data.text, count: affected(query.data) })}
    </GoLink>
  );
}

/** New, back or worse; the threshold; and what it shares its cause with. */
export function WhyHere({ result }: { result: Result }) {
  const t = useT();
  const lang = useLang();
  const reason = keysOf(reasonNames).find((code) => code === result.reason) ?? 'new';
  const Icon = icons[reason];
  return (
    <Section title={t('exceptionIncidents.why.title')}>
      <Facts>
        <Fact label={t('exceptionIncidents.why.reason')}>
          <Icon aria-hidden /> {reasonNames[reason][lang]}
          {result.regressions > 0 && (
            <span className="pt-muted"> {t('exceptionManage.regressedHint', { count: result.regressions })}</span>
          )}
        </Fact>
        <CrossingText result={result} />
        {result.moneyReason !== null && (
          <Fact label={t('exceptionIncidents.why.money')}>
            <b>{usdText(result.moneyAtRisk)}</b> <span className="pt-muted">{result.moneyReason}</span>
          </Fact>
        )}
        <Fact label={t('exceptionIncidents.why.incident')}>
          {result.incidentId === null ? (
            t('exceptionIncidents.why.alone')
          ) : (
            <IncidentLink incidentId={result.incidentId} />
          )}
        </Fact>
      </Facts>
    </Section>
  );
}

function LifeEntry({ entry }: { entry: Entry }) {
  const t = useT();
  const kind = historyKinds.find((known) => known === entry.kind) ?? 'other';
  const changes = entry.changes.map(({ before, after }) => [before, after].filter(Boolean).join(' → '));
  const words = [entry.note, entry.comment?.body, ...changes].filter(Boolean).join(' · ');
  return (
    <li>
      <TimeText instant={entry.time} />
      <b>{t(`exceptionIncidents.why.kinds.${kind}`)}</b>{' '}
      <span className="pt-muted">{entry.actorName ?? t('exceptionIncidents.why.system')}</span> {words}
    </li>
  );
}

/** Everything that happened to an exception, newest first. */
export function Life({ exceptionId }: { exceptionId: string }) {
  const t = useT();
  const query = useCall('exceptionHistory', { obmAutotestResultId: exceptionId });
  return (
    <Section title={t('exceptionIncidents.why.life')}>
      <Loaded query={query}>
        {(entries) => (
          <ol className="pt-history">
            {entries.map((entry) => (
              <LifeEntry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </Loaded>
    </Section>
  );
}
