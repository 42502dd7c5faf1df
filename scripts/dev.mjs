import { supervise } from './lib/child.mjs';
import { finishDemo, serverEntry } from './lib/demo.mjs';
import { prepare } from './lib/install.mjs';
import { at, command, freePort, toolEnv } from './lib/project.mjs';

// People open a single address: Vite's, on PORT. Vite proxies requests for the server.
await command(async () => {
  const node = await prepare();
  await finishDemo(node);
  const port = process.env.PORT ?? '4800';
  const server = String(await freePort());
  const address = process.env.PUBLIC_URL ?? `http://localhost:${port}`;
  const stop = new AbortController();
  const both = [
    supervise(
      node,
      ['--watch', '--watch-preserve-output', serverEntry],
      toolEnv(node, { PORT: server, PUBLIC_URL: address, NODE_ENV: 'development' }),
      { abort: stop.signal },
    ),
    supervise(
      node,
      [at('scripts', 'lib', 'vite-dev.mjs')],
      toolEnv(node, { PORT: port, SERVER_PORT: server, NODE_ENV: 'development' }),
      { abort: stop.signal },
    ),
  ];
  const code = await Promise.race(both);
  stop.abort();
  await Promise.all(both);
  return code;
});
