import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { sendFile } from '#web/base/send-file.ts';
import { useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';

/** What the server made of an uploaded file. */
export type Taken = CallData<'ediUpload'>;

/** Uploads files one after the other and says what became of each; `busy` counts those still to come. */
export function useUpload(onTaken: (taken: Taken) => void): {
  busy: number;
  upload: (files: readonly File[]) => Promise<void>;
} {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(0);
  const say = (taken: Taken): void => {
    const events = taken.messages.reduce((sum, message) => sum + message.applied, 0);
    const refused = taken.messages.filter(({ state }) => state === 'refused').length;
    const values = { name: taken.fileName, messages: taken.messages.length, events, refused };
    if (!taken.done) toast.info(t('edi.upload.later', { name: taken.fileName }));
    else if (refused === taken.messages.length) toast.error(t('edi.upload.refused', { name: taken.fileName }));
    else if (refused > 0) toast.warn(t('edi.upload.partly', values));
    else toast.success(t('edi.upload.done', values));
  };
  return {
    busy,
    upload: async (files) => {
      setBusy((left) => left + files.length);
      for (const file of files) {
        try {
          const taken = await sendFile('ediUpload', { fileName: file.name }, file);
          say(taken);
          onTaken(taken);
        } catch (error) {
          toast.failure(error, t('edi.upload.failed', { name: file.name }));
        }
        setBusy((left) => left - 1);
      }
      await Promise.all(['ediQuery', 'ediStats'].map((name) => client.invalidateQueries({ queryKey: [name] })));
    },
  };
}
