import type { ReactElement } from 'react';
import { parseHref } from '#web/base/href.ts';
import { usePageHref } from '#web/base/page-hooks.ts';
import { useSession } from '#web/base/session.ts';
import { DataPageFrame } from './DataPageFrame.tsx';
import { OceanTrackingFrame } from './OceanTrackingFrame.tsx';

/** The page of this tab, served by the external page that is configured for it. */
export function FramePage(): ReactElement | null {
  const href = usePageHref();
  const options = useSession((session) => session.options);
  if (parseHref(href).path === '/ft-ocean-tracking') return <OceanTrackingFrame pageUrl={options?.ftPageUrl ?? null} />;
  return options?.dataPageUrl ? <DataPageFrame baseUrl={options.dataPageUrl} href={href} /> : null;
}
