import { CheckCircleFilled } from '@ant-design/icons';
import type { CallData } from '#contract/index.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useLiveRefetch } from '#web/base/live.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { RemoveWorld } from './RemoveWorld.tsx';
import './sources.css';

type Steps = CallData<'firstSteps'>;

type StepProps = { done: boolean; title: string; text: string; href: string; link: string };

function Step({ done, title, text, href, link }: StepProps) {
  const t = useT();
  return (
    <li data-done={done || undefined}>
      <h2>
        {title}
        {done && (
          <span className="pt-source-done">
            {' '}
            <CheckCircleFilled aria-hidden="true" /> {t('sources.first.done')}
          </span>
        )}
      </h2>
      <p>{text}</p>
      <GoLink href={href}>{link}</GoLink>
    </li>
  );
}

function StepList({ steps }: { steps: Steps }) {
  const t = useT();
  return (
    <ol className="pt-first-steps">
      <Step
        done={steps.keys > 0}
        title={t('sources.first.connect')}
        text={t('sources.first.connectText', { count: steps.sources })}
        href="/sources?connect=first"
        link={t('sources.first.toSources')}
      />
      <Step
        done={steps.subscriptions > 0}
        title={t('sources.first.paste')}
        text={t('sources.first.pasteText', { count: steps.subscriptions })}
        href="/trace-index?paste=1"
        link={t('sources.first.toTrace')}
      />
      <Step
        done={steps.tracked > 0}
        title={t('sources.first.see')}
        text={steps.tracked > 0 ? t('sources.first.seen', { count: steps.tracked }) : t('sources.first.seeText')}
        href="/exception-subscribe"
        link={t('sources.first.toSubscriptions')}
      />
    </ol>
  );
}

/** The way from an empty product to the first tracked shipment. */
export function FirstStepsPage() {
  const t = useT();
  const query = useCall('firstSteps', undefined, { keep: true, staleTime: 0, refetchInterval: 10_000 });
  useLiveRefetch('shipment', 'firstSteps');
  return (
    <div className="pt-first">
      <h1>{t('sources.first.heading')}</h1>
      <Loaded query={query}>{(steps) => <StepList steps={steps} />}</Loaded>
      <RemoveWorld />
    </div>
  );
}
