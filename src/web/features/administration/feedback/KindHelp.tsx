import { feedbackKinds } from '#entities/feedback-kinds.ts';
import type { FormTools } from '#web/entity/EntityDialog.tsx';
import { say } from '#web/entity/entity-calls.ts';
import { useT } from '#web/i18n/index.ts';
import { Fact, Facts } from '#web/kit/detail/Section.tsx';
import './feedback.css';

const chatKinds = new Set(['DINGTALK', 'WECOM', 'FEISHU', 'SLACK', 'TEAMS']);

/** What address and credential of the chosen kind of notification are, and where people find them. */
export function KindHelp({ form }: { form: FormTools }) {
  const t = useT();
  const type = String(form.draft['feedbackType'] ?? '');
  const kind = feedbackKinds[type];
  if (kind === undefined) return null;
  return (
    <section className="pt-kind-help" aria-label={t('outbox.kindHelp.title')} aria-live="polite">
      <Facts>
        <Fact wide label={t('outbox.kindHelp.address')}>
          {say(kind.address)}
        </Fact>
        <Fact wide label={t('outbox.kindHelp.secret')}>
          {kind.secret === undefined ? t('outbox.kindHelp.noSecret') : say(kind.secret)}
        </Fact>
      </Facts>
      {chatKinds.has(type) && <p className="pt-muted">{t('outbox.kindHelp.markup')}</p>}
    </section>
  );
}
