import { Button } from 'antd';
import { useState } from 'react';
import type { BusinessData } from '#contract/tracking/business-data.ts';
import type { CallData } from '#contract/index.ts';
import { callFull } from '#web/base/client.ts';
import { useLive } from '#web/base/live.ts';
import { newKey } from '#web/base/new-key.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { fillFrom } from './draft.ts';
import type { BusinessEditor } from './use-business-editor.ts';

type Answered = CallData<'automaticBkInfo'>['sources'][number];
type Progress = { id: string; total: number; reported: readonly Answered[] };

const isWhole = (found: Partial<BusinessData>): found is BusinessData => found.obmBk !== undefined;

/** Asks the sources for the booking, shows who has answered, and fills what is still empty. */
export function LookUp({ editor }: { editor: BusinessEditor }) {
  const t = useT();
  const lang = useLang();
  const [progress, setProgress] = useState<Progress>();
  const [busy, setBusy] = useState(false);
  const { mine, base, set } = editor.draft;
  useLive('lookup', (payload) => {
    const { lookupId, total, ...answered } = (payload ?? {}) as Answered & { lookupId?: string; total: number };
    setProgress((latest) =>
      latest === undefined || latest.id !== lookupId
        ? latest
        : { ...latest, total, reported: [...latest.reported.filter(({ code }) => code !== answered.code), answered] },
    );
  });
  const ask = async (): Promise<void> => {
    const id = newKey();
    setBusy(true);
    setProgress({ id, total: 0, reported: [] });
    const { blNo = '', ctnNo = '', carrierCode = '', custVessel = '', custVoyage = '' } = mine.booking;
    try {
      const { data, msg } = await callFull('automaticBkInfo', {
        blNo,
        ctnNo,
        carrierCode,
        custVessel,
        custVoyage,
        inOutFlag: base.obmBk.inOutFlag,
        lookupId: id,
      });
      const { sources, ...found } = data;
      setProgress({ id, total: sources.length, reported: sources });
      if (isWhole(found)) {
        set((latest) => fillFrom(latest, found));
        toast.success(msg);
      } else toast.warn(msg);
    } catch (error) {
      setProgress(undefined);
      toast.failure(error, t('business.lookUpFailed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="pt-lookup" role="status">
      <span>
        <Button size="small" loading={busy} onClick={() => void ask()}>
          {t('business.lookUp')}
        </Button>{' '}
        {progress === undefined
          ? t('business.lookUpHint')
          : t('business.lookUpProgress', { done: progress.reported.length, total: progress.total })}
      </span>
      {progress?.reported.map(({ code, nameCn, nameEn, state, message }) => (
        <span key={code}>
          {lang === 'zh' ? nameCn : nameEn}: {t(`business.lookUpState.${state}`)} {message ?? ''}
        </span>
      ))}
    </div>
  );
}
