import { create } from 'zustand';
import { CallError, isAborted } from '#web/base/client.ts';
import { text } from '#web/i18n/index.ts';

/** Tone of a toast. */
export type ToastKind = 'success' | 'info' | 'warn' | 'error';
/** A button inside a toast, such as "undo". */
export type ToastAction = { label: string; run: () => void };
/** One short text about what just happened. */
export type Toast = {
  id: number;
  kind: ToastKind;
  text: string;
  action?: ToastAction;
  durationMs: number;
  key?: string;
};
/** A button and a time of one's own; 0 stays until dismissed. Of those with the same key the latest is shown. */
export type ToastOptions = { action?: ToastAction; durationMs?: number; key?: string };

const maxShown = 4;
const defaultMs: Record<ToastKind, number> = { success: 4_000, info: 5_000, warn: 8_000, error: 10_000 };

/** The toasts on screen, oldest first. */
export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

/** Takes a toast away. */
export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

function show(kind: ToastKind, message: string, options: ToastOptions = {}): void {
  if (message === '') return;
  const durationMs = options.durationMs ?? (options.action ? 10_000 : defaultMs[kind]);
  lastId += 1;
  const next: Toast = {
    id: lastId,
    kind,
    text: message,
    durationMs,
    ...(options.action ? { action: options.action } : {}),
    ...(options.key === undefined ? {} : { key: options.key }),
  };
  // The same text twice in a row is shown once; a success removes the failures before it.
  useToasts.setState(({ toasts }) => ({
    toasts: [
      ...toasts.filter(
        (one) =>
          one.text !== message &&
          !(one.key !== undefined && one.key === next.key) &&
          !(kind === 'success' && one.kind === 'error'),
      ),
      next,
    ].slice(-maxShown),
  }));
}

/** What is shown about a failure: the server's own words, and before any other reason what was not done because of it. */
function failureText(error: unknown, fallback: string): string {
  if (!(error instanceof CallError)) return fallback;
  if (error.httpStatus === 200 || error.msg === fallback) return error.msg;
  return text('common.because', { what: fallback, why: error.msg });
}

/** Says what happened, from anywhere; failure() shows a call's own text and keeps silent about cancelled calls. */
export const toast = {
  success: (message: string, options?: ToastOptions): void => show('success', message, options),
  info: (message: string, options?: ToastOptions): void => show('info', message, options),
  warn: (message: string, options?: ToastOptions): void => show('warn', message, options),
  error: (message: string, options?: ToastOptions): void => show('error', message, options),
  failure: (error: unknown, fallback: string): void => {
    if (isAborted(error)) return;
    if (!(error instanceof CallError)) console.error(error);
    show('error', failureText(error, fallback));
  },
};
