import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import './ui/styles/first-paint.css';
import './ui/styles/base.css';
import './ui/styles/touch.css';
import './ui/styles/forced-colors.css';
import './ui/styles/print.css';
import { start } from './app/start.tsx';

// Screens load while this waits, and import the chunk of `start`: one that waited itself would wait for them for ever.
await start();
