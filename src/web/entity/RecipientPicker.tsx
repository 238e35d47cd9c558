import { Select } from 'antd';
import { useEffect, useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { splitPasted } from '#shared/text/normalize.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';

type Recipient = CallData<'eventRecipients'>[number];

type Props = {
  id: string;
  value: string;
  /** The tenant of the row; people of others could not be shown. */
  tenantId: string | undefined;
  disabled: boolean;
  invalid: boolean;
  describedBy: string | undefined;
  label: string | undefined;
  onChange: (value: string | null) => void;
  onBlur: () => void;
};

const DEBOUNCE_MS = 250;
const kinds = ['person', 'role', 'definition'] as const;

/** Chooses who is notified: people, roles, and feedback definitions of the tenant. Kept as one text, separated by commas. */
export function RecipientPicker({
  id,
  value,
  tenantId,
  disabled,
  invalid,
  describedBy,
  label,
  onChange,
  onBlur,
}: Props) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const chosen = splitPasted(value);
  // What was chosen before keeps its name, whatever is looked for.
  const { data = [], isFetching } = useCall(
    'eventRecipients',
    { keyword, chosen: chosen.join(','), ...(tenantId === undefined ? {} : { tenantId }) },
    { staleTime: 60_000, keep: true },
  );
  const nameOf = ({ kind, name, about }: Recipient): string =>
    kind === 'person' && about !== null && about !== name ? `${name} (${about})` : name;
  const options = kinds.map((kind) => ({
    label: t(`entity.recipients.${kind}`),
    options: data.filter((one) => one.kind === kind).map((one) => ({ value: one.value, label: nameOf(one) })),
  }));
  return (
    <Select<string[]>
      id={id}
      mode="multiple"
      aria-label={label}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      status={invalid ? 'error' : ''}
      disabled={disabled}
      loading={isFetching}
      placeholder={t('entity.recipients.placeholder')}
      value={chosen}
      options={options.filter((group) => group.options.length > 0)}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      notFoundContent={isFetching ? t('common.loading') : t('common.noData')}
      onChange={(next) => {
        setTyped('');
        onChange(next.length === 0 ? null : next.join(', '));
      }}
      onBlur={onBlur}
    />
  );
}
