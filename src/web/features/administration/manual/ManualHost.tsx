import { type ReactElement, useState } from 'react';
import { useTabs } from '#web/base/tabs.ts';
import { loadTexts, useT } from '#web/i18n/index.ts';
import { late } from '#web/kit/late.tsx';

const ManualDrawer = late(async () => {
  const [module] = await Promise.all([import('./ManualDrawer.tsx'), loadTexts(['manual'])]);
  return module.ManualDrawer;
});

/** The button at the end of the tabs that opens the manual at the page on screen. */
export function ManualHost(): ReactElement {
  const t = useT();
  const [open, setOpen] = useState(false);
  const route = useTabs(({ tabs, active }) => tabs.find(({ key }) => key === active)?.route) ?? '/';
  return (
    <>
      <button
        type="button"
        className="pt-tabs-more"
        aria-haspopup="dialog"
        aria-label={t('shell.help')}
        title={t('shell.help')}
        onClick={() => setOpen(true)}
      >
        ?
      </button>
      <ManualDrawer open={open} onClose={() => setOpen(false)} route={route} />
    </>
  );
}
