import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useT } from '#web/i18n/index.ts';

type Props = { busy: number; onFiles: (files: readonly File[]) => void; children: ReactNode };

/** Files dropped anywhere on the page are uploaded. */
export function DropZone({ onFiles, children }: Omit<Props, 'busy'>) {
  const t = useT();
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');
  const enter = (event: DragEvent, by: 1 | -1): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth.current += by;
    setOver(depth.current > 0);
  };
  return (
    <div
      className="pt-list pt-edi-drop"
      data-over={isOver || undefined}
      onDragEnter={(event) => enter(event, 1)}
      onDragLeave={(event) => enter(event, -1)}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && <div className="pt-edi-over">{t('edi.upload.drop')}</div>}
    </div>
  );
}

/** Chooses files to upload; says that they can be dropped as well. */
export function UploadButton({ busy, onFiles }: Omit<Props, 'children'>) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        size="small"
        type="primary"
        icon={<UploadOutlined />}
        loading={busy > 0}
        onClick={() => input.current?.click()}
        title={t('edi.upload.hint')}
      >
        {busy > 0 ? t('edi.upload.busy', { count: busy }) : t('edi.upload.button')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('edi.upload.button')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
