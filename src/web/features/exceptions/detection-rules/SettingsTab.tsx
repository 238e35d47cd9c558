import { Button } from 'antd';
import { useState } from 'react';
import type { DetectionRule, RuleSetting } from '#contract/exceptions/rule-backtest.ts';
import { useSession } from '#web/base/session.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { Section } from '#web/kit/detail/Section.tsx';
import { ConflictNote } from '#web/kit/draft/ConflictNote.tsx';
import { DraftFrame } from '#web/kit/draft/DraftFrame.tsx';
import { useDraft } from '#web/kit/draft/use-draft.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { attributeLabel } from '#web/kit/value/attribute-label.ts';
import { subjectOf } from '#web/kit/value/evidence-path.ts';
import { type Draft, draftOf, emptyDraft, isComplete } from './draft.ts';
import { ScopeFields, ValueFields } from './SettingFields.tsx';
import type { useRuleActs } from './use-rule-acts.ts';
import { useScopeText, useValuesText } from './value-texts.ts';

type Props = { rule: DetectionRule; acts: ReturnType<typeof useRuleActs> };

function LevelRow({ rule, row, acts, onEdit }: Props & { row: RuleSetting; onEdit: () => void }) {
  const t = useT();
  const valuesText = useValuesText();
  const scopeText = useScopeText();
  const switchText =
    row.enabled === null
      ? t('detectionRules.asWider')
      : t(row.enabled === 1 ? 'detectionRules.on' : 'detectionRules.off');
  return (
    <tr>
      <th scope="row">{t(`detectionRules.level.${row.level}`)}</th>
      <td>{scopeText(row)}</td>
      <td>{switchText}</td>
      <td>{valuesText(rule, row.values) || t('detectionRules.asWider')}</td>
      <td>
        {row.writable === 1 && (
          <>
            <Button type="link" size="small" onClick={onEdit}>
              {t('detectionRules.settings.edit')}
            </Button>
            <Button type="link" size="small" danger onClick={() => void acts.remove(row)}>
              {t('detectionRules.settings.remove')}
            </Button>
          </>
        )}
      </td>
    </tr>
  );
}

/** The fields of one level: of a stored row as it is now, or of a new one. */
function Editor({
  rule,
  acts,
  row,
  start,
  onClose,
}: Props & { row: RuleSetting | undefined; start: Draft; onClose: () => void }) {
  const t = useT();
  const draft = useDraft({
    base: { row, start },
    begin: (base) => base.start,
    name: `ruleSetting/${rule.ruleCode}/${row?.ruleSettingId ?? 'new'}`,
  });
  const { mine } = draft;
  const [busy, setBusy] = useState(false);
  const close = (): void => {
    draft.done();
    onClose();
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    if (await acts.save(mine, draft.base.row)) close();
    setBusy(false);
  };
  const waits = draft.conflict || draft.earlier !== undefined;
  return (
    <div className="pt-rule-editor">
      {draft.conflict && <ConflictNote onLoadTheirs={draft.reset} onKeepMine={() => draft.settle(mine)} />}
      <DraftFrame draft={draft}>
        <ScopeFields draft={mine} onDraft={draft.set} disabled={row !== undefined} />
        <ValueFields rule={rule} draft={mine} onDraft={draft.set} />
      </DraftFrame>
      <div className="pt-rule-buttons">
        <Button type="primary" loading={busy} disabled={waits || !isComplete(rule, mine)} onClick={() => void save()}>
          {t('detectionRules.settings.save')}
        </Button>
        <Button onClick={close}>{t('detectionRules.settings.cancel')}</Button>
      </div>
    </div>
  );
}

/** The settings of a rule per level, and what it shows as evidence. */
export function SettingsTab({ rule, acts }: Props) {
  const t = useT();
  const valuesText = useValuesText();
  const query = useCall('ruleSettings', { ruleCode: rule.ruleCode });
  const writesShared = useSession((session) => session.user?.writesShared !== false);
  const tenants = useCall('tenants').data ?? [];
  const [edited, setEdited] = useState<{ id: string | undefined; start: Draft }>();
  const editedRow = edited?.id === undefined ? undefined : query.data?.find((one) => one.ruleSettingId === edited.id);
  const startNew = (): void =>
    setEdited({ id: undefined, start: emptyDraft(writesShared ? null : (tenants[0]?.wlTenantId ?? null)) });
  return (
    <>
      <Section title={t('detectionRules.current')}>
        <p>
          {t(rule.enabled === 1 ? 'detectionRules.on' : 'detectionRules.off')} ·{' '}
          {valuesText(rule, rule.values) || t('detectionRules.none')}
        </p>
      </Section>
      <Section title={t('detectionRules.settings.levels')}>
        <p className="pt-muted">{t('detectionRules.settings.hint')}</p>
        <Loaded query={query}>
          {(rows) =>
            rows.length === 0 ? (
              <p>{t('detectionRules.settings.empty')}</p>
            ) : (
              <table className="pt-mini">
                <thead>
                  <tr>
                    <th scope="col">{t('detectionRules.settings.level')}</th>
                    <th scope="col">{t('detectionRules.settings.scope')}</th>
                    <th scope="col">{t('detectionRules.settings.enabled')}</th>
                    <th scope="col">{t('detectionRules.settings.values')}</th>
                    <td />
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <LevelRow
                      key={row.ruleSettingId}
                      rule={rule}
                      row={row}
                      acts={acts}
                      onEdit={() => setEdited({ id: row.ruleSettingId, start: draftOf(row) })}
                    />
                  ))}
                </tbody>
              </table>
            )
          }
        </Loaded>
        {edited === undefined ? (
          <Button className="pt-rule-add" onClick={startNew}>
            {t('detectionRules.settings.add')}
          </Button>
        ) : (
          <Editor
            key={edited.id ?? 'new'}
            rule={rule}
            acts={acts}
            row={editedRow}
            start={editedRow === undefined ? edited.start : draftOf(editedRow)}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Section>
      <Section title={t('detectionRules.evidence')}>
        {rule.evidence.length === 0 ? (
          <p className="pt-muted">{t('detectionRules.noEvidence')}</p>
        ) : (
          <ul className="pt-rule-evidence">
            {rule.evidence.map((path) => (
              <li key={path}>{attributeLabel(t, subjectOf(path).attribute)}</li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}
