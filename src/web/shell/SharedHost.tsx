import { useEffect, useState, type ReactElement } from 'react';
import { SharedTracePage } from '#web/features/tracking/trace-detail/SharedTracePage.tsx';
import { useT } from '#web/i18n/index.ts';
import { LanguageSwitch } from '#web/kit/preferences/LanguageSwitch.tsx';
import { Providers } from './Providers.tsx';
import './shell.css';

/** The link is in the part of the address that browsers keep to themselves. */
const tokenNow = (): string => new URLSearchParams(globalThis.location.hash.slice(1)).get('share') ?? '';

/** What people without an account see of a shipment that was shared with them. */
export function SharedHost(): ReactElement {
  const t = useT();
  const [token, setToken] = useState(tokenNow);
  useEffect(() => {
    const follow = (): void => setToken(tokenNow());
    globalThis.addEventListener('hashchange', follow);
    return () => globalThis.removeEventListener('hashchange', follow);
  }, []);
  return (
    <Providers>
      <div className="pt-shared">
        <header className="pt-shared-bar">
          <b>{t('common.productName')}</b>
          <span className="pt-muted">{t('shell.sharedTrace')}</span>
          <span className="pt-trace-gap" />
          <LanguageSwitch />
        </header>
        <main className="pt-shared-main">
          <SharedTracePage token={token} />
        </main>
      </div>
    </Providers>
  );
}
