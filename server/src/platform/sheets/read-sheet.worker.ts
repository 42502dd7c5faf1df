import { parentPort, workerData } from 'node:worker_threads';
import type { ReadReply, ReadRequest } from './read-sheet.ts';
import { readWorkbook } from './read-workbook.ts';
import type { SheetError } from './sheet-error.ts';

const { bytes, title } = workerData as ReadRequest;
const reply: ReadReply = await readWorkbook(Buffer.from(bytes), title).catch(
  ({ reason, column }: SheetError) => ({ reason, column }),
);
parentPort?.postMessage(reply);
