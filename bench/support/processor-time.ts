import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placesOf } from '@cusp/local-postgres/archive';
import type { Ground, Served } from './cusp.ts';

/** Linux counts the time of processes in ticks of this length. */
const TICK_MS = 10;

/**
 * Milliseconds of a processor that a server and its database have used so far. Unlike the time of a reply, it hardly
 * depends on what else the machine does, and it includes work in the background. Only on Linux.
 */
export function processorTime({ process: server }: Served, ground: Ground): number {
  const { cluster } = placesOf(join(ground.dataDir, 'postgres'));
  const postmaster = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
  let ticks = 0;
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    const { parent, own, ended } = timesOf(pid);
    if (pid === server.pid || pid === postmaster || parent === postmaster) ticks += own;
    if (pid === postmaster) ticks += ended;
  }
  return ticks * TICK_MS;
}

/** Ticks of a process, and of its children that have ended. */
function timesOf(pid: number): { parent: number; own: number; ended: number } {
  try {
    // After the name, which is in brackets and may contain blanks.
    const [, parent, ...rest] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = rest.slice(9, 13).map(Number);
    return { parent: Number(parent), own: user + system, ended: userOfEnded + systemOfEnded };
  } catch {
    // It has ended meanwhile.
    return { parent: 0, own: 0, ended: 0 };
  }
}
