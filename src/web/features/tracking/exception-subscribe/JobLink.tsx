import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';

/** The job of a schedule: one of a robot has a page of its own, a request to a source is known by its number. */
export function JobLink({ jobId, kind }: { jobId: string | null; kind: 'source' | 'process' }) {
  if (jobId === null) return <>—</>;
  if (kind === 'source') return <span className="pt-mono">{jobId}</span>;
  return (
    <GoLink className="pt-link pt-mono" href={makeHref('/job/detail', { jobId })}>
      #{jobId}
    </GoLink>
  );
}
