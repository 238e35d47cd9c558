import { Button } from 'antd';
import { useState } from 'react';
import { useGo } from '#web/base/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { late } from '#web/kit/late.tsx';
import type { ExceptionRow } from './row-rules.ts';

const BusinessDialog = late(async () => (await import('#web/business/BusinessDialog.tsx')).BusinessDialog);

/** Opens the whole booking of an exception, with path, transfers and containers, to be read. */
export function ViewBooking({ row }: { row: ExceptionRow }) {
  const t = useT();
  const go = useGo();
  const [open, setOpen] = useState(false);
  const bkId = row.obmAutotestResult.bkId ?? row.obmTkSubscribe?.bkId ?? null;
  if (bkId === null || bkId === '') return null;
  const close = (): void => setOpen(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('business.viewTitle')}
      </Button>
      <Button size="small" onClick={() => go(`/exceptionBusinessInfo?${new URLSearchParams({ bkId }).toString()}`)}>
        {t('business.toInfo')}
      </Button>
      <BusinessDialog open={open} bkId={bkId} disabled onClose={close} onSaved={close} />
    </>
  );
}
