import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const linux = process.platform === 'linux';

/** True if a process with that id exists, including a zombie. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function ps(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/**
 * Start time of a process as an opaque text, which distinguishes it from a later process with the same id. `null` if no
 * such process is running; a zombie does not count.
 */
export function processBirth(pid: number): string | null {
  if (!processExists(pid)) return null;
  if (process.platform === 'win32') return 'alive';
  if (!linux) return ps(pid, 'lstart') || null;
  try {
    // proc(5): the name in parentheses may contain spaces; after it come the state (field 3) and, as field 22, the
    // start.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/** The command line of a process, empty if it cannot be read. */
export function processCommand(pid: number): string {
  if (!linux) return ps(pid, 'command');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Polls every 25 ms until `done` returns true or the time is over; returns whether it did. */
export async function until(done: () => boolean, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (!done()) {
    if (Date.now() > end) return false;
    await setTimeout(25);
  }
  return true;
}
