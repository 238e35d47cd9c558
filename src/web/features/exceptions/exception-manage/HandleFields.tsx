import { Input, Select } from 'antd';
import type { KeyboardEvent } from 'react';
import { exceptionsList } from '#lists/exceptions.ts';
import { useT } from '#web/i18n/index.ts';
import { FormError, FormRow } from '#web/kit/dialog/FormRow.tsx';
import { RemoteSelect } from '#web/kit/search/RemoteSelect.tsx';
import { useDict } from '#web/kit/search/use-names.ts';
import { useListLabels } from '#web/list/use-list-labels.tsx';

/** Characters a handle remark may have. */
const MAX_REMARK = 255;

/** Somebody who can be responsible. */
export type Person = { value: string; label: string };

type PersonProps = {
  person: Person | undefined;
  missing: boolean;
  /** The tenants of the exceptions: who sees none of them is not offered. */
  tenantCodes?: string;
  onChange: (person: Person | undefined) => void;
};

/** The responsible person; one must be chosen. */
export function PersonField({ person, missing, tenantCodes, onChange }: PersonProps) {
  const t = useT();
  const label = useListLabels(exceptionsList).label('chargeName');
  const ask = t('exceptionManage.dialog.choosePerson');
  return (
    <>
      <FormRow label={label} required>
        <RemoteSelect
          from="users"
          single
          framed
          autoFocus
          {...(tenantCodes === undefined ? {} : { tenantCodes })}
          label={label}
          placeholder={ask}
          status={missing ? 'error' : ''}
          value={person === undefined ? [] : [person]}
          onChange={([chosen]) => onChange(chosen)}
        />
      </FormRow>
      <FormError text={missing ? ask : undefined} />
    </>
  );
}

type Props = {
  status: string | undefined;
  remark: string;
  /** A status is needed and was not chosen. */
  missing: boolean;
  onStatus: (status: string) => void;
  onRemark: (remark: string) => void;
};

/** Handle status, which must be chosen, and remark. */
export function HandleFields({ status, remark, missing, onStatus, onRemark }: Props) {
  const t = useT();
  const { options } = useDict('HANDLE_STATUS');
  const { label: labelOf } = useListLabels(exceptionsList);
  const [label, remarkLabel] = [labelOf('handleStatus'), labelOf('handleRemark')];
  const ask = t('exceptionManage.dialog.chooseStatus');
  // The number of a status chooses it, wherever nothing is being typed.
  const onDigit = (event: KeyboardEvent): void => {
    const chosen = options[Number(event.key) - 1];
    if (chosen === undefined || event.ctrlKey || event.altKey || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    onStatus(chosen.value);
  };
  return (
    <div onKeyDown={onDigit}>
      <FormRow label={label} required>
        <Select<string>
          autoFocus
          aria-label={label}
          placeholder={ask}
          {...(status === undefined ? {} : { value: status })}
          status={missing ? 'error' : ''}
          options={options}
          optionRender={(option, { index }) => (
            <span className="pt-numbered">
              {option.label} <kbd aria-hidden="true">{index + 1}</kbd>
            </span>
          )}
          onChange={onStatus}
        />
      </FormRow>
      <FormError text={missing ? ask : undefined} />
      <FormRow label={remarkLabel}>
        <Input.TextArea
          aria-label={remarkLabel}
          value={remark}
          rows={3}
          maxLength={MAX_REMARK}
          showCount
          onChange={(event) => onRemark(event.target.value)}
          onBlur={(event) => onRemark(event.target.value.trim())}
        />
      </FormRow>
    </div>
  );
}
