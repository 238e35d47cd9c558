import { createRoot } from 'react-dom/client';
import { App } from '#web/app/App.tsx';
import { installAuthFlow } from '#web/app/auth-flow.ts';
import { initEmbed, isEmbedded } from '#web/base/embed.ts';
import { parseHref, sharedPath } from '#web/base/href.ts';
import { watchLine } from '#web/base/line.ts';
import { localStore } from '#web/base/storage.ts';
import { installNavigation } from '#web/app/router.ts';
import { startEarly } from '#web/app/start-early.ts';
import { applyTheme } from '#web/base/theme.ts';
import { initTexts } from '#web/i18n/index.ts';
import { localeKey, parseLang } from '#web/i18n/languages.ts';
import '#web/app/theme.css';

initEmbed(globalThis.location, globalThis.history);
installNavigation();
applyTheme();
installAuthFlow();
watchLine();
// A frame is shown its language by the window around it.
// Somebody with a link has never chosen one here: theirs is the browser's.
const { location, navigator } = globalThis;
const isStranger = parseHref(location.pathname).path === sharedPath && localStore.get(localeKey) === null;
const wished = isEmbedded()
  ? new URLSearchParams(location.search).get('locale')
  : isStranger
    ? /^zh/i.test(navigator.language)
      ? 'zh'
      : 'en'
    : null;
const texts = initTexts(wished === null ? undefined : parseLang(wished));
startEarly(globalThis.location.pathname + globalThis.location.search);
await texts;
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
