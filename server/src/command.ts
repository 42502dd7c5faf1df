import { readConfig } from './platform/config/config.ts';
import { openOrJoinDatabase } from './platform/db/open.ts';
import type { Services } from './platform/services.ts';
import { createLogger, startServices } from './start-services.ts';

/** Shows how to call a command whose arguments are invalid. */
export function showUsage(usage: string): void {
  console.error(usage);
  process.exitCode = 1;
}

/**
 * Runs a command on the server itself, whether or not Cusp is running. Errors of the class `Expected` have a message
 * for the operator and are shown without their stack.
 */
export async function runCommand(
  work: (services: Services) => Promise<void>,
  Expected?: new (...given: never[]) => Error,
): Promise<void> {
  const config = readConfig();
  const log = createLogger('warn');
  const database = await openOrJoinDatabase(config, log);
  try {
    const running = await startServices(config, database, log, { work: false });
    try {
      await work(running.services);
    } finally {
      await running.close();
    }
  } catch (error) {
    if (!Expected || !(error instanceof Expected)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await database.stop();
  }
}
