import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Segmented, Select } from 'antd';
import { useState } from 'react';
import { readTestReference, testBill, testContainer, testStories, type TestStory } from '#shared/ids/test-reference.ts';
import { testStoryTexts } from '#shared/reference/test-stories.ts';
import { keysOf } from '#shared/values/objects.ts';
import { callFull } from '#web/base/client.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { isFound, tenantChoice } from '#web/kit/search/use-names.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';

const stories = keysOf(testStories);
const apiPath = '/api/data-center/tnt/v2';
const usualRun = '0001';
/** Steps come within seconds. */
const lookEveryMs = 3_000;

type Subject = 'bill' | 'container';

/** The reference of a story, as it is chosen to be tracked; a split bill is seen by its bill alone. */
const referenceOf = (story: TestStory, run: string, subject: Subject): string =>
  subject === 'bill' ? testBill({ story, run }) : testContainer({ story, run });

type StoriesProps = { run: string; subject: Subject; onStart: (reference: string) => void };

function Stories({ run, subject, onStart }: StoriesProps) {
  const t = useT();
  const lang = useLang();
  return (
    <MiniTable
      label={t('integrations.test.stories')}
      columns={[
        { key: 'story', title: t('integrations.test.story'), isRowHead: true },
        { key: 'reference', title: t('integrations.test.reference'), className: 'pt-integrations-plain' },
        { key: 'timeline', title: t('integrations.test.timeline'), isWide: true },
        { key: 'start', title: t('integrations.test.start'), isTitleHidden: true },
      ]}
      rows={stories}
      rowKey={(story) => story}
      cells={(story) => {
        const reference = referenceOf(story, run, subject);
        const { name, steps } = testStoryTexts[story];
        return {
          story: name[lang],
          reference: (
            <span>
              <code>{reference}</code> <CopyButton text={reference} />
            </span>
          ),
          timeline: (
            <div>
              {steps.map((step) => (
                <div key={step.second}>{t('integrations.test.at', { second: step.second, text: step[lang] })}</div>
              ))}
            </div>
          ),
          start: (
            <Button
              size="small"
              aria-label={`${t('integrations.test.start')} ${name[lang]}`}
              onClick={() => onStart(reference)}
            >
              {t('integrations.test.start')}
            </Button>
          ),
        };
      }}
    />
  );
}

function Running() {
  const t = useT();
  const lang = useLang();
  const query = useCall('testShipmentQuery', undefined, {
    staleTime: 0,
    keep: true,
    refetchInterval: ({ state }) => (state.data?.some(({ ended }) => !ended) === true ? lookEveryMs : false),
  });
  useLiveRefetch('shipment', 'testShipmentQuery');
  return (
    <Loaded query={query}>
      {(tests) => (
        <MiniTable
          label={t('integrations.test.running')}
          columns={[
            { key: 'reference', title: t('integrations.test.reference'), isRowHead: true },
            { key: 'story', title: t('integrations.test.story') },
            { key: 'tenant', title: t('integrations.tenant') },
            { key: 'start', title: t('integrations.test.begun') },
            { key: 'state', title: t('integrations.test.columnState') },
            { key: 'open', title: t('integrations.test.open'), isTitleHidden: true },
          ]}
          rows={tests}
          rowKey={({ obmTkSubscribeId }) => obmTkSubscribeId}
          empty={t('integrations.test.none')}
          cells={(test) => ({
            reference: <code>{test.reference}</code>,
            story: testStoryTexts[test.story].name[lang],
            tenant: test.tenantName,
            start: test.startTime === null ? t('integrations.test.waits') : <TimeText instant={test.startTime} />,
            state: (
              <span>
                <StatusTag tone={test.ended ? 'neutral' : 'info'}>
                  {t(test.ended ? 'integrations.test.ended' : 'integrations.test.goesOn')}
                </StatusTag>{' '}
                {t('integrations.test.progress', { step: test.step, steps: test.steps })}
              </span>
            ),
            open: (
              <GoLink className="pt-link" href={listHref(test.reference)}>
                {t('integrations.test.open')}
              </GoLink>
            ),
          })}
        />
      )}
    </Loaded>
  );
}

