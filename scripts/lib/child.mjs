import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { at, ended, root } from './project.mjs';

const windows = process.platform === 'win32';

/** Ids of the parent process and, when run by npm, of npm above the shell in between. */
function ancestors() {
  if (process.platform !== 'linux' || !process.env.npm_lifecycle_event) return String(process.ppid);
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`;
  } catch {
    return 'gone';
  }
}

/**
 * Runs one long-lived program of the project until it ends, and returns its exit code. It runs in its own process
 * group, so that Ctrl-C (which a terminal sends to all processes, and npm sends again) reaches it exactly once. It is
 * also stopped when this process, or the npm above it, disappears, and by `abort`. With a `label`, each line of its
 * output begins with it.
 */
export async function supervise(node, args, env, { abort, label } = {}) {
  const output = label ? 'pipe' : 'inherit';
  const follow = pathToFileURL(at('scripts', 'lib', 'follow-parent.mjs')).href;
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', `--import=${follow}`, ...args], {
    cwd: root,
    env,
    detached: !windows,
    stdio: ['ignore', output, output, 'ipc'],
  });
  if (label) {
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])
      createInterface({ input: from }).on('line', (line) => to.write(`${label} | ${line}\n`));
  }
  let asked = false;
  const stop = () => {
    if (asked) return;
    asked = true;
    if (windows) child.disconnect();
    else child.kill('SIGTERM');
  };
  abort?.addEventListener('abort', stop);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);

  const above = ancestors();
  const orphaned = setInterval(() => {
    if (ancestors() !== above) stop();
  }, 1000);
  try {
    return await ended(child);
  } finally {
    clearInterval(orphaned);
    for (const signal of signals) process.removeListener(signal, stop);
  }
}
