import { useQueryClient } from '@tanstack/react-query';
import { Input, Radio, Select } from 'antd';
import { useId, useMemo, useRef, useState } from 'react';
import type { CallInput } from '#contract/index.ts';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { givenValues, KeyFields, type Profile } from './KeyFields.tsx';
import { TestPanel } from './TestPanel.tsx';

type Environment = 'production' | 'test' | 'own';

type Entered = {
  profile: string | undefined;
  environment: Environment;
  address: string;
  carriers: string;
  code: string;
  values: Record<string, string>;
};

const nothing: Entered = {
  profile: undefined,
  environment: 'production',
  address: '',
  carriers: '',
  code: '',
  values: {},
};

/** The address that was chosen; empty for the counterpart's own. */
function addressOf({ environment, address }: Entered, profile: Profile): string {
  if (environment === 'own' || profile.address === '') return address.trim();
  return environment === 'test' ? (profile.testAddress ?? '') : '';
}

function useProfileOptions(profiles: readonly Profile[]) {
  const lang = useLang();
  const carriers = useCarriers();
  return useMemo(
    () =>
      profiles.map((profile) => ({
        value: profile.name,
        label: profile.label[lang],
        // Found by both names, the carriers' codes and what the master data call them.
        search: [
          profile.label.zh,
          profile.label.en,
          ...profile.carriers.flatMap((code) => [code, carriers.nameOf(code) ?? '']),
        ]
          .join(' ')
          .toLowerCase(),
      })),
    [profiles, lang, carriers],
  );
}

function Counterpart({ profile }: { profile: Profile }) {
  const lang = useLang();
  const t = useT();
  return (
    <div className="pt-source-steps-first">
      <p>{profile.steps[lang]}</p>
      <p>
        <a href={profile.portalUrl} target="_blank" rel="noreferrer">
          {t('sources.portal')}
        </a>{' '}
        ·{' '}
        <a href={profile.docsUrl} target="_blank" rel="noreferrer">
          {t('sources.docs')}
        </a>
      </p>
    </div>
  );
}

type PartProps = { profile: Profile; entered: Entered; set: (change: Partial<Entered>) => void };

function AddressFields({ profile, entered, set }: PartProps) {
  const t = useT();
  const id = useId();
  const isFree = profile.address === '' || entered.environment === 'own';
  return (
    <>
      {profile.address !== '' && (
        <div className="pt-source-field">
          <span id={`${id}-env`}>{t('sources.environment')}</span>
          <Radio.Group
            aria-labelledby={`${id}-env`}
            value={entered.environment}
            onChange={(event) => set({ environment: event.target.value })}
            options={[
              { value: 'production', label: t('sources.production') },
              ...(profile.testAddress === null ? [] : [{ value: 'test', label: t('sources.testEnvironment') }]),
              { value: 'own', label: t('sources.ownAddress') },
            ]}
          />
        </div>
      )}
      {isFree && (
        <div className="pt-source-field">
          <label htmlFor={`${id}-address`}>{t('sources.address')}</label>
          <Input
            id={`${id}-address`}
            value={entered.address}
            maxLength={500}
            placeholder="https://api.carrier.example/tracking"
            onChange={(event) => set({ address: event.target.value })}
          />
        </div>
      )}
      {profile.carriers.length === 0 && profile.kind !== 'positions' && (
        <div className="pt-source-field">
          <label htmlFor={`${id}-carriers`}>{t('sources.carriers')}</label>
          <Input
            id={`${id}-carriers`}
            value={entered.carriers}
            maxLength={500}
            placeholder="CMDU,ANNU"
            onChange={(event) => set({ carriers: event.target.value.toUpperCase() })}
          />
        </div>
      )}
    </>
  );
}

