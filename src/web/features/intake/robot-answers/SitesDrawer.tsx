import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import type { CallData } from '#contract/index.ts';
import { callFull } from '#web/base/client.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useMay } from '#web/base/session.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { useShown } from '#web/kit/list/use-shown.ts';
import type { QueryState } from '#web/kit/state/query-state.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { SiteDialog, type Site } from './SiteDialog.tsx';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

const tones: Readonly<Record<Site['state'], Tone>> = { off: 'neutral', ready: 'ok', stopped: 'warn' };
const titles = ['carrier', 'today', 'terms', 'package', 'read', 'refused'] as const;

function Package({ site }: { site: Site }) {
  const t = useT();
  const mayPackages = useMay('/package');
  const name = [site.packageName, site.packageVersion === null ? '' : `v${site.packageVersion}`]
    .filter(Boolean)
    .join(' ');
  return (
    <>
      {mayPackages ? (
        <GoLink className="pt-link pt-mono" href={makeHref('/package', { packageName: site.packageName })}>
          {name}
        </GoLink>
      ) : (
        <span className="pt-mono">{name}</span>
      )}
      {site.siteUrl !== null && <div className="pt-muted">{site.siteUrl}</div>}
      {site.parserIds.length === 0 && <div className="pt-muted">{t('robotAnswers.sites.noParser')}</div>}
    </>
  );
}

function Terms({ site }: { site: Site }) {
  const t = useT();
  if (site.confirmedTime === null) return <span className="pt-muted">{t('robotAnswers.sites.unconfirmed')}</span>;
  return (
    <>
      {site.confirmedBy} <TimeText instant={site.confirmedTime} />
      {site.contact !== null && (
        <div className="pt-muted">
          {t('robotAnswers.sites.told', { contact: site.contact, seconds: site.pauseSeconds })}
        </div>
      )}
    </>
  );
}

function Read({ site, onAnswer }: { site: Site; onAnswer: (answerId: string) => void }) {
  const t = useT();
  if (site.readShare === null) return <>—</>;
  return (
    <>
      {t('robotAnswers.sites.share', { percent: Math.round(site.readShare * 100), count: site.answers })}
      {site.changedTime !== null && (
        <div>
          <StatusTag tone="warn">{t('robotAnswers.sites.changed')}</StatusTag> <TimeText instant={site.changedTime} />
          {site.changedAnswerId !== null && (
            <button type="button" className="pt-link" onClick={() => onAnswer(site.changedAnswerId ?? '')}>
              {t('robotAnswers.sites.compare')}
            </button>
          )}
        </div>
      )}
    </>
  );
}

function Refused({ site }: { site: Site }) {
  const t = useT();
  const mayJobs = useMay('/job');
  if (site.refusedTime === null) return <>—</>;
  return (
    <>
      <TimeText instant={site.refusedTime} />
      <div>{site.refusal}</div>
      <div className="pt-muted">{site.alternatives}</div>
      {mayJobs && site.refusedJobId !== null && (
        <GoLink className="pt-link" href={makeHref('/job/detail', { jobId: site.refusedJobId })}>
          {t('robotAnswers.sites.job', { jobId: site.refusedJobId })}
        </GoLink>
      )}
    </>
  );
}

/** Takes the confirmation of a site back, after a question. */
function useWithdraw(): (site: Site) => Promise<void> {
  const t = useT();
  const client = useQueryClient();
  return async (site) => {
    const agreed = await confirm({
      title: t('robotAnswers.sites.withdrawTitle', { carrier: site.carrierName ?? site.carrierCode }),
      content: t('robotAnswers.sites.withdrawContent'),
      okText: t('robotAnswers.sites.withdraw'),
      danger: true,
    });
    if (!agreed) return;
    try {
      toast.success((await callFull('rpaSiteWithdraw', { carrierCode: site.carrierCode })).msg);
    } catch (error) {
      toast.failure(error, t('robotAnswers.sites.failed'));
    }
    await client.invalidateQueries({ queryKey: ['rpaSites'] });
  };
}

type Props = {
  query: QueryState<CallData<'rpaSites'>>;
  open: boolean;
  onClose: () => void;
  /** Shows a page that a robot brought. */
  onAnswer: (answerId: string) => void;
};

/** Sites of carriers that robots collect from: whose terms are confirmed by whom, how robots fare there, and who refuses them. */
export function SitesDrawer({ query, open, onClose, onAnswer }: Props) {
  const t = useT();
  const requested = useShown<Site>();
  const withdraw = useWithdraw();
  return (
    <DetailDrawer open={open} onClose={onClose} size="min(1240px, 96vw)" title={t('robotAnswers.sites.title')}>
      <p className="pt-muted">{t('robotAnswers.sites.about')}</p>
      <Loaded query={query}>
        {({ sites, platform }) => (
          <div className="pt-robot-sites" tabIndex={0} role="group" aria-label={t('robotAnswers.sites.title')}>
            <MiniTable
              label={t('robotAnswers.sites.title')}
              columns={[
                ...titles.map((key) => ({ key, title: t(`robotAnswers.sites.${key}`) })),
                ...(platform ? [{ key: 'acts' as const, title: t('robotAnswers.title.acts'), isWide: true }] : []),
              ]}
              rows={sites}
              rowKey={({ carrierCode }) => carrierCode}
              cells={(site) => ({
                carrier: site.carrierName ?? site.carrierCode,
                today: <StatusTag tone={tones[site.state]}>{t(`robotAnswers.sites.state.${site.state}`)}</StatusTag>,
                terms: <Terms site={site} />,
                package: <Package site={site} />,
                read: <Read site={site} onAnswer={onAnswer} />,
                refused: <Refused site={site} />,
                acts: (
                  <div className="pt-robot-acts">
                    <Button size="small" onClick={() => requested.show(site)}>
                      {t(site.state === 'off' ? 'robotAnswers.sites.confirm' : 'robotAnswers.sites.change')}
                    </Button>
                    {site.state !== 'off' && (
                      <Button size="small" danger onClick={() => void withdraw(site)}>
                        {t('robotAnswers.sites.withdraw')}
                      </Button>
                    )}
                  </div>
                ),
              })}
            />
          </div>
        )}
      </Loaded>
      <SiteDialog
        site={requested.item}
        usedContact={query.data?.sites.find(({ contact }) => contact !== null)?.contact ?? null}
        open={requested.open}
        onClose={requested.hide}
      />
    </DetailDrawer>
  );
}