const listHref = (reference: string): string =>
  makeHref('/trace-index', {
    [readTestReference(reference)?.subject === 'container' ? 'containerNo' : 'billNo']: reference,
  });

/** Starts and clears the test shipments of a tenant; does nothing until a tenant is chosen. */
function useTestActs(tenantId: string | undefined, tenantName: string) {
  const t = useT();
  const client = useQueryClient();
  const again = () => client.invalidateQueries({ queryKey: ['testShipmentQuery'] });

  async function start(reference: string): Promise<void> {
    if (tenantId === undefined) return;
    try {
      const { msg } = await callFull('testShipmentStart', { tenantId, reference });
      toast.success(msg);
    } catch (error) {
      toast.failure(error, t('integrations.test.startFailed'));
    }
    await again();
  }

  async function clear(): Promise<void> {
    if (tenantId === undefined) return;
    const agreed = await confirm({
      title: t('integrations.test.clearTitle', { tenant: tenantName }),
      content: t('integrations.test.clearContent'),
      okText: t('integrations.test.clear'),
      danger: true,
    });
    if (!agreed) return;
    try {
      const { msg } = await callFull('testShipmentClear', { tenantId });
      toast.success(msg);
    } catch (error) {
      toast.failure(error, t('integrations.test.clearFailed'));
    }
    await again();
  }

  return { start, clear };
}

/** Test shipments: the courses that can be played, those that run, and clearing them. */
export function TestsPart() {
  const t = useT();
  const { data: tenants } = useCall('tenants');
  const options = (tenants ?? []).map((tenant) => tenantChoice(tenant, 'wlTenantId'));
  const [chosen, setChosen] = useState<string>();
  const [run, setRun] = useState(usualRun);
  const [subject, setSubject] = useState<Subject>('bill');
  const tenantId = chosen ?? options[0]?.value;
  const isRun = /^\d{4}$/.test(run);
  const tenantName = options.find(({ value }) => value === tenantId)?.label ?? '';
  const { start, clear } = useTestActs(tenantId, tenantName);

  return (
    <section className="pt-integrations-part">
      <p className="pt-muted">{t('integrations.test.about')}</p>
      <p className="pt-key-about">
        <span>
          {t('integrations.test.byProgram')}{' '}
          <code>{`POST ${apiPath}/test-shipments {"reference":"${testBill({ story: 'onTime', run: usualRun })}"}`}</code>
        </span>
      </p>
      <div className="pt-integrations-line">
        {options.length > 1 && (
          <label>
            {t('integrations.tenant')}
            <Select
              aria-label={t('integrations.tenant')}
              value={tenantId}
              options={options}
              showSearch={{ filterOption: isFound }}
              onChange={setChosen}
            />
          </label>
        )}
        <label>
          {t('integrations.test.as')}
          <Segmented
            aria-label={t('integrations.test.as')}
            value={subject}
            options={[
              { value: 'bill' as const, label: t('integrations.test.bill') },
              { value: 'container' as const, label: t('integrations.test.box') },
            ]}
            onChange={setSubject}
          />
        </label>
        <label title={t('integrations.test.runHint')}>
          {t('integrations.test.run')}
          <Input
            style={{ width: 80 }}
            value={run}
            maxLength={4}
            inputMode="numeric"
            status={isRun ? '' : 'error'}
            aria-invalid={!isRun}
            onChange={(event) => setRun(event.target.value)}
          />
        </label>
        <Button danger size="small" disabled={tenantId === undefined} onClick={() => void clear()}>
          {t('integrations.test.clear')}
        </Button>
      </div>
      <Stories run={isRun ? run : usualRun} subject={subject} onStart={(reference) => void start(reference)} />
      <h2>{t('integrations.test.running')}</h2>
      <Running />
    </section>
  );
}
