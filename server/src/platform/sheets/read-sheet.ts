import { Worker } from 'node:worker_threads';
import type { SheetRefusal } from '@cusp/contract/sheets.routes';
import pLimit from 'p-limit';
import { SheetError } from './sheet-error.ts';

/** A cell with content; `text` is cut one character beyond the longest allowed text. */
export interface Cell {
  /** `day`: `text` is `YYYY-MM-DD`. `formula`: it is the formula. `error`: a value such as `#REF!`. */
  is: 'text' | 'number' | 'day' | 'boolean' | 'formula' | 'error';
  text: string;
}

export interface ReadRequest {
  bytes: ArrayBuffer;
  /** Name of the sheet with the rows. */
  title: string;
}

export interface SheetRows {
  /** Rows of the sheet that names the template version. */
  version: (Cell | null)[][];
  /** Rows of the requested sheet, including the header; null if there is no such sheet. */
  rows: (Cell | null)[][] | null;
}

export type ReadReply = SheetRows | { reason: SheetRefusal; column?: string | undefined };

const LIMITS = { milliseconds: 20_000, heapMib: 256 };
/** Concurrent threads; further sheets wait. */
const turn = pLimit(2);

/**
 * Reads two sheets of an .xlsx file in a separate thread, which is ended at a time or memory limit.
 * @throws SheetError
 */
export const readSheet = (
  bytes: Buffer,
  title: string,
  limits: Partial<typeof LIMITS> = {},
): Promise<SheetRows> =>
  turn(async () => {
    const reply = await readInThread(
      { bytes: Uint8Array.from(bytes).buffer, title },
      { ...LIMITS, ...limits },
    );
    if ('reason' in reply) throw new SheetError(reply.reason, reply.column);
    return reply;
  });

function readInThread(request: ReadRequest, { milliseconds, heapMib }: typeof LIMITS): Promise<ReadReply> {
  const worker = new Worker(new URL('./read-sheet.worker.ts', import.meta.url), {
    workerData: request,
    transferList: [request.bytes],
    resourceLimits: { maxOldGenerationSizeMb: heapMib },
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve({ reason: 'too_heavy' });
      void worker.terminate();
    }, milliseconds);
    worker.once('message', resolve);
    worker.once('error', () => resolve({ reason: 'too_heavy' }));
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve({ reason: 'too_heavy' });
    });
  });
}
