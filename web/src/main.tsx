import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import './ui/styles/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { loadAppInfo, styleNonce } from './brand/app-info.ts';
import { followOtherTabs, restoreSession } from './client/session/session.ts';
import { startI18n } from './i18n/i18n.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');

// The scroll lock of dialogs makes a style of its own and looks for its nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
followOtherTabs();
await Promise.all([loadAppInfo(), startI18n(), restoreSession()]);
createRoot(root).render(<App />);
