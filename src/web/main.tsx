import { createRoot } from 'react-dom/client';
import { App } from '#web/app/App.tsx';
import { installAuthFlow } from '#web/app/auth-flow.ts';
import { initEmbed } from '#web/app/embed.ts';
import { applyTheme } from '#web/app/theme.ts';
import { initTexts } from '#web/i18n/index.ts';
import '#web/app/theme.css';

initEmbed(globalThis.location, globalThis.history);
applyTheme();
installAuthFlow();
await initTexts();
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
