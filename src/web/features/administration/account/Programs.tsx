import { Button } from 'antd';
import type { ReactElement } from 'react';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';

/** Programs that the person connected by OAuth: in which tenant, what they may do, since when; each can be disconnected. */
export function Programs(): ReactElement {
  const t = useT();
  const query = useCall('connectedPrograms', undefined, { staleTime: 0 });
  const end = async (connectedProgramId: string, name: string): Promise<void> => {
    const agreed = await confirm({
      title: t('account.programEndTitle', { name }),
      content: t('account.programEndContent'),
      okText: t('account.programEnd'),
      danger: true,
    });
    if (!agreed) return;
    try {
      toast.success((await callFull('connectedProgramEnd', { connectedProgramId })).msg);
    } catch (error) {
      toast.failure(error, t('account.failed'));
    }
    await query.refetch();
  };
  return (
    <Loaded query={query}>
      {(programs) =>
        programs.length === 0 ? (
          <p className="pt-muted">{t('account.programsNone')}</p>
        ) : (
          <ul className="pt-account-rows">
            {programs.map((program) => (
              <li key={program.connectedProgramId}>
                <span>
                  <b>
                    <bdi>{program.name}</bdi>
                  </b>{' '}
                  {program.tenantName} · {program.scopes.map((scope) => t(`account.programScope.${scope}`)).join(' · ')}
                </span>
                <span className="pt-muted">
                  <bdi>{program.redirectHost}</bdi>
                  {' · '}
                  {t('account.programSince')} <TimeText instant={program.createTime} short />
                  {program.lastUsedTime !== null && (
                    <>
                      {' · '}
                      {t('account.programUsed')} <TimeText instant={program.lastUsedTime} short />
                    </>
                  )}
                </span>
                <Button
                  danger
                  aria-label={t('account.programEndNamed', { name: program.name })}
                  onClick={() => void end(program.connectedProgramId, program.name)}
                >
                  {t('account.programEnd')}
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
