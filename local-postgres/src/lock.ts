import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { processBirth, until } from './processes.ts';

interface Holder {
  pid: number;
  birth: string | null;
  address: string | null;
}

/** Another Cusp is running on this data directory. */
export class DataDirInUse extends Error {
  constructor(dataDir: string, holder: Holder) {
    const where = holder.address ? `on ${holder.address} ` : '';
    super(
      `Cusp is already running ${where}with the data directory ${dataDir} (process ${holder.pid}). ` +
        'Stop it first, or give this one its own DATA_DIR and PORT.',
    );
    this.name = 'DataDirInUse';
  }
}

function read(file: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Partial<Holder>;
    if (!Number.isInteger(holder.pid)) return null;
    return { pid: Number(holder.pid), birth: holder.birth ?? null, address: holder.address ?? null };
  } catch {
    return null;
  }
}

function create(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** A process that was just killed may still be exiting. */
const lives = async ({ pid, birth }: Holder) =>
  birth !== null && !(await until(() => processBirth(pid) !== birth, 500));

/**
 * Claims a data directory for this process until the returned function is called. A claim of a process that died is
 * taken over: the holder is identified by its id and its start time.
 * @throws DataDirInUse if the holder is still running.
 */
export async function claim(dataDir: string, address?: string): Promise<() => void> {
  const file = join(dataDir, 'running.json');
  const mine: Holder = { pid: process.pid, birth: processBirth(process.pid), address: address ?? null };
  const text = `${JSON.stringify(mine)}\n`;

  if (!create(file, text)) {
    let holder = read(file);
    if (!holder) {
      // Its writer may be between opening and writing the file.
      await setTimeout(100);
      holder = read(file);
    }
    if (holder && (await lives(holder))) throw new DataDirInUse(dataDir, holder);
    rmSync(file, { force: true });
    const created = create(file, text);
    // Two starts may find the same dead holder at the same time: the later file wins, and the other one notices here.
    if (created) await setTimeout(60);
    const winner = read(file);
    if (winner && (winner.pid !== mine.pid || winner.birth !== mine.birth)) {
      throw new DataDirInUse(dataDir, winner);
    }
  }
  return () => {
    const holder = read(file);
    if (holder?.pid === mine.pid && holder.birth === mine.birth) rmSync(file, { force: true });
  };
}
