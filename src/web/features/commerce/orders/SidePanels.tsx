import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Upload } from 'antd';
import { useState } from 'react';
import { documentEndings } from '#shared/files/document-rules.ts';
import { call, callFile, saveFile } from '#web/base/client.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { sendFile } from '#web/base/send-file.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { formatAmount } from '#web/kit/value/format-value.ts';
import { SeverityMark } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { type OrderDetail, useOrder } from './order-context.ts';

/** Exceptions of all shipments of the order, open ones first. */
export function OrderExceptions() {
  const t = useT();
  const { order } = useOrder();
  if (order.exceptions.length === 0) return <EmptyState title={t('orders.noExceptions')} />;
  return (
    <ul className="pt-order-items">
      {order.exceptions.map((exception) => (
        <li key={exception.obmAutotestResultId} data-open={exception.open === 1 || undefined}>
          <SeverityMark severity={exception.severity} wordless />
          <GoLink
            className="pt-link"
            href={makeHref('/exception-manage', { obmAutotestResultId: exception.obmAutotestResultId })}
          >
            {exception.typeName}
          </GoLink>
          <span className="pt-mono pt-muted">{exception.referenceNo}</span>
          {exception.open === 0 && <small className="pt-muted">{t('orders.resolved')}</small>}
          <small className="pt-muted">
            <TimeText instant={exception.createTime} />
          </small>
        </li>
      ))}
    </ul>
  );
}

type Document = OrderDetail['documents'][number];

/** Attaches, gives and removes documents of the order. */
function useDocuments() {
  const t = useT();
  const { order, refresh } = useOrder();
  const [busy, setBusy] = useState(false);
  const guarded = async (work: () => Promise<unknown>, failed: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.failure(error, failed);
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    attach: (file: File) =>
      guarded(
        async () => {
          await sendFile('orderDocumentUpload', { orderId: order.orderId, fileName: file.name }, file);
          toast.success(t('orders.document.attached', { name: file.name }));
          refresh();
        },
        t('orders.document.failed', { name: file.name }),
      ),
    save: (document: Document) =>
      guarded(async () => {
        const { blob } = await callFile('orderDocumentDownload', { orderDocumentId: document.orderDocumentId });
        saveFile(blob, document.fileName);
      }, t('orders.failed')),
    remove: async (document: Document) => {
      if (!(await confirm({ title: t('orders.document.removeTitle', { name: document.fileName }), danger: true })))
        return;
      await guarded(async () => {
        await call('orderDocumentRemove', { orderDocumentId: document.orderDocumentId });
        refresh();
      }, t('orders.failed'));
    },
  };
}

/** Documents of the order: attached, downloaded and removed here. */
export function OrderDocuments() {
  const t = useT();
  const { order } = useOrder();
  const { busy, attach, save, remove } = useDocuments();
  return (
    <div className="pt-order-documents">
      <Upload
        accept={documentEndings.map((ending) => `.${ending}`).join(',')}
        showUploadList={false}
        disabled={busy}
        beforeUpload={(file) => {
          void attach(file);
          return false;
        }}
      >
        <Button size="small" icon={<UploadOutlined />} loading={busy}>
          {t('orders.document.attach')}
        </Button>
      </Upload>
      <p className="pt-muted">{t('orders.document.hint', { endings: documentEndings.join(', ') })}</p>
      {order.documents.length === 0 ? (
        <EmptyState title={t('orders.document.none')} />
      ) : (
        <ul className="pt-order-items">
          {order.documents.map((document) => (
            <li key={document.orderDocumentId}>
              <button type="button" className="pt-link" onClick={() => void save(document)}>
                {document.fileName}
              </button>
              <small className="pt-muted">
                {formatAmount(Math.ceil(document.sizeBytes / 1000))} kB · {document.uploaderName} ·{' '}
                <TimeText instant={document.uploadTime} />
              </small>
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={t('orders.document.remove', { name: document.fileName })}
                title={t('orders.document.remove', { name: document.fileName })}
                onClick={() => void remove(document)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
