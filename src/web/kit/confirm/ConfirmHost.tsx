import { type ReactElement, useEffect, useRef } from 'react';
import { focusAgain } from '../dialog/use-give-focus-back.ts';
import { useQuestions, type Pending } from './confirm.ts';
import { Modal } from 'antd';
import { useT } from '#web/i18n/index.ts';
import { useOpenOnceDrawn } from '../dialog/use-open-once-drawn.ts';

/** One question with its two answers. */
function QuestionModal({ question }: { question: Pending }): ReactElement {
  const t = useT();
  const drawn = useOpenOnceDrawn(true);
  const content = useRef<HTMLDivElement>(null);
  return (
    <Modal
      open={drawn}
      centered
      width={440}
      zIndex={1500}
      mask={{ closable: false }}
      title={question.title}
      okText={question.okText ?? t('common.ok')}
      cancelText={question.cancelText ?? t('common.cancel')}
      okButtonProps={{ danger: question.danger ?? false }}
      afterOpenChange={(shown) => {
        // The button that does no harm; set late, for antd gives the focus to the one that closes.
        const buttons = content.current
          ?.closest('.ant-modal')
          ?.querySelectorAll<HTMLElement>('.ant-modal-footer button');
        if (shown) buttons?.[question.danger === true ? 0 : 1]?.focus();
      }}
      onOk={() => question.answer(true)}
      onCancel={() => question.answer(false)}
    >
      <div ref={content}>{question.content}</div>
    </Modal>
  );
}

/** Puts the waiting question on screen. */
export function ConfirmHost(): ReactElement | null {
  const question = useQuestions((state) => state.questions[0]);
  const id = question?.id;
  // The question is gone as soon as it is answered, too early for antd to give the focus back.
  useEffect(() => {
    const before = document.activeElement;
    if (id === undefined || !(before instanceof HTMLElement)) return undefined;
    return () => focusAgain(before);
  }, [id]);
  if (question === undefined) return null;
  return <QuestionModal key={question.id} question={question} />;
}
