import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import { NameSelect } from '#web/kit/search/NameSelect.tsx';
import type { FormField } from '#web/kit/search/SearchForm.tsx';
import type { SearchField } from '#web/kit/search/search-values.ts';

/** The filters in the order of the form. */
export const answerFields = [
  { name: 'keyword', kind: 'text' },
  { name: 'carrierCode', kind: 'choice' },
  { name: 'state', kind: 'choice' },
  { name: 'parserId', kind: 'choice' },
] as const satisfies readonly SearchField[];

/** Reasons above the list link to the answers they held up. */
export const linkFields = [{ name: 'reason', kind: 'choice' }] as const satisfies readonly SearchField[];

const states = ['parsed', 'partly', 'unknown', 'refused'] as const;

type Option = { value: string; label: string };
type Parsers = CallData<'rpaParsers'> | undefined;

const choice = (options: readonly Option[]): Pick<FormField, 'control' | 'nameOf'> => ({
  nameOf: (code) => options.find((option) => option.value === code)?.label ?? code,
  control: (props) => <NameSelect {...props} options={[...options]} />,
});

/** The filters of the list with their controls and names. */
export function useAnswerFields(data: Parsers): FormField[] {
  const t = useT();
  return useMemo(() => {
    const carriers = (data?.carriers ?? []).map(({ carrierCode, carrierName }) => ({
      value: carrierCode,
      label: carrierName ?? carrierCode,
    }));
    const parsers = (data?.parsers ?? []).map(({ parserId }) => ({ value: parserId, label: parserId }));
    const parts: Readonly<Partial<Record<string, Pick<FormField, 'control' | 'nameOf'>>>> = {
      carrierCode: choice(carriers),
      state: choice(states.map((state) => ({ value: state, label: t(`robotAnswers.state.${state}`) }))),
      parserId: choice(parsers),
    };
    return answerFields.map((field) => ({
      ...field,
      label: t(`robotAnswers.field.${field.name}`),
      ...parts[field.name],
    }));
  }, [t, data]);
}

/** The filter that only counts link to: one reason, by its words. */
export function useReasonField(data: Parsers): FormField[] {
  const t = useT();
  return useMemo(
    () =>
      linkFields.map((field) => ({
        ...field,
        label: t('robotAnswers.column.reasons'),
        nameOf: (code: string) =>
          data?.carriers.flatMap(({ reasons }) => reasons).find((reason) => reason.code === code)?.text ?? code,
      })),
    [t, data],
  );
}
