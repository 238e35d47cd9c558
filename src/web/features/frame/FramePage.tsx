import type { ReactElement } from 'react';
import { embedPrefix } from '#web/base/embed.ts';
import { parseHref } from '#web/base/href.ts';
import { usePageHref } from '#web/base/page-hooks.ts';
import { useSession } from '#web/base/session.ts';
import { DataPageFrame } from './DataPageFrame.tsx';
import { ExternalFrame } from './ExternalFrame.tsx';

/** The page of this tab, served by the external page that is configured for it. */
export function FramePage(): ReactElement | null {
  const href = usePageHref();
  const options = useSession((session) => session.options);
  if (parseHref(href).path === '/ft-ocean-tracking') {
    return options?.ftPageUrl ? (
      <ExternalFrame url={options.ftPageUrl} />
    ) : (
      <DataPageFrame baseUrl={embedPrefix} href={href} />
    );
  }
  return options?.dataPageUrl ? <DataPageFrame baseUrl={options.dataPageUrl} href={href} /> : null;
}
