import { runCommand } from './command.ts';
import { resealVapid } from './modules/push/vapid.ts';
import { resealSecondSteps } from './modules/security/reseal-second-steps.ts';
import { keyIdOf } from './platform/secrets/secret-box.ts';

/** `npm run rotate-secrets`: seals stored secrets with SECRET_KEY, whether or not Cusp is running. */
await runCommand(async (services) => {
  const { resealed, unreadable } = await resealSecondSteps(services);
  const all = resealed + ((await resealVapid(services)) ? 1 : 0);
  console.info(`${all} secrets are sealed with the key ${keyIdOf(services.secret)} now.`);
  if (unreadable.length > 0) {
    console.error(
      `No key opens those of the users ${unreadable.join(', ')}. Set SECRET_KEY_FORMER to the key before.`,
    );
    process.exitCode = 1;
  }
});
