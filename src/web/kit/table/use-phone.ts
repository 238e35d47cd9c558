import { useSyncExternalStore } from 'react';

const narrow = globalThis.matchMedia?.('(width < 640px)');

const subscribe = (heard: () => void): (() => void) => {
  narrow?.addEventListener('change', heard);
  return () => narrow?.removeEventListener('change', heard);
};

/** Whether the window is as narrow as a phone: lists are cards then. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => narrow?.matches ?? false);
