import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import type { Named } from '#web/kit/search/use-names.ts';

const types = ['IFTSTA', 'COARRI', 'CODECO', 'IFTMBC', 'COPRAR'] as const;

/** Partners as choices, by their codes. */
export function usePartnerOptions(): Named[] {
  const { data } = useCall('ediPartner.getAll', undefined, { staleTime: 60_000 });
  return useMemo(
    () =>
      (data ?? []).map((partner) => ({
        value: partner.partnerCode ?? '',
        label: `${partner.partnerCode} ${partner.partnerName}`,
      })),
    [data],
  );
}

/** What filters offer: types in words, partners, and the reasons that were counted lately. */
export function useEdiChoices(
  stats: CallData<'ediStats'> | undefined,
): Record<'messageType' | 'partner' | 'reason', Named[]> {
  const t = useT();
  const partner = usePartnerOptions();
  return {
    messageType: types.map((type) => ({ value: type, label: `${type} ${t(`edi.type.${type}`)}` })),
    partner,
    reason: (stats?.reasons ?? []).map(({ code, text }) => ({ value: code, label: text })),
  };
}
