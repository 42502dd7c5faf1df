import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import './ui/styles/first-paint.css';
import './ui/styles/base.css';
import './ui/styles/touch.css';
import './ui/styles/forced-colors.css';
import './ui/styles/print.css';
import { start } from './app/start.tsx';

// Screens import the chunk of `start`. If that chunk itself awaited them, neither would finish loading.
await start();
