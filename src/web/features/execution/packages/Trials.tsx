import type { CallData } from '#contract/index.ts';
import { jobsList } from '#lists/jobs.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';

type Trial = CallData<'versionTrials'>[number];

function Differences({ trial }: { trial: Trial }) {
  const t = useT();
  if (trial.errorText !== null) return <span title={trial.errorDetail ?? undefined}>{trial.errorText}</span>;
  if (trial.jobStatus !== 'Successful') return <>—</>;
  if (trial.differences.length === 0) return <>{t('orchestration.script.equal')}</>;
  return (
    <ul className="pt-script-differences">
      {trial.differences.map(({ path, before, after }) => (
        <li key={path}>
          <code>{path || '.'}</code> <del>{before ?? t('orchestration.script.absent')}</del>{' '}
          <ins>{after ?? t('orchestration.script.absent')}</ins>
        </li>
      ))}
    </ul>
  );
}

/** Trials of a version: each beside the job whose input and answers it was given, with what came out otherwise. */
export function Trials({ packageVersionId }: { packageVersionId: string }) {
  const t = useT();
  const { tag } = useListLabels(jobsList);
  const query = useCall('versionTrials', { packageVersionId }, { staleTime: 0 });
  useLiveRefetch('job', 'versionTrials');
  const job = (jobId: string) => (
    <GoLink className="pt-link pt-mono" href={makeHref('/job/detail', { jobId })}>
      #{jobId}
    </GoLink>
  );
  return (
    <Loaded query={query}>
      {(trials) =>
        trials.length === 0 ? (
          <p className="pt-muted">{t('orchestration.script.noTrials')}</p>
        ) : (
          <div className="pt-script-trials" tabIndex={0} role="group" aria-label={t('orchestration.script.trials')}>
            <table className="pt-mini">
              <thead>
                <tr>
                  <th scope="col">{t('orchestration.script.trial')}</th>
                  <th scope="col">{t('orchestration.script.comparedWith')}</th>
                  <th scope="col">{t('orchestration.script.state')}</th>
                  <th scope="col">{t('orchestration.script.differences')}</th>
                </tr>
              </thead>
              <tbody>
                {trials.map((trial) => (
                  <tr key={trial.jobId}>
                    <td>{job(trial.jobId)}</td>
                    <td>
                      {job(trial.ofJobId)} {trial.ofVersion}
                    </td>
                    <td>{tag('jobStatus', trial.jobStatus)}</td>
                    <td>
                      <Differences trial={trial} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Loaded>
  );
}
