import { createServer } from 'vite';
import { at } from './project.mjs';

const target = `http://127.0.0.1:${process.env.SERVER_PORT}`;
const proxy = Object.fromEntries(
  ['/heclore', '/dev/outbox', '/dev/skins.json', '/healthz'].map((path) => [
    path,
    { target, changeOrigin: false, xfwd: true },
  ]),
);

const vite = await createServer({
  root: at('web'),
  configFile: at('web', 'vite.config.ts'),
  server: { port: Number(process.env.PORT), strictPort: true, host: process.env.HOST ?? 'localhost', proxy },
});
await vite.listen();
vite.printUrls();

const stop = async () => {
  await vite.close();
  process.exit(0);
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
