import { Button, Input, Switch } from 'antd';
import { useId, useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useMailActs } from './use-mail-acts.ts';

type Settings = CallData<'mailImportGet'>;
type Form = { active: boolean; senders: string; needsProof: boolean };

/** Addresses of users that are named; the others are counted by the reader. */
const usersShown = 8;

const formOf = ({ address, active, senders, needsProof }: Settings): Form => ({
  active: address === null || active === 1,
  senders: senders.join('\n'),
  needsProof: needsProof === 1,
});

function Mappings({ mappings, onRemove }: { mappings: Settings['mappings']; onRemove: (id: string) => void }) {
  const t = useT();
  if (mappings.length === 0) return <p className="pt-muted">{t('mailImport.setup.noMappings')}</p>;
  return (
    <MiniTable
      label={t('mailImport.setup.mappings')}
      columns={[
        { key: 'kind', title: t('mailImport.setup.kind') },
        { key: 'columns', title: t('mailImport.setup.columns'), isWide: true },
        { key: 'person', title: t('mailImport.setup.person') },
        { key: 'time', title: t('mailImport.setup.time') },
        { key: 'acts', title: t('table.actions'), isTitleHidden: true },
      ]}
      rows={mappings}
      rowKey={(mapping) => mapping.mappingId}
      cells={(mapping) => ({
        kind: t(`mailImport.kind.${mapping.kind}`),
        columns: mapping.columns.map(({ field, heading }) => `${field}: ${heading}`).join(' · '),
        person: mapping.userName,
        time: <TimeText instant={mapping.mappedTime} short />,
        acts: (
          <Button size="small" onClick={() => onRemove(mapping.mappingId)}>
            {t('mailImport.setup.forget')}
          </Button>
        ),
      })}
    />
  );
}

type FieldsProps = { settings: Settings; form: Form; onChange: (next: Form) => void };

function Fields({ settings: { users, mayChange }, form, onChange }: FieldsProps) {
  const t = useT();
  const id = useId();
  const disabled = mayChange === 0;
  return (
    <div className="pt-mail-form">
      <label>
        <Switch
          checked={form.active}
          disabled={disabled}
          onChange={(active) => onChange({ ...form, active })}
          aria-label={t('mailImport.setup.active')}
        />
        {t('mailImport.setup.active')}
      </label>
      <p className="pt-muted">
        {users.length === 0
          ? t('mailImport.setup.noUsers')
          : t('mailImport.setup.users', {
              list: users.slice(0, usersShown).join(', ') + (users.length > usersShown ? ' …' : ''),
            })}
      </p>
      <label htmlFor={id}>{t('mailImport.setup.senders')}</label>
      <Input.TextArea
        id={id}
        rows={4}
        disabled={disabled}
        value={form.senders}
        onChange={(event) => onChange({ ...form, senders: event.target.value })}
      />
      <p className="pt-muted">{t('mailImport.setup.sendersHint')}</p>
      <label>
        <Switch
          checked={form.needsProof}
          disabled={disabled}
          onChange={(needsProof) => onChange({ ...form, needsProof })}
          aria-label={t('mailImport.setup.proof')}
        />
        {t('mailImport.setup.proof')}
      </label>
      <p className="pt-muted">{t('mailImport.setup.proofHint')}</p>
    </div>
  );
}

type Props = { settings: Settings; open: boolean; onClose: () => void };

/** Who may send to the address of the tenant, the address itself, and which headings are known. */
export function SettingsDialog({ settings, open, onClose }: Props) {
  const t = useT();
  const { act } = useMailActs();
  const [form, setForm] = useState<Form>();
  const shown = form ?? formOf(settings);
  const close = (): void => {
    setForm(undefined);
    onClose();
  };
  const save = (newAddress: 0 | 1): Promise<boolean> =>
    act('mailImportSave', {
      active: shown.active ? 1 : 0,
      senders: shown.senders.split(/[\s,;，；]+/).filter(Boolean),
      needsProof: shown.needsProof ? 1 : 0,
      newAddress,
      recordVersion: settings.recordVersion,
    });
  const change = async (): Promise<void> => {
    const agreed = await confirm({
      title: t('mailImport.setup.changeTitle'),
      content: t('mailImport.setup.changeText'),
      okText: t('mailImport.setup.change'),
      danger: true,
    });
    if (agreed && (await save(1))) setForm(undefined);
  };
  const remove = async (mappingId: string): Promise<void> => {
    const agreed = await confirm({
      title: t('mailImport.setup.forgetTitle'),
      content: t('mailImport.setup.forgetText'),
      okText: t('mailImport.setup.forget'),
      danger: true,
    });
    if (agreed) await act('mailMappingRemove', { mappingId });
  };
  return (
    <AppDialog
      title={t('mailImport.setup.title')}
      open={open}
      width={760}
      dirty={form !== undefined}
      okDisabled={settings.mayChange === 0}
      onOk={async () => {
        if (!(await save(0))) throw new Error('not saved');
        close();
      }}
      onCancel={close}
    >
      {settings.address !== null && (
        <p className="pt-mail-address">
          <strong className="pt-mono">{settings.address}</strong>
          <Button size="small" disabled={settings.mayChange === 0} onClick={() => void change()}>
            {t('mailImport.setup.change')}
          </Button>
        </p>
      )}
      <Fields settings={settings} form={shown} onChange={setForm} />
      <h3>{t('mailImport.setup.mappings')}</h3>
      <Mappings mappings={settings.mappings} onRemove={(id) => void remove(id)} />
    </AppDialog>
  );
}
