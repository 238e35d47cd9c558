import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { checkNetworks } from '#entities/vehicle.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { FormError, FormRow } from '#web/kit/dialog/FormRow.tsx';
import { useDraft } from '#web/kit/draft/use-draft.ts';
import type { AccessActs, ActedVehicle } from './use-access-acts.ts';

const windows = [1, 4, 24, 72, 168] as const;
const usualHours = 24;
const maxNamed = 5;

/** The vehicles that an act is about, by the first of their plates. */
function Chosen({ vehicles }: { vehicles: readonly ActedVehicle[] }) {
  const t = useT();
  const plates = vehicles.slice(0, maxNamed).map(({ plateNo }) => plateNo);
  const text = plates.join('、') + (vehicles.length > maxNamed ? ' …' : '');
  return <p>{t('gpsAccess.chosen', { count: vehicles.length, plates: text })}</p>;
}

/** What can be done about the devices of all selected vehicles. */
export function AccessButtons({ rows, acts }: { rows: readonly ActedVehicle[]; acts: AccessActs }) {
  const t = useT();
  const isNone = rows.length === 0;
  return (
    <>
      <Button size="small" disabled={isNone} onClick={() => acts.ask('open', rows)}>
        {t('gpsAccess.open.act')}
      </Button>
      <Button size="small" disabled={isNone} onClick={() => acts.ask('bind', rows)}>
        {t('gpsAccess.bind.act')}
      </Button>
    </>
  );
}

/** Lets devices register for some time. */
export function OpenRegistrationDialog({ acts }: { acts: AccessActs }) {
  const t = useT();
  const [hours, setHours] = useState<number>(usualHours);
  const vehicles = acts.dialog?.vehicles ?? [];
  return (
    <AppDialog
      open={acts.dialog?.kind === 'open'}
      title={t('gpsAccess.open.title')}
      width="min(520px, 94vw)"
      okText={t('gpsAccess.open.act')}
      onOk={() => acts.open(vehicles, hours)}
      onCancel={acts.dismiss}
    >
      <Chosen vehicles={vehicles} />
      <p>{t('gpsAccess.open.text')}</p>
      {vehicles.some(({ access }) => access === 'legacy') && <p>{t('gpsAccess.open.legacy')}</p>}
      <FormRow label={t('gpsAccess.open.hours')}>
        <Select
          aria-label={t('gpsAccess.open.hours')}
          value={hours}
          onChange={setHours}
          options={windows.map((count) => ({
            value: count,
            label:
              count < usualHours
                ? t('gpsAccess.open.hour', { count })
                : t('gpsAccess.open.day', { count: count / usualHours }),
          }))}
        />
      </FormRow>
    </AppDialog>
  );
}

/** Binds devices to the networks of their SIM provider. */
export function BindNetworksDialog({ acts }: { acts: AccessActs }) {
  const t = useT();
  const lang = useLang();
  const isOpen = acts.dialog?.kind === 'bind';
  const vehicles = acts.dialog?.vehicles ?? [];
  // One vehicle begins with what it is bound to; of several the same is entered for all.
  const base = { networks: isOpen && vehicles.length === 1 ? (vehicles[0]?.networks ?? '') : '' };
  const draft = useDraft({ base, begin: ({ networks }: typeof base) => networks });
  const problem = checkNetworks(draft.mine)?.[lang];
  return (
    <AppDialog
      open={isOpen}
      title={t('gpsAccess.bind.title')}
      width="min(560px, 94vw)"
      okText={t('gpsAccess.bind.act')}
      okDisabled={problem !== undefined}
      dirty={draft.dirty}
      onOk={async () => {
        await acts.bind(vehicles, draft.mine);
        draft.done();
      }}
      onCancel={() => {
        draft.done();
        acts.dismiss();
      }}
    >
      <Chosen vehicles={vehicles} />
      <p>{t('gpsAccess.bind.text')}</p>
      <FormRow label={t('gpsAccess.bind.networks')}>
        <Input.TextArea
          aria-label={t('gpsAccess.bind.networks')}
          value={draft.mine}
          maxLength={500}
          autoSize={{ minRows: 2, maxRows: 5 }}
          placeholder={t('gpsAccess.bind.hint')}
          {...(problem === undefined ? {} : { status: 'error' as const })}
          onChange={(event) => draft.set(event.target.value)}
        />
      </FormRow>
      <FormError text={problem} />
    </AppDialog>
  );
}
