import { create } from 'zustand';
import { CallError, isAborted } from '#web/app/client.ts';

/** Tone of a toast. */
export type ToastKind = 'success' | 'info' | 'warn' | 'error';
/** A button inside a toast, such as "undo". */
export type ToastAction = { label: string; run: () => void };
/** One short text about what just happened. */
export type Toast = { id: number; kind: ToastKind; text: string; action?: ToastAction; durationMs: number };
/** A button and a time of one's own; 0 stays until dismissed. */
export type ToastOptions = { action?: ToastAction; durationMs?: number };

const mostShown = 4;
const defaultMs: Record<ToastKind, number> = { success: 4_000, info: 5_000, warn: 8_000, error: 10_000 };

/** The toasts on screen, oldest first. */
export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

/** Takes a toast away. */
export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

function show(kind: ToastKind, text: string, options: ToastOptions = {}): void {
  if (text === '') return;
  const durationMs = options.durationMs ?? (options.action ? 10_000 : defaultMs[kind]);
  lastId += 1;
  const next: Toast = { id: lastId, kind, text, durationMs, ...(options.action ? { action: options.action } : {}) };
  // The same text twice in a row is one message, said anew.
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((toast) => toast.text !== text), next].slice(-mostShown),
  }));
}

/** Says what happened, from anywhere; failure() shows a call's own text and keeps silent about cancelled calls. */
export const toast = {
  success: (text: string, options?: ToastOptions): void => show('success', text, options),
  info: (text: string, options?: ToastOptions): void => show('info', text, options),
  warn: (text: string, options?: ToastOptions): void => show('warn', text, options),
  error: (text: string, options?: ToastOptions): void => show('error', text, options),
  failure: (error: unknown, fallback: string): void => {
    if (isAborted(error)) return;
    if (!(error instanceof CallError)) console.error(error);
    show('error', error instanceof CallError ? error.msg : fallback);
  },
};
