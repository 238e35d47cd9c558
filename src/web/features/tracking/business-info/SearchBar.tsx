import { ReloadOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Segmented } from 'antd';
import { type FormEvent, useEffect, useState } from 'react';
import type { Mode as TravelMode } from '#domain/tracking/journey/mode.ts';
import { useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { modeWord } from '#web/kit/value/mode-words.ts';
import { type Part, parts, tableNames } from './info-rows.ts';
import type { InfoState, Mode } from './info-state.ts';
import { tableTitle } from './table-title.ts';

const modes: readonly Mode[] = ['subscribe', 'vesselVoyage'];

type Props = {
  state: InfoState;
  change: (part: Partial<InfoState>) => void;
  /** How the goods of the answer travel. */
  travels: TravelMode | undefined;
  /** How many bookings of the answer are of self-service. */
  autonomic: number;
  busy: boolean;
  onRefresh: () => void;
};

/** By which id bookings are looked for. */
function Ids({ state, change, busy, onRefresh }: Omit<Props, 'autonomic' | 'travels'>) {
  const t = useT();
  const [bkId, setBkId] = useState(state.bkId);
  const [remoteJobId, setRemoteJobId] = useState(state.remoteJobId);
  useEffect(() => {
    setBkId(state.bkId);
    setRemoteJobId(state.remoteJobId);
  }, [state.bkId, state.remoteJobId]);
  const search = (event: FormEvent): void => {
    event.preventDefault();
    const ids = { bkId: bkId.trim(), remoteJobId: remoteJobId.trim() };
    if (ids.bkId === '' && ids.remoteJobId === '') return toast.warn(t('businessInfo.needId'));
    if (ids.bkId !== '' && !/^\d{1,15}$/.test(ids.bkId)) return toast.warn(t('businessInfo.idFormat'));
    if (ids.bkId === state.bkId && ids.remoteJobId === state.remoteJobId) onRefresh();
    else change(ids);
  };
  return (
    <form className="pt-info-ids" onSubmit={search}>
      <label>
        <span>{t('businessInfo.bkId')}</span>
        <Input
          size="small"
          allowClear
          inputMode="numeric"
          maxLength={15}
          placeholder={t('businessInfo.bkIdHint')}
          value={bkId}
          onChange={(event) => setBkId(event.target.value)}
          onBlur={() => setBkId(bkId.trim())}
        />
      </label>
      <label>
        <span>{t('businessInfo.remoteJobId')}</span>
        <Input
          size="small"
          allowClear
          maxLength={60}
          value={remoteJobId}
          onChange={(event) => setRemoteJobId(event.target.value)}
          onBlur={() => setRemoteJobId(remoteJobId.trim())}
        />
      </label>
      <Button size="small" type="primary" htmlType="submit" loading={busy}>
        {t('businessInfo.search')}
      </Button>
    </form>
  );
}

/** What is looked for, which of it is shown, and in which tables. */
export function SearchBar({ state, change, autonomic, busy, onRefresh, travels }: Props) {
  const t = useT();
  const vehicle = modeWord(t, travels, 'vesselName');
  return (
    <div className="pt-info-bar">
      <Ids state={state} change={change} busy={busy} onRefresh={onRefresh} />
      <Button
        size="small"
        icon={<ReloadOutlined />}
        aria-label={t('common.refresh')}
        title={t('common.refresh')}
        onClick={onRefresh}
      />
      <Segmented<Mode>
        size="small"
        aria-label={t('businessInfo.mode.label')}
        value={state.mode}
        options={modes.map((value) => ({
          value,
          label:
            value === 'vesselVoyage' && vehicle !== undefined
              ? t('businessInfo.other.byVehicle', { vehicle })
              : t(`businessInfo.mode.${value}`),
        }))}
        onChange={(mode) => change({ mode })}
      />
      <Segmented<Part>
        size="small"
        aria-label={t('businessInfo.part.label')}
        title={t('businessInfo.partHint')}
        value={state.part}
        options={parts.map((value) => ({ value, label: t(`businessInfo.part.${value}`) }))}
        onChange={(part) => change({ part })}
      />
      <Checkbox checked={state.withAutonomic} onChange={({ target }) => change({ withAutonomic: target.checked })}>
        {t('businessInfo.autonomic', { count: autonomic })}
      </Checkbox>
      <span className="pt-toolbar-gap" />
      <span role="group" className="pt-info-choice" aria-label={t('businessInfo.tables')}>
        {tableNames.map((name) => {
          const hidden = state.hidden.includes(name);
          return (
            <Button
              key={name}
              size="small"
              type={hidden ? 'default' : 'primary'}
              ghost={!hidden}
              aria-pressed={!hidden}
              onClick={() =>
                change({
                  maximised: undefined,
                  hidden: hidden ? state.hidden.filter((item) => item !== name) : [...state.hidden, name],
                })
              }
            >
              {tableTitle(t, travels, name)}
            </Button>
          );
        })}
      </span>
    </div>
  );
}
