import { resealVapid } from './modules/push/vapid.ts';
import { resealApps } from './modules/security/reseal-apps.ts';
import { readConfig } from './platform/config/config.ts';
import { openOrJoinDatabase } from './platform/db/open.ts';
import { keyIdOf } from './platform/secrets/secret-box.ts';
import { createLogger, startServices } from './start-services.ts';

/** `npm run rotate-secrets`: seals stored secrets with SECRET_KEY, whether or not Cusp is running. */
async function main(): Promise<void> {
  const config = readConfig();
  const log = createLogger('warn');
  const database = await openOrJoinDatabase(config, log);
  try {
    const running = await startServices(config, database, log, { work: false });
    try {
      const { resealed, unreadable } = await resealApps(running.services);
      const all = resealed + ((await resealVapid(running.services)) ? 1 : 0);
      console.info(`${all} secrets are sealed with the key ${keyIdOf(running.services.secret)} now.`);
      if (unreadable.length > 0) {
        console.error(
          `No key opens those of the users ${unreadable.join(', ')}. Set SECRET_KEY_FORMER to the key before.`,
        );
        process.exitCode = 1;
      }
    } finally {
      await running.close();
    }
  } finally {
    await database.stop();
  }
}

await main();
