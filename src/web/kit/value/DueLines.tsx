import type { CallData } from '#contract/index.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useT } from '#web/i18n/index.ts';
import { TimeText } from './TimeText.tsx';

type Due = CallData<'handOverGet'>['due'][number];

const hrefOf = ({ kind, id }: Due): string =>
  kind === 'order'
    ? makeHref('/oms-movement-detail', { orderId: id })
    : kind === 'arrival'
      ? makeHref('/trace-detail', { obmBkId: id })
      : kind === 'event'
        ? makeHref('/event-index', {})
        : makeHref('/exception-manage/handle', { id });

/** What is due soon, as lines of a list: when, what, and a link to it. */
export function DueLines({ due }: { due: readonly Due[] }) {
  const t = useT();
  return due.map((one) => (
    <li key={`${one.kind}${one.id}`}>
      <TimeText short instant={one.time} {...(one.zone !== null && { zone: one.zone })} />
      <span>{t(`handOver.kind.${one.kind}`)}</span>
      <GoLink className="pt-link" href={hrefOf(one)}>
        {one.referenceNo}
      </GoLink>
    </li>
  ));
}
