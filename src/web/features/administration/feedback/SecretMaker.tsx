import { KeyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import './feedback.css';

const secretBytes = 32;

/** A new secret for webhooks, made in the browser and sent nowhere. */
function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

/** Makes a webhook secret to copy into the form. */
export function SecretMaker() {
  const t = useT();
  const [secret, setSecret] = useState<string>();
  return (
    <div>
      <Button size="small" icon={<KeyOutlined />} onClick={() => setSecret(makeSecret())}>
        {t('outbox.secret.make')}
      </Button>
      {secret !== undefined && (
        <div role="status">
          <p className="pt-secret-once">
            <code>{secret}</code>
            <CopyButton text={secret} />
          </p>
          <p className="pt-muted">{t('outbox.secret.hint')}</p>
        </div>
      )}
    </div>
  );
}
