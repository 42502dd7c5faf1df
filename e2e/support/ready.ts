import type { ChildProcess } from 'node:child_process';

const START_LIMIT_MS = 300_000;

/** Waits until a server that was started responds; fails if it ends, and ends it if it takes too long. */
export async function ready(server: ChildProcess, url: string): Promise<void> {
  const giveUp = Date.now() + START_LIMIT_MS;
  while (Date.now() < giveUp) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    const reply = await fetch(`${url}/readyz`).catch(() => null);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  server.kill('SIGKILL');
  throw new Error('the server did not become ready');
}
