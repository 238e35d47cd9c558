import type { CallData } from '#contract/index.ts';
import { robotAnswersList } from '#lists/robot-answers.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useMay } from '#web/base/session.ts';
import { useT } from '#web/i18n/index.ts';
import { useListLabels } from '#web/list/use-list-labels.tsx';

/** The pages a job brought, each with the shipment whose record is made from it. */
export function JobPages({ pages }: Pick<CallData<'jobGet'>, 'pages'>) {
  const t = useT();
  const { tag } = useListLabels(robotAnswersList);
  const mayPages = useMay('/robot-answers');
  return (
    <ul className="pt-jobs-artifacts">
      {pages.map((page) => (
        <li key={page.answerId}>
          {page.shipmentId === null ? (
            <span className="pt-mono">{page.subjectNo}</span>
          ) : (
            <GoLink className="pt-link pt-mono" href={makeHref('/trace-detail', { obmBkId: page.shipmentId })}>
              {page.subjectNo}
            </GoLink>
          )}
          {tag('state', page.state)}
          <span className="pt-muted">{t('jobs.events', { count: page.events })}</span>
          {mayPages && (
            <GoLink className="pt-link" href={makeHref('/robot-answers', { answerId: page.answerId })}>
              {t('jobs.page')}
            </GoLink>
          )}
        </li>
      ))}
    </ul>
  );
}
