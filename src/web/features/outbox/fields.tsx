import { useMemo } from 'react';
import { useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { DictSelect, NameSelect } from '#web/kit/search/NameSelect.tsx';
import type { FormField } from '#web/kit/search/SearchForm.tsx';
import { useDict } from '#web/kit/search/use-names.ts';
import { linkFields, outboxFields } from './list-state.ts';

const states = ['waiting', 'failed', 'sent', 'given_up'] as const;

/** The filters of the outbox with their controls and names. */
export function useOutboxFields(): FormField[] {
  const t = useT();
  const types = useDict('WL_FEEDBACK_TYPE');
  return useMemo(() => {
    const options = states.map((state) => ({ value: state, label: t(`outbox.state.${state}`) }));
    const parts: Readonly<Partial<Record<string, Pick<FormField, 'control' | 'nameOf'>>>> = {
      state: {
        nameOf: (code) => options.find((option) => option.value === code)?.label ?? code,
        control: (props) => <NameSelect {...props} options={options} />,
      },
      feedbackType: {
        nameOf: types.nameOf,
        control: (props) => <DictSelect {...props} codeType="WL_FEEDBACK_TYPE" />,
      },
    };
    return outboxFields.map((field) => ({ ...field, label: t(`outbox.field.${field.name}`), ...parts[field.name] }));
  }, [t, types]);
}

/** The filter that only links carry: one definition, by its name. */
export function useLinkFields(wanted: boolean): FormField[] {
  const t = useT();
  const { data } = useCall('feedback.getAll', undefined, { enabled: wanted, staleTime: 60_000 });
  return useMemo(
    () =>
      linkFields.map((field) => ({
        ...field,
        label: t('outbox.field.wlFeedbackId'),
        nameOf: (id: string) => data?.find((item) => item.wlFeedbackId === id)?.feedbackName ?? id,
      })),
    [t, data],
  );
}
