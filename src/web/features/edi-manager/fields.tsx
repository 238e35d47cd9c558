import { useMemo } from 'react';
import { useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { NameSelect } from '#web/kit/search/NameSelect.tsx';
import type { FormField } from '#web/kit/search/SearchForm.tsx';
import { ediFields, linkFields } from './list-state.ts';

const states = ['received', 'parsed', 'partly', 'refused', 'duplicate', 'held', 'sent'] as const;
const types = ['IFTSTA', 'COARRI', 'CODECO'] as const;
const directions = ['in', 'out'] as const;

type Option = { value: string; label: string };

/** Partners as choices, by their codes. */
export function usePartnerOptions(): Option[] {
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

const choice = (options: readonly Option[]): Pick<FormField, 'control' | 'nameOf'> => ({
  nameOf: (code) => options.find((option) => option.value === code)?.label ?? code,
  control: (props) => <NameSelect {...props} options={[...options]} />,
});

/** The filters of the list with their controls and names. */
export function useEdiFields(): FormField[] {
  const t = useT();
  const partners = usePartnerOptions();
  return useMemo(() => {
    const parts: Readonly<Partial<Record<string, Pick<FormField, 'control' | 'nameOf'>>>> = {
      state: choice(states.map((state) => ({ value: state, label: t(`edi.state.${state}`) }))),
      messageType: choice(types.map((type) => ({ value: type, label: `${type} ${t(`edi.type.${type}`)}` }))),
      direction: choice(directions.map((one) => ({ value: one, label: t(`edi.direction.${one}`) }))),
      partner: choice(partners),
    };
    return ediFields.map((field) => ({ ...field, label: t(`edi.field.${field.name}`), ...parts[field.name] }));
  }, [t, partners]);
}

/** The filter that only counts link to: one reason, by its words. */
export function useLinkFields(reasons: readonly { code: string; text: string }[]): FormField[] {
  const t = useT();
  return useMemo(
    () =>
      linkFields.map((field) => ({
        ...field,
        label: t('edi.field.reason'),
        nameOf: (code: string) => reasons.find((reason) => reason.code === code)?.text ?? code,
      })),
    [t, reasons],
  );
}
