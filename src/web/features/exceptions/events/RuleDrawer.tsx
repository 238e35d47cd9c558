import { Button } from 'antd';
import { useQueryClient } from '@tanstack/react-query';
import type { CallData } from '#contract/index.ts';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Section } from '#web/kit/detail/Section.tsx';
import { DraftFrame } from '#web/kit/draft/DraftFrame.tsx';
import { useDraft } from '#web/kit/draft/use-draft.ts';
import { pollWhile } from '#web/kit/run/poll-while.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { useOnce } from '#web/kit/use-once.ts';
import { ConditionRows } from './ConditionRows.tsx';
import { ruleText, toForm } from './rule-form.ts';
import { RuleTest } from './RuleTest.tsx';
import { RuleTrial } from './RuleTrial.tsx';
import './events.css';

type Rule = CallData<'eventRule'>;

function Editor({ item, onChanged }: { item: Rule; onChanged: () => Promise<void> }) {
  const t = useT();
  const { eventItemId, recordVersion, rule, enabled } = item;
  const draft = useDraft({ base: { rule }, begin: (base) => toForm(base.rule), name: `eventRule/${eventItemId}` });
  // The version that was read is sent once: a second click would be refused as somebody else's.
  const { busy, run } = useOnce((what: () => Promise<void>) => what());
  const send = async (what: () => Promise<{ msg: string }>, failed: string): Promise<boolean> => {
    try {
      toast.success((await what()).msg);
    } catch (error) {
      toast.failure(error, failed);
      await onChanged();
      return false;
    }
    return true;
  };
  const save = async (): Promise<void> => {
    const text = ruleText(draft.mine);
    const saved = await send(
      () => callFull('eventRuleSave', { eventItemId, recordVersion, rule: text }),
      t('events.rule.saveFailed'),
    );
    if (!saved) return;
    draft.done({ rule: text }, draft.mine);
    await onChanged();
  };
  const toggle = async (): Promise<void> => {
    const next = enabled === 1 ? 0 : 1;
    await send(() => callFull('eventItemEnable', { eventItemId, recordVersion, enabled: next }), t('events.failed'));
    await onChanged();
  };
  return (
    <>
      <div className="pt-events-row">
        <StatusTag tone={enabled === 1 ? 'ok' : 'neutral'}>
          {t(enabled === 1 ? 'events.rule.enabled' : 'events.rule.disabled')}
        </StatusTag>
        <Button
          type={enabled === 1 ? 'default' : 'primary'}
          disabled={enabled === 0 && (draft.dirty || rule === null)}
          loading={busy}
          onClick={() => run(toggle)}
        >
          {t(enabled === 1 ? 'events.rule.disable' : 'events.rule.enable')}
        </Button>
        {enabled === 1 && <span className="pt-muted">{t('events.rule.inUse')}</span>}
      </div>
      <Section title={t('events.rule.conditions')}>
        <DraftFrame draft={draft}>
          <ConditionRows
            form={draft.mine}
            fields={item.fieldList}
            disabled={enabled === 1}
            onChange={(form) => draft.set(form)}
          />
        </DraftFrame>
        {enabled === 0 && (
          <p>
            <Button
              type="primary"
              disabled={draft.earlier !== undefined || (!draft.dirty && rule !== null)}
              loading={busy}
              onClick={() => run(save)}
            >
              {t('events.rule.save')}
            </Button>
          </p>
        )}
      </Section>
      <RuleTest eventItemId={eventItemId} rule={ruleText(draft.mine)} fields={item.fieldList} />
      <RuleTrial
        eventItemId={eventItemId}
        run={item.run}
        unsaved={draft.dirty || rule === null}
        onStarted={onChanged}
      />
    </>
  );
}

type Props = { id: string | undefined; open: boolean; onClose: () => void };

/** The rule of an event item: its conditions, a test on one shipment, a trial on history, and its switch. */
export function RuleDrawer({ id, open, onClose }: Props) {
  const t = useT();
  const lang = useLang();
  const client = useQueryClient();
  const query = useCall(
    'eventRule',
    { eventItemId: id ?? '' },
    {
      enabled: open && id !== undefined,
      staleTime: 0,
      refetchInterval: (requested) => pollWhile(requested.state.data?.run),
    },
  );
  const onChanged = async (): Promise<void> => {
    await Promise.all(['eventRule', 'eventItem.query'].map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
  const item = query.data;
  const name = item === undefined ? '' : lang === 'zh' ? item.itemName : item.itemNameEn;
  return (
    <DetailDrawer open={open} onClose={onClose} title={t('events.rule.title', { name })} size="min(980px, 94vw)">
      <Loaded query={query}>
        {(loaded) => <Editor key={loaded.eventItemId} item={loaded} onChanged={onChanged} />}
      </Loaded>
    </DetailDrawer>
  );
}
