import { feedback } from '#entities/feedback.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';

const dialog = { width: '80%' };

/** The list of feedback definitions. */
export function FeedbackPage() {
  return <EntityListPage entity={feedback} route="/feedback" dialog={dialog} />;
}