/** What a counterpart needs: its keys, address and code, and a test of them before they are saved. */
function ProfileFields({ profile, entered, set }: PartProps) {
  const t = useT();
  const id = useId();
  return (
    <>
      <Counterpart profile={profile} />
      <KeyFields profile={profile} values={entered.values} stored={[]} onChange={(values) => set({ values })} />
      <AddressFields profile={profile} entered={entered} set={set} />
      <div className="pt-source-field">
        <label htmlFor={`${id}-code`}>{t('sources.code')}</label>
        <Input
          id={`${id}-code`}
          value={entered.code}
          maxLength={60}
          placeholder={profile.name}
          onChange={(event) => set({ code: event.target.value })}
        />
      </div>
      <TestPanel
        byReference={profile.references.length > 0}
        input={() => ({
          profile: profile.name,
          baseUrl: addressOf(entered, profile) || null,
          carrierCode: entered.carriers.split(',')[0]?.trim() || null,
          values: givenValues(entered.values),
        })}
      />
    </>
  );
}

/** The row that is saved: named by its counterpart; all of it can be changed later. */
const rowOf = (entered: Entered, profile: Profile): CallInput<'source.insert'> => ({
  sourceCode: entered.code.trim() || profile.name,
  nameCn: profile.label.zh,
  nameEn: profile.label.en,
  profile: profile.name,
  baseUrl: addressOf(entered, profile) || null,
  carrierCodes: entered.carriers.trim() || null,
  enabled: 1,
});

type Props = {
  open: boolean;
  /** The counterpart that is chosen at first: the one of this carrier. */
  carrierCode?: string | undefined;
  onClose: () => void;
};

/** Connects a source in one dialog: whom, with which keys, tried before it is saved. */
export function ConnectDialog({ open, carrierCode, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const id = useId();
  const { data: profiles = [] } = useCall('sourceProfiles', undefined, { staleTime: 600_000 });
  const options = useProfileOptions(profiles);
  const [entered, setEntered] = useState<Entered>(nothing);
  const set = (change: Partial<Entered>): void => setEntered((before) => ({ ...before, ...change }));
  const offered =
    carrierCode === undefined ? undefined : profiles.find(({ carriers }) => carriers.includes(carrierCode));
  const profile = profiles.find(({ name }) => name === (entered.profile ?? offered?.name));
  // The row that was added already, while its keys are refused.
  const added = useRef<{ row: string; sourceId: string }>(undefined);
  const add = async (row: CallInput<'source.insert'>): Promise<string> => {
    const text = JSON.stringify(row);
    if (added.current?.row === text) return added.current.sourceId;
    const { data, msg } = await callFull('source.insert', row);
    added.current = { row: text, sourceId: data.sourceId };
    toast.success(msg);
    await client.invalidateQueries({ queryKey: ['source.query'] });
    return data.sourceId;
  };
  const close = (): void => {
    added.current = undefined;
    setEntered(nothing);
    onClose();
  };
  const save = async (): Promise<void> => {
    if (profile === undefined) {
      toast.warn(t('sources.chooseFirst'));
      throw new Error('no counterpart');
    }
    try {
      const sourceId = await add(rowOf(entered, profile));
      const values = givenValues(entered.values);
      if (Object.keys(values).length > 0) await callFull('sourceKeySave', { sourceId, values });
      close();
    } catch (error) {
      toast.failure(error, t('sources.connectFailed'));
      throw error;
    }
  };
  return (
    <AppDialog
      title={t('sources.connect')}
      open={open}
      width={760}
      dirty={entered !== nothing}
      okText={t('sources.save')}
      okDisabled={profile === undefined}
      onOk={save}
      onCancel={close}
    >
      <div className="pt-source-field">
        <label htmlFor={id}>{t('sources.counterpart')}</label>
        <Select<string>
          id={id}
          value={profile?.name ?? null}
          placeholder={t('sources.searchCarrier')}
          options={options}
          showSearch={{ filterOption: (text, option) => option?.search.includes(text.trim().toLowerCase()) ?? false }}
          onChange={(name) => setEntered({ ...nothing, profile: name })}
        />
      </div>
      {profile !== undefined && <ProfileFields profile={profile} entered={entered} set={set} />}
    </AppDialog>
  );
}
