import { Button, Checkbox, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import type { CallData } from '#contract/index.ts';
import type { ProgramScope } from '#shared/reference/program-scopes.ts';
import { callFull } from '#web/base/client.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useSession } from '#web/base/session.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import './connect.css';

type Asked = CallData<'connectRequest'>;

/** Problems that have a text of their own; the others share one. */
const problems = ['invalid_redirect_uri', 'invalid_client'] as const;

/** A request that cannot be answered: it says why and what to do. */
function Problem({ code }: { code: string }): ReactElement {
  const t = useT();
  const known = problems.find((one) => one === code);
  return (
    <>
      <h1>{t('connect.problemTitle')}</h1>
      <p>{t(known === undefined ? 'connect.problem.other' : `connect.problem.${known}`)}</p>
      <p>{t('connect.problemNext')}</p>
    </>
  );
}

/** What one scope allows, to be ticked. */
function ScopeChoice({
  scope,
  chosen,
  disabled,
  onChange,
}: {
  scope: ProgramScope;
  chosen: boolean;
  disabled: boolean;
  onChange: (chosen: boolean) => void;
}): ReactElement {
  const t = useT();
  const lines = scope === 'read' ? (['shipments', 'plans', 'money'] as const) : (['handle', 'track', 'name'] as const);
  return (
    <div className="pt-connect-scope">
      <Checkbox checked={chosen} disabled={disabled} onChange={(event) => onChange(event.target.checked)}>
        {t(`connect.scope.${scope}`)}
      </Checkbox>
      <ul>
        {lines.map((line) => (
          <li key={line}>{t(`connect.allows.${line}`)}</li>
        ))}
      </ul>
    </div>
  );
}

/** The tenant that is chosen from those of the person; the own one at first. */
function TenantChoice({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (id: string) => void;
}): ReactElement {
  const t = useT();
  const query = useCall('tenants');
  return (
    <Loaded query={query}>
      {(tenants) => (
        <label className="pt-connect-tenant">
          {t('connect.tenant')}
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            value={value}
            onChange={onChange}
            options={tenants.map(({ wlTenantId, tenantName }) => ({ value: wlTenantId, label: tenantName }))}
          />
        </label>
      )}
    </Loaded>
  );
}

function Request({
  asked,
  request,
  leave,
}: {
  asked: Asked;
  request: string;
  leave: (href: string) => void;
}): ReactElement {
  const t = useT();
  const own = useSession((session) => session.user?.tenantId);
  const [tenantId, setTenantId] = useState(own);
  const [scopes, setScopes] = useState<readonly ProgramScope[]>(asked.scopes.filter((scope) => scope === 'read'));
  const [busy, setBusy] = useState(false);
  const answer = async (send: () => Promise<{ data: { redirectTo: string } }>): Promise<void> => {
    setBusy(true);
    try {
      leave((await send()).data.redirectTo);
    } catch (error) {
      toast.failure(error, t('connect.failed'));
      setBusy(false);
    }
  };
  const allow = () =>
    answer(() => callFull('connectAllow', { request, tenantId: tenantId ?? '', scopes: [...scopes] }));
  const mayNot = (scope: ProgramScope): boolean => scope === 'act' && !asked.mayAct;
  return (
    <>
      <h1>{t('connect.title')}</h1>
      <p>{t('connect.asks')}</p>
      <p className="pt-connect-name">
        <bdi>{`«${asked.name}»`}</bdi>
      </p>
      <dl className="pt-connect-facts">
        <dt>{t('connect.answersTo')}</dt>
        <dd>
          <bdi>{asked.redirectHost}</bdi>
          {asked.onThisComputer && ` ${t('connect.onThisComputer')}`}
        </dd>
        <dt>{t('connect.you')}</dt>
        <dd>
          {asked.userCode}{' '}
          <GoLink href={makeHref('/login', { redirect: makeHref('/connect', { request }) })}>
            {t('connect.otherPerson')}
          </GoLink>
        </dd>
      </dl>
      <p className="pt-muted">{t('connect.nameIsItsOwn')}</p>
      <TenantChoice value={tenantId} onChange={setTenantId} />
      <fieldset className="pt-connect-scopes">
        <legend>{t('connect.scopes')}</legend>
        {asked.scopes.map((scope) => (
          <ScopeChoice
            key={scope}
            scope={scope}
            chosen={scopes.includes(scope)}
            disabled={mayNot(scope)}
            onChange={(chosen) =>
              setScopes((now) => asked.scopes.filter((one) => (one === scope ? chosen : now.includes(one))))
            }
          />
        ))}
        {asked.scopes.some(mayNot) && <p>{t('connect.mayNotAct')}</p>}
      </fieldset>
      <p className="pt-muted">{t('connect.until')}</p>
      <div className="pt-connect-answers">
        <Button size="large" disabled={busy} onClick={() => void answer(() => callFull('connectDeny', { request }))}>
          {t('connect.deny')}
        </Button>
        <Button
          size="large"
          type="primary"
          loading={busy}
          disabled={scopes.length === 0 || tenantId === undefined}
          onClick={() => void allow()}
        >
          {t('connect.allow')}
        </Button>
      </div>
    </>
  );
}

/** Whether a program may act for the person, in which tenant, and what it may do. `leave` brings the browser back to the program. */
export function ConnectPage({
  request,
  problem,
  leave = (href) => globalThis.location.assign(href),
}: {
  request: string | undefined;
  problem: string | undefined;
  leave?: (href: string) => void;
}): ReactElement {
  const query = useCall(
    'connectRequest',
    { request: request ?? '' },
    { enabled: request !== undefined, staleTime: 0, retry: false },
  );
  return (
    <div className="pt-connect">
      {request === undefined ? (
        <Problem code={problem ?? ''} />
      ) : (
        <Loaded query={query}>{(asked) => <Request asked={asked} request={request} leave={leave} />}</Loaded>
      )}
    </div>
  );
}
