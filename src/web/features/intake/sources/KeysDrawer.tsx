import { useQueryClient } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useId, useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { callFull } from '#web/base/client.ts';
import { useSession } from '#web/base/session.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Section } from '#web/kit/detail/Section.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { Deviations } from './Deviations.tsx';
import { givenValues, KeyFields, type Profile } from './KeyFields.tsx';
import { TestPanel } from './TestPanel.tsx';

type KeySet = CallData<'sourceKeyQuery'>[number];

/** Whose keys are entered: a tenant by id; null is the platform. */
type Owner = string | null;

export type OpenSource = { sourceId: string; code: string; name: string; profile: Profile; isPlatforms: boolean };

function KeySets({ sets, onRemove }: { sets: readonly KeySet[]; onRemove: (set: KeySet) => void }) {
  const t = useT();
  if (sets.length === 0) return <p className="pt-muted">{t('sources.noKeys')}</p>;
  return (
    <table className="pt-source-keys pt-mini-cards">
      <thead>
        <tr>
          <th scope="col">{t('sources.owner')}</th>
          <th scope="col">{t('sources.answers')}</th>
          <th scope="col">{t('sources.subscriptions')}</th>
          <th scope="col">{t('sources.changed')}</th>
          <th scope="col" aria-label={t('sources.remove')} />
        </tr>
      </thead>
      <tbody>
        {sets.map((set) => (
          <tr key={set.tenantId ?? ''}>
            <td className="pt-source-owner">{set.tenantName ?? t('sources.platform')}</td>
            <td data-wide data-title={t('sources.answers')}>
              {set.lastError !== null ? (
                <StatusTag tone="danger">{set.lastError}</StatusTag>
              ) : set.lastSuccessTime === null ? (
                <StatusTag tone="neutral">{t('sources.notAsked')}</StatusTag>
              ) : (
                <>
                  <StatusTag tone="ok">{t('sources.accepted')}</StatusTag>{' '}
                  <TimeText instant={set.lastSuccessTime} short />
                </>
              )}
            </td>
            <td className="pt-number" data-title={t('sources.subscriptions')}>
              {set.subscriptions}
            </td>
            <td data-title={t('sources.changed')}>
              <TimeText instant={set.updateTime} short />
            </td>
            <td data-wide>
              <Button size="small" type="link" danger onClick={() => onRemove(set)}>
                {t('sources.remove')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function useOwners(isPlatforms: boolean): { value: string; label: string }[] {
  const t = useT();
  const { data: tenants = [] } = useCall('tenants');
  const isOfPlatform = useSession(({ user }) => user?.writesShared === true);
  const own = tenants.map(({ wlTenantId, tenantName }) => ({ value: wlTenantId, label: tenantName }));
  return isPlatforms && isOfPlatform ? [{ value: '', label: t('sources.platform') }, ...own] : own;
}

function KeyForm({ source, sets }: { source: OpenSource; sets: readonly KeySet[] }) {
  const t = useT();
  const id = useId();
  const client = useQueryClient();
  const owners = useOwners(source.isPlatforms);
  const [chosen, setChosen] = useState<string>();
  const [values, setValues] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const owner = chosen ?? owners[0]?.value ?? '';
  const tenantId: Owner = owner === '' ? null : owner;
  const stored = sets.find((set) => (set.tenantId ?? '') === owner)?.fields ?? [];
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { msg } = await callFull('sourceKeySave', {
        sourceId: source.sourceId,
        tenantId,
        values: givenValues(values),
      });
      toast.success(msg);
      setValues({});
      await client.invalidateQueries({ queryKey: ['sourceKeyQuery'] });
    } catch (error) {
      toast.failure(error, t('sources.saveFailed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {owners.length > 1 && (
        <div className="pt-source-field">
          <label htmlFor={id}>{t('sources.owner')}</label>
          <Select<string>
            id={id}
            value={owner}
            options={owners}
            onChange={(next) => {
              setChosen(next);
              setValues({});
            }}
          />
        </div>
      )}
      <KeyFields profile={source.profile} values={values} stored={stored} onChange={setValues} />
      <Button
        type="primary"
        loading={busy}
        disabled={Object.keys(givenValues(values)).length === 0}
        onClick={() => void save()}
      >
        {t('sources.saveKeys')}
      </Button>
      <Section title={t('sources.test')}>
        <TestPanel
          byReference={source.profile.references.length > 0}
          input={() => ({ sourceId: source.sourceId, tenantId, values: givenValues(values) })}
        />
      </Section>
    </>
  );
}

/** Where a counterpart pushes to, and what has to be done so that it does. */
function Pushes({ code, profile }: { code: string; profile: Profile }) {
  const t = useT();
  const lang = useLang();
  const address = `${globalThis.location.origin}/api/data-center/dcsa/v2/notifications/${encodeURIComponent(code)}`;
  return (
    <>
      {profile.pushes && (
        <p>
          {t('sources.pushAddress')} <code className="pt-source-address">{address}</code> <CopyButton text={address} />
        </p>
      )}
      {profile.pushSteps !== null && <p>{profile.pushSteps[lang]}</p>}
      {profile.pushes && <p className="pt-muted">{t('sources.pushHint')}</p>}
    </>
  );
}

/** The keys of a source by owner, and a test of them. */
export function KeysDrawer({ source, onClose }: { source: OpenSource | undefined; onClose: () => void }) {
  const t = useT();
  const lang = useLang();
  const client = useQueryClient();
  const query = useCall('sourceKeyQuery', { sourceId: source?.sourceId ?? '' }, { enabled: source !== undefined });
  const remove = async (set: KeySet): Promise<void> => {
    if (source === undefined) return;
    const owner = set.tenantName ?? t('sources.platform');
    if (
      !(await confirm({
        title: t('sources.removeTitle', { owner }),
        content: t('sources.removeContent'),
        okText: t('sources.remove'),
        danger: true,
      }))
    )
      return;
    try {
      const { msg } = await callFull('sourceKeyRemove', { sourceId: source.sourceId, tenantId: set.tenantId });
      toast.success(msg);
    } catch (error) {
      toast.failure(error, t('sources.removeFailed'));
    }
    await client.invalidateQueries({ queryKey: ['sourceKeyQuery'] });
  };
  return (
    <DetailDrawer
      open={source !== undefined}
      onClose={onClose}
      title={source === undefined ? '' : t('sources.keysOf', { name: source.name })}
    >
      {source !== undefined && (
        <>
          <p>{source.profile.steps[lang]}</p>
          <p>
            <a href={source.profile.portalUrl} target="_blank" rel="noreferrer">
              {t('sources.portal')}
            </a>
          </p>
          <Section title={t('sources.keys')}>
            <Loaded query={query}>{(sets) => <KeySets sets={sets} onRemove={(set) => void remove(set)} />}</Loaded>
          </Section>
          {(source.profile.pushes || source.profile.pushSteps !== null) && (
            <Section title={t('sources.pushes')}>
              <Pushes code={source.code} profile={source.profile} />
            </Section>
          )}
          <Section title={t('sources.deviations')}>
            <Deviations sourceId={source.sourceId} />
          </Section>
          <Section title={t('sources.enterKeys')}>
            <KeyForm key={source.sourceId} source={source} sets={query.data ?? []} />
          </Section>
        </>
      )}
    </DetailDrawer>
  );
}
