import { Button, Modal } from 'antd';
import { useRef, useState, type ReactElement, type ReactNode, type RefObject } from 'react';
import { useGiveFocusBack } from './use-give-focus-back.ts';
import { useOpenOnceDrawn } from './use-open-once-drawn.ts';
import { usePageDirty } from '#web/base/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';

/** Settings of a dialog; everything but title, open and children has a default. */
export type AppDialogProps = {
  title: ReactNode;
  open: boolean;
  children: ReactNode;
  /** CSS width or pixels; 60% by default. */
  width?: number | string;
  okText?: string;
  cancelText?: string;
  okDanger?: boolean;
  okDisabled?: boolean;
  /** What is asked is filled in already: the button that confirms has the focus as soon as it can be pressed. */
  okFocused?: boolean;
  /** Own buttons instead of confirm and cancel; null for none. */
  footer?: ReactNode;
  closeOnEscape?: boolean;
  /** Stands above every other dialog and question. */
  onTop?: boolean;
  /** Without it there is no way out but to confirm. */
  closable?: boolean;
  /** Something was entered and not saved: closing asks first. */
  dirty?: boolean;
  /** Saves; while its promise runs the button is busy, and a rejection keeps the dialog open with all input. */
  onOk?: () => void | Promise<unknown>;
  /** Closed without saving. */
  onCancel: () => void;
};

const FIELDS = 'input:not(:disabled, [type="hidden"], [type="file"]), textarea:not(:disabled)';

/** Somebody who opened a form by a key goes on typing: antd gives the focus to the button that closes. */
function focusFirstField(body: HTMLElement | null): void {
  if (body === null || body.contains(document.activeElement)) return;
  body.querySelector<HTMLElement>(FIELDS)?.focus({ preventScroll: true });
}

/**
 * Whether the button that confirms takes the focus: once for each opening, so that anyone who reads on in the dialog keeps the focus
 * when the button is disabled for a while.
 */
function useOkFocus(open: boolean, focusOk: boolean): boolean {
  const [focused, setFocused] = useState({ open, ok: false });
  if (focused.open !== open) setFocused({ open, ok: open ? focusOk : focused.ok });
  else if (open && focusOk && !focused.ok) setFocused({ open, ok: true });
  return focused.ok;
}

type Saving = { busy: boolean; running: RefObject<boolean>; submit: () => Promise<void> };

/** Saves one at a time, and shows that it is under way; without `onOk` there is nothing to save. */
function useSaving(onOk: AppDialogProps['onOk']): Saving {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  async function submit(): Promise<void> {
    if (running.current || onOk === undefined) return;
    running.current = true;
    setBusy(true);
    try {
      await onOk();
    } catch {
      // The caller of the dialog shows why saving failed; the dialog stays with all input.
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { busy, running, submit };
}

/** The one dialog of the product: Escape closes it, Ctrl+Enter saves, a click beside it does not close it. */
export function AppDialog(props: AppDialogProps): ReactElement {
  const { title, open, children, onOk, onCancel, dirty = false, closable = true } = props;
  const t = useT();
  const { busy, running, submit } = useSaving(onOk);
  usePageDirty(open && dirty);
  useGiveFocusBack(open);
  const drawn = useOpenOnceDrawn(open);
  const body = useRef<HTMLDivElement>(null);
  const okFocused = useOkFocus(open, props.okFocused === true && props.okDisabled !== true);

  async function cancel(): Promise<void> {
    if (running.current) return;
    const leave =
      !dirty ||
      (await confirm({
        title: t('common.unsavedTitle'),
        content: t('common.unsavedContent'),
        okText: t('common.discard'),
        cancelText: t('common.keepEditing'),
        danger: true,
      }));
    if (leave) onCancel();
  }

  const buttons = (
    <>
      {closable && (
        <Button onClick={() => void cancel()} disabled={busy}>
          {props.cancelText ?? t('common.cancel')}
        </Button>
      )}
      <Button
        key={String(okFocused)}
        autoFocus={okFocused}
        type="primary"
        danger={props.okDanger ?? false}
        loading={busy}
        disabled={props.okDisabled ?? false}
        onClick={() => void submit()}
      >
        {props.okText ?? t('common.ok')}
      </Button>
    </>
  );
  return (
    <Modal
      title={title}
      open={drawn}
      width={props.width ?? '60%'}
      style={{ top: '5vh', maxWidth: 'calc(100vw - 32px)' }}
      styles={{ body: { maxHeight: 'calc(90vh - 130px)', overflow: 'auto' } }}
      {...(props.onTop === true && { zIndex: 1600 })}
      mask={{ closable: false }}
      keyboard={closable && (props.closeOnEscape ?? true)}
      closable={closable}
      destroyOnHidden
      footer={props.footer === undefined ? buttons : props.footer}
      onCancel={() => void cancel()}
      afterOpenChange={(shown) => {
        if (shown && onOk !== undefined && props.okFocused !== true) focusFirstField(body.current);
      }}
    >
      <div
        ref={body}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || props.okDisabled === true) return;
          event.preventDefault();
          event.stopPropagation();
          void submit();
        }}
      >
        {children}
      </div>
    </Modal>
  );
}
