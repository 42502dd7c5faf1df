import { parentPort, workerData } from 'node:worker_threads';
import readExcelFile from 'read-excel-file/universal';

parentPort?.postMessage(await readExcelFile(workerData as ArrayBuffer));
