import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLive } from '#web/app/live.ts';

/** Keeps open selects fresh: choices are asked for again when the dictionary or a referenced row changed anywhere. */
export function useChoicesLive(): void {
  const client = useQueryClient();
  const refresh = useCallback((): void => {
    void client.invalidateQueries({ queryKey: ['allDict'] });
    void client.invalidateQueries({ queryKey: ['reference'] });
  }, [client]);
  useLive('masterdata', refresh);
}
